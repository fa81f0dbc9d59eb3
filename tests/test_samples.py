"""Whole matches with the object that ``replay --json`` prints for them, and the worked examples of the clauses."""

import json
from pathlib import Path
from typing import Any

import pytest

import stolik
from stolik.games import GAMES
from stolik.notation.replay import match_object
from tests.counts import count

SAMPLES = sorted((Path(__file__).parent / "records").glob("*.stolik.toml"))
FOLDERS = [Path(stolik.__file__).parent / "games" / name.replace("-", "_") / "records" for name in GAMES]
EXAMPLES = [path for folder in FOLDERS for path in sorted(folder.glob("*.stolik.toml"))]


def summed(told: dict[str, Any]) -> dict[str, Any]:
    """The object with the lines of each deal added up by seat and clause: how they are split is free."""
    for deal in told["deals"]:
        sums: dict[str, int] = {}
        for line in deal["lines"]:
            key = f"{line['seat']} {line['clause']}"
            sums[key] = sums.get(key, 0) + line["points"]
        deal["lines"] = {key: points for key, points in sorted(sums.items()) if points}
    return told


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name.partition(".")[0])
def test_a_sample_match_gives_its_object(path: Path) -> None:
    match = stolik.read_record(path)
    wanted = summed(json.loads(path.with_name(path.name.replace(".stolik.toml", ".json")).read_text(encoding="utf-8")))
    given = summed(json.loads(json.dumps(match_object(match))))
    assert {key: given[key] for key in wanted} == wanted
    count("sample matches")


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.parent.name}-{path.name.partition('.')[0]}")
def test_a_worked_example_is_a_whole_deal_with_its_result(path: Path) -> None:
    match = stolik.read_record(path)
    assert "result = " in path.read_text(encoding="utf-8")  # what it states was held against the rules
    assert all(deal.settled for deal in match.deals)
    assert stolik.read_record(match.to_record()).to_record() == match.to_record()
    count("worked examples")


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_records(name: str) -> None:
    assert any(path.parent.parent.name == name.replace("-", "_") for path in EXAMPLES)
