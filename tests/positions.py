"""Positions in record notation: a test writes down the cards that matter, the rest of the pack goes under the stock."""

import dataclasses
from typing import Any

import stolik
from stolik.cards import card_text, cards_text
from stolik.locale.words import LANGUAGES, People, game_words
from stolik.notation.record import write as to_record
from stolik.play.events import Event
from stolik.play.match import Match
from stolik.play.refusal import IllegalAction

CARD_FIELDS = ("card", "cards", "seven", "held")
PACK = [rank + suit for rank in "AKQJT987" for suit in "SHDC"]


def dorozka(
    hands: list[str],
    turn_up: str,
    actions: str = "",
    *,
    dealer: int = 0,
    stock: str = "",
    options: str = "",
    preset: str = "default",
) -> str:
    """The record of one deal of Dorożka.

    Args:
        hands: by seat, nine cards each, the last three those that are drawn (DR-7), or six each with a ``stock``.
        turn_up: the turned card.
        actions: separated by commas, ``1 accept, 1 done``.
        dealer: the seat that deals; the other one is eldest.
        stock: the top of the stock, when the hands have six cards.
        options: what stands between the braces of ``options``.
        preset: the preset.
    """
    given = [hand.split() for hand in hands]
    drawn = [*given[1 - dealer][6:], *given[dealer][6:], *stock.split()]
    seen = {card for hand in given for card in hand} | {turn_up, *drawn}
    pile = drawn + [card for card in PACK if card not in seen]
    quoted = ", ".join(f'"{" ".join(hand[:6])}"' for hand in given)
    played = "".join(f'  "{action.strip()}",\n' for action in actions.split(",") if action.strip())
    return (
        f'stolik = 1\ngame = "dorozka"\npreset = "{preset}"\noptions = {{ {options} }}\n\n[[deal]]\n'
        f'dealer = {dealer}\nhands = [{quoted}]\nturn_up = "{turn_up}"\nstock = "{" ".join(pile)}"\n'
        f"actions = [\n{played}]\n"
    )


def position(hands: list[str], turn_up: str, actions: str = "", **more: Any) -> Match:
    """The match of such a record."""
    return stolik.read_record(dorozka(hands, turn_up, actions, **more))


def play(match: Match, actions: str) -> Match:
    """Play these actions, separated by commas, each with its seat."""
    for action in actions.split(","):
        seat, _, words = action.strip().partition(" ")
        match.play(words, int(seat))
    return match


def finish(match: Match) -> Match:
    """Play the deal to its end with the first legal action each time."""
    while match.current:
        match.act(match.current.state.legal()[0])
    return match


def refused(match: Match, action: str) -> tuple[str, str]:
    """The clause and the reason that forbid an action; nothing has changed by trying it, both languages say why."""
    seat, _, words = action.strip().partition(" ")
    before = to_record(match), match.legal()
    try:
        match.play(words, int(seat))
    except IllegalAction as error:
        assert (to_record(match), match.legal()) == before
        for language in LANGUAGES:
            names = People(("A", "B"))
            assert game_words(match.game, language).say(f"refusal.{error.refusal.reason}", error.refusal.facts, names)
        return error.clause, error.refusal.reason
    raise AssertionError(f"{action} was not refused")


def told(match: Match, seat: int, since: int = 0) -> list[str]:
    """The events that a seat (or a watcher, -1) was told from this event of its own on, each as a line."""
    return [said(event) for event in match.view(seat).events[since:]]


def heard(match: Match, actions: str) -> tuple[list[str], list[str], list[str]]:
    """What seat 0, seat 1 and a watcher are told while these actions are played."""
    before = [len(match.view(seat).events) for seat in (0, 1, -1)]
    play(match, actions)
    first, second, watcher = (told(match, seat, since) for seat, since in zip((0, 1, -1), before, strict=True))
    return first, second, watcher


def said(event: Event) -> str:
    """An event as a line: its name, then its fields, cards as in a record."""
    parts = [type(event).__name__]
    for field in dataclasses.fields(event):
        value = getattr(event, field.name)
        if field.name in CARD_FIELDS:
            parts.append(f"[{cards_text(value)}]" if isinstance(value, tuple) else card_text(value))
        elif field.name == "suit":
            parts.append("SHDC"[value])
        else:
            parts.append(str(value))
    return " ".join(parts)


def lines(match: Match, seat: int | None = None, clause: str | None = None) -> list[tuple[int, int, str]]:
    """The score lines of the last deal: seat, points, clause; only those of a seat or a clause if one is named."""
    return [
        (line.seat, line.points, line.clause)
        for line in match.all_seen().lines
        if seat in (None, line.seat) and clause in (None, line.clause)
    ]


def points(match: Match) -> list[int | None]:
    """What each seat has in the last deal so far."""
    return match.all_seen().points()
