"""DR-19 to DR-22 and the worked examples: who writes down what, and who has won."""

from importlib import resources

import pytest

import stolik
from stolik.play.match import Match, MatchError
from stolik.play.refusal import BadOption
from tests.counts import count
from tests.positions import dorozka, lines, points

RECORDS = resources.files("stolik.games.dorozka") / "records"

# Seat 1 is the maker and has 37, seat 0 has 36 (an ace is worth 10).
CLOSE = dorozka(
    ["KS QD 8S JS QH 8C 9D AH TS", "KH JD KC QS 7D 7S KD 9S 9H"], "7H",
    "1 accept, 1 done, 0 done, 1 play 7D, 0 play QD, 0 play TS, 1 play QS, 0 play JS, 1 play 9S, 0 play 9D, 1 play JD,"
    "1 play 9H, 0 play QH, 1 play 7S, 0 play KS, 0 play 8C, 1 play KC, 1 play KD, 0 play AH, 0 play 8S, 1 play KH",
)  # fmt: skip

# Seat 0 is the maker and has 97 (a sequence, the marriage and the last trick among them), seat 1 has 153.
LOST = dorozka(
    ["QH 7D 7C KH QC JS JD JH 8D", "AD 9C TD AH KS TC JC AS AC"], "8H",
    "1 pass, 0 accept, 1 announce JC TC 9C, 1 announce AS AH AD AC, 1 done, 0 announce KH QH JH, 0 done, 1 play JC,"
    "0 play 7C, 1 play AD, 0 play 7D, 1 play TD, 0 play 8D, 1 play AC, 0 play QC, 1 play 9C, 0 marry QH, 0 play JS,"
    "1 play KS, 1 play TC, 0 play JH, 0 play JD, 1 play AH, 1 play AS, 0 play KH",
)  # fmt: skip


def under(record: str, options: str) -> Match:
    """The record played under these options."""
    return stolik.read_record(record.replace("options = {  }", f"options = {{ {options} }}"))


def example(name: str, options: str = "") -> Match:
    """A worked example, under other options without its result."""
    text = (RECORDS / f"example-{name}.stolik.toml").read_text(encoding="utf-8")
    if not options:
        return stolik.read_record(text)
    kept = "\n".join(line for line in text.splitlines() if not line.startswith(("result", "options")))
    return stolik.read_record(kept.replace("\n[[deal]]", f"\noptions = {{ {options} }}\n\n[[deal]]", 1))


def written(match: Match) -> list[int] | None:
    """What each seat writes down for the last deal."""
    return match.deals[-1].scores


# ---- DR-19


@pytest.mark.clause("DR-19")
def test_dr19_a_maker_with_one_point_more_wins_and_both_write_down_their_own() -> None:
    match = under(CLOSE, "")
    assert written(match) == match.totals == [36, 37]
    assert points(match) == [36, 37]
    assert lines(match, clause="DR-20") == lines(match, clause="DR-21") == []
    assert written(example("2", "ace = 11")) == [91, 90]
    assert written(example("1a")) == [95, 33]


@pytest.mark.clause("DR-19")
def test_dr19_a_total_is_card_points_combinations_marriage_and_last_trick() -> None:
    match = under(LOST, "")
    assert sorted(line for line in lines(match, 0) if line[1] > 0 and line[2] != "DR-2") == [
        (0, 10, "DR-18"), (0, 20, "DR-11"), (0, 20, "DR-15"),
    ]  # fmt: skip
    assert sum(line[1] for line in lines(match, 0, "DR-2")) == 47
    assert lines(match, 1, "DR-10") == [(1, 100, "DR-10")]
    assert sum(line[1] for line in lines(match, 1)) == 153


@pytest.mark.clause("DR-19")
@pytest.mark.parametrize("options", ['lost_points = "opponent"', 'equal = "both_score"'])
def test_dr19_no_agreement_changes_a_deal_that_the_maker_wins(options: str) -> None:
    assert written(under(CLOSE, options)) == [36, 37]


