"""Everything that is read or filled in away from the cloth: first page, new table, score sheet, rules."""

from collections.abc import Sequence

from stolik.locale.words import card_names, game_words, words
from stolik.play.game import Game
from stolik.play.options import Options
from stolik.server.look import Look
from stolik.web import paths
from stolik.web.contexts import (
    Bar,
    GameLine,
    JoinPage,
    NewTablePage,
    PresetLine,
    ProblemPage,
    Reader,
    RulesPage,
    Runner,
    SeatLine,
    SettingsPage,
    SheetPage,
    StartPage,
    ValueLine,
)
from stolik.web.telling import (
    Teller,
    around,
    changed_options,
    clause_lines,
    deal_table,
    face,
    frame,
    goal_of,
    number,
    option_lines,
    settled_note,
    table_bar,
    totals_shown,
)


def game_line(game: Game, lang: str, *, checked: bool) -> GameLine:
    """A game as it stands in a list."""
    own = game_words(game, lang)
    return GameLine(game.id, own.say("game.name"), own.say("game.tagline"), checked)


def start_page(games: Sequence[Game], reader: Reader, table_url: str = "") -> StartPage:
    """The first page: the games, the first one chosen; ``table_url`` leads back to a match under way."""
    web, names = words(reader.lang, "stolik.web"), card_names(reader.lang)
    other = "en" if reader.lang == "pl" else "pl"
    return StartPage(
        frame(reader, web.say("start.title")),
        tuple(game_line(game, reader.lang, checked=game is games[0]) for game in games),
        tuple(face(card, names) for card in (3 << 4 | 9, 1 << 4 | 10, 0 << 4 | 11)),
        paths.NEW, paths.RULES, paths.SETTINGS, other, words(other, "stolik.web").say("common.language_name"),
        table_url,
    )  # fmt: skip


