"""DR-9 to DR-14: announcing, groups, sequences, the two contests, and who is told what of them."""

import pytest

import stolik
from stolik.play.match import Match
from stolik.play.refusal import BadOption
from tests.counts import count
from tests.positions import PACK, heard, lines, play, points, position, refused

GROUP_ORDER = "J9ATKQ87"
DONE = "1 done, 0 done"


def fours(rank: str) -> str:
    """The four cards of a rank, in card order."""
    return " ".join(rank + suit for suit in "SHDC")


def filled(*hands: str, spare: str = "") -> list[str]:
    """These cards, hand by hand, each filled up to nine with cards that make no further sequence or group."""
    seen = {card for hand in hands for card in hand.split()} | set(spare.split())
    left = [card for card in PACK if card not in seen]
    full = []
    for hand in hands:
        cards = hand.split()
        for card in list(left):
            if len(cards) == 9:
                break
            if combinations([*cards, card]) <= combinations(cards):
                cards.append(card)
                left.remove(card)
        assert len(cards) == 9
        full.append(" ".join(cards))
    return full


def combinations(cards: list[str]) -> set[str]:
    """The groups and whole sequences of a hand; naive, for filling hands."""
    found = {fours(rank) for rank in GROUP_ORDER if all(rank + suit in cards for suit in "SHDC")}
    for suit in "SHDC":
        held = "".join(rank if rank + suit in cards else " " for rank in "AKQJT987")
        found |= {" ".join(rank + suit for rank in run) for run in held.split() if len(run) > 2}
    return found


def announcing(eldest: str, dealer: str = "", *, turn_up: str = "", options: str = "", trump: str = "H") -> Match:
    """Seat 1, eldest, holds the first cards, seat 0 the second; hearts are trump and seat 1 is to announce."""
    taken = f"{eldest} {dealer}".split()
    turned = turn_up or next((card for card in ("7H", "8H", "9H", "QH", "KH", "TH") if card not in taken), "")
    actions = "1 accept" if turned[1] == trump else f"1 pass, 0 pass, 1 trump {trump}"
    first, second = filled(dealer, eldest, spare=turned)
    return position([first, second], turned, actions, options=options)


def contest(eldest: list[str], dealer: list[str], options: str = "", trump: str = "H") -> Match:
    """Both have announced all these combinations and the contests are decided."""
    match = announcing(" ".join(dict.fromkeys(" ".join(eldest).split())),
                       " ".join(dict.fromkeys(" ".join(dealer).split())), options=options, trump=trump)  # fmt: skip
    for cards in eldest:
        play(match, f"1 announce {cards}")
    play(match, "1 done")
    for cards in dealer:
        play(match, f"0 announce {cards}")
    return play(match, "0 done")


# ---- DR-9


@pytest.mark.clause("DR-9")
def test_dr9_eldest_announces_first_then_the_dealer_each_until_done() -> None:
    match = announcing("AS KS QS JD JC JH", "AC KC QC")
    assert (match.to_move, match.phase) == (1, "announce")
    assert match.legal() == ["announce AS KS QS", "done"]
    assert refused(match, "0 done") == ("DR-9", "not_your_turn")
    play(match, "1 announce AS KS QS")
    assert (match.to_move, match.legal()) == (1, ["done"])
    play(match, "1 done")
    assert (match.to_move, match.phase, match.legal()) == (0, "announce", ["announce AC KC QC", "done"])
    assert refused(match, "1 done") == ("DR-9", "not_your_turn")
    play(match, "0 done")
    assert (match.to_move, match.phase) == (1, "play")


@pytest.mark.clause("DR-9")
def test_dr9_both_are_asked_also_who_holds_nothing() -> None:
    match = announcing("AS", "KS")
    assert (match.to_move, match.legal()) == (1, ["done"])
    play(match, "1 done")
    assert (match.to_move, match.phase, match.legal()) == (0, "announce", ["done"])


@pytest.mark.clause("DR-9")
def test_dr9_any_of_them_in_any_order_or_none() -> None:
    runs = ["AS KS QS", "TD 9D 8D", "JC TC 9C"]
    for chosen in ([], runs[:1], runs[::-1], [runs[1], runs[0]], runs):
        match = announcing(" ".join(runs))
        assert match.legal() == [*sorted(f"announce {cards}" for cards in runs), "done"]
        for cards in chosen:
            play(match, f"1 announce {cards}")
        play(match, DONE)
        assert sorted(lines(match)) == [(1, 20, "DR-11")] * len(chosen)