# ---- DR-20


@pytest.mark.clause("DR-20")
def test_dr20_a_maker_with_less_writes_down_nothing_and_the_opponent_their_own() -> None:
    match = under(LOST, "")
    assert written(match) == [0, 153]
    assert lines(match, clause="DR-20") == [(0, -97, "DR-20")]
    assert points(match) == [0, 153]


@pytest.mark.clause("DR-20")
def test_dr20_by_agreement_the_opponent_writes_down_both() -> None:
    match = under(LOST, 'lost_points = "opponent"')
    assert written(match) == [0, 250]
    assert sorted(lines(match, clause="DR-20")) == [(0, -97, "DR-20"), (1, 97, "DR-20")]
    assert points(match) == [0, 250]


@pytest.mark.clause("DR-20")
def test_dr20_a_maker_one_point_short_has_lost() -> None:
    turned_round = CLOSE.replace('"1 accept"', '"1 pass", "0 accept"')  # now seat 0 is the maker, with 36 against 37
    assert written(under(turned_round, "")) == [0, 37]
    assert written(under(turned_round, 'equal = "both_score"')) == [0, 37]


@pytest.mark.clause("DR-20")
def test_dr20_everybody_hears_that_the_maker_lost() -> None:
    match = under(LOST, "")
    for seat in (0, 1, -1):
        last = [type(event).__name__ for event in match.view(seat).events[-3:]]
        assert last == ["MakerLost", "Scored", "DealSettled"]


@pytest.mark.clause("DR-20")
def test_dr20_the_choices_of_the_option() -> None:
    assert stolik.game("dorozka").options.lost_points == "vanish"
    assert stolik.game("dorozka", preset="classic").options.lost_points == "opponent"
    for value in ("maker", "", None):
        with pytest.raises(BadOption):
            stolik.game("dorozka", lost_points=value)


# ---- DR-21


@pytest.mark.clause("DR-21")
def test_dr21_with_equal_totals_the_maker_loses() -> None:
    match = example("2")
    assert written(match) == [0, 90]
    assert lines(match, clause="DR-21") == [(0, -90, "DR-21")]
    assert lines(match, clause="DR-20") == []


@pytest.mark.clause("DR-21")
def test_dr21_what_was_agreed_about_lost_points_holds_here_too() -> None:
    match = example("2", 'lost_points = "opponent"')
    assert written(match) == [0, 180]
    assert sorted(lines(match, clause="DR-21")) == [(0, -90, "DR-21"), (1, 90, "DR-21")]


@pytest.mark.clause("DR-21")
@pytest.mark.parametrize("more", ["", ', lost_points = "opponent"'])
def test_dr21_by_agreement_each_writes_down_their_own(more: str) -> None:
    match = example("2", 'equal = "both_score"' + more)
    assert written(match) == [90, 90]
    assert lines(match, clause="DR-21") == []


@pytest.mark.clause("DR-21")
def test_dr21_the_choices_of_the_option() -> None:
    assert stolik.game("dorozka").options.equal == "maker_loses"
    for value in ("maker_wins", True, None):
        with pytest.raises(BadOption):
            stolik.game("dorozka", equal=value)


# ---- DR-22


@pytest.mark.clause("DR-22")
@pytest.mark.parametrize(("target", "winners"), [(152, [1]), (153, [1]), (154, None), (500, None)])
def test_dr22_the_match_is_won_with_at_least_the_target_in_writing(target: int, winners: list[int] | None) -> None:
    match = under(LOST, f"target = {target}")
    assert (match.winners, match.finished) == (winners, winners is not None)
    if winners:
        with pytest.raises(MatchError):
            match.deal(seed="00" * 32)
    else:
        match.deal(seed="00" * 32)


@pytest.mark.clause("DR-22")
def test_dr22_the_higher_total_wins_when_both_have_it() -> None:
    assert under(CLOSE, "target = 36").winners == [1]
    assert example("1a", "target = 33").winners == [0]
    assert example("1a", "target = 95").winners == [0]
    assert example("1a", "target = 96").winners is None


