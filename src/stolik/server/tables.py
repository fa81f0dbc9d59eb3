"""A table: who sits where and the match they play, folded from the entries of its log.

An *audience* is a seat, or ``WATCHER`` for all who do not sit. Each has a version of its own, the number of entries
that told it something, so that it is the same after a restart and does not count what is hidden from it: how often
somebody announced something in secret must not show in anybody else's version.
"""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from stolik.games import find_game
from stolik.notation.record import write
from stolik.play.events import Event
from stolik.play.match import Match
from stolik.play.options import Options
from stolik.play.view import WATCHER
from stolik.server.entries import (
    Acted,
    Created,
    Dealt,
    Entry,
    Followed,
    Left,
    Promised,
    Ready,
    Seated,
    StoodIn,
    Undone,
)
from stolik.server.fair import NONE_GIVEN, commitment, draw_seed, joint_seed
from stolik.server.look import Look, Sitter
from stolik.server.people import BOT_NAMES


class BrokenLog(Exception):
    """A log that does not fold: a fault of the program, or a database that somebody has changed by hand."""


@dataclass(frozen=True, slots=True)
class Chair:
    """Who sits on a seat: a ``person``, a ``bot``, or nobody (``open``).

    ``kept``: a person may take it from the bot; ``former`` is who left it and gets it back first.
    """

    kind: str
    name: str = ""
    person: str | None = None
    level: str | None = None
    kept: bool = False
    former: str | None = None

    @property
    def free(self) -> bool:
        """Whether a person may sit down here."""
        return self.kind == "open" or self.kept


@dataclass(frozen=True, slots=True)
class Answer:
    """What was answered to an action: its text, and the version that its seat had after it."""

    action: str
    version: int