@pytest.mark.clause("DR-9")
def test_dr9_the_cards_may_be_said_in_any_order() -> None:
    match = announcing("AS KS QS")
    play(match, "1 announce QS AS KS")
    assert match.game.text(match.deals[0].actions[-1][1]) == "announce AS KS QS"


@pytest.mark.clause("DR-9")
@pytest.mark.parametrize(("action", "reason"), [
    ("1 announce AC KC QC", "card_not_held"), ("1 announce AS AS AS AS", "card_not_held"),
    ("1 announce AS KS QD", "not_a_combination"), ("1 announce AS KS QS JD JC JH", "not_a_combination"),
    ("1 announce AS JD", "not_a_combination"), ("1 play AS", "wrong_phase"), ("1 marry KH", "wrong_phase"),
    ("1 pass", "wrong_phase"), ("1 accept", "wrong_phase"), ("1 trump S", "wrong_phase"),
])  # fmt: skip
def test_dr9_what_may_not_be_said(action: str, reason: str) -> None:
    assert refused(announcing("AS KS QS QD JD JC JH", "AC"), action) == ("DR-9", reason)


@pytest.mark.clause("DR-9")
def test_dr9_nothing_is_announced_twice() -> None:
    match = announcing(f"{fours('J')} AS KS QS")
    play(match, f"1 announce {fours('J')}")
    assert refused(match, f"1 announce {fours('J')}") == ("DR-9", "announced_already")
    assert match.legal() == ["announce AS KS QS JS", "done"]
    play(match, "1 announce AS KS QS JS")
    assert refused(match, "1 announce JS QS KS AS") == ("DR-9", "announced_already")
    assert match.legal() == ["done"]


@pytest.mark.clause("DR-9")
def test_dr9_the_other_hears_only_that_one_is_done() -> None:
    match = announcing("AS KS QS", "AC KC QC")
    line = "CombinationAnnounced 1 [AS KS QS]"
    assert heard(match, "1 announce AS KS QS") == ([], [line], [])
    assert [events[0] for events in heard(match, "1 done")] == ["AnnouncingDone 1"] * 3
    line = "CombinationAnnounced 0 [AC KC QC]"
    assert heard(match, "0 announce AC KC QC") == ([line], [], [])
    assert [events[0] for events in heard(match, "0 done")] == ["AnnouncingDone 0"] * 3


# ---- DR-10


@pytest.mark.clause("DR-10")
@pytest.mark.parametrize("rank", GROUP_ORDER)
def test_dr10_four_jacks_are_worth_200_any_other_four_100(rank: str) -> None:
    match = announcing(fours(rank))
    assert match.legal() == [f"announce {fours(rank)}", "done"]
    play(match, f"1 announce {fours(rank)}, {DONE}")
    assert lines(match) == [(1, 200 if rank == "J" else 100, "DR-10")]


@pytest.mark.clause("DR-10")
def test_dr10_of_two_groups_the_one_earlier_in_the_order_is_senior() -> None:
    compared = 0
    for place, senior in enumerate(GROUP_ORDER):
        for junior in GROUP_ORDER[place + 1 :]:
            for winner, hands in ((1, (senior, junior)), (0, (junior, senior))):
                match = contest([fours(hands[0])], [fours(hands[1])])
                assert {line[0] for line in lines(match, clause="DR-10")} == {winner}, (senior, junior)
                compared += 1
    count("groups compared", compared)
    assert compared == 56


@pytest.mark.clause("DR-10")
def test_dr10_three_of_a_rank_are_no_group() -> None:
    match = announcing("JS JD JC AS AD AC AH")
    assert match.legal() == ["announce AS AH AD AC", "done"]
    for cards in ("JS JD JC", "JS JD", "AS AH AD"):
        assert refused(match, f"1 announce {cards}") == ("DR-10", "group_needs_four")


