"""What a sensible player does at Dorożka, from what the seat was told and nothing else."""

from stolik.cards import ACE, BIT, JACK, KING, NINE, QUEEN, TEN, mask_of
from stolik.games.dorozka import rules
from stolik.games.dorozka.options import DorozkaOptions
from stolik.games.dorozka.view import DorozkaView
from stolik.play.events import CardPlayed

ACCEPT_FROM = 34.0  # the hand's worth with this trump from which on it is played
NAME_FROM = 38.0  # another suit wants a little more: the opponent has declined nothing in it
TRUMP_WORTH = {JACK: 20.0, NINE: 14.0, ACE: 9.0, TEN: 8.0, KING: 5.0, QUEEN: 5.0}
TRUMP_LENGTH = 4.0  # a trump more is a trick more, or nearly
SIDE_ACE = 9.0
SIDE_TEN = 4.0


def worth(view: DorozkaView) -> dict[int, float]:
    """How good each legal action looks, more is better."""
    return {action: _worth(view, action) for action in view.legal}


def _worth(view: DorozkaView, action: int) -> float:
    argument = action & rules.ARGUMENT
    match action & ~rules.ARGUMENT:
        case 0:
            return play_worth(view, argument)
        case rules.MARRY:
            return play_worth(view, argument) + 20
        case rules.TAKE:
            return hand_worth(view.hand, (view.turn_up or 0) >> 4) - ACCEPT_FROM
        case rules.TRUMP:
            return hand_worth(view.hand, argument) - NAME_FROM
        case rules.SWAP | rules.GROUP | rules.SEQUENCE:
            return 1.0
    return 0.0


def hand_worth(hand: list[int], trump: int) -> float:
    """What six cards promise with this trump: trump honours and length, aces and tens beside, runs and groups."""
    trumps = [card for card in hand if card >> 4 == trump]
    beside = [card & 15 for card in hand if card >> 4 != trump]
    total = sum(TRUMP_WORTH.get(card & 15, 0.0) + TRUMP_LENGTH for card in trumps)
    total += SIDE_ACE * beside.count(ACE) + SIDE_TEN * beside.count(TEN)
    if {KING, QUEEN} <= {card & 15 for card in trumps}:
        total += 15
    return total + 10 * (rules.sequences_in(mask_of(hand)) != 0)


def play_worth(view: DorozkaView, card: int) -> float:
    """Cheap wins before dear ones, worthless losses before dear ones, high cards led when nothing beats them."""
    assert isinstance(view.options, DorozkaOptions)
    assert view.trump is not None
    trump = view.trump
    values = (256 if view.options.ace == 11 else 0) | trump << 6
    value = int(rules.VALUE[values | card])
    strength = int(rules.STRENGTH[trump << 6 | card])
    if not view.trick:
        return lead_worth(view, card, trump, value, strength)
    led = view.trick[0][1]
    gain = int(rules.VALUE[values | led]) + value
    if rules.beats(card, led, trump):
        cost = 6.0 if card >> 4 == trump and led >> 4 != trump else 0.0
        return gain - cost - strength / 4
    return -gain - strength / 8


def lead_worth(view: DorozkaView, card: int, trump: int, value: int, strength: int) -> float:
    """Lead what is high and out of danger; do not give away tens under an ace still out."""
    seen = mask_of(view.hand) | played(view)
    suit = [other for other in range(card & 48, (card & 48) + 13) if rules.STRENGTH[trump << 6 | other] > strength]
    higher_out = [other for other in suit if rules.STRENGTH[trump << 6 | other] >= 0 and not seen & BIT[other]]
    if card >> 4 == trump:
        return value + 2.0 if not higher_out else -value - 4.0
    return value + 4.0 if not higher_out else -value - strength / 4


def played(view: DorozkaView) -> int:
    """The cards that can no longer be against this seat: played, or in sight."""
    gone = BIT[view.turn_up] if view.turn_up is not None else 0
    for event in view.events:
        if isinstance(event, CardPlayed):
            gone |= BIT[event.card]
    return gone
