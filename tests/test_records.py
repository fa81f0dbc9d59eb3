"""Records that lie here and in the package are replayed to what they say, the sample matches as the samples say."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import stolik
from stolik.notation.record import write
from stolik.notation.replay import account, match_object, seat_object
from tests.counts import count

HERE = Path(__file__).parent
SAMPLES = sorted((HERE / "records").glob("*.json"))
OWN = sorted(Path(stolik.__file__).parent.glob("games/*/records/*.stolik.toml"))


def summed(whole: dict[str, Any]) -> dict[str, Any]:
    """The object with the lines of each deal added up by seat and clause, as whoever compares does."""
    deals = []
    for deal in whole["deals"]:
        lines = Counter[str]()
        for line in deal["lines"]:
            lines[f"{line['seat']} {line['clause']}"] += line["points"]
        deals.append({**deal, "lines": {key: points for key, points in lines.items() if points}})
    return {**whole, "deals": deals}


def only_known(found: Any, wanted: Any) -> Any:
    """The object without keys that the other one has not: further keys are allowed everywhere."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        return {key: only_known(value, wanted[key]) for key, value in found.items() if key in wanted}
    if isinstance(found, list) and isinstance(wanted, list) and len(found) == len(wanted):
        return [only_known(one, other) for one, other in zip(found, wanted, strict=True)]
    return found


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_match_goes_as_the_sample_says(sample: Path) -> None:
    match = stolik.read_record(sample.with_suffix(".stolik.toml"))
    wanted = summed(json.loads(sample.read_text(encoding="utf-8")))
    found = summed(json.loads(json.dumps(match_object(match))))
    assert only_known(found, wanted) == wanted
    count("sample matches replayed", 1)


@pytest.mark.parametrize(
    "path", [*OWN, *(sample.with_suffix(".stolik.toml") for sample in SAMPLES)], ids=lambda p: p.name
)
def test_a_record_is_replayed_to_its_result_and_written_back(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    match = stolik.read_record(path)
    if path in OWN:
        assert text.count("\nresult = ") == len(match.deals) > 0
        assert all(deal.settled for deal in match.deals)
    again = stolik.read_record(write(match))
    assert write(again) == write(match)
    assert match_object(again) == match_object(match)
    assert summed(match_object(match))["totals"] == match.totals
    for deal in match_object(match)["deals"]:
        sums = [sum(line["points"] for line in deal["lines"] if line["seat"] == seat) for seat in range(match.players)]
        assert not deal["settled"] or sums == deal["scores"]
    for language in ("pl", "en"):
        for seat in (None, *range(match.players)):
            assert len(list(account(match, seat, language))) > 10
    assert [seat_object(match, seat)["totals"] for seat in range(match.players)] == [match.totals] * match.players
    count("records replayed", 1)


def test_there_are_samples_and_records() -> None:
    assert len(SAMPLES) >= 2
    assert len(OWN) >= 9


def test_a_result_that_is_wrong_is_refused() -> None:
    text = OWN[0].read_text(encoding="utf-8")
    scores = text.partition("scores = [")[2].partition(",")[0]
    with pytest.raises(stolik.notation.error.RecordError) as error:
        stolik.read_record(text.replace(f"scores = [{scores},", f"scores = [{int(scores) + 1},"))
    assert error.value.kind == "result"
