"""The rules of Dorożka, in the order of play. Clause ids (DR-1 to DR-22) are those of ``clauses.toml``."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stolik.cards import BIT, RANK_MASK, RANKS, SUIT_MASK, cards_in, count, lowest, nth
from stolik.games.dorozka.events import (
    AnnouncingDone,
    BestNamed,
    BetterNamed,
    CombinationAnnounced,
    HowHighAsked,
    MakerLost,
    MarriageAnnounced,
    Passed,
    SevenSwapped,
    ThrownIn,
    TrumpAccepted,
    TrumpNamed,
    ValueSaid,
    YoursSaid,
)
from stolik.play.events import (
    CardPlayed,
    CardsDrawn,
    CardsShown,
    CardTurned,
    HandDealt,
    Scored,
    TrickWon,
    TrumpFixed,
    TurnPassed,
)
from stolik.play.state import State, below, stir

# Phases, in the order of play.
ACCEPT: Final = 0  # DR-4
NAME: Final = 1  # DR-5
ANNOUNCE: Final = 2  # DR-9
PLAY: Final = 3  # DR-16
PHASES: Final = ("accept", "name", "announce", "play")

# Actions: a plain play is the card itself, everything else has its kind from bit 12 on.
MARRY: Final = 1 << 12  # + card
PASS: Final = 2 << 12
TAKE: Final = 3 << 12  # the turned suit is accepted
TRUMP: Final = 4 << 12  # + suit
SWAP: Final = 5 << 12
GROUP: Final = 6 << 12  # + rank
SEQUENCE: Final = 7 << 12  # + length << 6 + top card
DONE: Final = 8 << 12
ARGUMENT: Final = (1 << 12) - 1

NOBODY: Final = -1
NO_CARD: Final = -1

# ---- the cards, their rank and value: DR-1, DR-2

TRUMP_RANKS: Final = "78QKTA9J"  # low to high
PLAIN_RANKS: Final = "789JQKTA"  # low to high
TRUMP_VALUES: Final = {"J": 20, "9": 14, "A": 10, "T": 10, "K": 4, "Q": 3}
PLAIN_VALUES: Final = {"A": 10, "T": 10, "K": 4, "Q": 3, "J": 2}
GROUP_RANKS: Final = "78QKTA9J"  # low to high; the same as in trump (DR-10)
GROUP_SENIORITY: Final = vec[i64]([1 + GROUP_RANKS.find(rank) for rank in RANKS])  # 0 for ranks that are not there


def _strength(trump: int, card: int) -> int:
    """How high a card stands under a trump: any trump above any plain card (DR-1)."""
    rank = RANKS[card & 15] if card & 15 < 13 else "2"
    if rank not in PLAIN_RANKS:
        return -1
    return 8 + TRUMP_RANKS.index(rank) if card >> 4 == trump else PLAIN_RANKS.index(rank)


def _value(trump: int, ace: int, card: int) -> int:
    """What a card is worth under a trump (DR-2)."""
    rank = RANKS[card & 15] if card & 15 < 13 else "2"
    if rank == "A":
        return ace
    return (TRUMP_VALUES if card >> 4 == trump else PLAIN_VALUES).get(rank, 0)


# By trump << 6 | card, values with 256 more for an ace of 11; the higher trumps of a card are by its own suit as trump.
STRENGTH: Final = vec[i64]([_strength(trump, card) for trump in range(4) for card in range(64)])
VALUE: Final = vec[i64]([_value(trump, ace, card) for ace in (10, 11) for trump in range(4) for card in range(64)])
HIGHER_TRUMPS: Final = vec[i64](
    [
        sum(1 << other for other in range(card & 48, (card & 48) + 13)
            if _strength(card >> 4, other) > _strength(card >> 4, card))
        for card in range(64)
    ]
)  # fmt: skip


def beats(reply: i64, lead: i64, trump: i64) -> bool:
    """Whether the reply takes the trick from the card led (DR-16)."""
    suit = reply >> 4
    return (suit == lead >> 4 or suit == trump) and STRENGTH[trump << 6 | reply] > STRENGTH[trump << 6 | lead]


def legal_replies(hand: i64, lead: i64, trump: i64) -> i64:
    """Follow suit; if you cannot, play a trump; if you have neither, play anything (DR-16)."""
    return hand & SUIT_MASK[lead >> 4] or hand & SUIT_MASK[trump] or hand


def overtrumping(replies: i64, lead: i64, trump: i64) -> i64:
    """With the duty to overtrump: on a trump lead a higher trump if there is one (DR-17)."""
    return (replies & HIGHER_TRUMPS[lead] if lead >> 4 == trump else 0) or replies


# ---- combinations (DR-10 to DR-13)


def groups_in(hand: i64, *, low_groups: bool) -> i64:
    """The ranks of which all four cards are there, a bit each (DR-10)."""
    ranks = hand & hand >> 16 & hand >> 32 & hand >> 48 & SUIT_MASK[0]
    return ranks if low_groups else ranks & ~(BIT[5] | BIT[6])


def sequences_in(hand: i64) -> i64:
    """The cards that stand in a run of three or more of their suit in the order A K Q J T 9 8 7 (DR-11)."""
    lowest_of_three = hand & hand >> 1 & hand >> 2
    return lowest_of_three | lowest_of_three << 1 | lowest_of_three << 2


def tops(runs: i64) -> i64:
    """The highest card of each run."""
    return runs & ~(runs >> 1)


def run_length(runs: i64, top: i64) -> i64:
    """How many cards the run with this top card has."""
    length: i64 = 0
    while runs & BIT[top - length]:
        length += 1
    return length


def run_cards(top: i64, length: i64) -> i64:
    """The cards of a run, as a set."""
    return BIT[top + 1] - BIT[top + 1 - length]


def group_value(rank: i64) -> i64:
    """Four jacks 200, any other four 100 (DR-10)."""
    return 200 if rank == 9 else 100


def sequence_value(length: i64, long_sequence: i64) -> i64:
    """Three 20, four 40, five 50, six and more as agreed (DR-11)."""
    if length == 3:
        return 20
    if length == 4:
        return 40
    return 50 if length == 5 else long_sequence


def group_seniority(rank: i64) -> i64:
    """How senior a group is, higher is senior; 0 for none (DR-10)."""
    return 0 if rank < 0 else GROUP_SENIORITY[rank]


def senior_group(ranks: i64) -> i64:
    """The senior of these groups, as a rank; -1 when there is none (DR-10)."""
    best: i64 = NO_CARD
    while ranks:
        rank = lowest(ranks)
        ranks &= ranks - 1
        if group_seniority(rank) > group_seniority(best):
            best = rank
    return best


def sequence_seniority(runs: i64, top: i64, trump: i64) -> i64:
    """How senior a run is: by length, then by top card, then trump before plain; 0 for none (DR-13)."""
    if top < 0:
        return 0
    return run_length(runs, top) << 5 | (top & 15) << 1 | (1 if top >> 4 == trump else 0)


def senior_sequence(runs: i64, trump: i64) -> i64:
    """The top card of the senior run, of equals the first in card order; -1 when there is none (DR-13)."""
    best: i64 = NO_CARD
    left = tops(runs)
    while left:
        top = lowest(left)
        left &= left - 1
        if sequence_seniority(runs, top, trump) > sequence_seniority(runs, best, trump):
            best = top
    return best


@final
class Agreed:
    """What was agreed on before the deal: the options as the rules read them, shared by all deals of a match."""

    def __init__(
        self,
        *,
        ace: i64,
        seven_exchange: i64,
        low_groups: bool,
        long_sequence: i64,
        equal_sequences_neither: bool,
        must_overtrump: bool,
        lost_to_opponent: bool,
        equal_both_score: bool,
    ) -> None:
        """The options of ``options.py``; ``seven_exchange`` is 0 for off, 1 for any, 2 for the maker only."""
        self.ace: i64 = ace
        self.seven_exchange: i64 = seven_exchange
        self.low_groups: bool = low_groups
        self.long_sequence: i64 = long_sequence
        self.equal_sequences_neither: bool = equal_sequences_neither
        self.must_overtrump: bool = must_overtrump
        self.lost_to_opponent: bool = lost_to_opponent
        self.equal_both_score: bool = equal_both_score
        self.value_table: i64 = 256 if ace == 11 else 0


@final
class Deal(State):
    """One deal of Dorożka.

    Attributes:
        hands: two sets of cards, by seat.
        points: i64 by seat, what the deal has brought so far: card points, combinations, marriage, last trick.
        turn_up: the card in sight; trump: the trump suit or -1; maker: the seat or -1.
        lead: the card that lies in the trick, -1 when the next card leads; tricks: how many are over.
        groups, runs: what each seat announced, ranks and cards as sets.
        stock: 19 cards, the top first; never changed.
    """

    def __init__(self, agreed: Agreed, dealer: i64, first: i64, second: i64, turn_up: i64, stock: vec[i64]) -> None:
        """A deal before its first action; ``first`` and ``second`` are the hands of seats 0 and 1, six cards each."""
        super().__init__(2, dealer)
        self.agreed: Agreed = agreed
        self.hands: vec[i64] = vec[i64]([first, second])
        self.stock: vec[i64] = stock
        self.turn_up: i64 = turn_up
        self.turned_suit: i64 = turn_up >> 4
        self.trump: i64 = NOBODY
        self.maker: i64 = NOBODY
        self.groups: vec[i64] = vec[i64]([0, 0])
        self.runs: vec[i64] = vec[i64]([0, 0])
        self.pair: i64 = 0
        self.lead: i64 = NO_CARD
        self.tricks: i64 = 0
        self.points: vec[i64] = vec[i64]([0, 0])
        self.written: vec[i64] = vec[i64]([0, 0])

    @property
    def eldest(self) -> i64:
        """The seat on the dealer's left, with two the non-dealer."""
        return 1 - self.dealer

    # ---- deal and auction (DR-3 to DR-8)

    def begin(self) -> None:
        """Six cards each and one turned up; eldest is asked first (DR-3, DR-4)."""
        if self.journal is not None:
            for seat in (self.eldest, self.dealer):
                self.journal.append(HandDealt(seat, tuple(cards_in(self.hands[seat]))))
            self.journal.append(CardTurned(self.turn_up))
        self._ask(self.eldest, ACCEPT)

    def _ask(self, seat: i64, phase: i64) -> None:
        """It is this seat's turn, in this phase."""
        self.to_move = seat
        self.phase = phase
        if self.journal is not None:
            self.journal.append(TurnPassed(seat, PHASES[phase]))

    def _pass(self) -> None:
        """Eldest, then the dealer; a second round with another suit; four passes end the deal (DR-4 to DR-6)."""
        seat = self.to_move
        if self.journal is not None:
            self.journal.append(Passed(seat))
        if seat == self.eldest:
            self._ask(self.dealer, self.phase)
        elif self.phase == ACCEPT:
            self._ask(self.eldest, NAME)
        else:
            if self.journal is not None:
                self.journal.append(ThrownIn())
            self.to_move = NOBODY

    def _make(self, suit: i64) -> None:
        """The seat to move is the maker; both draw to nine cards, eldest the top three (DR-7)."""
        self.maker = self.to_move
        self.fix_trump(suit)
        eldest = self.eldest
        if self.journal is not None:
            accepted = self.phase == ACCEPT
            self.journal.append(TrumpAccepted(self.maker, suit) if accepted else TrumpNamed(self.maker, suit))
            self.journal.append(TrumpFixed(suit))
        for place in range(6):
            self.hands[eldest if place < 3 else self.dealer] |= BIT[self.stock[place]]
        if self.journal is not None:
            self.journal.append(CardsDrawn(eldest, (self.stock[0], self.stock[1], self.stock[2])))
            self.journal.append(CardsDrawn(self.dealer, (self.stock[3], self.stock[4], self.stock[5])))
        self._ask(eldest, ANNOUNCE)

    def fix_trump(self, suit: i64) -> None:
        """This suit is trump; its king and queen are the marriage (DR-15)."""
        self.trump = suit
        self.pair = SUIT_MASK[suit] & (RANK_MASK[10] | RANK_MASK[11])

    def may_swap(self) -> bool:
        """Whether the seat to move may swap the trump seven for the turned card (DR-8)."""
        seat = self.to_move
        return (
            self.agreed.seven_exchange > 0
            and self.trump == self.turned_suit
            and (self.agreed.seven_exchange == 1 or seat == self.maker)
            and self.hands[seat] & SUIT_MASK[self.trump] & RANK_MASK[5] != 0
            and self.groups[seat] == 0
            and self.runs[seat] == 0
        )

    def _swap(self) -> None:
        """The seven lies in sight in the place of the turned card (DR-8)."""
        seat = self.to_move
        seven = lowest(SUIT_MASK[self.trump] & RANK_MASK[5])
        if self.journal is not None:
            self.journal.append(SevenSwapped(seat, seven, self.turn_up))
        self.hands[seat] ^= BIT[seven] | BIT[self.turn_up]
        self.turn_up = seven

    # ---- combinations (DR-9 to DR-14)

    def open_groups(self) -> i64:
        """The groups that the seat to move may still announce, as ranks."""
        return groups_in(self.hands[self.to_move], low_groups=self.agreed.low_groups) & ~self.groups[self.to_move]

    def open_runs(self) -> i64:
        """The cards of the runs that the seat to move may still announce."""
        return sequences_in(self.hands[self.to_move]) & ~self.runs[self.to_move]

    def _announce_group(self, rank: i64) -> None:
        """One group, for its owner alone to know until the contests are decided (DR-9, DR-14)."""
        self.groups[self.to_move] |= BIT[rank]
        if self.journal is not None:
            self.journal.append(CombinationAnnounced(self.to_move, self._group_cards(rank)))

    def _announce_sequence(self, top: i64, length: i64) -> None:
        """One sequence, as a group is announced."""
        self.runs[self.to_move] |= run_cards(top, length)
        if self.journal is not None:
            self.journal.append(CombinationAnnounced(self.to_move, self._run_cards(top, length)))

    def _done(self) -> None:
        """Eldest first, then the dealer; then the contests are decided and eldest leads (DR-9, DR-12, DR-16)."""
        seat = self.to_move
        if self.journal is not None:
            self.journal.append(AnnouncingDone(seat))
        if seat == self.eldest:
            if self.journal is not None:
                self.journal.append(ValueSaid(seat, "group", self._best_group_value(seat)))
                self.journal.append(ValueSaid(seat, "sequence", self._best_sequence_value(seat)))
            self._ask(self.dealer, ANNOUNCE)
            return
        self._decide_groups()
        self._decide_sequences()
        self._ask(self.eldest, PLAY)

    def _decide_groups(self) -> None:
        """Whoever has the senior group scores all their groups (DR-12)."""
        ours, theirs = senior_group(self.groups[self.eldest]), senior_group(self.groups[self.dealer])
        if ours < 0 and theirs < 0:
            return
        dealer_wins = group_seniority(theirs) > group_seniority(ours)
        asks = theirs >= 0 and self._best_group_value(self.dealer) >= self._best_group_value(self.eldest)
        if asks and self.journal is not None:
            self._say_how_high(
                "group",
                self._group_cards(ours) if ours >= 0 else (),
                self._group_cards(theirs) if dealer_wins else (),
            )
        self._score_groups(self.dealer if dealer_wins else self.eldest)

    def _decide_sequences(self) -> None:
        """Whoever has the senior sequence scores all their sequences; of equals eldest or neither (DR-12, DR-13)."""
        our_runs, their_runs = self.runs[self.eldest], self.runs[self.dealer]
        ours, theirs = senior_sequence(our_runs, self.trump), senior_sequence(their_runs, self.trump)
        if ours < 0 and theirs < 0:
            return
        our_seniority = sequence_seniority(our_runs, ours, self.trump)
        their_seniority = sequence_seniority(their_runs, theirs, self.trump)
        dealer_wins = their_seniority > our_seniority
        asks = theirs >= 0 and self._best_sequence_value(self.dealer) >= self._best_sequence_value(self.eldest)
        if asks and self.journal is not None:
            self._say_how_high(
                "sequence",
                self._run_cards(ours, run_length(our_runs, ours)) if ours >= 0 else (),
                self._run_cards(theirs, run_length(their_runs, theirs)) if dealer_wins else (),
            )
        if our_seniority == their_seniority and self.agreed.equal_sequences_neither:
            return
        self._score_sequences(self.dealer if dealer_wins else self.eldest)

    def _say_how_high(self, contest: str, ours: tuple[int, ...], theirs: tuple[int, ...]) -> None:
        """The dealer asks; eldest names the best if there is one; the dealer's is better or "yours" (DR-14)."""
        assert self.journal is not None
        self.journal.append(HowHighAsked(self.dealer, contest))
        if ours:
            self.journal.append(BestNamed(self.eldest, contest, ours))
        if theirs:
            self.journal.append(BetterNamed(self.dealer, contest, theirs))
        else:
            self.journal.append(YoursSaid(self.dealer, contest))

    def _score_groups(self, seat: i64) -> None:
        """All announced groups of the winner, shown to both (DR-10, DR-14)."""
        left = self.groups[seat]
        while left:
            rank = lowest(left)
            left &= left - 1
            self._score(seat, group_value(rank), "DR-10", "group", self._group_cards(rank))

    def _score_sequences(self, seat: i64) -> None:
        """All announced sequences of the winner, shown to both (DR-11, DR-14)."""
        runs = self.runs[seat]
        left = tops(runs)
        while left:
            top = lowest(left)
            left &= left - 1
            length = run_length(runs, top)
            worth = sequence_value(length, self.agreed.long_sequence)
            self._score(seat, worth, "DR-11", "sequence", self._run_cards(top, length))

    def _score(self, seat: i64, points: i64, clause: str, what: str, cards: tuple[int, ...] = ()) -> None:
        """Points for a seat; the cards that earn them are shown."""
        self.points[seat] += points
        if self.journal is not None:
            if cards:
                self.journal.append(CardsShown(seat, cards))
            self.journal.append(Scored(seat, points, clause, what, cards))

    def _best_group_value(self, seat: i64) -> i64:
        rank = senior_group(self.groups[seat])
        return group_value(rank) if rank >= 0 else 0

    def _best_sequence_value(self, seat: i64) -> i64:
        top = senior_sequence(self.runs[seat], self.trump)
        return sequence_value(run_length(self.runs[seat], top), self.agreed.long_sequence) if top >= 0 else 0

    def _group_cards(self, rank: i64) -> tuple[int, ...]:
        return tuple(cards_in(RANK_MASK[rank]))

    def _run_cards(self, top: i64, length: i64) -> tuple[int, ...]:
        return tuple(cards_in(run_cards(top, length)))

    # ---- play (DR-15 to DR-18)

    def legal_cards(self) -> i64:
        """The cards that the seat to move may play: any card when leading, else a legal reply."""
        hand = self.hands[self.to_move]
        if self.lead < 0:
            return hand
        replies = legal_replies(hand, self.lead, self.trump)
        return overtrumping(replies, self.lead, self.trump) if self.agreed.must_overtrump else replies

    def marriage(self) -> i64:
        """King and queen of trump, when the seat to move holds both; else no card (DR-15)."""
        return self.pair if self.hands[self.to_move] & self.pair == self.pair else 0

    def _marry(self, card: i64) -> None:
        """The first of the two is played, the other is still in hand: 20 (DR-15)."""
        seat = self.to_move
        if self.journal is not None:
            held = lowest(self.marriage() ^ BIT[card])
            self.journal.append(MarriageAnnounced(seat, card, held))
        self._score(seat, 20, "DR-15", "marriage")
        self._play(card)

    def _play(self, card: i64) -> None:
        """Lead, or reply and see who has won the trick (DR-16); the last trick is worth 10 (DR-18)."""
        seat = self.to_move
        lead = self.lead
        self.hands[seat] ^= BIT[card]
        if self.journal is not None:
            self.journal.append(CardPlayed(seat, card, lead < 0))
        if lead < 0:
            self.lead = card
            self._turn(1 - seat)
            return
        winner = seat if beats(card, lead, self.trump) else 1 - seat
        table = self.agreed.value_table | self.trump << 6
        worth = VALUE[table | card] + VALUE[table | lead]
        self.points[winner] += worth
        self.lead = NO_CARD
        self.tricks += 1
        if self.journal is not None:
            self.journal.append(TrickWon(winner, (lead, card)))
            if worth:
                self.journal.append(Scored(winner, worth, "DR-2", "card_points"))
        if self.tricks < 9:
            self._turn(winner)
        else:
            self._score(winner, 10, "DR-18", "last_trick")
            self._settle()

    def _turn(self, seat: i64) -> None:
        """It is this seat's turn to play."""
        self.to_move = seat
        if self.journal is not None:
            self.journal.append(TurnPassed(seat, "play"))

    # ---- score (DR-19 to DR-21)

    def _settle(self) -> None:
        """Both write down their own totals if the maker has more; else the maker writes down nothing."""
        maker = self.maker
        total, opposing = self.points[maker], self.points[1 - maker]
        self.written[maker] = total
        self.written[1 - maker] = opposing
        self.to_move = NOBODY
        if total > opposing or (total == opposing and self.agreed.equal_both_score):
            return
        clause = "DR-21" if total == opposing else "DR-20"
        self.written[maker] = 0
        if self.agreed.lost_to_opponent:
            self.written[1 - maker] = opposing + total
        if self.journal is not None:
            self.journal.append(MakerLost(maker, total, clause))
            if total:
                self.journal.append(Scored(maker, -total, clause, "maker_loses"))
                if self.agreed.lost_to_opponent:
                    self.journal.append(Scored(1 - maker, total, clause, "taken_from_maker"))

    def scores(self) -> list[int]:
        """What each seat writes down; 0 and 0 when the cards were thrown in (DR-6)."""
        return [self.written[0], self.written[1]]

    # ---- actions

    def legal(self) -> list[int]:
        """Every action that the seat to move may take."""
        return [self.nth(n) for n in range(self.count())]

    def count(self) -> i64:
        """How many actions the seat to move may take."""
        if self.phase == PLAY:
            cards = self.legal_cards()
            return count(cards) + count(cards & self.marriage())
        if self.phase == ANNOUNCE:
            return count(self.open_groups()) + count(tops(self.open_runs())) + (2 if self.may_swap() else 1)
        return 2 if self.phase == ACCEPT else 4

    def nth(self, n: i64) -> i64:
        """The n-th legal action: plays before marriages; combinations before the swap, which is before ``done``."""
        if self.phase == PLAY:
            cards = self.legal_cards()
            plays = count(cards)
            return nth(cards, n) if n < plays else MARRY + nth(cards & self.marriage(), n - plays)
        if self.phase == ANNOUNCE:
            return self._nth_announcement(n)
        if n == 0:
            return PASS
        if self.phase == ACCEPT:
            return TAKE
        return TRUMP + (n if n > self.turned_suit else n - 1)

    def drawn(self, number: i64) -> i64:
        """The legal action that a random number of 32 bits picks; in play the legal cards are found only once."""
        if self.phase != PLAY:
            return self.nth(below(number, self.count()))
        cards = self.legal_cards()
        plays = count(cards)
        marriages = cards & self.marriage()
        if marriages == 0:
            return nth(cards, below(number, plays))
        n = below(number, plays + count(marriages))
        return nth(cards, n) if n < plays else MARRY + nth(marriages, n - plays)

    def _nth_announcement(self, n: i64) -> i64:
        groups = self.open_groups()
        if n < count(groups):
            return GROUP + nth(groups, n)
        n -= count(groups)
        runs = self.open_runs()
        if n < count(tops(runs)):
            top = nth(tops(runs), n)
            return SEQUENCE + (run_length(runs, top) << 6) + top
        return SWAP if n == count(tops(runs)) and self.may_swap() else DONE

    def play(self, action: i64) -> None:
        """Carry out a legal action of the seat to move."""
        kind = action & ~ARGUMENT
        argument = action & ARGUMENT
        if kind == 0:
            self._play(argument)
        elif kind == MARRY:
            self._marry(argument)
        elif kind == PASS:
            self._pass()
        elif kind == TAKE:
            self._make(self.turned_suit)
        elif kind == TRUMP:
            self._make(argument)
        elif kind == SWAP:
            self._swap()
        elif kind == GROUP:
            self._announce_group(argument)
        elif kind == SEQUENCE:
            self._announce_sequence(argument & 63, argument >> 6)
        else:
            self._done()

    # ---- copies

    def enter_play(self, leader: i64, trump: i64) -> None:
        """Straight to the first lead, with the hands as they are: for positions that are set up, not dealt."""
        self.maker = leader
        self.fix_trump(trump)
        self._ask(leader, PLAY)

    def clone(self) -> "Deal":
        """A deal equal to this one that goes its own way; it keeps no journal."""
        twin = Deal(self.agreed, self.dealer, self.hands[0], self.hands[1], self.turn_up, self.stock)
        twin.phase, twin.to_move = self.phase, self.to_move
        twin.turned_suit, twin.maker, twin.lead, twin.tricks = self.turned_suit, self.maker, self.lead, self.tricks
        twin.trump, twin.pair = self.trump, self.pair
        for seat in range(2):
            twin.groups[seat], twin.runs[seat] = self.groups[seat], self.runs[seat]
            twin.points[seat], twin.written[seat] = self.points[seat], self.written[seat]
        return twin

    def to_words(self) -> list[int]:
        """The deal as integers, all but what was agreed: its course, five pairs by seat, the stock."""
        words: list[int] = [self.dealer, self.phase, self.to_move, self.turn_up, self.turned_suit, self.trump]
        words += [self.maker, self.lead, self.tricks]
        for pair in (self.hands, self.groups, self.runs, self.points, self.written):
            words += [pair[0], pair[1]]
        return words + list(self.stock)


