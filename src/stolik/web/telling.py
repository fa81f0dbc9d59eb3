"""What cloth and paper share: names, totals, options, clauses and score lines of a table, in words."""

from collections.abc import Iterable
from functools import lru_cache

from stolik.cards import UNKNOWN, card_text
from stolik.locale.clauses import clauses
from stolik.locale.words import CardNames, People, Words, card_names, game_words, words
from stolik.play.game import Clause, Game
from stolik.play.options import Options, Value, option_text
from stolik.play.show import Saying
from stolik.play.view import View
from stolik.server.look import Look, Sitter
from stolik.web import paths
from stolik.web.contexts import (
    Bar,
    ClauseLine,
    DealTable,
    Face,
    Frame,
    OptionLine,
    Reader,
    Said,
    ScoreRow,
    Total,
    Urls,
    ValueLine,
)


class Teller:
    """Says things about one table in one language; the reader's own name is "you"."""

    def __init__(self, look: Look, lang: str) -> None:
        """Words of the pages and of the game, and who sits where."""
        self.look = look
        self.web = words(lang, "stolik.web")
        self.game = game_words(look.game, lang)
        self.cards = card_names(lang)
        self.people = People(tuple(sitter_name(each, self.web) for each in look.sitters))

    def saying(self, saying: Saying | None) -> str:
        """A sentence of the game, "" for none."""
        return "" if saying is None else self.game.saying(saying, self.people)

    def name(self, seat: int) -> str:
        """Who sits there."""
        return self.people.names[seat]


def sitter_name(sitter: Sitter, web: Words) -> str:
    """The name that a page uses: one's own is "you"."""
    return web.say("common.you") if sitter.you else sitter.name


def frame(reader: Reader, page: str) -> Frame:
    """The frame of a page with this title."""
    web = words(reader.lang, "stolik.web")
    return Frame(reader.lang, reader.four, web.say("common.title", {"page": page}))


def face(card: int, names: CardNames) -> Face:
    """A card as it lies."""
    return Face("back" if card == UNKNOWN else card_text(card), names.card(card))


@lru_cache(maxsize=256)
def option_lines(game: Game, options: Options, lang: str) -> tuple[OptionLine, ...]:
    """Every option with its values as sentences, those of ``options`` ticked."""
    own = game_words(game, lang)
    lines = []
    for name, spec in game.options.specs().items():
        chosen = option_text(options.values()[name])
        choices: list[Value] = [*spec.choices, *(["none"] if spec.none else [])]
        lines.append(OptionLine(
            name,
            own.say(f"options.{name}.label"),
            own.say(f"options.{name}.help", {"low": spec.low, "high": spec.high}),
            spec.clause,
            tuple(
                ValueLine(option_text(value), own.say(f"options.{name}.value.{option_text(value)}"),
                          option_text(value) == chosen)
                for value in choices
            ),
            "" if spec.choices else chosen, spec.low, spec.high, spec.step,
        ))  # fmt: skip
    return tuple(lines)


def changed_options(look: Look, lang: str) -> list[OptionLine]:
    """The options that differ from what the preset says."""
    usual = look.game.options.make(look.game.presets[look.preset], {}).values()
    chosen = look.options.values()
    return [line for line in option_lines(look.game, look.options, lang) if usual[line.name] != chosen[line.name]]


def table_urls(look: Look) -> Urls:
    """Where the table's forms and links go."""
    here = paths.TABLE.format(table=look.table)
    return Urls(
        act=paths.ACT.format(table=look.table),
        stream=paths.STREAM.format(table=look.table),
        next=paths.NEXT.format(table=look.table),
        start_now=paths.START_NOW.format(table=look.table),
        undo=paths.UNDO.format(table=look.table),
        rematch=paths.REMATCH.format(table=look.table),
        leave=paths.LEAVE.format(table=look.table),
        sheet=paths.SHEET.format(table=look.table),
        record=paths.RECORD.format(table=look.table),
        rules=f"{paths.RULES_OF.format(game=look.game.id)}?table={look.table}",
        settings=f"{paths.SETTINGS}?back={here}",
        new=paths.START,
    )


def around(base: int, players: int) -> list[int]:
    """The seats from one's own on, clockwise."""
    return [(base + step) % players for step in range(players)]