@pytest.mark.clause("DR-22")
def test_dr22_equal_totals_another_deal() -> None:
    match = example("2", 'equal = "both_score", target = 90')
    assert (match.totals, match.winners) == ([90, 90], None)
    match.deal(seed="00" * 32)
    while match.current:
        match.act(match.current.state.legal()[-1])
    assert match.finished is (match.totals[0] != match.totals[1])


@pytest.mark.clause("DR-22")
def test_dr22_totals_are_the_sum_of_the_deals_and_checked_after_each() -> None:
    match = stolik.game("dorozka", target=300).match(seed="a5" * 32)
    sums = [0, 0]
    while True:
        while match.current:
            assert match.winners is None
            match.act(match.current.state.legal()[-1])
        scores = written(match)
        assert scores is not None
        sums = [had + got for had, got in zip(sums, scores, strict=True)]
        assert match.totals == sums
        if match.finished:
            break
        assert max(sums) < 300 or sums[0] == sums[1]
        match.deal()
    assert max(sums) >= 300
    assert match.winners == [sums.index(max(sums))]


@pytest.mark.clause("DR-22")
def test_dr22_the_bounds_of_the_target() -> None:
    assert stolik.game("dorozka").options.target == 500
    for value in (1, 2, 9_999, 10_000):
        assert stolik.game("dorozka", target=value).options.target == value
    for wrong in (0, -1, 10_001, 500.0, "500", True, None, "none"):
        with pytest.raises(BadOption):
            stolik.game("dorozka", target=wrong)


@pytest.mark.clause("DR-22")
def test_dr22_a_record_may_not_go_on_after_the_match_is_won() -> None:
    record = LOST.replace("options = {  }", "options = { target = 153 }")
    stolik.read_record(record)
    with pytest.raises(stolik.notation.error.RecordError):
        stolik.read_record(record + '[[deal]]\ndealer = 1\nseed = "' + "00" * 32 + '"\n')


# ---- the worked examples of the clause file


@pytest.mark.clause("DR-2")
def test_example_1_what_tricks_are_worth() -> None:
    for name, worth in (("1a", 20), ("1b", 21)):
        match = example(name)
        tricks = [line for line in lines(match) if line[2] == "DR-2"]
        assert {(0, 34, "DR-2"), (0, worth, "DR-2")} <= set(tricks)
        assert lines(match, clause="DR-18") == [(1, 10, "DR-18")]
    count("worked examples, clause by clause", 2)


@pytest.mark.clause("DR-21")
def test_example_2_90_to_90() -> None:
    assert written(example("2")) == [0, 90]
    count("worked examples, clause by clause", 1)


@pytest.mark.clause("DR-12")
def test_example_3_nines_against_tens() -> None:
    for name, groups in (("3a", [(0, 100, "DR-10")]), ("3b", [(0, 100, "DR-10"), (0, 100, "DR-10")])):
        assert lines(example(name), clause="DR-10") == groups
    count("worked examples, clause by clause", 2)


@pytest.mark.clause("DR-13")
def test_example_4_equal_sequences() -> None:
    match = example("4")
    assert lines(match, clause="DR-11") == [(1 - match.deals[0].dealer, 20, "DR-11")]
    count("worked examples, clause by clause", 1)


@pytest.mark.clause("DR-13")
def test_example_5_six_against_five_and_three() -> None:
    match = example("5")
    assert lines(match, clause="DR-11") == [(match.deals[0].dealer, 50, "DR-11")]
    count("worked examples, clause by clause", 1)


@pytest.mark.clause("DR-16")
def test_example_6_void_of_spades() -> None:
    for name, legal in (("6a", 9), ("6b", 1)):
        text = (RECORDS / f"example-{name}.stolik.toml").read_text(encoding="utf-8")
        match = stolik.notation.record.read(text, stop_at=4)
        assert (match.to_move, len(match.legal())) == (1, legal)
    count("worked examples, clause by clause", 2)
