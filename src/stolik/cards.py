"""Suits, ranks, cards and sets of cards: the same codes for every game.

A card is a small integer, ``suit << 4 | rank``: suits S H D C are 0 to 3, ranks 2 to A are 0 to 12. A set of
different cards is a bit mask of 61 bits, bit ``card`` for the card. ``UNKNOWN`` is a card that is there but was
not told. Texts are rank then suit, ``QH``; an unknown card is ``??``.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

SPADES: Final = 0
HEARTS: Final = 1
DIAMONDS: Final = 2
CLUBS: Final = 3
SUITS: Final = "SHDC"
RANKS: Final = "23456789TJQKA"
TWO, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = 0, 5, 6, 7, 8, 9, 10, 11, 12

UNKNOWN: Final = -1
UNKNOWN_TEXT: Final = "??"

# A table, not a shift: mypyc 2.4.1 turns a constant shifted by a variable into a shift of a C int.
BIT: Final = vec[i64]([2**n for n in range(62)])
SUIT_MASK: Final = vec[i64]([0x1FFF << 16 * suit for suit in range(4)])
RANK_MASK: Final = vec[i64]([sum(1 << 16 * suit + rank for suit in range(4)) for rank in range(13)])


def card_of(text: str) -> int:
    """The card a text names, ``QH`` or ``??``.

    Raises:
        ValueError: the text is no card.
    """
    if text == UNKNOWN_TEXT:
        return UNKNOWN
    if len(text) != 2 or text[0] not in RANKS or text[1] not in SUITS:
        raise ValueError(f"{text!r} is not a card: a rank (A K Q J T 9 to 2) and a suit (S H D C) are wanted, as QH")
    return SUITS.index(text[1]) << 4 | RANKS.index(text[0])


def card_text(card: int) -> str:
    """The text of a card, ``QH``; of an unknown card ``??``."""
    return UNKNOWN_TEXT if card == UNKNOWN else RANKS[card & 15] + SUITS[card >> 4]


def card_order(card: int) -> int:
    """The sort key of card order: by rank A K Q ... 2, inside a rank S H D C, unknown cards last."""
    return 99 if card == UNKNOWN else (12 - (card & 15)) * 4 + (card >> 4)


def in_card_order(cards: "list[int] | tuple[int, ...]") -> list[int]:
    """The cards in card order, a new list."""
    return sorted(cards, key=card_order)


def cards_text(cards: "list[int] | tuple[int, ...]") -> str:
    """The texts of cards with one blank between, in the order given."""
    return " ".join([card_text(card) for card in cards])


def cards_of(text: str) -> list[int]:
    """The cards that a text names, separated by blanks, in the order given.

    Raises:
        ValueError: one of the texts is no card.
    """
    return [card_of(word) for word in text.split()]


def cards_in(mask: i64) -> list[int]:
    """The cards of a set, in card order."""
    return [card for card in IN_ORDER if mask & BIT[card]]


def mask_of(cards: "list[int] | tuple[int, ...]") -> i64:
    """The set of these different cards."""
    mask: i64 = 0
    for card in cards:
        mask |= BIT[card]
    return mask


IN_ORDER: Final = [suit << 4 | rank for rank in range(12, -1, -1) for suit in range(4)]


def pack_of(ranks: str) -> list[int]:
    """One pack in order: suits S H D C, in each the ranks in the order given, from the highest (``AKQJT987``)."""
    return [suit << 4 | RANKS.index(rank) for suit in range(4) for rank in ranks]


def suit_of(card: i64) -> i64:
    """The suit of a card, 0 to 3."""
    return card >> 4


def rank_of(card: i64) -> i64:
    """The rank of a card, 0 (two) to 12 (ace)."""
    return card & 15


# Constants stay below 2 ** 62, or mypyc makes Python objects of them: the windows of a set have their top bits free.


def _in_bytes(mask: i64) -> i64:
    """How many cards each byte of a set holds, a byte each."""
    mask -= mask >> 1 & 0x1555155515551555
    mask = (mask & 0x3333333333333333) + (mask >> 2 & 0x3333333333333333)
    return mask + (mask >> 4) & 0x0F0F0F0F0F0F0F0F


def count(mask: i64) -> i64:
    """How many cards are in a set."""
    return _in_bytes(mask) * 0x0101010101010101 >> 56 & 63


# The lowest bit times this number has a different pattern in its top six bits for each place of the bit.
DE_BRUIJN: Final = 0x03F79D71B4CB0A89
PLACE: Final = vec[i64](
    [{DE_BRUIJN * 2**place >> 58 & 63: place for place in range(64)}[pattern] for pattern in range(64)]
)


def lowest(mask: i64) -> i64:
    """The card with the smallest code in a set that is not empty."""
    return PLACE[(mask & -mask) * DE_BRUIJN >> 58 & 63]


# Where the n-th bit of a byte is, by n << 8 | byte.
SELECT: Final = vec[i64](
    [([place for place in range(8) if byte >> place & 1] + [0] * 8)[n] for n in range(8) for byte in range(256)]
)


def nth(mask: i64, n: i64) -> i64:
    """The n-th card of a set, counted from 0 by code: first its byte, then its place in the byte."""
    upto = _in_bytes(mask) * 0x0101010101010101  # in each byte, how many cards there are up to it
    passed = (n | 0x40) * 0x0101010101010101 - upto & 0x0040404040404040  # a bit for each byte with n or fewer
    shift = ((passed >> 6) * 0x0101010101010101 >> 56 & 15) << 3
    return shift + SELECT[(n - (upto << 8 >> shift & 255)) << 8 | mask >> shift & 255]
