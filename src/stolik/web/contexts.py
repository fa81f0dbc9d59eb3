"""What each template is made from: one frozen dataclass a template, built from a look by pure functions.

A template only chooses and repeats; every text in a context is a finished sentence in the reader's language.
"""

from dataclasses import dataclass


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
    table_url: str


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

    act: str
    stream: str
    next: str
    start_now: str
    undo: str
    rematch: str
    leave: str
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
    """A card of one's own: ``can`` may be played, ``cannot`` may not, ``idle`` all the same; ``action`` plays it."""

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
