"""Pages as text: a context for each, rendered with its template.

What the server calls. Every function takes what its audience may know and a ``Reader``, and gives HTML; it touches
no clock, no chance and no database.
"""

from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from stolik.locale.clauses import help_text
from stolik.locale.words import words
from stolik.play.game import Game
from stolik.play.options import Options
from stolik.play.refusal import IllegalAction
from stolik.server.look import Look
from stolik.web import cloth, markdown, paper, paths
from stolik.web.contexts import Reader

__all__ = [
    "Reader", "join", "new_table", "problem", "rules", "settings", "sheet", "start", "table", "table_body",
]  # fmt: skip


def start(games: Sequence[Game], reader: Reader, table_url: str = "") -> str:
    """The first page; ``table_url`` leads back to a match under way."""
    return render("start.html", paper.start_page(games, reader, table_url))


def new_table(
    game: Game,
    reader: Reader,
    *,
    preset: str,
    options: Options,
    players: int,
    levels: Sequence[str],
    name: str = "",
    problem: str = "",
    friends: bool = True,
) -> str:
    """The page on which a table is set up; ``problem`` says what was wrong with the form when it comes back."""
    page = paper.new_table_page(
        game, reader, preset=preset, options=options, players=players, levels=levels, name=name, problem=problem,
        friends=friends,
    )  # fmt: skip
    return render("new.html", page)


def join(look: Look, reader: Reader, *, action: str, name: str = "", problem: str = "") -> str:
    """An invitation; its form goes to ``action``."""
    return render("join.html", paper.join_page(look, reader, action=action, name=name, problem=problem))


def table(look: Look, reader: Reader, *, refused: IllegalAction | None = None, qr: str = "") -> str:
    """The whole page of a table; ``refused`` is the answer to what was asked, ``qr`` an SVG of the invitation."""
    return render("table.html", cloth.table_page(look, reader, refused=refused, qr=qr))


def table_body(look: Look, lang: str, *, refused: IllegalAction | None = None, qr: str = "") -> str:
    """The table without the page around it: what a stream sends, and the answer to a script's action."""
    part = cloth.table_part(look, lang, refused=refused, qr=qr)
    return template("body.html", lang).render(table=part)


def sheet(look: Look, reader: Reader) -> str:
    """The score sheet of a table."""
    return render("sheet.html", paper.sheet_page(look, reader))


def rules(game: Game, reader: Reader, *, options: Options | None = None, back: str | None = None) -> str:
    """How a game is played and every clause; ``options`` and ``back`` when it is read at a table."""
    helped = markdown.html(help_text(game, reader.lang))
    return render("rules.html", paper.rules_page(game, reader, helped, options, back))


def settings(reader: Reader, *, back: str = paths.START) -> str:
    """Language and pack; ``back`` is a path of ours to return to."""
    return render("settings.html", paper.settings_page(reader, back))


def problem(reader: Reader, kind: str, *, back: str | None = None, text: str | None = None) -> str:
    """A page that says what is wrong. ``kind``: not_found, not_allowed, bad_request, too_many, broken or gone."""
    return render("problem.html", paper.problem_page(reader, kind, back, text))


# ---- rendering


def render(name: str, page: Any) -> str:
    """A page: its context's fields are what the template may name."""
    facts = {each.name: getattr(page, each.name) for each in fields(page)}
    return template(name, page.frame.lang).render(facts)


@cache
def environment(lang: str) -> Environment:
    """Templates in one language: ``t`` says a sentence, ``asset`` is the address of a static file."""
    made = Environment(
        loader=PackageLoader("stolik.web"), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True, auto_reload=False,
    )  # fmt: skip
    made.globals = {"t": sayer(lang), "asset": asset, "pack": asset(f"cards.{lang}.svg"), "lang": lang}
    return made


@cache
def template(name: str, lang: str) -> Template:
    """A template, compiled once a language."""
    return environment(lang).get_template(name)


def sayer(lang: str) -> Callable[..., str]:
    """The function that templates say sentences with."""
    own = words(lang, "stolik.web")

    def say(key: str, **facts: Any) -> str:
        return own.say(key, facts)

    return say


@cache
def asset(name: str) -> str:
    """The address of a static file, with a mark of its content so that browsers may keep it for ever."""
    content = (resources.files("stolik.web") / "static" / name).read_bytes()
    return f"{paths.STATIC.format(name=name)}?v={sha256(content).hexdigest()[:10]}"
