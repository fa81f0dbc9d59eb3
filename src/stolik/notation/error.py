"""What can be wrong with a record."""

from functools import partial
from typing import Any

from stolik.play.refusal import StolikError

LONGEST = 500  # characters of a message; a line of a terminal or two


class RecordError(StolikError):
    """A record that cannot be used, and where.

    Attributes:
        kind: ``record`` (it is not one), ``action`` (an action the rules forbid), ``result`` (a result that
            disagrees with the rules) or ``usage`` (what was asked of it makes no sense).
        deal, action: where, counted from 1; None where there is no such place.
        more: ``tried`` and ``clause`` of an action; ``written`` and ``computed`` of a result.
    """

    def __init__(
        self, kind: str, message: str, *, deal: int | None = None, action: int | None = None, **more: Any
    ) -> None:
        """Keep the parts; the message is the sentence without the place."""
        said = "".join(sign if sign.isprintable() else "?" for sign in " ".join(message.split()))
        self.message = said if len(said) <= LONGEST else said[: LONGEST - 1] + "…"
        super().__init__(self.message)
        self.kind = kind
        self.deal = deal
        self.action = action
        self.more = more

    def __reduce__(self) -> tuple[Any, ...]:
        """What makes it again in another process."""
        return partial(type(self), deal=self.deal, action=self.action, **self.more), (self.kind, self.message)

    def line(self, name: str) -> str:
        """One line for a person: file, place, what was tried, why not."""
        place = [f"deal {self.deal}"] if self.deal else []
        place += [f"action {self.action}"] if self.action else []
        tried = f"{self.more['tried']}: " if self.kind == "action" else ""
        clause = f" ({self.more['clause']})" if self.kind == "action" else ""
        return ": ".join([name, *([", ".join(place)] if place else []), tried + self.message + clause])

    def to_json(self) -> dict[str, Any]:
        """The error object of ``replay --json``."""
        fields = {"kind": self.kind, "deal": self.deal, "action": self.action, **self.more}
        return {"error": {**fields, "message": self.message}}