@pytest.mark.clause("DR-10")
@pytest.mark.parametrize("rank", GROUP_ORDER)
def test_dr10_eights_and_sevens_are_no_group_if_that_was_agreed(rank: str) -> None:
    match = announcing(fours(rank), options="low_groups = false")
    if rank in "87":
        assert match.legal() == ["done"]
        assert refused(match, f"1 announce {fours(rank)}") == ("DR-10", "low_groups_off")
    else:
        assert match.legal() == [f"announce {fours(rank)}", "done"]


@pytest.mark.clause("DR-10")
def test_dr10_the_choices_of_the_option() -> None:
    assert stolik.game("dorozka").options.low_groups is True
    for value in (0, 1, "false", None):
        with pytest.raises(BadOption):
            stolik.game("dorozka", low_groups=value)


# ---- DR-11


@pytest.mark.clause("DR-11")
@pytest.mark.parametrize("suit", "SHDC")
@pytest.mark.parametrize("long", [50, 100])
def test_dr11_every_sequence_of_three_or_more_and_what_it_is_worth(suit: str, long: int) -> None:
    worth = {3: 20, 4: 40, 5: 50, 6: long, 7: long, 8: long}
    for length, value in worth.items():
        for top in range(9 - length):
            run = " ".join(rank + suit for rank in "AKQJT987"[top : top + length])
            turned = "7C" if suit == "S" else "7S"
            match = announcing(run, turn_up=turned, options=f"long_sequence = {long}")
            assert match.legal() == [f"announce {run}", "done"]
            play(match, f"1 announce {run}, {DONE}")
            assert lines(match) == [(1, value, "DR-11")]
    count("sequences valued", 21)


@pytest.mark.clause("DR-11")
@pytest.mark.parametrize(("hand", "cards"), [
    *[("JH 9H AH TH 8H", cards) for cards in ("JH 9H AH", "9H AH TH", "TH 9H", "AH JH TH")],
    *[("AS KS 8S 7S", cards) for cards in ("AS 8S 7S", "KS AS 7S", "AS KS")],
])  # fmt: skip
def test_dr11_no_other_order_not_even_in_trump_and_no_two_cards(hand: str, cards: str) -> None:
    match = announcing(hand)
    assert refused(match, f"1 announce {cards}")[0] == "DR-11"


@pytest.mark.clause("DR-11")
def test_dr11_a_run_is_never_split_or_shortened() -> None:
    match = announcing("KD QD JD TD 9D 8D")
    for cards in ("KD QD JD", "TD 9D 8D", "QD JD TD", "KD QD JD TD 9D", "QD JD TD 9D 8D"):
        assert refused(match, f"1 announce {cards}") == ("DR-11", "sequence_not_whole")
    for cards in ("KD QD", "KD QD TD", "KD QD JD 9D 8D", "KD QD JD 9D"):
        assert refused(match, f"1 announce {cards}")[0] == "DR-11"


@pytest.mark.clause("DR-11")
def test_dr11_two_runs_of_one_suit_are_two_sequences() -> None:
    match = announcing("AC KC QC TC 9C 8C")
    assert match.legal() == ["announce AC KC QC", "announce TC 9C 8C", "done"]
    assert refused(match, "1 announce AC KC QC TC 9C 8C")[0] == "DR-11"
    play(match, f"1 announce TC 9C 8C, 1 announce AC KC QC, {DONE}")
    assert lines(match) == [(1, 20, "DR-11"), (1, 20, "DR-11")]


@pytest.mark.clause("DR-11")
def test_dr11_a_single_card_is_no_combination() -> None:
    assert refused(announcing("AS"), "1 announce AS")[0] in ("DR-9", "DR-10", "DR-11")


@pytest.mark.clause("DR-11")
def test_dr11_the_choices_of_the_option() -> None:
    assert stolik.game("dorozka").options.long_sequence == 50
    for value in (49, 51, 99, "100"):
        with pytest.raises(BadOption):
            stolik.game("dorozka", long_sequence=value)


# ---- DR-12


@pytest.mark.clause("DR-12")
def test_dr12_the_senior_group_takes_all_groups_of_its_owner_the_other_none() -> None:
    match = contest([fours("T")], [fours("9"), fours("8")])
    assert lines(match) == [(0, 100, "DR-10"), (0, 100, "DR-10")]
    match = contest([fours("J"), fours("7")], [fours("9"), fours("A")])
    assert sorted(lines(match)) == [(1, 100, "DR-10"), (1, 200, "DR-10")]