def dealt(agreed: Agreed, dealer: i64, first: i64, second: i64, turn_up: i64, stock: list[int]) -> Deal:
    """A deal with these cards, ready to begin."""
    return Deal(agreed, dealer, first, second, turn_up, vec[i64](stock))


def from_words(agreed: Agreed, words: list[int]) -> Deal:
    """The deal that ``Deal.to_words`` wrote down."""
    deal = dealt(agreed, words[0], words[9], words[10], words[3], words[19:])
    deal.phase, deal.to_move = words[1], words[2]
    deal.turned_suit, deal.maker, deal.lead, deal.tricks = words[4], words[6], words[7], words[8]
    if words[5] >= 0:
        deal.fix_trump(words[5])
    for seat in range(2):
        deal.groups[seat], deal.runs[seat] = words[11 + seat], words[13 + seat]
        deal.points[seat], deal.written[seat] = words[15 + seat], words[17 + seat]
    return deal


def play_out_all(deals: list[Deal], seed: i64) -> tuple[int, int]:
    """Play every deal out, one stream of draws for all of them: how many actions, and a checksum of the points."""
    played: i64 = 0
    checksum: i64 = 0
    for deal in deals:
        while deal.to_move >= 0:
            seed = stir(seed)
            deal.play(deal.drawn(seed))
            played += 1
        checksum = checksum * 31 + deal.points[0] + 3 * deal.points[1] & 0xFFFFFFFF
    return played, checksum
