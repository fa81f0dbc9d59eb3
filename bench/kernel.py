"""How fast the kernel plays, beside tuned C playing the same hands.

    python -m bench.kernel dorozka          one game
    python -m bench.kernel --all            every game
    python -m bench.kernel dorozka --json   the figures as JSON

Rates are per CPU second of one process. Kernel and C take turns, nine times; the ratio is the median of the nine
ratios, so that a machine that slows down halfway slows both. Both sides play out the same list of nine-card hands,
dealt before the clock starts, with the same random numbers, and must come to the same sum of points.
"""

import argparse
import ctypes
import json
import os
import pathlib
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from typing import Any

import stolik
from stolik.cards import BIT, cards_in, mask_of
from stolik.games import GAMES, make_options
from stolik.games.dorozka import rules
from stolik.games.dorozka.table import agreed
from stolik.play.shuffle import shuffled

ROUNDS = 9
HERE = pathlib.Path(__file__).parent


class Result(ctypes.Structure):
    """What the C side answers: units of work done, and a checksum of the points."""

    _fields_ = [("work", ctypes.c_int64), ("checksum", ctypes.c_int64)]


def cpu() -> float:
    """CPU seconds that this process has used."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def timed(work: Callable[[], tuple[int, int]]) -> tuple[float, int]:
    """The rate of a piece of work, in units per CPU second, and its checksum."""
    before = cpu()
    units, checksum = work()
    return units / (cpu() - before), checksum


def build_c(folder: str) -> Any:
    """Compile the C reference as a wheel would be."""
    library = pathlib.Path(folder) / "core.so"
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, HERE / "limit/core.c"], check=True)
    loaded = ctypes.CDLL(str(library))
    loaded.play_b_dealt.restype = Result
    loaded.play_b_dealt.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_uint32]
    return loaded


# ---- Dorożka


def dorozka_hands(number: int, *, with_marriages: bool) -> list[tuple[int, int, int]]:
    """Pairs of nine-card hands and a trump; without marriages nobody holds both king and queen of trump."""
    chance = random.Random(8)  # noqa: S311  a fixed list of deals, no secret
    pack = GAMES["dorozka"].pack(None)
    found: list[tuple[int, int, int]] = []
    while len(found) < number:
        chance.shuffle(pack)
        hands, trump = (mask_of(pack[:9]), mask_of(pack[9:18])), chance.randrange(4)
        pair = BIT[trump * 16 + 10] | BIT[trump * 16 + 11]
        if with_marriages or all(hand & pair != pair for hand in hands):
            found.append((*hands, trump))
    return found


def to_c(hand: int) -> int:
    """A set of cards in the codes of the C reference: suit * 8 + rank, ranks 7 to A."""
    return sum(1 << (card >> 4) * 8 + (card & 15) - 5 for card in cards_in(hand))


AGREED = agreed(GAMES["dorozka"].options.make({}, {"ace": 11}))  # as the C reference counts it


def play_phase(hands: tuple[int, int, int]) -> rules.Deal:
    """A deal in which everything is said and seat 0 leads."""
    first, second, trump = hands
    deal = rules.dealt(AGREED, 1, first, second, trump * 16 + 5, [0] * 19)
    deal.enter_play(0, trump)
    return deal


def dorozka(deals: int, library: Any) -> dict[str, Any]:
    """Play of dealt hands against C, with and without marriages; whole deals; the shuffle."""
    figures: dict[str, Any] = {}
    for with_marriages in (False, True):
        hands = dorozka_hands(deals, with_marriages=with_marriages)
        figures["with marriages" if with_marriages else "play"] = against_c(hands, library, same=not with_marriages)
    figures["whole deals"] = whole_deals("dorozka", deals // 4)
    figures["shuffle"] = shuffles("dorozka", 2_000)
    return figures


def against_c(hands: list[tuple[int, int, int]], library: Any, *, same: bool) -> dict[str, Any]:
    """Nine turns each, kernel and C, over the same hands."""
    flat = [number for first, second, trump in hands for number in (to_c(first), to_c(second), trump)]
    given = (ctypes.c_uint32 * len(flat))(*flat)
    ratios, ours, theirs = [], [], []
    for turn in range(ROUNDS + 1):
        starts = [play_phase(each) for each in hands]
        mine, checksum = timed(partial(rules.play_out_all, starts, turn + 1))
        c, c_checksum = timed(partial(c_play, library, given, len(hands), turn + 1))
        if same and checksum != c_checksum:
            raise SystemExit(f"kernel and C disagree: {checksum} and {c_checksum}")
        if turn:  # the first turn warms both up
            ratios.append(mine / c)
            ours.append(mine)
            theirs.append(c)
    return {
        "ratio": statistics.median(ratios), "lowest": min(ratios), "highest": max(ratios),
        "kernel": statistics.median(ours), "C": statistics.median(theirs), "same points": same,
    }  # fmt: skip


def c_play(library: Any, given: Any, number: int, seed: int) -> tuple[int, int]:
    """The C side of one turn."""
    result = library.play_b_dealt(given, number, seed)
    return result.work, result.checksum


# ---- every game


def whole_deals(name: str, number: int) -> dict[str, Any]:
    """Deals from a given pack to the settlement, every action drawn uniformly: actions per CPU second."""
    game = GAMES[name]
    options = make_options(game, "default", {})
    players = game.players[0]
    standing = game.opening(options, players)
    chance = random.Random(8)  # noqa: S311  a fixed list of deals, no secret
    pack = game.pack(options)
    packs = []
    for _ in range(number):
        chance.shuffle(pack)
        packs.append(game.deal_out(options, players, 0, pack))

    def play() -> tuple[int, int]:
        actions = 0
        for seed, cards in enumerate(packs, 1):
            deal = game.new_deal(options, players, 0, cards, standing)
            deal.begin()
            actions += deal.playout(seed)
        return actions, 0

    return {"actions": statistics.median([timed(play)[0] for _ in range(ROUNDS)])}


def shuffles(name: str, number: int) -> dict[str, Any]:
    """Packs shuffled from a seed, per CPU second."""
    game = GAMES[name]
    pack = game.pack(make_options(game, "default", {}))

    def shuffle() -> tuple[int, int]:
        for seed in range(number):
            shuffled(pack, seed.to_bytes(32, "big"))
        return number, 0

    return {"packs": statistics.median([timed(shuffle)[0] for _ in range(3)])}


MEASURED = {"dorozka": dorozka}


def uncompiled(deals: int) -> dict[str, Any]:
    """The same work by the same files run by the interpreter, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        package = pathlib.Path(stolik.__file__).parent
        ignore = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
        shutil.copytree(package, pathlib.Path(folder) / "stolik", ignore=ignore)
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([folder, str(HERE.parent)])}
        command = [sys.executable, "-m", "bench.kernel", "dorozka", "--deals", str(deals), "--json", "--here"]
        done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


