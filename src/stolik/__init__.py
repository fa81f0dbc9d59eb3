"""Stolik, "little table": five old card games to play, study and do research on.

>>> import stolik
>>> match = stolik.game("dorozka").match(seed="00" * 32)
>>> match.play("accept")
"""

from stolik import bots
from stolik.api import Match, Rules, game, read_record

__all__ = ["Match", "Rules", "bots", "game", "read_record"]
__version__ = "0.1.0"
