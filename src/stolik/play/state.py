"""A deal under way: what every game's rules class can do."""

from mypy_extensions import i64

from stolik.play.events import Event


class State:
    """One deal, from the cards dealt to the settlement. The rules of a game are a subclass.

    Seats are 0 .. ``seats`` - 1, clockwise. An action is an integer whose meaning the game's ``table`` module knows.

    Attributes:
        seats: i64, the number of seats.
        dealer: i64, the seat that dealt.
        phase: i64, an index into the game's ``phases``.
        to_move: i64, the only seat that may act, -1 when the deal is over.
        journal: the list that events are appended to, or None: then none are made.
    """

    def __init__(self, seats: i64, dealer: i64) -> None:
        """A deal of so many seats with nothing dealt yet."""
        self.seats: i64 = seats
        self.dealer: i64 = dealer
        self.phase: i64 = 0
        self.to_move: i64 = -1
        self.journal: list[Event] | None = None

    def begin(self) -> None:
        """Deal the cards: the events before the first action, and what the deal itself scores."""
        raise NotImplementedError

    def legal(self) -> list[int]:
        """Every action that the seat to move may take."""
        raise NotImplementedError

    def count(self) -> i64:
        """How many actions the seat to move may take."""
        raise NotImplementedError

    def nth(self, n: i64) -> i64:
        """The n-th of the legal actions, counted from 0, without making the list."""
        raise NotImplementedError

    def drawn(self, number: i64) -> i64:
        """The legal action that a random number of 32 bits picks.

        A game may find it at once instead of counting first and looking for it then.
        """
        return self.nth(below(number, self.count()))

    def play(self, action: i64) -> None:
        """Carry out an action of the seat to move; it must be a legal one."""
        raise NotImplementedError

    def playout(self, seed: i64) -> i64:
        """Play to the end of the deal, every action drawn uniformly from the legal ones; how many were played.

        The draws come from a xorshift of 32 bits started with ``seed`` (not 0).
        """
        played: i64 = 0
        while self.to_move >= 0:
            seed = stir(seed)
            self.play(self.drawn(seed))
            played += 1
        return played

    def scores(self) -> list[int]:
        """What each seat writes down, once the deal is over."""
        raise NotImplementedError

    def clone(self) -> "State":
        """A deal equal to this one that goes its own way; it keeps no journal."""
        raise NotImplementedError

    def to_words(self) -> list[int]:
        """The whole deal as integers, for pickling and sending; the game's ``from_words`` makes it again."""
        raise NotImplementedError


def below(state: i64, n: i64) -> i64:
    """A number from 0 to n - 1 from the state of a 32-bit xorshift."""
    return state * n >> 32


def stir(state: i64) -> i64:
    """The next state of the 32-bit xorshift that playouts draw from."""
    state ^= state << 13 & 0xFFFFFFFF
    state ^= state >> 17
    return state ^ state << 5 & 0xFFFFFFFF
