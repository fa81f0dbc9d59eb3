"""What each template is made from: one frozen dataclass a template, built from a look by pure functions.

A template only chooses and repeats; every text in a context is a finished sentence in the reader's language.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from stolik.cards import UNKNOWN, card_text, in_card_order
from stolik.locale.clauses import clauses
from stolik.locale.words import CardNames, People, Words, card_names, game_words, words
from stolik.play.events import CardPlayed, CardsDrawn, CardTurned, Event, HandDealt, Scored, TrickWon, TurnPassed
from stolik.play.game import Clause, Game
from stolik.play.options import Options, Value, option_text
from stolik.play.refusal import IllegalAction
from stolik.play.show import Choice, Pile, Saying, Shown
from stolik.play.view import View
from stolik.server.look import Look, Sitter
from stolik.web import paths

PLACES = {2: "sn", 3: "swe", 4: "swne"}  # where each seat is at the table, from one's own clockwise
SENTENCES = 6  # as many as stand at the lower edge of the cloth


@dataclass(frozen=True, slots=True)
class Reader:
    """How somebody wants pages: the language, and the pack in two colours or four."""

    lang: str = "pl"
    four: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """What every page has: language, pack, title."""

    lang: str
    four: bool
    title: str


@dataclass(frozen=True, slots=True)
class Face:
    """A card as it lies: its text as an id (``QH``; ``back`` when hidden) and its name."""

    code: str
    name: str


# ---- the first page, a new table, an invitation


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game to choose."""

    id: str
    name: str
    tagline: str
    checked: bool


@dataclass(frozen=True, slots=True)
class StartPage:
    """``start.html``."""

    frame: Frame
    games: tuple[GameLine, ...]
    show: tuple[Face, ...]
    new_url: str
    rules_url: str
    settings_url: str
    other_lang: str
    other_name: str


@dataclass(frozen=True, slots=True)
class PresetLine:
    """A set of rules with a name; ``url`` shows the page with it chosen."""

    name: str
    help: str
    checked: bool
    url: str


@dataclass(frozen=True, slots=True)
class ValueLine:
    """A value of an option, as a sentence."""

    value: str
    text: str
    checked: bool


@dataclass(frozen=True, slots=True)
class OptionLine:
    """An option: its values as sentences, or a number within bounds."""

    name: str
    label: str
    help: str
    clause: str
    values: tuple[ValueLine, ...]
    number: str
    low: int
    high: int
    step: int


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat at a new table and who may be put there."""

    name: str
    label: str
    values: tuple[ValueLine, ...]


@dataclass(frozen=True, slots=True)
class NewTablePage:
    """``new.html``."""

    frame: Frame
    heading: str
    game: str
    preset: str
    presets: tuple[PresetLine, ...]
    options: tuple[OptionLine, ...]
    counts: tuple[ValueLine, ...]
    seats: tuple[SeatLine, ...]
    name: str
    problem: str
    action: str
    back: str


@dataclass(frozen=True, slots=True)
class JoinPage:
    """``join.html``: an invitation seen by who was invited."""

    frame: Frame
    heading: str
    people: tuple[str, ...]
    rules: tuple[str, ...]
    rules_url: str
    name: str
    full: bool
    problem: str
    action: str


# ---- the table


@dataclass(frozen=True, slots=True)
class Urls:
    """Where the table's forms and links go."""

    table: str
    act: str
    stream: str
    next: str
    start_now: str
    undo: str
    rematch: str
    sheet: str
    record: str
    rules: str
    settings: str
    new: str


@dataclass(frozen=True, slots=True)
class Total:
    """What somebody has in writing."""

    name: str
    points: str


@dataclass(frozen=True, slots=True)
class Bar:
    """The bar at the top: game, how far it is played to, which deal, the totals."""

    title: str
    to: str
    deal: str
    totals: tuple[Total, ...]


