"""What several commands are asked: the language, JSON, and the rules, players and seed of a game."""

import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import click

from stolik import api
from stolik.games import find_game
from stolik.locale.words import LANGUAGES, Words, words

C = TypeVar("C", bound=Callable[..., Any])


def usual_language(environment: Mapping[str, str]) -> str:
    """The language when none is asked for: STOLIK_LANG, else the locale's, else Polish."""
    wanted = environment.get("STOLIK_LANG", "")
    if wanted in LANGUAGES:
        return wanted
    locale = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    return "en" if locale.lower().startswith("en") else "pl"


def own_words(lang: str) -> Words:
    """The sentences of the command line."""
    return words(lang, "stolik.cli")


def _language(_context: click.Context, _parameter: click.Parameter, given: str | None) -> str:
    return given or usual_language(os.environ)


lang_option = click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    callback=_language,
    help="Polish or English. Default: STOLIK_LANG, else the locale, else pl.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


def rules_options(command: C) -> C:
    """``--preset`` and ``--option``: under which rules."""
    command = click.option(
        "--option",
        "changes",
        multiple=True,
        metavar="KEY=VALUE",
        help="Change one option of the preset, as ace=11. May be repeated.",
    )(command)
    return click.option("--preset", default="default", metavar="NAME", help="A named set of options.")(command)


def table_options(command: C) -> C:
    """``--preset``, ``--option``, ``--players``, ``--seed``: everything that a game begins from."""
    command = click.option(
        "--seed",
        metavar="HEX",
        help="64 hexadecimal digits; the same seed gives the same cards. Default: a new one.",
    )(command)
    command = click.option(
        "--players",
        type=click.IntRange(min=1),
        metavar="N",
        help="How many play, where the game allows several numbers.",
    )(command)
    return rules_options(command)


game_argument = click.argument("game", metavar="GAME")


def rules_of(game: str, preset: str, changes: Sequence[str]) -> api.Rules:
    """The rules that the options of a command ask for.

    Raises:
        click.UsageError: a change that is not KEY=VALUE.
        StolikError: no such game, preset, option or value.
    """
    found = find_game(game)
    values: dict[str, Any] = {}
    for change in changes:
        name, sign, value = (part.strip() for part in change.partition("="))
        if not sign:
            raise click.UsageError(f"--option wants KEY=VALUE, as ace=11, not {change!r}")
        values[name] = found.options.read(name, value)
    return api.game(found.id, preset, **values)


def examples(*commands: str) -> str:
    """The end of a help text: commands to try, as they are typed."""
    return "\b\nExamples:\n" + "\n".join(f"  {command}" for command in commands)


def say_json(value: object) -> None:
    """Print a JSON object; letters beyond ASCII as they are where the output can hold them."""
    plain = "utf" not in (getattr(sys.stdout, "encoding", None) or "").lower()
    click.echo(json.dumps(value, ensure_ascii=plain, indent=2))
