"""Players made of code. A bot is a function of a view and chance; it knows nothing that its seat was not told.

>>> import random, stolik
>>> match = stolik.game("dorozka").match(seed="00" * 32)
>>> action = choose("novice", match.view(match.to_move), random.Random(1))
"""

import random
from collections.abc import Callable
from importlib import import_module

from stolik.play.match import MatchError
from stolik.play.refusal import BadOption
from stolik.play.view import View

SLIP = 0.1  # how often a novice does something else than it should


def anything(view: View, chance: random.Random) -> int:
    """The level ``random``: any legal action, each as likely."""
    return chance.choice(view.legal)


def novice(view: View, chance: random.Random) -> int:
    """The level ``novice``: what a sensible player would do, with a slip now and then."""
    return anything(view, chance) if chance.random() < SLIP else advised(view)


def advised(view: View) -> int:
    """What the advice of the game says; of equals the first in the order of the actions."""
    advice = import_module(f"{type(view).__module__.rpartition('.')[0]}.advice")
    worth: dict[int, float] = advice.worth(view)
    return max(sorted(view.legal), key=lambda action: worth[action])


Chooser = Callable[[View, random.Random], int]

LEVELS: dict[str, Chooser] = {"random": anything, "novice": novice}


def choose(level: str, view: View, chance: random.Random) -> int:
    """The action that a bot of this level takes.

    Raises:
        BadOption: there is no such level.
        MatchError: the seat of this view is not to move.
    """
    if not isinstance(level, str) or level not in LEVELS:
        raise BadOption(f"there is no bot {level!r}; the bots are {', '.join(LEVELS)}")
    if not view.legal:
        raise MatchError(f"the view of seat {view.seat} is not to move: there is nothing to choose from")
    return LEVELS[level](view, chance)


__all__ = ["LEVELS", "Chooser", "advised", "choose"]