def lines(figures: dict[str, Any]) -> list[str]:
    """The figures of one run as lines for a person."""
    out = []
    for name, key in (("play of dealt hands", "play"), ("the same with marriages", "with marriages")):
        found = figures[key]
        out.append(
            f"  {name}: {found['kernel'] / 1e6:.2f} M plays/s, C {found['C'] / 1e6:.2f} M, median ratio "
            f"{found['ratio']:.3f} ({found['lowest']:.3f} to {found['highest']:.3f})"
            + (", same points" if found["same points"] else "")
        )
    out.append(f"  whole deals from a given pack: {figures['whole deals']['actions'] / 1e6:.2f} M actions/s")
    out.append(f"  shuffle from a seed: {figures['shuffle']['packs'] / 1e3:.1f} k packs/s")
    return out


def main() -> None:
    """Measure the games named and print the figures."""
    parser = argparse.ArgumentParser(
        description="How fast the kernel plays, beside tuned C.", epilog="example: python -m bench.kernel dorozka"
    )
    parser.add_argument("game", nargs="*", choices=[*MEASURED, []], help="the games to measure")
    parser.add_argument("--all", action="store_true", help="every game")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--deals", type=int, default=60_000, help="how many deals a turn (60000)")
    parser.add_argument("--here", action="store_true", help="measure only the files that run here")
    asked = parser.parse_args()
    games = list(MEASURED) if asked.all else asked.game
    if not games:
        parser.error("name a game, or --all")
    for game in games:
        with tempfile.TemporaryDirectory() as folder:
            figures = MEASURED[game](asked.deals, build_c(folder))
        compiled = not rules.__file__.endswith(".py")
        if asked.json:
            print(json.dumps(figures))
            continue
        print(f"{game}, {'compiled' if compiled else 'NOT compiled'}, {asked.deals} deals a turn, {ROUNDS} turns")
        print("\n".join(lines(figures)))
        if compiled and not asked.here:
            print(f"{game}, the same files not compiled")
            print("\n".join(lines(uncompiled(max(50, asked.deals // 50)))))


if __name__ == "__main__":
    main()
