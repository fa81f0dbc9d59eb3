"""Everything that an audience is given, as bytes: views, pages, messages, refusals, sentences, the choices of bots."""

import json
import random
from collections.abc import Iterator

from stolik.bots import LEVELS, choose
from stolik.locale.words import LANGUAGES, People, game_words
from stolik.notation.replay import account, seat_object
from stolik.play.match import Match
from stolik.play.refusal import IllegalAction
from stolik.play.view import WATCHER
from stolik.server.entries import Acted, Created, Planned, Seated
from stolik.server.look import Look
from stolik.server.tables import Table
from stolik.web import pages

NAMES = ("Ala", "Halina")


def at_a_table(match: Match) -> Table:
    """A table of two people at which this deal was played, built up from entries as the server does it."""
    table = Table.opened("abcdefgh", Created(match.game.id, match.preset, match.options.values(), (Planned("open"),) * 2))
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


def tried(match: Match, seat: int) -> list[str]:
    """Actions that a seat might try: of its own cards and of others, in every phase."""
    own = match.game.held(match.deals[-1].state, seat)
    cards = [match.game.text(card).removeprefix("play ") for card in own]
    texts = [f"{verb} {card}" for verb in ("play", "marry") for card in [*cards, "AS", "QH"]]
    texts += [f"announce {' '.join(cards[start : start + 3])}" for start in range(0, len(cards), 3)]
    return [*texts, "pass", "accept", "done", "swap", "trump H", "trump S"]


def refusals(match: Match, seat: int) -> Iterator[str]:
    """What a seat hears when it tries these."""
    for text in tried(match, seat):
        try:
            refused = match.why_not(text, seat)
        except Exception as error:  # noqa: BLE001  whatever is said is said to the seat
            yield f"{text}: {type(error).__name__} {error}"
            continue
        if isinstance(refused, IllegalAction):
            yield f"{refused} {refused.refusal.facts}"
            for lang in LANGUAGES:
                said = game_words(match.game, lang)
                key = f"refusal.{refused.refusal.reason}"
                yield said.say(key, refused.refusal.facts, People(NAMES))
        else:
            yield f"{text} is allowed"


def seen(match: Match, seat: int) -> bytes:
    """All of it."""
    table = at_a_table(match)
    look = look_of(table, seat)
    view = match.view(seat)
    parts = [json.dumps(seat_object(match, seat)), repr(view), repr(match.game.show(view)), str(look.version)]
    for lang in LANGUAGES:
        parts += [pages.table_body(look, lang), pages.sheet(look, pages.Reader(lang)), *account(match, seat, lang)]
    if seat != WATCHER:
        parts += refusals(match, seat)
    if match.to_move == seat:
        for level in LEVELS:
            parts.append(f"{level} {choose(level, match.view(seat), random.Random(1))}")
    return "\n".join(parts).encode()
