"""The options of a game: one frozen value, a field an option, each with its choices or its bounds."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Self

from stolik.play.refusal import BadOption

Value = int | str | bool


@dataclass(frozen=True, slots=True)
class Spec:
    """What an option may be: one of ``choices``, or a whole number from ``low`` to ``high`` (or ``"none"``)."""

    clause: str
    choices: tuple[Value, ...] = ()
    low: int = 0
    high: int = 0
    step: int = 1
    none: bool = False

    def allows(self, value: object) -> bool:
        """Whether the option may have this value, the type included (``True`` is not 1)."""
        if self.choices:
            return any(type(value) is type(choice) and value == choice for choice in self.choices)
        if self.none and value == "none":
            return True
        return type(value) is int and self.low <= value <= self.high and value % self.step == 0

    def wanted(self) -> str:
        """What is allowed, in words for an error."""
        if self.choices:
            return " or ".join(option_text(choice) for choice in self.choices)
        step = f" in steps of {self.step}" if self.step > 1 else ""
        return f"a whole number from {self.low} to {self.high}{step}" + (' or "none"' if self.none else "")


def choice(*choices: Value, clause: str) -> Any:
    """An option with a few values, the default first."""
    return field(default=choices[0], metadata={"spec": Spec(clause, choices)})


def number(default: int | str, *, low: int, high: int, clause: str, step: int = 1, none: bool = False) -> Any:
    """An option that is a whole number within bounds, both included."""
    return field(default=default, metadata={"spec": Spec(clause, (), low, high, step, none)})


def option_text(value: Value) -> str:
    """An option's value as it is written on a command line: ``true``, ``11``, ``any``."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The base of every game's options."""

    @classmethod
    def specs(cls) -> dict[str, Spec]:
        """Every option by name, in the order of the clauses."""
        return {each.name: each.metadata["spec"] for each in fields(cls)}

    @classmethod
    def make(cls, preset: Mapping[str, Value], changes: Mapping[str, object]) -> Self:
        """The options of a preset with some of them changed.

        Raises:
            BadOption: an unknown option, or a value that it does not allow.
        """
        specs = cls.specs()
        for name, value in changes.items():
            if name not in specs:
                raise BadOption(f"there is no option {name!r}; the options are {', '.join(specs)}")
            if not specs[name].allows(value):
                raise BadOption(f"option {name} cannot be {option_text_of(value)}: {specs[name].wanted()} is wanted")
        return cls(**{**preset, **changes})

    @classmethod
    def read(cls, name: str, text: str) -> Value:
        """The value of an option written as text, as on a command line or in a form.

        Raises:
            BadOption: an unknown option, or a value that it does not allow.
        """
        spec = cls.specs().get(name)
        if spec is None:
            raise BadOption(f"there is no option {name!r}; the options are {', '.join(cls.specs())}")
        for value in spec.choices:
            if option_text(value) == text:
                return value
        if spec.none and text == "none":
            return text
        if not spec.choices and text.lstrip("-").isascii() and text.lstrip("-").isdigit() and len(text) < 10:
            value = int(text)
            if spec.allows(value):
                return value
        raise BadOption(f"option {name} cannot be {text!r}: {spec.wanted()} is wanted")

    def values(self) -> dict[str, Value]:
        """Every option with its value, in the order of the clauses."""
        return {each.name: getattr(self, each.name) for each in fields(self)}


def option_text_of(value: object) -> str:
    """Any value in an error: as an option is written where it is one, else as Python shows it."""
    return option_text(value) if isinstance(value, bool | int) else repr(value)