def table_bar(look: Look, tell: Teller) -> Bar:
    """Game, aim, deal and totals."""
    goal = goal_of(look)
    number = look.view.number if look.view is not None else 0
    return Bar(
        title=tell.game.say("game.name"),
        to=tell.web.say("table.to", {"n": goal}) if goal else "",
        deal=tell.web.say("table.deal", {"number": number}) if number else "",
        totals=totals_shown(look, tell) if look.view is not None else (),
    )


def goal_of(look: Look) -> int:
    """How many points end the match, 0 in a game that has no such number."""
    goal = look.options.values().get("target", 0)
    return goal if isinstance(goal, int) else 0


def totals_shown(look: Look, tell: Teller) -> tuple[Total, ...]:
    """What each has in writing, one's own first."""
    return tuple(Total(tell.name(seat), number(look.totals[seat])) for seat in around(look.seat or 0, look.players))


def number(value: int) -> str:
    """A number with a true minus sign."""
    return str(value).replace("-", "\N{MINUS SIGN}")


def deal_table(view: View, tell: Teller, *, heading: str, note: str = "") -> DealTable:
    """The lines of a deal, those of one clause and matter added up, one's own column first."""
    seats = around(tell.look.seat or 0, view.players)
    rows: dict[tuple[str, str, tuple[int, ...]], dict[int, int]] = {}
    for line in view.lines:
        row = rows.setdefault((line.clause, line.what, line.cards), {})
        row[line.seat] = row.get(line.seat, 0) + line.points
    points = view.points() if view.scores is None else list(view.scores)
    return DealTable(
        id=f"deal-{view.number}",
        heading=heading,
        note=note,
        heads=tuple(tell.name(seat) for seat in seats),
        rows=tuple(
            ScoreRow(line_words(what, cards, tell), clause, tuple(cell(row.get(seat), tell) for seat in seats))
            for (clause, what, cards), row in sorted(rows.items(), key=lambda item: clause_order(item[0][0]))
        ),
        sums=tuple(cell(points[seat], tell) for seat in seats),
        settled=view.scores is not None,
    )


def clause_order(clause: str) -> tuple[int, str]:
    """Clauses in the order of the rules, DR-2 before DR-10."""
    digits = "".join(filter(str.isdigit, clause))
    return (int(digits or 0), clause)


def line_words(what: str, cards: tuple[int, ...], tell: Teller) -> str:
    """What a score line is for."""
    key = "_".join(word for word in what.split() if word != "the")
    return tell.game.say(f"line.{key}", {"cards": cards} if cards else {})


def cell(points: int | None, tell: Teller) -> str:
    """A number in a table, a dash where there is none."""
    return tell.web.say("common.none") if points is None else number(points)


def settled_note(view: View, tell: Teller) -> str:
    """What a deal was: the captions of its piles, and how it ended if it ended without a line."""
    shown = tell.look.game.show(view)
    captions = [tell.saying(pile.caption) for pile in shown.piles if pile.caption]
    if not view.lines:
        captions = [each.text for each in log_of_view(view, tell)[-1:]]
    note = ", ".join(captions)
    return note[:1].upper() + note[1:]


def log_of_view(view: View, tell: Teller) -> list[Said]:
    """What happened in a deal, in words."""
    found = ((place, tell.look.game.describe(event, view)) for place, event in enumerate(view.events))
    return [Said(place, tell.saying(saying)) for place, saying in found if saying is not None]


def clause_lines(
    game: Game, options: Options, lang: str, wanted: Iterable[str] | None = None
) -> tuple[ClauseLine, ...]:
    """Clauses to read, all of them or those wanted, each with what was agreed about it."""
    chosen = None if wanted is None else set(wanted)
    values = {line.name: line for line in option_lines(game, options, lang)}
    return tuple(
        clause_line(clause, values, lang) for each, clause in clauses(game).items() if chosen is None or each in chosen
    )


def clause_line(clause: Clause, options: dict[str, OptionLine], lang: str) -> ClauseLine:
    """A clause; the values of its options, those in force ticked."""
    values: list[ValueLine] = []
    for name in clause.options:
        line = options[name]
        values += line.values
        if line.number:
            values.append(ValueLine(line.number, f"{line.label}: {line.number}", True))
    return ClauseLine(clause.id, clause.titles[lang], clause.texts[lang], clause.mark, tuple(values))
