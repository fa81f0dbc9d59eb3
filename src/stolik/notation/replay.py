"""A match told again: as the JSON object of ``stolik replay --json``, and as an account for a person."""

from collections.abc import Iterator
from typing import Any

from stolik.locale.words import People, Words, game_words, words
from stolik.play.events import CardsDrawn, HandDealt, Scored
from stolik.play.match import Match
from stolik.play.view import View


def match_object(match: Match) -> dict[str, Any]:
    """The whole match with nothing hidden, as ``replay --json`` prints it."""
    return _object(match, [match.all_seen(number) for number in range(1, len(match.deals) + 1)])


def seat_object(match: Match, seat: int) -> dict[str, Any]:
    """The match as a seat was told it, as ``replay --seat N --json`` prints it."""
    return _object(match, [match.view(seat, number) for number in range(1, len(match.deals) + 1)])


def _object(match: Match, views: list[View]) -> dict[str, Any]:
    whole: dict[str, Any] = {
        "game": match.game.id,
        "options": match.options.values(),
        "deals": [_deal_object(view) for view in views],
        "totals": match.totals,
        "winners": match.winners,
        "finished": match.finished,
    }
    if not match.finished:
        whole["now"] = _now(match, views[-1]) if match.current else {"phase": "between"}
    return whole


def _deal_object(view: View) -> dict[str, Any]:
    settled = view.scores is not None
    lines = [
        {"seat": line.seat, "points": line.points, "clause": line.clause, "what": line.what} for line in view.lines
    ]
    return {
        "dealer": view.dealer,
        "settled": settled,
        "scores": list(view.scores) if view.scores is not None else None,
        "lines": lines,
    }


def _now(match: Match, view: View) -> dict[str, Any]:
    """The deal under way as the view knows it."""
    return {
        "deal": view.number,
        "phase": view.phase,
        "to_move": view.to_move,
        "trump": None if view.trump is None else "SHDC"[view.trump],
        "legal": sorted(f"{view.to_move} {match.game.text(action)}" for action in view.legal),
        "hands": view.hands_text(),
        "points": view.points(),
        **view.extra(),
    }


# ---- for a person


def account(match: Match, seat: int | None, language: str) -> Iterator[str]:
    """The match in sentences, line by line: deal by deal, trick by trick, each score line with its clause.

    Args:
        match: the match.
        seat: whose story it is; None tells everything.
        language: ``pl`` or ``en``.
    """
    names = match.names or tuple(words(language).say("seat.number", {"n": each}) for each in range(match.players))
    people = People(names)
    said = game_words(match.game, language)
    totals = [0] * match.players
    for number in range(1, len(match.deals) + 1):
        view = match.all_seen(number) if seat is None else match.view(seat, number)
        yield from _deal_account(match, view, said, people, seat)
        after = match.deals[number - 1].after
        if after is not None:
            totals = list(after.totals)
            yield ""
            yield _amounts(said, "account.totals", names, totals)
    if match.winners is not None:
        yield said.say("account.won", {"names": ", ".join(names[winner] for winner in match.winners)})


def _deal_account(match: Match, view: View, said: Words, people: People, seat: int | None) -> Iterator[str]:
    yield said.say("account.deal", {"n": view.number, "seat": view.dealer}, people)
    yield ""
    for event in view.events:
        if seat is None and isinstance(event, HandDealt | CardsDrawn):
            key = "account.hand" if isinstance(event, HandDealt) else "account.drawn"
            yield "  " + said.say(key, {"seat": event.seat, "cards": event.cards}, people)
            continue
        if isinstance(event, Scored):
            what = said.say(f"line.{event.what}", {"cards": event.cards})
            facts = {"what": what, "seat": event.seat, "points": event.points, "clause": event.clause}
            yield "    " + said.say("account.line", facts, people)
            continue
        saying = match.game.describe(event, view)
        if saying is not None:
            yield "  " + said.saying(saying, people)
    if view.scores is not None:
        yield ""
        yield _amounts(said, "account.scores", people.names, list(view.scores))
    elif view.to_move is not None:
        shown = match.game.show(view)
        yield ""
        if shown.prompt is not None:
            yield said.saying(shown.prompt, people)


def _amounts(said: Words, key: str, names: tuple[str, ...], amounts: list[int]) -> str:
    parts = ", ".join(f"{name} {amount}" for name, amount in zip(names, amounts, strict=True))
    return said.say(key, {"amounts": parts})