@pytest.mark.clause("DR-12")
def test_dr12_groups_and_sequences_are_two_contests() -> None:
    match = contest([fours("A"), "TS 9S 8S"], ["QD JD TD 9D"])
    assert sorted(lines(match)) == [(0, 40, "DR-11"), (1, 100, "DR-10")]


@pytest.mark.clause("DR-12")
def test_dr12_the_senior_sequence_takes_all_sequences_of_its_owner_the_other_none() -> None:
    match = contest(["KS QS JS", "TD 9D 8D"], ["9C 8C 7C"])
    assert lines(match) == [(1, 20, "DR-11"), (1, 20, "DR-11")]
    match = contest(["KS QS JS", "TD 9D 8D"], ["JC TC 9C 8C"])
    assert lines(match) == [(0, 40, "DR-11")]


@pytest.mark.clause("DR-12")
def test_dr12_only_what_was_announced_takes_part() -> None:
    match = announcing(f"{fours('J')} AS KS QS", f"{fours('9')} TD")
    play(match, f"1 done, 0 announce {fours('9')}, 0 done")
    assert lines(match) == [(0, 100, "DR-10")]


@pytest.mark.clause("DR-12")
def test_dr12_a_card_may_stand_in_a_group_and_in_a_sequence() -> None:
    match = contest([fours("J"), "QS JS TS"], [])
    assert sorted(lines(match)) == [(1, 20, "DR-11"), (1, 200, "DR-10")]


@pytest.mark.clause("DR-12")
def test_dr12_decided_when_the_dealer_is_done() -> None:
    match = announcing(fours("J"))
    play(match, f"1 announce {fours('J')}, 1 done")
    assert points(match) == [0, 0]
    play(match, "0 done")
    assert points(match) == [0, 200]


# ---- DR-13


@pytest.mark.clause("DR-13")
@pytest.mark.parametrize(("eldest", "dealer", "trump", "winner"), [
    ("AS KS QS", "JD TD 9D 8D", "H", 0),  # the longer, however low
    ("JD TD 9D 8D", "AS KS QS", "H", 1),
    ("AS KS QS JS TS", "KD QD JD TD 9D 8D", "H", 0),  # by its cards, not its value
    ("KD QD JD TD 9D 8D", "AS KS QS JS TS", "H", 1),
    ("KS QS JS", "AD KD QD", "H", 0),  # of equal length the higher top card
    ("AD KD QD", "KS QS JS", "H", 1),
    ("KH QH JH", "AD KD QD", "H", 0),  # the top card before trump
    ("AS KS QS", "AH KH QH", "H", 0),  # then a trump sequence
    ("AH KH QH", "AS KS QS", "H", 1),
    ("AH KH QH", "AC KC QC", "C", 0),
    ("AS KS QS", "AD KD QD", "H", 1),  # then eldest's, whatever the suits
    ("AD KD QD", "AS KS QS", "H", 1),
    ("AC KC QC", "AS KS QS", "H", 1),
])  # fmt: skip
@pytest.mark.parametrize("long", [50, 100])
def test_dr13_which_sequence_is_senior(eldest: str, dealer: str, trump: str, winner: int, long: int) -> None:
    match = contest([eldest], [dealer], options=f"long_sequence = {long}", trump=trump)
    assert {line[0] for line in lines(match, clause="DR-11")} == {winner}
    count("sequences compared", 1)


@pytest.mark.clause("DR-13")
def test_dr13_by_agreement_nobody_scores_when_the_best_two_are_equal() -> None:
    neither = 'equal_sequences = "neither"'
    match = contest(["AS KS QS", "TD 9D 8D"], ["AC KC QC"], options=neither)
    assert lines(match) == []
    assert lines(contest(["AS KS QS", "9D 8D 7D"], ["AC KC QC"])) == [(1, 20, "DR-11"), (1, 20, "DR-11")]
    match = contest(["AS KS QS", fours("8")], ["AC KC QC"], options=neither)
    assert lines(match) == [(1, 100, "DR-10")]