@dataclass(slots=True)
class Table:
    """A table as its entries made it.

    ``length`` is the number of entries; ``versions`` by audience; ``ready`` the seats that want the next deal;
    ``promise`` the server's seed for the next deal, ``given`` what seats add to it; ``answers`` by seat and action id;
    ``saw`` at which seat each person has seen a hand of the deal under way;
    ``settled_at`` the versions at which the next deal was promised: whoever is ready has seen the last one settled.
    """

    id: str
    match: Match
    chairs: list[Chair]
    previous: str | None
    length: int = 0
    versions: dict[int, int] = field(default_factory=dict)
    ready: frozenset[int] = frozenset()
    answers: dict[tuple[int, str], Answer] = field(default_factory=dict)
    settled_at: dict[int, int] = field(default_factory=dict)
    promise: str | None = None
    given: dict[int, str] = field(default_factory=dict)
    saw: dict[str, int] = field(default_factory=dict)
    undos: int = 0
    rematch: str | None = None

    # ---- folding

    @classmethod
    def fold(cls, table_id: str, entries: Sequence[Entry]) -> "Table":
        """The table that these entries make, the first of which created it.

        Raises:
            BrokenLog: they make none.
        """
        if not entries or not isinstance(entries[0], Created):
            raise BrokenLog(f"table {table_id}: the first entry does not create it")
        table = None
        try:
            table = cls.opened(table_id, entries[0])
            for entry in entries[1:]:
                table.apply(entry)
        except Exception as error:
            place = table.length if table else 0
            raise BrokenLog(
                f"table {table_id}, entry {place} ({type(entries[place]).__name__}) does not follow"
            ) from error
        return table

    @classmethod
    def opened(cls, table_id: str, created: Created) -> "Table":
        """The table as it was set up."""
        game = find_game(created.game)
        match = Match(game, game.options.make({}, created.options), len(created.seats), preset=created.preset)
        chairs = [Chair(each.kind, each.name, level=each.level or None) for each in created.seats]
        return cls(table_id, match, chairs, created.previous, 1, dict.fromkeys(range(WATCHER, len(chairs)), 1))

    def after(self, entries: Iterable[Entry]) -> "tuple[Table, set[int]]":
        """The table as it will be after these entries, and the audiences that they tell something."""
        table = self.copy()
        told = [table.apply(entry) for entry in entries]
        return table, set().union(*told)

    def copy(self) -> "Table":
        """A table equal to this one that goes its own way."""
        return replace(
            self,
            match=self.match.clone(),
            chairs=list(self.chairs),
            versions=dict(self.versions),
            answers=dict(self.answers),
            saw=dict(self.saw),
            settled_at=dict(self.settled_at),
            given=dict(self.given),
        )

    def apply(self, entry: Entry) -> set[int]:
        """Take in one entry; the audiences that it told something."""
        told = self._take_in(entry)
        self.length += 1
        for audience in told:
            self.versions[audience] += 1
        if isinstance(entry, Acted | Undone) and entry.id:
            said = entry.action if isinstance(entry, Acted) else UNDO
            self.answers[entry.seat, entry.id] = Answer(said, self.versions[entry.seat])
        if isinstance(entry, Promised):
            self.settled_at = dict(self.versions)
        return told

    def _take_in(self, entry: Entry) -> set[int]:
        """Change what the entry changes."""
        everybody = set(self.versions)
        match entry:
            case Promised(seed):
                self.promise = seed
                return set()  # it is stored and told together with what made it due, and counts as one with that
            case Seated(seat, person, name, seed):
                self.chairs[seat] = Chair("person", name, person)
                if self.match.current:
                    self.saw[person] = seat
                self._give(seat, seed)
            case StoodIn(seat, level, name):
                former = self.chairs[seat].former
                self.chairs[seat] = Chair("bot", name, level=level, kept=True, former=former)
            case Left(seat):
                self.chairs[seat] = Chair("open", former=self.chairs[seat].person)
                self.ready -= {seat}
                self._give(seat, "")
            case Dealt(seed, dealer):
                self._deal(seed, dealer)
            case Acted(seat, action):
                return self._act(seat, action)
            case Undone(_, count):
                return self._undo(count)
            case Ready(seat, seed):
                self.ready |= {seat}
                self._give(seat, seed)
            case Followed(table):
                self.rematch = table
            case _:
                raise BrokenLog("a table is created once")
        return everybody

    def _give(self, seat: int, seed: str) -> None:
        """What a seat adds to the next deal."""
        if seed:
            self.given[seat] = seed
        else:
            self.given.pop(seat, None)

    def _deal(self, seed: str, dealer: int) -> None:
        """Deal, and keep what the seed came from for the record."""
        deal = self.match.deal(seed=seed, dealer=dealer)
        if self.promise is not None:
            deal.extra = {
                "commitment": commitment(self.promise),
                "server_seed": self.promise,
                "seat_seeds": self.seat_seeds(),
            }
        self.ready, self.undos, self.promise, self.given = frozenset(), 0, None, {}
        self.saw = {chair.person: seat for seat, chair in enumerate(self.chairs) if chair.person}

    def _act(self, seat: int, action: str) -> set[int]:
        """Who acted is told, and whoever is told of an event that it brought about."""
        before = len(self.match.deals[-1].events)
        self.match.play(action, seat)
        return {seat} | self._told(self.match.deals[-1].events[before:])

    def _undo(self, count: int) -> set[int]:
        """Those are told for whom the deal is another one now."""
        before = {audience: self._story(audience) for audience in self.versions}
        mover = self.match.to_move
        for _ in range(count):
            self.match.undo()
        self.undos += 1
        changed = {audience for audience in self.versions if self._story(audience) != before[audience]}
        return changed | {seat for seat in (mover, self.match.to_move) if seat is not None}

    def _told(self, events: Sequence[Event]) -> set[int]:
        game = self.match.game
        return {each for each in self.versions if any(game.tell(event, each) is not None for event in events)}

    def _story(self, audience: int) -> list[Event]:
        told = (self.match.game.tell(event, audience) for event in self.match.deals[-1].events)
        return [event for event in told if event is not None]

    # ---- how it stands

    @property
    def options(self) -> Options:
        """What was agreed."""
        options: Options = self.match.options
        return options

    @property
    def stage(self) -> str:
        """``waiting``, ``playing``, ``between`` or ``finished``, as a ``Look`` has it."""
        if self.match.finished:
            return "finished"
        if not self.match.deals:
            return "waiting"
        return "playing" if self.match.current else "between"

    @property
    def people(self) -> list[int]:
        """The seats on which people sit."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.kind == "person"]

    def seat_of(self, person: str | None) -> int | None:
        """Where a person sits, None for who watches."""
        own = (seat for seat in self.people if self.chairs[seat].person == person)
        return next(own, None) if person else None

    def free_seat(self, person: str) -> int | None:
        """The seat that this person takes now: the one they left, else an open one, else one that a bot keeps.

        Who has seen a hand of the deal under way may sit down at no other.
        """

        def order(seat: int) -> tuple[bool, bool, int]:
            chair = self.chairs[seat]
            return (chair.former != person, chair.kind != "open", seat)

        seen = self.saw.get(person) if self.match.current else None
        free = (seat for seat, chair in enumerate(self.chairs) if chair.free and seen in {None, seat})
        return min(free, key=order, default=None)

    def bot_to_move(self) -> int | None:
        """The seat whose bot has to act now; none while no person sits at the table."""
        seat = self.match.to_move
        return seat if seat is not None and self.people and self.chairs[seat].kind == "bot" else None

    def all_ready(self) -> bool:
        """Whether a deal follows now: everybody is there, at first, or every person wants it."""
        if self.stage == "waiting":
            return all(chair.kind != "open" for chair in self.chairs)
        return self.stage == "between" and bool(self.people) and set(self.people) <= self.ready

    def seat_seeds(self) -> list[str]:
        """What each seat adds to the next deal."""
        return [self.given.get(seat, NONE_GIVEN) for seat in range(len(self.chairs))]

    def commitment(self) -> str:
        """The hash of the server's seed: of the deal under way, else of the next one; "" when there is none."""
        if self.match.current:
            return str(self.match.current.extra.get("commitment", ""))
        return commitment(self.promise) if self.promise is not None else ""

    def undo_count(self, seat: int) -> int:
        """How many actions a seat would take back now: its last one and those of the bots after it; 0 when it may not.

        Only where all others are bots, none of them for somebody who left and may come back to what they played, and
        only in a deal that goes on: what is settled has been shown.
        """
        deal = self.match.current
        alone = self.people == [seat] and all(chair.kind != "open" and not chair.former for chair in self.chairs)
        if deal is None or not alone:
            return 0
        own = [place for place, (who, _) in enumerate(deal.actions) if who == seat]
        return len(deal.actions) - own[-1] if own else 0

    # ---- what is shown

    def look(self, person: str | None, *, whole: bool = False) -> Look:
        """The table as a person is told it; with ``whole`` the settled deals as well."""
        seat = self.seat_of(person)
        audience = WATCHER if seat is None else seat
        match = self.match
        settled = [number for number, deal in enumerate(match.deals, 1) if deal.settled] if whole else []
        return Look(
            table=self.id,
            game=match.game,
            options=self.options,
            preset=match.preset,
            players=match.players,
            seat=seat,
            sitters=tuple(self._sitter(each, seat) for each in range(match.players)),
            version=self.versions[audience],
            stage=self.stage,
            totals=tuple(match.totals),
            winners=tuple(match.winners) if match.winners is not None else None,
            view=match.view(audience) if match.deals else None,
            settled=tuple(match.view(audience, number) for number in settled),
            can_undo=seat is not None and self.undo_count(seat) > 0,
            rematch=self.rematch,
            commitment=self.commitment(),
        )

    def _sitter(self, seat: int, own: int | None) -> Sitter:
        chair = self.chairs[seat]
        ready = seat in self.ready or (chair.kind == "bot" and self.stage == "between")
        return Sitter(seat, chair.kind, chair.name, chair.level, seat == own, ready, chair.free)

    def record(self) -> str:
        """The match as a record, as far as its deals are settled: nothing in it is hidden from anybody any more."""
        match = self.match.clone()
        match.deals = [deal for deal in match.deals if deal.settled]
        match.names = tuple(chair.name for chair in self.chairs)
        return write(match)


UNDO = "undo"


def following(table: Table) -> Entry | None:
    """What follows by itself as the table stands: the promise of a deal, then, when everybody is ready, the deal."""
    if table.match.current or table.match.finished:
        return None
    if table.promise is None:
        return Promised(draw_seed())
    if not table.all_ready():
        return None
    first = secrets.randbelow(table.match.players)
    dealer = table.match.next_dealer() if table.match.deals else first
    return Dealt(joint_seed(table.promise, table.seat_seeds()), dealer)


def with_following(table: Table, entries: Sequence[Entry]) -> tuple[Table, list[Entry], set[int]]:
    """The table after these entries and what follows from them, all entries together, and who is told something."""
    after, told = table.after(entries)
    every = list(entries)
    while (entry := following(after)) is not None:
        after, again = after.after([entry])
        every.append(entry)
        told |= again
    return after, every, told


def bot_names(taken: Iterable[str], many: int) -> list[str]:
    """Names for so many bots, none of them used at the table."""
    used = set(taken)
    left = [name for name in BOT_NAMES if name not in used]
    return secrets.SystemRandom().sample(left, many)
