"""What the server gives an audience does not change with what it was not told: pages, versions, the API (H1)."""

import random
from itertools import islice

from stolik.games import GAMES
from tests.counts import count, floor
from tests.leaks.compare import places, played
from tests.leaks.sight import served
from tests.leaks.worlds import hidden_from, steps, worlds

COMPARISONS = 600


def test_pages_and_versions_are_the_same_in_every_world() -> None:
    chance = random.Random(41)
    done = differed = 0
    phases: set[str] = set()
    while done < COMPARISONS:
        base = played(chance)
        if len(base.deals) > 1:
            continue  # at the table below it is the first deal
        actions = [(seat, base.game.text(action)) for seat, action in base.deals[-1].actions]
        trail = [twin.clone() for twin in steps(base, base.deals[-1].cards, actions)]
        for place in places(trail, chance):
            match = trail[place]
            for seat in (0, 1, -1):
                here = served(match, seat)
                for world in islice(worlds(match, seat, chance), 1):
                    assert served(world, seat) == here, (
                        f"{match.phase}, {seat}: {match.to_record() if hasattr(match, 'to_record') else ''}"
                    )
                    done += 1
                    differed += hidden_from(world, seat) != hidden_from(match, seat)
                    phases.add(match.phase)
    assert phases >= set(GAMES["dorozka"].phases)
    assert differed > done / 2
    count("two-world comparisons of pages", done)
    count("differing of two-world comparisons of pages", differed)
    floor("two-world comparisons of pages", COMPARISONS)
