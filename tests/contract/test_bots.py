"""H3 as far as there are bots: the choice is legal and a function of the view and of chance, and changes neither."""

import random

import pytest

from stolik.bots import LEVELS, choose
from tests.contract.walks import TABLES, opened
from tests.counts import count, floor


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_bot_chooses_what_is_legal_from_a_view_and_chance_alone(name: str, players: int, level: str) -> None:
    chance = random.Random(f"{level} {name} {players}")
    for _ in range(60):
        match = opened(name, players, chance)
        while match.to_move is not None:
            view, seed = match.view(match.to_move), chance.random()
            chosen = choose(level, view, random.Random(seed))
            assert chosen in view.legal
            assert view == match.view(match.to_move)
            assert choose(level, view.copy(), random.Random(seed)) == chosen
            match.act(chosen)
            count("choices of bots")
    floor("choices of bots", 1000)