@pytest.mark.clause("DR-13")
def test_dr13_the_agreement_changes_nothing_when_they_differ() -> None:
    neither = 'equal_sequences = "neither"'
    assert lines(contest(["AS KS QS"], ["AH KH QH"], options=neither)) == [(0, 20, "DR-11")]
    assert lines(contest(["AS KS QS"], [], options=neither)) == [(1, 20, "DR-11")]
    assert lines(contest([], ["AS KS QS"], options=neither)) == [(0, 20, "DR-11")]
    match = contest(["AS KS QS JS", "TD 9D 8D"], ["TC 9C 8C"], options=neither)
    assert sorted(lines(match)) == [(1, 20, "DR-11"), (1, 40, "DR-11")]
    assert lines(contest([], [], options=neither)) == []


@pytest.mark.clause("DR-13")
def test_dr13_the_choices_of_the_option() -> None:
    assert stolik.game("dorozka").options.equal_sequences == "eldest"
    for value in ("dealer", "both", None, True):
        with pytest.raises(BadOption):
            stolik.game("dorozka", equal_sequences=value)


# ---- DR-14: what is said when eldest is done, and what when the dealer is done; all of it is heard by all three.

J, NINES, TENS, EIGHTS = fours("J"), fours("9"), fours("T"), fours("8")
FIVE, SIX = "AS KS QS JS TS", "KD QD JD TD 9D 8D"


def shown(seat: int, points: int, clause: str, cards: str) -> list[str]:
    """A combination is shown and scored."""
    what = "group" if clause == "DR-10" else "sequence"
    return [f"CardsShown {seat} [{cards}]", f"Scored {seat} {points} {clause} {what} [{cards}]"]


def asked(kind: str, eldests: str, dealers: str) -> list[str]:
    """The dealer asks how high; eldest's best is named, and the dealer's if it is better."""
    return [
        f"HowHighAsked 0 {kind}",
        *([f"BestNamed 1 {kind} [{eldests}]"] if eldests else []),
        f"BetterNamed 0 {kind} [{dealers}]" if dealers else f"YoursSaid 0 {kind}",
    ]


BRANCHES = {
    "both none": ([], [], "", (0, 0), []),
    "dealer silent, groups": ([J], [NINES], "", (200, 0), shown(1, 200, "DR-10", J)),
    "dealer silent, sequences": (["AS KS QS JS"], ["AD KD QD"], "", (0, 40), shown(1, 40, "DR-11", "AS KS QS JS")),
    "dealer has none": ([TENS, "AS KS QS"], [], "", (100, 20),
        shown(1, 100, "DR-10", TENS) + shown(1, 20, "DR-11", "AS KS QS")),
    "equal value, not senior, groups": ([NINES], [TENS], "", (100, 0),
        asked("group", NINES, "") + shown(1, 100, "DR-10", NINES)),
    "equal value, not senior, sequences": (["AS KS QS"], ["TD 9D 8D"], "", (0, 20),
        asked("sequence", "AS KS QS", "") + shown(1, 20, "DR-11", "AS KS QS")),
    "equal in everything": (["AS KS QS"], ["AD KD QD"], "", (0, 20),
        asked("sequence", "AS KS QS", "") + shown(1, 20, "DR-11", "AS KS QS")),
    "equal in everything, neither": (["AS KS QS"], ["AD KD QD"], 'equal_sequences = "neither"', (0, 20),
        asked("sequence", "AS KS QS", "")),
    "better, groups": ([TENS], [NINES], "", (100, 0), asked("group", TENS, NINES) + shown(0, 100, "DR-10", NINES)),
    "better, of more value": (["TS 9S 8S"], ["TD 9D 8D 7D"], "", (0, 20),
        asked("sequence", "TS 9S 8S", "TD 9D 8D 7D") + shown(0, 40, "DR-11", "TD 9D 8D 7D")),
    "better, by trump": (["AS KS QS"], ["AH KH QH"], "", (0, 20),
        asked("sequence", "AS KS QS", "AH KH QH") + shown(0, 20, "DR-11", "AH KH QH")),
    "eldest has none, groups": ([], [EIGHTS], "", (0, 0), asked("group", "", EIGHTS) + shown(0, 100, "DR-10", EIGHTS)),
    "eldest has none, sequences": ([], ["9D 8D 7D"], "", (0, 0),
        asked("sequence", "", "9D 8D 7D") + shown(0, 20, "DR-11", "9D 8D 7D")),
    "six against five": ([FIVE], [SIX], "", (0, 50), asked("sequence", FIVE, SIX) + shown(0, 50, "DR-11", SIX)),
    "five against six": ([SIX], [FIVE], "", (0, 50), asked("sequence", SIX, "") + shown(1, 50, "DR-11", SIX)),
    "five against a six worth 100": ([SIX], [FIVE], "long_sequence = 100", (0, 100), shown(1, 100, "DR-11", SIX)),
    "six worth 100 against five": ([FIVE], [SIX], "long_sequence = 100", (0, 50),
        asked("sequence", FIVE, SIX) + shown(0, 100, "DR-11", SIX)),
    "eldest's inferior of two told to nobody": ([FIVE, "9C 8C 7C"], [SIX], "", (0, 50),
        asked("sequence", FIVE, SIX) + shown(0, 50, "DR-11", SIX)),
    "dealer's inferior of two told to nobody": ([NINES], [TENS, EIGHTS], "", (100, 0),
        asked("group", NINES, "") + shown(1, 100, "DR-10", NINES)),
    "all of the winner's are shown": ([TENS], [NINES, EIGHTS], "", (100, 0),
        asked("group", TENS, NINES) + shown(0, 100, "DR-10", EIGHTS) + shown(0, 100, "DR-10", NINES)),
    "one contest each": ([fours("A")], [fours("7"), "KC QC JC"], "", (100, 0),
        asked("group", fours("A"), "") + asked("sequence", "", "KC QC JC")
        + shown(1, 100, "DR-10", fours("A")) + shown(0, 20, "DR-11", "KC QC JC")),
}  # fmt: skip


