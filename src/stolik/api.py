"""The few calls that a program needs: a game under its options, a match of it, a record read back."""

from dataclasses import dataclass
from pathlib import Path

from stolik.games import find_game, make_options
from stolik.notation.error import RecordError
from stolik.notation.record import read, write
from stolik.play import match as play
from stolik.play.game import Cards, Game
from stolik.play.options import Options


class Match(play.Match):
    """A match that can write its own record."""

    def to_record(self) -> str:
        """The record of the match so far, in its canonical form."""
        return write(self)


@dataclass(frozen=True, slots=True)
class Rules:
    """A game under a set of options.

    Attributes:
        game: the game.
        options: every option with its value, frozen.
        preset: the preset that the options began from.
    """

    game: Game
    options: Options
    preset: str = "default"

    def match(
        self, *, seed: str | None = None, players: int | None = None, dealer: int = 0, cards: Cards | None = None
    ) -> Match:
        """A match with its first deal dealt: from a seed for all its deals, or with given cards for the first.

        Args:
            seed: 64 hexadecimal digits; the same seed gives the same deals on every machine.
            players: how many seats, the fewest that the game is played by if not given.
            dealer: the seat that deals first.
            cards: the cards of the first deal, instead of a seed.

        Raises:
            StolikError: a subclass that says what is wrong with the seed, the cards or the number of players.
        """
        many = self.game.players[0] if players is None else players
        match = Match(self.game, self.options, many, seed=seed, preset=self.preset)
        match.deal(cards=cards, dealer=dealer)
        return match


def game(name: str, /, preset: str = "default", **options: object) -> Rules:
    """A game with the options of a preset, some of them changed: ``game("dorozka", ace=11)``.

    Raises:
        UnknownGame: there is no game of this name.
        BadOption: the game has no such preset or option, or the option does not allow the value.
    """
    found = find_game(name)
    return Rules(found, make_options(found, preset, options), preset)


def read_record(source: str | Path) -> Match:
    """The match of a record, given as a path or as the text itself, played to where the record stops.

    Raises:
        RecordError: it is not a record, an action is not legal, or a result disagrees with the rules.
    """
    if not isinstance(source, str | Path):
        raise RecordError("record", f"a record is given as a path or as its text, not as {type(source).__name__}")
    if isinstance(source, str) and "\n" in source:
        return read(source, kind=Match)
    try:
        return read(Path(source).read_text(encoding="utf-8"), kind=Match)
    except (OSError, ValueError) as error:
        raise RecordError("record", f"{source} cannot be read: {error}") from None