@dataclass(frozen=True, slots=True)
class Other:
    """Somebody else at the table, as they sit: cards in hand, backs or open, and a few facts."""

    place: str
    name: str
    facts: str
    badge: str
    turn: bool
    label: str
    backs: tuple[int, ...]
    open: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class PileSeen:
    """Cards in the open beside the trick."""

    name: str
    faces: tuple[Face, ...]
    suit: str
    suit_name: str
    caption: str


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in the trick: the card that lies there, or whose it will be."""

    place: str
    owner: str
    face: Face | None
    wins: bool


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card of one's own: ``can`` may be played, ``cannot`` may not, ``idle`` nothing is asked; ``action`` plays it."""

    face: Face
    state: str
    label: str
    action: str


@dataclass(frozen=True, slots=True)
class Button:
    """Something to press that is not a card of the hand."""

    id: str
    action: str
    text: str
    suit: str
    points: str
    main: bool


@dataclass(frozen=True, slots=True)
class Refused:
    """Why what was asked is not allowed."""

    text: str
    clause: str


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A line of a deal: for what, under which clause, how much for each seat."""

    what: str
    clause: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DealTable:
    """The lines of a deal and their sum."""

    id: str
    heading: str
    note: str
    heads: tuple[str, ...]
    rows: tuple[ScoreRow, ...]
    sums: tuple[str, ...]
    settled: bool


@dataclass(frozen=True, slots=True)
class Said:
    """Something that happened, in words, with its place in the deal."""

    id: int
    text: str


@dataclass(frozen=True, slots=True)
class ClauseLine:
    """A clause to read."""

    id: str
    title: str
    text: str
    mark: str
    values: tuple[ValueLine, ...]


@dataclass(frozen=True, slots=True)
class SitterLine:
    """A seat while the table waits: who sits there."""

    name: str
    kind: str
    you: bool


@dataclass(frozen=True, slots=True)
class Waiting:
    """The invitation, while seats are empty."""

    heading: str
    link: str
    local: bool
    qr: str
    sitters: tuple[SitterLine, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a deal or of the match."""

    heading: str
    texts: tuple[str, ...]
    deal: DealTable
    totals: tuple[Total, ...]
    finished: bool
    ready: bool
    rematch: str


@dataclass(frozen=True, slots=True)
class TablePart:
    """``body.html``: the table itself, as it is sent again after every event."""

    version: int
    urls: Urls
    bar: Bar
    seats: int
    watching: bool
    others: tuple[Other, ...]
    piles: tuple[PileSeen, ...]
    slots: tuple[Slot, ...]
    said: tuple[str, ...]
    hand: tuple[HandCard, ...]
    prompt: str
    turn: bool
    facts: str
    badge: str
    buttons: tuple[Button, ...]
    refused: Refused | None
    deal: DealTable | None
    log: tuple[Said, ...]
    rule: str
    rule_clause: str
    last: tuple[Slot, ...]
    last_text: str
    clauses: tuple[ClauseLine, ...]
    can_undo: bool
    result: Result | None
    waiting: Waiting | None


@dataclass(frozen=True, slots=True)
class TablePage:
    """``table.html``: the page around the table; ``refresh`` when it must ask again itself without a script."""

    frame: Frame
    table: TablePart
    refresh: bool


# ---- paper


@dataclass(frozen=True, slots=True)
class Runner:
    """How far somebody has come."""

    name: str
    points: int
    shown: str
    part: int
    you: bool


@dataclass(frozen=True, slots=True)
class SheetPage:
    """``sheet.html``."""

    frame: Frame
    bar: Bar
    back: str
    deals: tuple[DealTable, ...]
    race: str
    goal: int
    runners: tuple[Runner, ...]
    clauses: tuple[ClauseLine, ...]


@dataclass(frozen=True, slots=True)
class RulesPage:
    """``rules.html``: help, then every clause with its options."""

    frame: Frame
    game: str
    heading: str
    summary: str
    help: str
    clauses: tuple[ClauseLine, ...]
    agreed: bool
    back: str
    at_table: bool
    play_url: str


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """``settings.html``."""

    frame: Frame
    languages: tuple[ValueLine, ...]
    packs: tuple[ValueLine, ...]
    action: str
    back: str