@pytest.mark.clause("DR-14")
@pytest.mark.parametrize("branch", BRANCHES)
def test_dr14_what_is_said_aloud(branch: str) -> None:
    eldest, dealer, options, (group, sequence), decided = BRANCHES[branch]
    cards = [" ".join(dict.fromkeys(" ".join(hand).split())) for hand in (eldest, dealer)]
    match = announcing(*cards, options=options)
    for combination in eldest:
        assert heard(match, f"1 announce {combination}")[::2] == ([], [])
    opening = ["AnnouncingDone 1", f"ValueSaid 1 group {group}", f"ValueSaid 1 sequence {sequence}"]
    assert heard(match, "1 done") == ([*opening, "TurnPassed 0 announce"],) * 3
    for combination in dealer:
        assert heard(match, f"0 announce {combination}")[1:] == ([], [])
    seen = heard(match, "0 done")
    for events in seen:
        assert (events[0], events[-1]) == ("AnnouncingDone 0", "TurnPassed 1 play")
        assert sorted(events[1:-1]) == sorted(decided)
        assert_question_before_answer(events)
    assert seen[0] == seen[1] == seen[2]
    count("branches of DR-14 told to three", 1)


def assert_question_before_answer(events: list[str]) -> None:
    """In each contest: the question, eldest's cards, the dealer's answer, what is shown and scored."""
    order = ["HowHighAsked", "BestNamed", "BetterNamed", "YoursSaid", "Scored"]
    for kind in ("group", "sequence"):
        names = [event.split()[0] for event in events if f" {kind}" in event]
        assert names == sorted(names, key=order.index)


@pytest.mark.clause("DR-14")
def test_dr14_what_was_named_is_known_to_lie_in_the_hand() -> None:
    match = contest([FIVE, "9C 8C 7C"], [SIX])
    for seat in (0, -1):
        assert [card for card in match.view(seat).hands_text()[1].split() if card != "??"] == FIVE.split()
    for seat in (1, -1):
        assert [card for card in match.view(seat).hands_text()[0].split() if card != "??"] == SIX.split()


@pytest.mark.clause("DR-14")
def test_dr14_a_losing_dealer_reveals_no_card_and_a_silent_one_nothing() -> None:
    for eldest, dealer in (([NINES], [TENS]), ([J], [NINES]), (["AS KS QS"], ["TD 9D 8D"])):
        match = contest(eldest, dealer)
        for seat in (1, -1):
            assert set(match.view(seat).hands_text()[0].split()) == {"??"}
