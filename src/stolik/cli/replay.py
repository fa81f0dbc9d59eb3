"""``stolik replay``: a record played under the rules and told, to a person or as JSON."""

import sys
from pathlib import Path

import click

from stolik.cli.setting import examples, json_option, lang_option, say_json
from stolik.notation.error import RecordError
from stolik.notation.record import LONGEST, read
from stolik.notation.replay import account, match_object, seat_object
from stolik.play.match import Match

STANDARD_INPUT = "-"


@click.command(
    epilog=examples(
        "stolik replay match.stolik.toml",
        "stolik replay match.stolik.toml --seat 0 --at 7",
        "stolik replay - --json < match.stolik.toml",
    )
)
@click.argument("file", metavar="FILE")
@json_option
@click.option(
    "--seat", type=click.IntRange(min=0), metavar="N", help="Show only what seat N was told, ?? for the rest."
)
@click.option("--at", "stop_at", type=click.IntRange(min=0), metavar="K", help="Stop after K actions of the last deal.")
@lang_option
def replay(file: str, *, as_json: bool, seat: int | None, stop_at: int | None, lang: str) -> int:
    """Play a record under the rules and tell it.

    FILE is a record (.stolik.toml), or - for standard input. The exit status is 0 when the record obeys the rules,
    else 2, with one line that says where and why not.
    """
    try:
        match = read(text_of(file), stop_at=stop_at)
        if seat is not None and seat >= match.players:
            raise RecordError("usage", f"--seat {seat}: the record has the seats 0 to {match.players - 1}")
    except RecordError as error:
        return refuse(error, file, as_json=as_json)
    if as_json:
        say_json(match_object(match) if seat is None else seat_object(match, seat))
    else:
        tell(match, seat, lang)
    return 0


def tell(match: Match, seat: int | None, lang: str) -> None:
    """Print the match as an account for a person."""
    click.echo("\n".join(account(match, seat, lang)))


def refuse(error: RecordError, file: str, *, as_json: bool) -> int:
    """Say what is wrong with the record, on one line or as the error object; the exit status."""
    if as_json:
        say_json(error.to_json())
    else:
        name = "".join(sign if sign.isprintable() else "?" for sign in click.format_filename(file))
        click.echo(error.line(name), err=True)
    return 2


def text_of(file: str) -> str:
    """The text of a record's file, or of standard input.

    Raises:
        RecordError: it cannot be read, is longer than a record may be, or is not UTF-8.
    """
    try:
        if file == STANDARD_INPUT:
            raw = sys.stdin.buffer.read(LONGEST + 1) if sys.stdin else b""
        else:
            with Path(file).open("rb") as source:
                raw = source.read(LONGEST + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise RecordError("record", f"the file cannot be read: {why}") from None
    if len(raw) > LONGEST:
        raise RecordError("record", f"the file is too long for a record: more than {LONGEST} bytes")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise RecordError("record", f"the file is not UTF-8 text: a byte on line {line} cannot be read") from None
