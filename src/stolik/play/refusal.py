"""Saying no: why an action is not allowed, and what else can be wrong with what was asked."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action is not allowed.

    ``reason`` is the key of a sentence in the game's words (``[refusal]``), ``facts`` fill its gaps: texts, numbers,
    cards (under ``card``), lists of cards (``cards``), suits (``suit``), seats (``seat``).
    """

    clause: str
    reason: str
    facts: dict[str, Any] = field(default_factory=dict)


class StolikError(Exception):
    """Anything a user can be told: the message is one clear sentence."""


class IllegalAction(StolikError):
    """A well-formed action that the rules forbid now."""

    def __init__(self, tried: str, refusal: Refusal, message: str = "") -> None:
        """Keep what was tried and why not; ``message`` says it in words."""
        super().__init__(message or f"{tried}: {refusal.reason.replace('_', ' ')} ({refusal.clause})")
        self.tried = tried
        self.refusal = refusal

    @property
    def clause(self) -> str:
        """The clause that forbids it."""
        return self.refusal.clause

    def __reduce__(self) -> tuple[Any, ...]:
        """What makes it again in another process."""
        return type(self), (self.tried, self.refusal, str(self))


class NotAnAction(StolikError):
    """A text that is no action of the game at all: an unknown word, suit or card."""


class BadOption(StolikError):
    """An option the game does not have, or a value it does not allow."""


class BadCards(StolikError):
    """Cards that are no deal of the game: not exactly the pack, or not as many as a hand takes."""


class BadSeed(StolikError):
    """A seed that is not 64 hexadecimal digits."""
