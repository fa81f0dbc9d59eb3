"""Stolik, "little table": five old card games to play, study and do research on.

>>> import stolik
>>> match = stolik.game("dorozka").match(seed="00" * 32)
>>> match.play("accept")
"""

from stolik.api import Rules, game, read_record

__all__ = ["Rules", "game", "read_record"]
__version__ = "0.1.0"
