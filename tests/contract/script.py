"""A seeded script of whole deals for R5: ``python -m tests.contract.script DEALS`` prints one hash a deal.

The first line says whether the rules that ran were compiled.
"""

import hashlib
import random
import sys

from stolik.compiled import is_compiled, modules
from stolik.play.view import WATCHER
from tests.contract.walks import TABLES, opened, walk


def main(deals: int) -> None:
    """Play, and print what happened."""
    found = {is_compiled(module) for module in modules()}
    lines = [f"compiled {' and not '.join(sorted(map(str, found)))}"]
    for name, players in TABLES:
        chance = random.Random(f"R5 {name} {players}")
        for number in range(deals):
            match = opened(name, players, chance)
            state = match.deals[0].state
            played = state.clone()
            told = [str(int(played.playout(number + 1))), str(played.to_words())]
            for text in walk(match, chance):
                told += [text, *match.legal(), str(state.count())]
            told += [repr(match.deals[0].events), str(state.to_words()), str(match.totals), str(match.winners)]
            told += [repr(match.view(seat)) for seat in (*range(players), WATCHER)]
            lines.append(f"{name} {players} {number} {hashlib.sha256(chr(10).join(told).encode()).hexdigest()}")
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(int(sys.argv[1]))
