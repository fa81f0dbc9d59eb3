"""What the server gives an audience: pages, the messages of its stream, the object for programs, its version."""

import json

from stolik.cards import card_text
from stolik.locale.words import LANGUAGES
from stolik.notation.replay import seat_object
from stolik.play.match import Match
from stolik.play.refusal import IllegalAction
from stolik.play.view import WATCHER
from stolik.server.entries import Acted, Created, Planned, Seated
from stolik.server.look import Look
from stolik.server.tables import Table
from stolik.web import pages

NAMES = ("Ala", "Halina")


def at_a_table(match: Match) -> Table:
    """A table of two people at which the last deal was played, built up from entries as the server does it."""
    planned = (Planned("open"),) * match.players
    table = Table.opened("abcdefgh", Created(match.game.id, match.preset, match.options.values(), planned))
    for seat, name in enumerate(NAMES):
        table.apply(Seated(seat, f"person {seat}", name))
    deal = match.deals[-1]
    table.match.deal(cards=deal.cards, dealer=deal.dealer)
    for seat, action in deal.actions:
        table.apply(Acted(seat, match.game.text(action)))
    return table


def look_of(table: Table, seat: int) -> Look:
    """The table as a seat or a watcher is told it."""
    return table.look(None if seat == WATCHER else f"person {seat}", whole=True)


def refused(match: Match, seat: int) -> IllegalAction | None:
    """The first refusal that this seat gets when it tries its own cards, if any."""
    if seat == WATCHER or match.current is None:
        return None
    held = match.game.held(match.deals[-1].state, seat)
    answers = (match.why_not(f"play {card_text(card)}", seat) for card in held)
    return next((answer for answer in answers if answer is not None), None)


def served(match: Match, seat: int) -> list[str]:
    """All of it, in both languages."""
    table = at_a_table(match)
    look, why = look_of(table, seat), refused(match, seat)
    parts = [str(look.version), json.dumps(seat_object(table.match, seat))]
    for lang in LANGUAGES:
        reader = pages.Reader(lang)
        parts += [pages.table(look, reader, refused=why), pages.table_body(look, lang), pages.sheet(look, reader)]
    return parts
