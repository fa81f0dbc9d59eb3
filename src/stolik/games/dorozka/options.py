"""The options of Dorożka; what each value means stands in its clause."""

from dataclasses import dataclass

from stolik.play.options import Options, Value, choice, number


@dataclass(frozen=True, slots=True, kw_only=True)
class DorozkaOptions(Options):
    """One field an option, the default first among its choices."""

    ace: int = choice(10, 11, clause="DR-2")
    seven_exchange: str = choice("off", "any", "maker", clause="DR-8")
    low_groups: bool = choice(True, False, clause="DR-10")
    long_sequence: int = choice(50, 100, clause="DR-11")
    equal_sequences: str = choice("eldest", "neither", clause="DR-13")
    must_overtrump: bool = choice(False, True, clause="DR-17")
    lost_points: str = choice("vanish", "opponent", clause="DR-20")
    equal: str = choice("maker_loses", "both_score", clause="DR-21")
    target: int = number(500, low=1, high=10_000, clause="DR-22")


PRESETS: dict[str, dict[str, Value]] = {
    "default": {},
    "classic": {
        "ace": 11,
        "seven_exchange": "any",
        "must_overtrump": True,
        "lost_points": "opponent",
    },
}
