"""The program ``stolik``: its commands, and what becomes of their errors."""

import contextlib
import os
import sys
from collections.abc import Sequence

import click

from stolik import __version__
from stolik.cli.look_up import deal, games, rules
from stolik.cli.play import play
from stolik.cli.replay import replay
from stolik.cli.service import doctor, serve
from stolik.cli.setting import examples, say_json
from stolik.notation.error import RecordError
from stolik.play.refusal import StolikError

FAILED = 1
WRONG_USE = 2
FAULT = 70


@click.group(
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=examples(
        "stolik games", "stolik play dorozka", "stolik rules dorozka DR-16", "stolik replay match.stolik.toml"
    ),
)
@click.version_option(__version__, prog_name="stolik", message="%(prog)s %(version)s")
@click.pass_context
def stolik(context: click.Context) -> None:
    """Old card games to play, study and do research on."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


for command in (replay, play, deal, rules, games, doctor, serve):
    stolik.add_command(command)


def run(arguments: Sequence[str]) -> int:
    """Carry out one command; the exit status, 2 when it was used wrongly or a record is at fault."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # what cannot be read or shown is one sign, the rest still comes
    try:
        status = stolik.main(list(arguments), prog_name="stolik", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except (click.ClickException, StolikError) as error:
        return wrong_use(error, arguments)
    except (click.Abort, KeyboardInterrupt):
        return 130
    except OSError as error:
        return trouble(error)
    except Exception as error:  # nobody shall see a traceback
        if os.environ.get("STOLIK_TRACEBACK"):
            raise
        click.echo(f"stolik: this is a fault of the program, please report it: {error!r}", err=True)
        return FAULT


def trouble(error: OSError) -> int:
    """The machine says no: a full disk, a port in use; or nobody reads what is printed, which needs no words."""
    if not isinstance(error, BrokenPipeError):
        click.echo(f"stolik: {error.strerror or error}", err=True)
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left to print goes nowhere
    return FAILED


def wrong_use(error: click.ClickException | StolikError, arguments: Sequence[str]) -> int:
    """Say what is wrong with how the command was used: one line, or the error object with ``--json``."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context else " ".join(["stolik", *arguments[:1]])
    message = error.format_message() if isinstance(error, click.ClickException) else str(error)
    message = message.rstrip(".")
    given = list(arguments)
    if "--json" in (given[: given.index("--")] if "--" in given else given):
        say_json(RecordError("usage", message).to_json())
    else:
        click.echo(f"{command}: {RecordError('usage', message).message} (see {command} --help)", err=True)
    return WRONG_USE
