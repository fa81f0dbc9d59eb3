"""From a seed of 32 bytes to the order of a pack, the same on every version and machine.

The seed and a block number (4 bytes, big-endian) are hashed with SHA-256, each hash gives eight 32-bit words. A number
below n takes the first word under the largest multiple of n; the pack is shuffled from its last place down to 1. The
same in other words stands in ``docs/records.md``.
"""

from collections.abc import Iterator
from hashlib import sha256

from stolik.play.refusal import BadSeed


def seed_bytes(text: str) -> bytes:
    """The 32 bytes of a seed written as 64 hexadecimal digits.

    Raises:
        BadSeed: it is not such a text.
    """
    if not isinstance(text, str) or len(text) != 64 or not set(text) <= set("0123456789abcdefABCDEF"):
        raise BadSeed("a seed is 64 hexadecimal digits (0-9, a-f)")
    return bytes.fromhex(text)


def words(seed: bytes) -> Iterator[int]:
    """The endless stream of 32-bit words of a seed."""
    block = 0
    while True:
        digest = sha256(seed + block.to_bytes(4, "big")).digest()
        for place in range(0, 32, 4):
            yield int.from_bytes(digest[place : place + 4], "big")
        block += 1


def below(stream: Iterator[int], n: int) -> int:
    """A number from 0 to n - 1, each equally likely."""
    limit = 2**32 // n * n
    return next(word for word in stream if word < limit) % n


def shuffled(pack: list[int], seed: bytes) -> list[int]:
    """The pack in the order that the seed gives, the top card first; the pack itself stays as it is."""
    cards = list(pack)
    stream = words(seed)
    for place in range(len(cards) - 1, 0, -1):
        other = below(stream, place + 1)
        cards[place], cards[other] = cards[other], cards[place]
    return cards


def deal_seed(match_seed: bytes, number: int) -> bytes:
    """The seed of the deal with this number (from 1) in a match that has one seed for all its deals."""
    return sha256(match_seed + number.to_bytes(4, "big")).digest()