def new_table_page(
    game: Game,
    reader: Reader,
    *,
    preset: str,
    options: Options,
    players: int,
    levels: Sequence[str],
    name: str = "",
    problem: str = "",
    friends: bool = True,
) -> NewTablePage:
    """The page on which a table is set up; ``friends``: whether the other seats are kept for people at first."""
    web, own = words(reader.lang, "stolik.web"), game_words(game, reader.lang)
    here = f"{paths.NEW}?game={game.id}"
    middle = levels[len(levels) // 2]

    def seat(number: int) -> SeatLine:
        kinds = [ValueLine("open", web.say("new.friend"), friends)]
        for level in levels:
            text = web.say("new.bot", {"level": web.say(f"level.{level}")})
            kinds.append(ValueLine(f"bot:{level}", text, not friends and level == middle))
        return SeatLine(f"seat-{number}", web.say("new.seat", {"number": number + 1}), tuple(kinds))

    counts = game.players if len(game.players) > 1 else ()
    return NewTablePage(
        frame=frame(reader, web.say("new.title")),
        heading=web.say("new.heading", {"game": own.say("game.name")}),
        game=game.id,
        preset=preset,
        presets=tuple(
            PresetLine(own.say(f"presets.{each}.name"), own.say(f"presets.{each}.help"), each == preset,
                       f"{here}&preset={each}")
            for each in game.presets
        ),
        options=option_lines(game, options, reader.lang),
        counts=tuple(ValueLine(str(count), web.count(count, "players"), count == players) for count in counts),
        seats=tuple(seat(number) for number in range(1, players)),
        name=name,
        problem=problem,
        action=paths.NEW,
        back=paths.START,
    )  # fmt: skip


def join_page(look: Look, reader: Reader, *, action: str, name: str = "", problem: str = "") -> JoinPage:
    """An invitation: who is there already, what was agreed."""
    web, own = words(reader.lang, "stolik.web"), game_words(look.game, reader.lang)
    agreed = [own.say(f"presets.{look.preset}.name")]
    for line in changed_options(look, reader.lang):
        agreed += [value.text for value in line.values if value.checked] or [f"{line.label}: {line.number}"]
    return JoinPage(
        frame=frame(reader, web.say("join.title")),
        heading=web.say("join.heading", {"game": own.say("game.name")}),
        people=tuple(each.name for each in look.sitters if each.kind != "open"),
        rules=tuple(agreed),
        rules_url=paths.RULES_OF.format(game=look.game.id),
        name=name,
        full=not any(each.free or each.kind == "open" for each in look.sitters),
        problem=problem,
        action=action,
    )


def sheet_page(look: Look, reader: Reader) -> SheetPage:
    """The score sheet: every deal with its lines, the last one first, and how far everybody has come."""
    tell = Teller(look, reader.lang)
    goal = goal_of(look)
    deals = [
        deal_table(view, tell, heading=tell.web.say("sheet.deal", {"number": view.number}),
                   note=settled_note(view, tell))
        for view in reversed(look.settled)
    ]  # fmt: skip
    best = max((goal, *look.totals, 1))
    bar = table_bar(look, tell)
    key, facts = ("sheet.sub", {"game": bar.title, "n": goal}) if goal else ("sheet.sub_plain", {"game": bar.title})
    return SheetPage(
        frame=frame(reader, tell.web.say("sheet.title")),
        bar=Bar(tell.web.say("sheet.title"), tell.web.say(key, facts), "", totals_shown(look, tell)),
        back=paths.TABLE.format(table=look.table),
        deals=tuple(deals),
        race=tell.web.say("sheet.race", {"n": goal}) if goal else tell.web.say("sheet.race_plain"),
        goal=best,
        runners=tuple(
            Runner(tell.name(seat), look.totals[seat], number(look.totals[seat]), max(0, look.totals[seat]),
                   seat == look.seat)
            for seat in around(look.seat or 0, look.players)
        ),
        clauses=clause_lines(look.game, look.options, reader.lang, [row.clause for deal in deals for row in deal.rows]),
    )  # fmt: skip


def rules_page(
    game: Game, reader: Reader, help_html: str, options: Options | None = None, back: str | None = None
) -> RulesPage:
    """Help and clauses; ``options`` are those of a table, without them the usual ones are ticked."""
    web, own = words(reader.lang, "stolik.web"), game_words(game, reader.lang)
    name = own.say("game.name")
    return RulesPage(
        frame=frame(reader, web.say("rules.title", {"game": name})),
        game=game.id,
        heading=name,
        summary=own.say("game.summary"),
        help=help_html,
        clauses=clause_lines(game, options or game.options(), reader.lang),
        agreed=options is not None,
        back=back or paths.START,
        at_table=back is not None,
        play_url=paths.NEW,
    )


def settings_page(reader: Reader, back: str) -> SettingsPage:
    """Language and pack."""
    web = words(reader.lang, "stolik.web")
    return SettingsPage(
        frame=frame(reader, web.say("settings.title")),
        languages=tuple(
            ValueLine(lang, words(lang, "stolik.web").say("common.language_name"), lang == reader.lang)
            for lang in ("pl", "en")
        ),
        packs=tuple(
            ValueLine(value, web.say(f"settings.{value}"), reader.four == (value == "four"))
            for value in ("two", "four")
        ),
        action=paths.SETTINGS,
        back=back,
    )


def problem_page(reader: Reader, kind: str, back: str | None = None, text: str | None = None) -> ProblemPage:
    """Something is not there, not allowed or broken; ``text`` says more than the usual sentence."""
    web = words(reader.lang, "stolik.web")
    return ProblemPage(
        frame=frame(reader, web.say(f"problem.{kind}")),
        heading=web.say(f"problem.{kind}"),
        text=text or web.say(f"problem.{kind}_text"),
        back=back or paths.START,
        back_text=web.say("common.back_to_table" if back else "common.back_to_start"),
    )
