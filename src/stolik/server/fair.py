"""Committing to a deal: the server shows the hash of its seed first, then everybody may add to it.

The deal's seed is SHA-256 of the server's 32 bytes and the 32 bytes of each seat, in the order of the seats; a seat
that gave none counts as 32 zero bytes. Neither side alone decides the cards, and afterwards all seeds are shown.

>>> commitment("00" * 32)[:16]
'66687aadf862bd77'
"""

import secrets
from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from stolik.play.shuffle import seed_bytes

NONE_GIVEN: Final = "00" * 32


def draw_seed() -> str:
    """The server's seed for a deal: 32 bytes from the system's source of chance, in hexadecimal digits."""
    return secrets.token_hex(32)


def commitment(server_seed: str) -> str:
    """What is shown before the deal.

    Raises:
        BadSeed: not 64 hexadecimal digits.
    """
    return sha256(seed_bytes(server_seed)).hexdigest()


def joint_seed(server_seed: str, seat_seeds: Sequence[str]) -> str:
    """The seed that the cards are shuffled from.

    Raises:
        BadSeed: one of them is not 64 hexadecimal digits.
    """
    return sha256(b"".join(map(seed_bytes, (server_seed, *seat_seeds)))).hexdigest()
