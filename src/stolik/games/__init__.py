"""The games, a line each. Everything else finds them here."""

from stolik.games.dorozka.table import Dorozka
from stolik.play.game import Game

GAMES: dict[str, Game] = {
    "dorozka": Dorozka(),
}