@dataclass(frozen=True, slots=True)
class ProblemPage:
    """``problem.html``."""

    frame: Frame
    heading: str
    text: str
    back: str
    back_text: str


# ---- building them


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


def game_line(game: Game, lang: str, checked: bool = False) -> GameLine:
    """A game as it stands in a list."""
    own = game_words(game, lang)
    return GameLine(game.id, own.say("game.name"), own.say("game.tagline"), checked)


def start_page(games: Sequence[Game], reader: Reader) -> StartPage:
    """The first page: the games, the first one chosen."""
    web, names = words(reader.lang, "stolik.web"), card_names(reader.lang)
    other = "en" if reader.lang == "pl" else "pl"
    return StartPage(
        frame(reader, web.say("start.title")),
        tuple(game_line(game, reader.lang, game is games[0]) for game in games),
        tuple(face(card, names) for card in (3 << 4 | 9, 1 << 4 | 10, 0 << 4 | 11)),
        paths.NEW, paths.RULES, paths.SETTINGS, other, words(other, "stolik.web").say("common.language_name"),
    )  # fmt: skip


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
    agreed = [own.say(f"presets.{look.preset}.name")] + [
        value.text if value.text else f"{line.label}: {line.number}"
        for line in changed_options(look, reader.lang)
        for value in (line.values or (ValueLine("", "", True),))
        if value.checked
    ]
    return JoinPage(
        frame=frame(reader, web.say("join.title")),
        heading=web.say("join.heading", {"game": own.say("game.name")}),
        people=tuple(each.name for each in look.sitters if each.kind != "open"),
        rules=tuple(agreed),
        rules_url=paths.RULES_OF.format(game=look.game.id),
        name=name,
        full=all(each.kind == "person" for each in look.sitters),
        problem=problem,
        action=action,
    )


def changed_options(look: Look, lang: str) -> list[OptionLine]:
    """The options that differ from what the preset says."""
    usual = look.game.options.make(look.game.presets[look.preset], {}).values()
    chosen = look.options.values()
    return [line for line in option_lines(look.game, look.options, lang) if usual[line.name] != chosen[line.name]]


# ---- the table


def table_urls(look: Look) -> Urls:
    """Where the table's forms and links go."""
    here = paths.TABLE.format(table=look.table)
    return Urls(
        table=here,
        act=paths.ACT.format(table=look.table),
        stream=paths.STREAM.format(table=look.table),
        next=paths.NEXT.format(table=look.table),
        start_now=paths.START_NOW.format(table=look.table),
        undo=paths.UNDO.format(table=look.table),
        rematch=paths.REMATCH.format(table=look.table),
        sheet=paths.SHEET.format(table=look.table),
        record=paths.RECORD.format(table=look.table),
        rules=f"{paths.RULES_OF.format(game=look.game.id)}?table={look.table}",
        settings=f"{paths.SETTINGS}?back={here}",
        new=paths.START,
    )


def table_page(look: Look, reader: Reader, *, refused: IllegalAction | None = None, qr: str = "") -> TablePage:
    """The whole page of a table."""
    part = table_part(look, reader.lang, refused=refused, qr=qr)
    own = game_words(look.game, reader.lang)
    idle = look.stage == "waiting" or (look.stage == "playing" and not part.turn)
    return TablePage(frame(reader, own.say("game.name")), part, idle or (part.result is not None and part.result.ready))


