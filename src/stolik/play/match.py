"""A match: deals of one game until somebody has won.

>>> import stolik
>>> match = stolik.game("dorozka", ace=11).match(seed="00" * 32)
>>> match.to_move, match.phase
(1, 'accept')
>>> match.play("accept")
>>> match.legal()[-1]
'done'
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Self

from stolik.play.events import DealSettled, Event
from stolik.play.game import Cards, Game, Standing
from stolik.play.refusal import IllegalAction, StolikError
from stolik.play.shuffle import deal_seed, seed_bytes, shuffled
from stolik.play.state import State
from stolik.play.view import WATCHER, View


class MatchError(StolikError):
    """Something asked of a match that it cannot do now: an action between deals, a deal before the last is over."""


@dataclass(slots=True)
class Deal:
    """One deal of a match: its cards, its actions so far and everything that happened in it."""

    dealer: int
    cards: Cards
    seed: str | None
    state: State
    before: Standing
    actions: list[tuple[int, int]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    after: Standing | None = None
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def settled(self) -> bool:
        """Whether the deal is over."""
        return self.after is not None

    @property
    def scores(self) -> list[int] | None:
        """What each seat writes down for the deal, None while it goes on."""
        return self.state.scores() if self.settled else None


class Match:
    """Deals of one game under one set of options, from the first to the one that somebody wins.

    Args:
        game: the game.
        options: its options.
        players: the number of seats.
        seed: 64 hexadecimal digits that all deals of the match come from; without it cards or a seed are given to
            each ``deal``.
        preset: the name of the preset that the options began from, for the record.
        names: the names of the seats, if they have any.
    """

    def __init__(
        self,
        game: Game,
        options: Any,
        players: int,
        *,
        seed: str | None = None,
        preset: str = "default",
        names: Sequence[str] = (),
    ) -> None:
        """A match with no deal yet."""
        if type(players) is not int or players not in game.players:
            many = " or ".join(map(str, game.players))
            raise MatchError(f"{game.id} is played by {many}, not by {players}")
        self.game = game
        self.options = options
        self.players = players
        self.preset = preset
        self.names = tuple(names)
        self.comment: str | None = None
        self.seed = seed_bytes(seed) if seed is not None else None
        self.deals: list[Deal] = []
        self.standing = game.opening(options, players)
        self.winners: list[int] | None = None

    # ---- how it stands

    @property
    def current(self) -> Deal | None:
        """The deal under way, None between two deals and when the match is over."""
        return self.deals[-1] if self.deals and not self.deals[-1].settled else None

    @property
    def finished(self) -> bool:
        """Whether somebody has won."""
        return self.winners is not None

    @property
    def totals(self) -> list[int]:
        """What each seat has in writing."""
        return list(self.standing.totals)

    @property
    def to_move(self) -> int | None:
        """The only seat that may act, None between two deals."""
        deal = self.current
        return int(deal.state.to_move) if deal else None

    @property
    def phase(self) -> str:
        """The phase of the deal under way, ``between`` when there is none."""
        deal = self.current
        return self.game.phases[deal.state.phase] if deal else "between"

    def next_dealer(self) -> int:
        """Who deals next; in the first deal anybody may, and seat 0 does if nobody is named."""
        return self.game.next_dealer(self.players, self.deals[-1].dealer) if self.deals else 0

    # ---- the course of the match

    def deal(self, *, seed: str | None = None, cards: Cards | None = None, dealer: int | None = None) -> Deal:
        """Begin the next deal, from the match's own seed, from another seed, or with given cards.

        Raises:
            MatchError: the last deal is not over, the match is, it is another's turn to deal, or there are
                neither a seed nor cards, or both.
            BadCards: the cards are no deal of this game.
            BadSeed: the seed is not 64 hexadecimal digits.
        """
        if self.finished:
            raise MatchError("the match is over: no deal follows")
        if self.current:
            raise MatchError("the deal is not over: the next one follows its last action")
        due = self.next_dealer()
        if dealer is None:
            dealer = due
        if not self._is_seat(dealer) or (self.deals and dealer != due):
            raise MatchError(f"seat {dealer} cannot deal: seat {due} deals next")
        if seed is not None and cards is not None:
            raise MatchError("a deal comes from a seed or has given cards, not both")
        if cards is None:
            raw = seed_bytes(seed) if seed is not None else self._next_seed()
            seed = raw.hex()
            order = shuffled(self.game.pack(self.options), raw)
            cards = self.game.deal_out(self.options, self.players, dealer, order)
        else:
            self.game.check_cards(self.options, self.players, dealer, cards)
        state = self.game.new_deal(self.options, self.players, dealer, cards, self.standing)
        deal = Deal(dealer, cards, seed, state, self.standing)
        self.deals.append(deal)
        self._start(deal)
        return deal

    def play(self, text: str, seat: int | None = None) -> None:
        """Carry out the action that this text says, for the seat to move or, where one is named, for that seat.

        Raises:
            MatchError: no deal is under way.
            NotAnAction: the text is no action of the game.
            IllegalAction: the rules forbid it now; it carries the clause. Nothing has changed.
        """
        deal = self._under_way()
        mover = int(deal.state.to_move)
        self._carry_out(deal, self.game.read(deal.state, self.options, mover if seat is None else seat, text))

    def act(self, action: int) -> None:
        """Carry out a legal action of the seat to move, given as the game's integer.

        Raises:
            MatchError: no deal is under way, or the action is none of the legal ones. Nothing has changed.
        """
        deal = self._under_way()
        if not isinstance(action, int) or action not in deal.state.legal():
            raise MatchError(f"{action!r} is none of the actions that seat {int(deal.state.to_move)} may take now")
        self._carry_out(deal, action)

    def _carry_out(self, deal: Deal, action: int) -> None:
        """Carry out an action that is known to be legal."""
        seat = int(deal.state.to_move)
        deal.state.play(action)
        deal.actions.append((seat, action))
        self._close(deal)

    def legal(self) -> list[str]:
        """The texts of all actions that the seat to move may take, in the order of the alphabet."""
        deal = self.current
        return sorted(self.game.text(action) for action in deal.state.legal()) if deal else []

    def why_not(self, text: str, seat: int | None = None) -> IllegalAction | None:
        """Why an action is not allowed now, None when it is.

        Raises:
            NotAnAction: the text is no action of the game.
        """
        deal = self._under_way()
        try:
            self.game.read(deal.state, self.options, int(deal.state.to_move) if seat is None else seat, text)
        except IllegalAction as refused:
            return refused
        return None

    def undo(self) -> None:
        """Take the last action back; the deal stands as before it.

        Raises:
            MatchError: the last deal has no action to take back.
        """
        if not self.deals or not self.deals[-1].actions:
            raise MatchError("there is no action to take back")
        deal = self.deals[-1]
        self._rewind(deal, deal.actions[:-1])

    def clone(self) -> Self:
        """A match equal to this one that goes its own way."""
        twin = type(self)(self.game, self.options, self.players, preset=self.preset, names=self.names)
        twin.seed, twin.standing, twin.winners = self.seed, self.standing, self.winners
        twin.comment = self.comment
        twin.deals = list(self.deals)
        if self.deals:
            last = self.deals[-1]
            events = list(last.events)
            state = last.state.clone()
            state.journal = events
            twin.deals[-1] = Deal(
                last.dealer,
                last.cards,
                last.seed,
                state,
                last.before,
                list(last.actions),
                events,
                last.after,
                last.extra,
            )
        return twin

    # ---- what a seat knows

    def view(self, seat: int, number: int | None = None) -> View:
        """What a seat (or ``WATCHER``) was told of the last deal, or of the deal with this number (from 1).

        Raises:
            MatchError: there is no such deal, or no such seat.
        """
        if seat != WATCHER and not self._is_seat(seat):
            raise MatchError(
                f"there is no seat {seat!r}: the seats are 0 to {self.players - 1}, a watcher is {WATCHER}"
            )
        number = self._deal_number(number)
        deal = self.deals[number - 1]
        view = self._empty_view(seat, number)
        for event in deal.events:
            told = self.game.tell(event, seat)
            if told is not None:
                view.fold(told)
        if not deal.settled and deal.state.to_move == seat:
            view.legal = tuple(deal.state.legal())
        return view

    def all_seen(self, number: int | None = None) -> View:
        """The last deal, or one by its number, with nothing hidden: for records and the arena, never for a player.

        Raises:
            MatchError: there is no such deal.
        """
        number = self._deal_number(number)
        deal = self.deals[number - 1]
        view = self._empty_view(WATCHER, number)
        for event in deal.events:
            view.fold(event)
        view.legal = tuple(deal.state.legal()) if not deal.settled else ()
        return view

    # ---- pickling

    def __getstate__(self) -> dict[str, Any]:
        """The match in plain values: a deal's state as the words that it writes down."""
        deals = []
        for deal in self.deals:
            told = {each.name: getattr(deal, each.name) for each in fields(deal)}
            own = {"state": deal.state.to_words(), "actions": list(deal.actions), "events": list(deal.events)}
            deals.append({**told, **own})
        return {**self.__dict__, "deals": deals}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """The match that was kept, each deal's state made again."""
        self.__dict__.update(kept)
        self.deals = []
        for told in kept["deals"]:
            deal = Deal(**{**told, "state": self.game.load(self.options, told["state"])})
            deal.state.journal = deal.events
            self.deals.append(deal)

    # ---- inside

    def _is_seat(self, seat: object) -> bool:
        return type(seat) is int and 0 <= seat < self.players

    def _deal_number(self, number: int | None) -> int:
        """The number of a deal that there is, of the last one if none is given."""
        last = len(self.deals)
        given = last if number is None else number
        if type(given) is not int or not 1 <= given <= last:
            raise MatchError("there is no such deal yet")
        return given

    def _empty_view(self, seat: int, number: int) -> View:
        deal = self.deals[number - 1]
        return self.game.new_view(
            seat=seat, players=self.players, options=self.options, dealer=deal.dealer,
            totals=deal.before.totals, number=number,
        )  # fmt: skip

    def _under_way(self) -> Deal:
        deal = self.current
        if deal is None:
            raise MatchError("the match is over" if self.finished else "no deal is under way: the next is to be dealt")
        return deal

    def _next_seed(self) -> bytes:
        if self.seed is None:
            raise MatchError("neither cards nor a seed: give one of them to the deal, or a seed to the match")
        return deal_seed(self.seed, len(self.deals) + 1)

    def _start(self, deal: Deal) -> None:
        deal.state.journal = deal.events
        deal.state.begin()

    def _close(self, deal: Deal) -> None:
        """Settle the deal if that was its last action, and see whether somebody has won."""
        if deal.state.to_move >= 0:
            return
        deal.events.append(DealSettled(tuple(deal.state.scores())))
        self.standing = deal.after = self.game.after(self.options, deal.before, deal.state)
        self.winners = self.game.winners(self.options, self.standing, deal.state)

    def _rewind(self, deal: Deal, actions: Sequence[tuple[int, int]]) -> None:
        """Play the deal again up to these actions."""
        deal.state = self.game.new_deal(self.options, self.players, deal.dealer, deal.cards, deal.before)
        deal.events, deal.actions, deal.after = [], [], None
        self.standing, self.winners = deal.before, None
        self._start(deal)
        for _, action in actions:
            self._carry_out(deal, action)
