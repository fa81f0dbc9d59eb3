"""For each clause a fault is planted that breaks it; the tests of that clause must turn red."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from stolik.games import GAMES
from stolik.locale.clauses import clauses
from tests.counts import count
from tests.planted import HERE, PYTEST, Pool
from tests.test_clauses import marked_files

PATCHES = sorted(path.stem for path in HERE.glob("*.patch"))


def clause_of(name: str) -> str:
    """The clause that a patch breaks: ``dr-18b`` is a second one for DR-18."""
    return name.rstrip("abcdefgh").upper() if name[-2].isdigit() else name.upper()


@pytest.fixture(scope="module")
def pool(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pool]:
    """All patches whose test was selected, under way."""
    found = Pool(tmp_path_factory.mktemp("planted"))
    files = marked_files()
    for item in request.session.items:
        if isinstance(item, pytest.Function) and item.originalname == "test_a_planted_fault_is_caught":
            name = str(item.callspec.params["name"])
            clause = clause_of(name)
            found.start(HERE / f"{name}.patch", [*PYTEST, *files[clause], "--clause", clause])
    yield found
    found.stop()


@pytest.mark.parametrize("name", PATCHES)
def test_a_planted_fault_is_caught(name: str, pool: Pool) -> None:
    ran = pool.result(HERE / f"{name}.patch")
    count("planted breaks", 1)
    assert (ran.returncode, " failed" in ran.stdout) == (1, True), ran.stdout[-3000:] + ran.stderr[-3000:]
    count("caught of planted breaks", 1)


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_has_a_planted_fault(game: str) -> None:
    assert set(clauses(GAMES[game])) <= set(map(clause_of, PATCHES))


def test_every_planted_fault_breaks_a_clause() -> None:
    known = {clause for game in GAMES.values() for clause in clauses(game)}
    assert set(map(clause_of, PATCHES)) <= known
    assert all(Path(HERE / f"{name}.patch").read_text(encoding="utf-8").startswith("--- a/src/") for name in PATCHES)