def table_part(look: Look, lang: str, *, refused: IllegalAction | None = None, qr: str = "") -> TablePart:
    """The table as its audience sees it."""
    tell = Teller(look, lang)
    view = look.view
    shown = look.game.show(view) if view is not None else NOTHING_SHOWN
    base = look.seat or 0
    playing = look.stage == "playing" and view is not None
    no = refusal_shown(refused, tell)
    result = result_shown(look, tell) if view is not None and look.stage in ("between", "finished") else None
    deal = deal_table(view, tell, heading="") if view is not None and playing else None
    rule_clause = shown.rule_clause or ""
    mentioned = [rule_clause, no.clause if no else "", *(row.clause for row in deal.rows)] if deal else []
    mentioned += [row.clause for row in result.deal.rows] if result else []
    return TablePart(
        version=look.version,
        urls=table_urls(look),
        bar=table_bar(look, tell),
        seats=look.players,
        watching=look.seat is None,
        others=tuple(other_shown(look, tell, shown, seat) for seat in around(base, look.players)[1:]) if view else (),
        piles=tuple(pile_shown(pile, tell) for pile in shown.piles),
        slots=slots_shown(look, tell, shown) if view is not None and playing else (),
        said=tuple(each.text for each in lately(look, tell)),
        hand=hand_shown(look, tell, shown) if view is not None and playing else (),
        prompt=tell.saying(shown.prompt),
        turn=view is not None and look.seat is not None and view.to_move == look.seat,
        facts=tell.web.say("table.own_facts", {"tricks_taken": view.tricks[base]}) if view and sum(view.tricks) else "",
        badge=badge_shown(shown, base, tell),
        buttons=tuple(button_shown(look.game, choice, tell) for choice in shown.choices) if playing else (),
        refused=no,
        deal=deal,
        log=tuple(reversed(log_of(look, tell))) if view is not None else (),
        rule=tell.saying(shown.rule),
        rule_clause=rule_clause,
        last=trick_slots(view.last_trick, view.last_winner, look, tell) if view and playing and view.last_trick else (),
        last_text=last_text(view, look, tell) if view is not None and view.last_trick else "",
        clauses=clause_lines(look.game, look.options, lang, mentioned),
        can_undo=look.can_undo,
        result=result,
        waiting=waiting_shown(look, tell, qr) if look.stage == "waiting" else None,
    )


NOTHING_SHOWN = Shown(prompt=None, rule=None, rule_clause=None, plays={})


def around(base: int, players: int) -> list[int]:
    """The seats from one's own on, clockwise."""
    return [(base + step) % players for step in range(players)]


def place_of(seat: int, look: Look) -> str:
    """Where a seat is at the table: s is one's own, w n e are the others."""
    return PLACES[look.players][around(look.seat or 0, look.players).index(seat)]


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


def badge_shown(shown: Shown, seat: int, tell: Teller) -> str:
    """A few words on what a seat is in this deal."""
    return tell.saying(shown.badges[seat]) if seat < len(shown.badges) else ""


def other_shown(look: Look, tell: Teller, shown: Shown, seat: int) -> Other:
    """Somebody else: known cards lie open, the others are backs, all alike."""
    view = look.view
    assert view is not None
    hand = view.hands[seat]
    known = in_card_order([card for card in hand if card != UNKNOWN])
    facts = {"cards_held": len(hand), "tricks_taken": view.tricks[seat]}
    return Other(
        place=place_of(seat, look),
        name=tell.name(seat),
        facts=tell.web.say("table.facts", facts),
        badge=badge_shown(shown, seat, tell),
        turn=view.to_move == seat,
        label=tell.web.say("table.cards_of", {"name": tell.name(seat)}),
        backs=tuple(range(len(hand) - len(known))),
        open=tuple(face(card, tell.cards) for card in known),
    )


def pile_shown(pile: Pile, tell: Teller) -> PileSeen:
    """Cards beside the trick; a suit in the caption stands on white above it."""
    suit = pile.caption.facts.get("suit") if pile.caption else None
    return PileSeen(
        pile.name,
        tuple(face(card, tell.cards) for card in pile.cards),
        "" if suit is None else "SHDC"[suit],
        "" if suit is None else tell.cards.suit(suit),
        tell.saying(pile.caption),
    )


def slots_shown(look: Look, tell: Teller, shown: Shown) -> tuple[Slot, ...]:
    """The trick that lies on the table; before the next card is led, the one just won."""
    view = look.view
    assert view is not None
    if view.trick:
        return trick_slots(view.trick, None, look, tell)
    if view.last_trick:
        return trick_slots(view.last_trick, view.last_winner, look, tell)
    return trick_slots([], None, look, tell) if shown.plays else ()


