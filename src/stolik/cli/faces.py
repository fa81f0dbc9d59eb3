"""Cards as a terminal shows them, and cards as a person types them."""

import os
import re
import shutil
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TextIO

import click

from stolik.cards import RANKS, SUITS, UNKNOWN, UNKNOWN_TEXT, card_text
from stolik.locale.words import LANGUAGES, CardNames, card_names

SYMBOLS = "♠♥♦♣"
RED = (1, 2)
ANSI = re.compile(r"\x1b\[[0-9;]*m")


@dataclass(frozen=True, slots=True)
class Paint:
    """How a terminal shows cards: ``colour`` or not, ``symbols`` of suits or letters, letters of which language."""

    names: CardNames
    colour: bool
    symbols: bool

    def card(self, card: int) -> str:
        """A card, ``D♥`` (in English ``Q♥``), red when it is; without symbols as a record has it, ``QH``."""
        if card == UNKNOWN:
            return UNKNOWN_TEXT
        text = self.names.letter(card) + SYMBOLS[card >> 4] if self.symbols else card_text(card)
        return self.style(text, fg="red") if card >> 4 in RED else text

    def cards(self, cards: Iterable[int]) -> str:
        """Cards with a blank between."""
        return " ".join(map(self.card, cards))

    def style(self, text: str, **how: bool | str) -> str:
        """Text in a colour, bold or dim, where colours are wanted."""
        return click.style(text, **how) if self.colour else text  # type: ignore[arg-type]


def paint_for(lang: str) -> Paint:
    """What the terminal at standard output can show; NO_COLOR and anything that is no terminal get no colours."""
    colour = is_terminal(sys.stdout) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    try:
        SYMBOLS.encode(getattr(sys.stdout, "encoding", None) or "ascii")
        symbols = True
    except UnicodeEncodeError:
        symbols = False
    return Paint(card_names(lang), colour, symbols)


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a person is at the other end; a program may be started without any input or output."""
    return stream is not None and stream.isatty()


def width() -> int:
    """How many columns of text to write."""
    return min(shutil.get_terminal_size((100, 24)).columns, 100)


def laid_out(heading: str, pieces: Sequence[str], columns: int) -> list[str]:
    """Pieces after a heading, on as many lines as they need, none of them broken."""
    lines, line = [], heading
    for piece in pieces:
        if line.strip() and seen(line) + seen(piece) + 2 > columns:
            lines.append(line)
            line = " " * seen(heading)
        line += f"  {piece}"
    return [*lines, line]


def seen(text: str) -> int:
    """How many columns a text takes, its colours not counted."""
    return len(ANSI.sub("", text))


# ---- typed


def typed_card(text: str, lang: str) -> int | None:
    """The card that somebody typed: ``QH``, ``dh``, ``D kier``, ``dama kier``, ``10♠``; None if it is none.

    Letters of ranks are those of the records and those of the language; suits are letters of the records, symbols, or
    names in either language or as much of one as is enough.
    """
    words = [word for word in text.lower().split() if word != "of"]
    if len(words) == 2:
        return _together(words[0], words[1], lang)
    if len(words) != 1:
        return None
    halves = [(words[0][:at], words[0][at:]) for at in range(1, len(words[0]))]
    found = {card for rank, suit in halves if (card := _together(rank, suit, lang)) is not None}
    return found.pop() if len(found) == 1 else None


def _together(rank: str, suit: str, lang: str) -> int | None:
    """The card of a typed rank and a typed suit."""
    place, kind = _ranks(lang).get(rank), typed_suit(suit, lang)
    return None if place is None or kind is None else kind << 4 | place


def typed_suit(text: str, lang: str) -> int | None:
    """The suit that somebody typed: ``H``, ``♥``, ``kier``, ``hearts``, or as much of a name as is enough."""
    word = text.lower()
    if len(word) == 1 and word in SYMBOLS:
        return SYMBOLS.index(word)
    if len(word) == 1 and word.upper() in SUITS:
        return SUITS.index(word.upper())
    for each in (lang, *LANGUAGES):
        fitting = [suit for suit in range(4) if word and card_names(each).suit(suit).startswith(word)]
        if len(fitting) == 1:
            return fitting[0]
    return None


@cache
def _ranks(lang: str) -> dict[str, int]:
    """Every way to type a rank."""
    found: dict[str, int] = {}
    for each in (*LANGUAGES, lang):
        names = card_names(each)
        for rank in range(len(RANKS)):
            found |= {names.rank(rank, form).lower(): rank for form in ("nom", "gen", "acc", "ins")}
    found |= {card_names(lang).letter(rank).lower(): rank for rank in range(len(RANKS))}
    return found | {letter.lower(): rank for rank, letter in enumerate(RANKS)}
