"""The games, a line each. Everything else finds them here."""

from collections.abc import Mapping

from stolik.games.dorozka.table import Dorozka
from stolik.play.game import Game
from stolik.play.options import Options
from stolik.play.refusal import BadOption, StolikError

GAMES: dict[str, Game] = {
    "dorozka": Dorozka(),
}


class UnknownGame(StolikError):
    """There is no game of this name."""


def find_game(name: object) -> Game:
    """The game with this id.

    Raises:
        UnknownGame: there is none.
    """
    if not isinstance(name, str) or name not in GAMES:
        raise UnknownGame(f"there is no game {name!r}; the games are {', '.join(GAMES)}")
    return GAMES[name]


def make_options(game: Game, preset: object, changes: Mapping[str, object]) -> Options:
    """The options of a preset with some of them changed.

    Raises:
        BadOption: the game has no such preset or option, or the option does not allow the value.
    """
    if not isinstance(preset, str) or preset not in game.presets:
        raise BadOption(f"there is no preset {preset!r}; the presets are {', '.join(game.presets)}")
    return game.options.make(game.presets[preset], changes)
