"""Deals of every game under any of its options, set up so that rare things happen too."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import stolik
from stolik.api import Match
from stolik.games import GAMES
from stolik.play.game import Cards, Game
from tests.games.dorozka import starts as dorozka

STARTS: dict[str, tuple[Callable[[random.Random], Cards], ...]] = {"dorozka": dorozka.STARTS}
LIKED: dict[str, dict[str, int]] = {"dorozka": dorozka.LIKED}
TABLES = [(name, players) for name, game in GAMES.items() for players in game.players]


def values_of(game: Game, name: str) -> tuple[Any, ...]:
    """The values of an option that are tried: all, or of a number its default, its bounds and the one beside."""
    spec = game.options.specs()[name]
    usual = game.options.make(game.presets["default"], {}).values()[name]
    return spec.choices or (usual, spec.low, spec.low + spec.step, spec.high, *(["none"] if spec.none else []))


def any_options(game: Game, chance: random.Random) -> dict[str, Any]:
    """Every option at one of its values."""
    return {name: chance.choice(values_of(game, name)) for name in game.options.specs()}


def opened(name: str, players: int, chance: random.Random) -> Match:
    """A match under any options with its first deal dealt, from a seed or from cards that were set up."""
    game = GAMES[name]
    rules, dealer = stolik.game(name, **any_options(game, chance)), chance.randrange(players)
    start = chance.choice((None, *STARTS.get(name, ())))
    if start is None:
        return rules.match(seed=chance.randbytes(32).hex(), players=players, dealer=dealer)
    return rules.match(cards=start(chance), players=players, dealer=dealer)


def walk(match: Match, chance: random.Random) -> Iterator[str]:
    """Play the deal under way to its end; the action is handed out before it is done."""
    likes = LIKED.get(match.game.id, {})
    timid = chance.random() < 0.1
    while match.current:
        legal = match.legal()
        words = [text.split()[0] for text in legal]
        text = chance.choices(legal, [30 if timid and word == "pass" else likes.get(word, 1) for word in words])[0]
        yield text
        match.play(text)


def somewhere(name: str, players: int, chance: random.Random) -> Match:
    """A match at any place of its first or second deal."""
    match = opened(name, players, chance)
    if chance.random() < 0.2:
        for _ in walk(match, chance):
            pass
        if match.finished:
            return match
        match.deal(seed=chance.randbytes(32).hex())
    stop = chance.randrange(40)
    for number, _ in enumerate(walk(match, chance)):
        if number == stop:
            break
    return match
