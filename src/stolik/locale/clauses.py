"""The clauses of a game and its help page, as they stand in the game's folder."""

import tomllib
from functools import cache
from importlib import resources

from stolik.play.game import Clause, Game


def folder(game: Game) -> str:
    """The package that holds a game."""
    return type(game).__module__.rpartition(".")[0]


@cache
def clauses(game: Game) -> dict[str, Clause]:
    """Every clause of a game by its id, in order."""
    table = tomllib.loads((resources.files(folder(game)) / "clauses.toml").read_text(encoding="utf-8"))
    return {
        each: Clause(
            each,
            entry["mark"],
            tuple(entry.get("options", ())),
            {"pl": entry["title_pl"], "en": entry["title_en"]},
            {"pl": entry["pl"], "en": entry["en"]},
        )
        for each, entry in table.items()
    }


@cache
def help_text(game: Game, language: str) -> str:
    """How the game is played, as Markdown."""
    return (resources.files(folder(game)) / f"help.{language}.md").read_text(encoding="utf-8")
