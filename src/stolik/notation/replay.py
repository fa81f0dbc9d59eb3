"""A match told again: as the JSON object of ``stolik replay --json``, and as an account for a person."""

from collections.abc import Iterator
from typing import Any

from stolik.cards import UNKNOWN, UNKNOWN_TEXT, in_card_order
from stolik.locale.words import People, Words, game_words, words
from stolik.play.events import CardPlayed, CardsDrawn, Event, HandDealt, Scored, TrickWon, TurnPassed
from stolik.play.game import Standing
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
        "deals": [_deal_object(match, view) for view in views],
        "totals": match.totals,
        "winners": match.winners,
        "finished": match.finished,
    }
    if not match.finished:
        whole["now"] = _now(match, views[-1]) if match.current else {"phase": "between", **_bank(match, match.standing)}
    return whole


def _bank(match: Match, standing: Standing | None) -> dict[str, Any]:
    """What lies in the bank between deals, in a game that has one; None while the deal goes on."""
    return {"bank": standing.bank if standing else None} if match.game.has_bank else {}


def _deal_object(match: Match, view: View) -> dict[str, Any]:
    settled = view.scores is not None
    lines = [
        {"seat": line.seat, "points": line.points, "clause": line.clause, "what": line.what} for line in view.lines
    ]
    return {
        "dealer": view.dealer,
        "settled": settled,
        "scores": list(view.scores) if view.scores is not None else None,
        "lines": lines,
        **_bank(match, match.deals[view.number - 1].after),
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
    names = seat_names(match, language)
    people = People(names)
    said = game_words(match.game, language)
    totals = [0] * match.players
    for number in range(1, len(match.deals) + 1):
        if number > 1:
            yield ""
        view = match.all_seen(number) if seat is None else match.view(seat, number)
        yield from _deal_account(match, view, said, people)
        after = match.deals[number - 1].after
        if after is not None:
            totals = list(after.totals)
            yield amounts(said, "account.totals", names, totals)
    if match.winners is not None:
        yield said.say("account.won", {"names": ", ".join(names[winner] for winner in match.winners)})


def seat_names(match: Match, language: str) -> tuple[str, ...]:
    """The names of the seats, their numbers where they have none; nothing in them that a terminal would obey."""
    given = match.names or ("",) * match.players
    clean = ["".join(sign if sign.isprintable() else "?" for sign in name).strip() for name in given]
    shared = words(language)
    return tuple(name or shared.say("seat.number", {"n": seat}) for seat, name in enumerate(clean))


def _deal_account(match: Match, view: View, said: Words, people: People) -> Iterator[str]:
    yield said.say("account.deal", {"n": view.number, "seat": view.dealer}, people)
    heading = None
    tricks, open_trick = 0, False
    for event in view.events:
        match event:
            case TurnPassed(_, "play") if not open_trick:
                heading = said.say("account.trick", {"n": tricks + 1})
            case CardPlayed():
                open_trick = True
            case TrickWon():
                tricks, open_trick = tricks + 1, False
        line = _event_line(match, event, view, said, people)
        if line is not None:
            if heading is not None:
                yield f"  {heading}"
                heading = None
            yield line
    if view.scores is not None:
        yield amounts(said, "account.scores", people.names, list(view.scores))
    elif view.to_move is not None:
        prompt = match.game.show(view).prompt
        if prompt is not None:
            yield ""
            for seat, hand in enumerate(view.hands):
                facts = {"seat": seat, "hand": _cards(said, tuple(in_card_order(hand)))}
                yield said.say("account.hand", facts, people)
            yield said.saying(prompt, people)


def _event_line(match: Match, event: Event, view: View, said: Words, people: People) -> str | None:
    """What a person reads of an event, None where there is nothing to say."""
    if isinstance(event, HandDealt | CardsDrawn):
        key = "account.hand" if isinstance(event, HandDealt) else "account.drawn"
        return "    " + said.say(key, {"seat": event.seat, "hand": _cards(said, event.cards)}, people)
    if isinstance(event, Scored):
        what = said.say(f"line.{event.what}", {"cards": event.cards})
        facts = {"what": what, "seat": event.seat, "points": event.points, "clause": event.clause}
        return "      " + said.say("account.line", facts, people)
    saying = match.game.describe(event, view)
    return None if saying is None else "    " + said.saying(saying, people)


def _cards(said: Words, cards: tuple[int, ...]) -> str:
    """Cards as they were told, ``??`` for each that was not."""
    unknown = [UNKNOWN_TEXT for card in cards if card == UNKNOWN]
    known = [card for card in cards if card != UNKNOWN]
    return ", ".join([*([said.names.cards(known)] if known else []), *([" ".join(unknown)] if unknown else [])])


def amounts(said: Words, key: str, names: tuple[str, ...], points: list[int]) -> str:
    """A sentence with an amount for each seat."""
    parts = ", ".join(f"{name}: {point}" for name, point in zip(names, points, strict=True))
    return said.say(key, {"amounts": parts})
