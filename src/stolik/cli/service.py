"""``stolik serve`` and ``stolik doctor``: the server, and whether all is well here. Imported when asked for."""

import os
from pathlib import Path

import click

from stolik.cli.setting import examples, json_option, say_json
from stolik.locale.words import LANGUAGES

data_option = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("data"),
    show_default=True,
    metavar="DIR",
    help="Where matches are kept; made when they are first kept there.",
)


@click.command(epilog=examples("stolik serve --open", "stolik serve --host 0.0.0.0 --port 8080 --data /var/lib/stolik"))
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="The port to listen at.")
@data_option
@click.option("--open", "open_browser", is_flag=True, help="Show the first page in a browser.")
@click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    help="The language of who has not chosen one. Default: STOLIK_LANG, else what the browser asks for.",
)
def serve(host: str, port: int, data: Path, *, open_browser: bool, lang: str | None) -> None:
    """Serve the tables to browsers, until Ctrl-C.

    Only this machine can reach them at 127.0.0.1; --host 0.0.0.0 lets others in the network in.
    """
    try:
        from stolik.web.app import serve as serve_pages  # noqa: PLC0415 - replay shall not wait for it
    except ModuleNotFoundError as error:
        raise click.UsageError(f"{error.name} is not installed: install Stolik with all that it depends on") from None
    wanted = lang or os.environ.get("STOLIK_LANG")
    serve_pages(host, port, data, wanted if wanted in LANGUAGES else None, open_browser=open_browser)


@click.command(epilog=examples("stolik doctor", "stolik doctor --json"))
@data_option
@json_option
def doctor(*, data: Path, as_json: bool) -> int:
    """Look how it stands with this installation: what it runs on, what is missing.

    The exit status is 0 when Stolik works here, else 1.
    """
    from stolik.doctor import render, report  # noqa: PLC0415 - the same

    found = report(data)
    if as_json:
        say_json(found.to_json())
    else:
        click.echo(render(found))
    return 0 if found.well else 1