def trick_slots(trick: Sequence[tuple[int, int]], winner: int | None, look: Look, tell: Teller) -> tuple[Slot, ...]:
    """A place for each seat, the others first, one's own last."""
    lies = dict(trick)
    seats = around(look.seat or 0, look.players)
    return tuple(
        Slot(
            place_of(seat, look),
            tell.web.say("table.your_card") if seat == look.seat and seat not in lies else tell.name(seat),
            face(lies[seat], tell.cards) if seat in lies else None,
            seat == winner,
        )
        for seat in [*seats[1:], seats[0]]
    )


def last_text(view: View, look: Look, tell: Teller) -> str:
    """Who has won the last trick."""
    assert view.last_winner is not None
    if view.last_winner == look.seat:
        return tell.web.say("table.last_trick_won_you")
    return tell.web.say("table.last_trick_won", {"name": tell.name(view.last_winner)})


def hand_shown(look: Look, tell: Teller, shown: Shown) -> tuple[HandCard, ...]:
    """One's own cards in order; what may not be played can still be tapped, and the answer says why not."""
    view = look.view
    assert view is not None
    plays = shown.plays
    cards = []
    for card in sorted_hand(view.hands[look.seat or 0], view.trump, look.game.pack(look.options)):
        lies = face(card, tell.cards)
        state = "idle"
        if plays and len(plays) < len(view.hand):
            state = "can" if card in plays else "cannot"
        label = tell.web.say("table.not_now", {"card_name": lies.name}) if state == "cannot" else lies.name
        action = f"play {card_text(card)}" if look.seat is not None else ""
        cards.append(HandCard(lies, state, label, look.game.text(plays[card]) if card in plays else action))
    return tuple(cards)


def sorted_hand(hand: Sequence[int], trump: int | None, pack: Sequence[int]) -> list[int]:
    """By suit, trumps first, colours alternating as far as the suits allow; in a suit from the highest card down."""
    held = {card >> 4 for card in hand if card != UNKNOWN}
    order = [suit for suit in (0, 1, 3, 2) if suit in held]
    if trump in held:
        first = order.index(trump)
        order = [*order[first:], *order[:first]]
    if len(order) == 3:
        order = alternating(order, fixed=trump in held)
    return sorted(hand, key=lambda card: (order.index(card >> 4), pack.index(card)) if card != UNKNOWN else (9, 0))


def alternating(suits: list[int], *, fixed: bool) -> list[int]:
    """Three suits so that the lone colour is in the middle, unless the first one has to stay first."""
    red = {1, 2}
    lone = next(suit for suit in suits if sum((other in red) == (suit in red) for other in suits) == 1)
    if fixed and suits[0] == lone:
        return suits
    others = [suit for suit in suits if suit != lone]
    return [others[0], lone, others[1]]


def button_shown(game: Game, choice: Choice, tell: Teller) -> Button:
    """The button of an action; the suit that it is about stands before the words."""
    action = game.text(choice.action)
    facts = choice.saying.facts
    suits = {facts["suit"]} if facts.get("suit") is not None else {card >> 4 for card in facts.get("cards", ())}
    return Button(
        id="c-" + action.replace(" ", "-"),
        action=action,
        text=tell.saying(choice.saying),
        suit="SHDC"[suits.pop()] if len(suits) == 1 and choice.points is None else "",
        points="" if choice.points is None else number(choice.points),
        main=choice.main,
    )


def refusal_shown(refused: IllegalAction | None, tell: Teller) -> Refused | None:
    """Why not, in the game's words."""
    if refused is None:
        return None
    reason = refused.refusal
    return Refused(tell.game.say(f"refusal.{reason.reason}", reason.facts, tell.people), reason.clause)


# ---- what happened


def log_of(look: Look, tell: Teller) -> list[Said]:
    """Everything of this deal that is worth a sentence, the first thing first."""
    view = look.view
    assert view is not None
    return log_of_view(view, tell)


