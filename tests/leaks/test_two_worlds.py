"""H1 and H2: nothing that a seat was not told changes a byte of what it is shown; leaks that are planted are seen."""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator

import pytest

from stolik.games import GAMES
from tests.counts import count, floor
from tests.planted import HERE, ROOT, Pool

COMPARISONS = int(os.environ.get("STOLIK_COMPARISONS", "20000"))
EACH = 200 if COMPARISONS >= 20000 else 1
LEAKS = sorted(path.stem for path in HERE.glob("leaks/*.patch"))


def test_permuting_what_a_seat_was_not_told_changes_nothing_it_is_shown() -> None:
    """20,000 comparisons in two processes; at least 200 in each phase for each seat and for a watcher."""
    command = [sys.executable, "-m", "tests.leaks.compare"]
    runs = [subprocess.Popen([*command, str(seed), str(COMPARISONS // 2)], cwd=ROOT, text=True, stdout=subprocess.PIPE)
            for seed in (1, 2)]  # fmt: skip
    reports = [json.loads(run.communicate()[0]) for run in runs]
    assert [report["leak"] for report in reports] == ["", ""]
    compared, differed, discarded = Counter[str](), Counter[str](), Counter[str]()
    for report in reports:
        compared.update(report["compared"])
        differed.update(report["differed"])
        discarded.update(report["discarded"])
    count("two-world comparisons", compared.total())
    count("differed of two-world comparisons", differed.total())
    count("worlds discarded", discarded.total())
    floor("two-world comparisons", COMPARISONS)
    phases = [*GAMES["dorozka"].phases, "between"]
    for phase in phases:
        keys = [f"{phase} {seat}" for seat in (0, 1, -1)]
        assert [key for key in keys if compared[key] < EACH] == [], dict(compared)
        here, other = sum(compared[key] for key in keys), sum(differed[key] for key in keys)
        count(f"compared in {phase}", here)
        count(f"differed of compared in {phase}", other)
        assert other * 2 >= here, f"{phase}: hidden cards differ in {other} of {here} comparisons only"


@pytest.fixture(scope="module")
def pool(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pool]:
    """All leaks whose test was selected, under way."""
    found = Pool(tmp_path_factory.mktemp("leaks"))
    for item in request.session.items:
        if isinstance(item, pytest.Function) and item.originalname == "test_a_planted_leak_is_seen":
            found.start(HERE / f"leaks/{item.callspec.params['name']}.patch", ["tests.leaks.compare", "3", "8000"])
    yield found
    found.stop()


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_seen(name: str, pool: Pool) -> None:
    ran = pool.result(HERE / f"leaks/{name}.patch")
    count("planted leaks", 1)
    assert ran.returncode == 0, ran.stderr[-3000:]
    assert json.loads(ran.stdout)["leak"].startswith("LEAK"), ran.stdout
    count("seen of planted leaks", 1)


def test_a_dozen_leaks_are_planted() -> None:
    assert len(LEAKS) >= 12
