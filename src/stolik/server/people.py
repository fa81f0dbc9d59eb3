"""Who somebody is: a random id in a signed cookie or token, and the name they sit down under.

There are no accounts. Whoever has the cookie is the person; the same value serves programs as a bearer token.
"""

import hashlib
import os
import secrets
import unicodedata
from pathlib import Path
from typing import Final

from itsdangerous import BadSignature, Signer

from stolik.server.errors import NotStored

KEY_FILE: Final = "key"
KEY_LENGTH: Final = 64  # hexadecimal digits
ALPHABET: Final = "abcdefghijkmnpqrstuvwxyz23456789"  # nothing that is mistaken for another when read aloud
BOT_NAMES: Final = ("Jagna", "Maciej", "Hanka", "Szymon", "Rozalia", "Walenty", "Salomea", "Ignacy")


class People:
    """Gives out identities and knows its own again."""

    def __init__(self, directory: Path) -> None:
        """Read the key of this server, or make one that only its owner can read."""
        self._signer = Signer(key_in(directory / KEY_FILE), salt="stolik.person", digest_method=hashlib.sha256)

    def new(self) -> str:
        """Somebody new."""
        return code(20)

    def token(self, person: str) -> str:
        """What proves to be this person: the value of the cookie and of the bearer token."""
        return self._signer.sign(person).decode()

    def person(self, token: str) -> str | None:
        """Whose token this is, None if it is nobody's."""
        if len(token) > 200:
            return None
        try:
            return self._signer.unsign(token).decode()
        except (BadSignature, UnicodeError):
            return None


def key_in(path: Path) -> bytes:
    """The key in a file, made at first use; nobody else may read it, and two servers that start together agree.

    Raises:
        NotStored: it cannot be read or made, or is so short that a token could be guessed.
    """
    try:
        key = read_or_made(path)
    except OSError as error:
        raise NotStored(f"the key {path} cannot be used: {error.strerror or error}") from None
    if len(key) < KEY_LENGTH:
        raise NotStored(f"the key {path} is damaged: once it is removed a new one is made, but nobody keeps their seat")
    return key


def read_or_made(path: Path) -> bytes:
    """What stands in the file of the key, which is made if there is none."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        draft = path.with_name(f"{path.name}.{secrets.token_hex(6)}")
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(secrets.token_hex(KEY_LENGTH // 2).encode())
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_bytes()


def code(length: int) -> str:
    """A random code that cannot be guessed and can be read aloud: five bits a character."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def clean_name(text: str, longest: int, otherwise: str) -> str:
    r"""A name as it may stand beside a seat: printable, without marks that turn or hide text, one blank at a time.

    >>> clean_name("  Ala\u202e  z\tKrakowa ", 20, "Gość")
    'Ala z Krakowa'
    """
    plain = unicodedata.normalize("NFC", text[: 8 * longest])
    spaced = "".join(" " if char.isspace() else char for char in plain)
    kept = "".join(char for char in spaced if char.isprintable())
    return " ".join(without_piles(kept).split())[:longest].strip() or otherwise


def without_piles(text: str) -> str:
    """The text with at most one combining mark on a letter: piles of them run over the lines above."""
    kept: list[str] = []
    for char in text:
        if unicodedata.combining(char) and kept and unicodedata.combining(kept[-1]):
            continue
        kept.append(char)
    return "".join(kept)


def bot_level(levels: list[str]) -> str:
    """The level of bots for most people: ``club`` if there is one, else the last of the first two."""
    return "club" if "club" in levels else levels[:2][-1]