def lately(look: Look, tell: Teller) -> list[Said]:
    """What happened since it was last one's own turn, without what can be seen: cards dealt, one's own plain play."""
    view = look.view
    if view is None:
        return []
    since = turn_before(view.events, look.seat)
    recent = [each for each in log_of(look, tell) if each.id >= since]
    telling = [each for each in recent if not to_be_seen(view.events[each.id], look.seat)]
    return (telling or recent[-1:])[-SENTENCES:]


def turn_before(events: Sequence[Event], seat: int | None) -> int:
    """The place of the event with which a seat's last turn before the present moment began."""
    turns = [place for place, event in enumerate(events) if isinstance(event, TurnPassed) and event.seat == seat]
    if turns and turns[-1] == len(events) - 1:
        turns = turns[:-1]
    if turns:
        return turns[-1]
    return 0 if seat is not None else max(0, len(events) - 4)


def to_be_seen(event: Event, seat: int | None) -> bool:
    """Whether an event shows on the table without words: cards dealt and drawn, a card that the seat itself has played."""
    return isinstance(event, HandDealt | CardTurned | CardsDrawn) or (isinstance(event, CardPlayed) and event.seat == seat)


# ---- scores


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


def result_shown(look: Look, tell: Teller) -> Result:
    """The end of a deal, or of the match."""
    view = look.view
    assert view is not None
    heading = tell.web.say("between.heading", {"number": view.number})
    texts = [settled_note(view, tell)] if view.lines else []
    texts += ending(view, tell)
    if look.winners is not None:
        heading = " ".join(winner_words(look, tell, seat) for seat in look.winners)
    you = next((each for each in look.sitters if each.you), None)
    return Result(
        heading=heading,
        texts=tuple(texts),
        deal=deal_table(view, tell, heading="", note=""),
        totals=totals_shown(look, tell),
        finished=look.stage == "finished",
        ready=you is None or (you.ready and look.stage == "between"),
        rematch=look.rematch or "",
    )


def ending(view: View, tell: Teller) -> list[str]:
    """What happened after the last trick, the points aside; without tricks the last thing that happened."""
    tricks = [place for place, event in enumerate(view.events) if isinstance(event, TrickWon)]
    said = [each for each in log_of_view(view, tell) if not isinstance(view.events[each.id], Scored)]
    return [each.text for each in said if each.id > tricks[-1]] if tricks else [each.text for each in said[-1:]]


def winner_words(look: Look, tell: Teller, seat: int) -> str:
    """Who has won."""
    key = f"finished.won.{'you' if seat == look.seat else 'other'}"
    return tell.web.say(key, {"name": tell.name(seat), "points": look.totals[seat]})


# ---- waiting


def waiting_shown(look: Look, tell: Teller, qr: str) -> Waiting:
    """The invitation and who is there."""
    free = sum(each.kind == "open" for each in look.sitters)
    link = look.invitation or ""
    return Waiting(
        heading=tell.web.say("waiting.heading" if free == 1 else "waiting.heading_many"),
        link=link,
        local=is_local(link),
        qr=qr,
        sitters=tuple(
            SitterLine("" if each.kind == "open" else sitter_name(each, tell.web), each.kind, each.you)
            for each in look.sitters
        ),
    )


def is_local(link: str) -> bool:
    """Whether a link leads to the reader's own machine only."""
    host = urlsplit(link).hostname or ""
    return host in ("localhost", "::1") or host.startswith("127.")


# ---- clauses, paper


def clause_lines(game: Game, options: Options, lang: str, wanted: Iterable[str] | None = None) -> tuple[ClauseLine, ...]:
    """Clauses to read, all of them or those wanted, each with what was agreed about it."""
    chosen = None if wanted is None else set(wanted)
    values = {line.name: line for line in option_lines(game, options, lang)}
    return tuple(
        clause_line(clause, values, lang)
        for each, clause in clauses(game).items()
        if chosen is None or each in chosen
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
        back=table_urls(look).table,
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
            ValueLine(value, web.say(f"settings.{value}"), reader.four == (value == "four")) for value in ("two", "four")
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
