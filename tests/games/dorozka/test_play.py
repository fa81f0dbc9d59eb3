"""DR-15 to DR-18: the trump marriage, following suit, the duty to overtrump, the last trick."""

import pytest

import stolik
from stolik.play.match import Match
from stolik.play.refusal import BadOption
from tests.positions import finish, heard, lines, play, points, position, refused

DONE = "1 accept, 1 done, 0 done"


def playing(west: str, east: str, turn_up: str = "7H", options: str = "", actions: str = "") -> Match:
    """Seat 0 and seat 1 hold nine cards each, seat 1 leads to the first trick."""
    return position([west, east], turn_up, f"{DONE}, {actions}" if actions else DONE, options=options)


def cards(match: Match) -> list[str]:
    """The cards that may be played, in the order of the alphabet."""
    return [action.removeprefix("play ") for action in match.legal() if action.startswith("play ")]


# ---- DR-15. Hearts are trump. EAST leads and holds the marriage; so does WEST in the positions turned round.

PAIR = "KH QH AS 9S KD 8D TC 9C 7C"
REST = "JH 9H KS 8S AD TD KC QC 8C"


@pytest.mark.clause("DR-15")
@pytest.mark.parametrize(("first", "other"), [("KH", "QH"), ("QH", "KH")])
def test_dr15_king_or_queen_of_trump_is_played_and_20_scored_at_once(first: str, other: str) -> None:
    match = playing(REST, PAIR)
    assert [action for action in match.legal() if action.startswith("marry")] == ["marry KH", "marry QH"]
    told = [f"MarriageAnnounced 1 {first} {other}", "Scored 1 20 DR-15 marriage []", f"CardPlayed 1 {first} True"]
    assert heard(match, f"1 marry {first}") == ([*told, "TurnPassed 0 play"],) * 3
    assert points(match) == [0, 20]
    play(match, "0 play JH")  # the trick is lost, the marriage is not
    assert lines(match, 1) == [(1, 20, "DR-15")]


@pytest.mark.clause("DR-15")
def test_dr15_in_any_trick_leading_or_following() -> None:
    match = playing(PAIR, REST, actions="1 play JH")
    assert match.legal() == ["marry KH", "marry QH", "play KH", "play QH"]
    match = playing(PAIR, REST, actions="1 play KC, 0 play TC, 0 play AS, 1 play KS")
    assert "marry QH" in match.legal()
    match = playing(PAIR, REST, actions="1 play QC, 0 play TC, 0 play 7C, 1 play 8C, 1 play KC, 0 play 9C, 1 play 8S")
    play(match, "0 play 9S, 0 play AS, 1 play KS, 0 play 8D, 1 play TD, 1 play AD, 0 play KD")
    assert sum(match.view(0).tricks) == 7
    assert refused(match, "1 marry 9H") == ("DR-15", "marriage_not_trump")
    play(match, "1 play 9H")
    assert match.legal() == ["marry KH", "marry QH", "play KH", "play QH"]
    play(match, "0 marry KH")
    assert lines(match, 0, "DR-15") == [(0, 20, "DR-15")]


@pytest.mark.clause("DR-15")
def test_dr15_announcing_is_optional_and_the_chance_passes_with_the_first_of_the_two() -> None:
    match = playing(REST, PAIR, actions="1 play KH, 0 play 9H, 0 play KC, 1 play TC")
    assert points(match) == [18, 14]
    assert "marry QH" not in match.legal()
    assert "play QH" in match.legal()
    assert refused(match, "1 marry QH") == ("DR-15", "no_marriage_without_pair")
    finish(match)
    assert lines(match, clause="DR-15") == []


@pytest.mark.clause("DR-15")
def test_dr15_only_once() -> None:
    match = playing(REST, PAIR, actions="1 marry QH, 0 play 9H, 0 play KC, 1 play TC")
    assert refused(match, "1 marry KH") == ("DR-15", "no_marriage_without_pair")


@pytest.mark.clause("DR-15")
def test_dr15_of_trump_only_and_both_must_be_held() -> None:
    match = playing(REST, "KH 9D QS 7S AS 8D TC 9C 7C")
    assert refused(match, "1 marry KH") == ("DR-15", "no_marriage_without_pair")
    match = playing("JH 9H AD TD KC QC 8C AS JS", "KS QS KH QH 9S 8D TC 9C 7C")
    for card in ("KS", "QS", "TC", "9S"):
        assert refused(match, f"1 marry {card}") == ("DR-15", "marriage_not_trump")
    assert refused(match, "1 marry QD") == ("DR-16", "card_not_held")
    assert refused(match, "0 marry KC") == ("DR-16", "not_your_turn")


@pytest.mark.clause("DR-15")
def test_dr15_the_duty_to_follow_comes_first() -> None:
    match = playing(PAIR, REST, actions="1 play KS")
    assert match.legal() == ["play 9S", "play AS"]
    assert refused(match, "0 marry KH") == ("DR-16", "must_follow")
    match = playing("KH QH AH 9S KD 8D TC 9C 7C", "JH TH KS 8S AD TD KC QC 8C", options="must_overtrump = true",
                    actions="1 play TH")  # fmt: skip
    assert refused(match, "0 marry KH") == ("DR-17", "must_overtrump")


@pytest.mark.clause("DR-15")
def test_dr15_neither_beats_other_combinations_nor_is_beaten() -> None:
    hands = ["AD KD QD JD 9H 8C 7C 9S 8S", "KH QH AS KS QS JC TC 9D 8D"]
    match = position(hands, "7H", "1 accept, 1 announce AS KS QS, 1 done, 0 announce AD KD QD JD, 0 done, 1 marry KH")
    assert lines(match) == [(0, 40, "DR-11"), (1, 20, "DR-15")]


@pytest.mark.clause("DR-15")
def test_dr15_the_other_card_is_known_from_then_on() -> None:
    match = playing(REST, PAIR, actions="1 marry QH")
    for seat in (0, -1):
        assert "KH" in match.view(seat).hands_text()[1].split()
    assert match.view(0).hands_text()[1].count("??") == 7


# ---- DR-16


@pytest.mark.clause("DR-16")
@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("auction", ["{e} accept", "{e} pass, {d} accept"])
def test_dr16_eldest_leads_any_card_whoever_is_maker(dealer: int, auction: str) -> None:
    eldest = 1 - dealer
    said = auction.format(e=eldest, d=dealer)
    hands = [PAIR, REST]
    match = position(hands, "7H", f"{said}, {eldest} done, {dealer} done", dealer=dealer)
    assert (match.to_move, match.phase) == (eldest, "play")
    assert cards(match) == sorted(hands[eldest].split())
    assert refused(match, f"{dealer} play {hands[dealer][:2]}") == ("DR-16", "not_your_turn")


@pytest.mark.clause("DR-16")
def test_dr16_the_winner_of_a_trick_leads_to_the_next() -> None:
    match = playing(PAIR, REST, actions="1 play KC")
    assert heard(match, "0 play TC")[2][1] == "TrickWon 0 [KC TC]"
    assert match.to_move == 0
    play(match, "0 play 9C, 1 play QC")
    assert match.to_move == 1


@pytest.mark.clause("DR-16")
def test_dr16_follow_suit() -> None:
    match = playing(PAIR, REST, actions="1 play KC")
    assert cards(match) == ["7C", "9C", "TC"]
    for card in ("KH", "AS", "8D"):
        assert refused(match, f"0 play {card}") == ("DR-16", "must_follow")
    match = playing(PAIR, REST, actions="1 play JH")
    assert cards(match) == ["KH", "QH"]
    assert refused(match, "0 play AS") == ("DR-16", "must_follow")


VOID = "KH QH AD 9D KD 8D TC 9C 7C"  # no spade
LEADS = "JH 9H KS 8S AS TD KC QC 8C"


@pytest.mark.clause("DR-16")
def test_dr16_a_void_hand_must_trump() -> None:
    match = playing(VOID, LEADS, actions="1 play AS")
    assert cards(match) == ["KH", "QH"]
    for card in ("AD", "TC"):
        assert refused(match, f"0 play {card}") == ("DR-16", "must_trump")


@pytest.mark.clause("DR-16")
def test_dr16_without_the_suit_and_without_a_trump_anything() -> None:
    hand = "AD 9D KD 8D TC 9C 7C JC JD"
    assert cards(playing(hand, LEADS, actions="1 play AS")) == sorted(hand.split())
    assert cards(playing(hand, LEADS, actions="1 play JH")) == sorted(hand.split())


@pytest.mark.clause("DR-16")
@pytest.mark.parametrize(("lead", "reply", "winner"), [
    ("KC", "TC", 0), ("KC", "9C", 1), ("8C", "7C", 1), ("JH", "KH", 1), ("9H", "QH", 1),
])  # fmt: skip
def test_dr16_the_highest_trump_or_the_highest_of_the_suit_led(lead: str, reply: str, winner: int) -> None:
    assert playing(PAIR, REST, actions=f"1 play {lead}, 0 play {reply}").to_move == winner


@pytest.mark.clause("DR-16")
@pytest.mark.parametrize("trump", ["QH", "KH"])
def test_dr16_a_trump_beats_the_highest_plain_card_and_another_suit_beats_nothing(trump: str) -> None:
    assert playing(VOID, LEADS, actions=f"1 play AS, 0 play {trump}").to_move == 0
    match = playing("AD 9D KD 8D TC 9C 7C JC JD", LEADS, actions="1 play 8S, 0 play AD")
    assert match.to_move == 1
    assert points(match) == [0, 10]


@pytest.mark.clause("DR-16")
@pytest.mark.parametrize("words", ["done", "announce KC QC 8C", "swap", "pass", "accept", "trump S"])
def test_dr16_nothing_but_cards_now(words: str) -> None:
    assert refused(playing(PAIR, REST), f"1 {words}") == ("DR-16", "wrong_phase")


@pytest.mark.clause("DR-16")
def test_dr16_only_cards_that_are_held() -> None:
    match = playing(PAIR, REST)
    assert refused(match, "1 play KH") == ("DR-16", "card_not_held")
    play(match, "1 play KC, 0 play TC, 0 play 9C")
    assert refused(match, "1 play KC") == ("DR-16", "card_not_held")


# ---- DR-17. Seat 1 leads a trump; seat 0 holds a higher and a lower one.

DUTY = "must_overtrump = true"


@pytest.mark.clause("DR-17")
def test_dr17_a_lower_trump_will_do() -> None:
    match = playing("JH 8H AS 9S KD 8D TC 9C 7C", "AH QH KS 8S AD TD KC QC 8C", actions="1 play AH")
    assert cards(match) == ["8H", "JH"]


@pytest.mark.clause("DR-17")
@pytest.mark.parametrize(("lead", "allowed"), [
    ("QH", ["9H", "AH"]), ("TH", ["9H", "AH"]), ("KH", ["9H", "AH"]), ("JH", ["7H", "8H", "9H", "AH"]),
])  # fmt: skip
def test_dr17_by_agreement_a_trump_lead_is_beaten_if_it_can_be(lead: str, allowed: list[str]) -> None:
    hands = ["9H AH 8H 7H KD 8D TC 9C 7C", "JH QH TH KH AD 7D KC QC 8C"]
    auction = "1 pass, 0 pass, 1 trump H, 1 done, 0 done"
    match = position(hands, "8S", f"{auction}, 1 play {lead}", options=DUTY)
    assert cards(match) == allowed
    for card in {"7H", "8H", "9H", "AH"} - set(allowed):
        assert refused(match, f"0 play {card}") == ("DR-17", "must_overtrump")
    assert refused(match, "0 play KD") == ("DR-16", "must_follow")


@pytest.mark.clause("DR-17")
def test_dr17_on_a_plain_lead_there_is_nothing_to_overtrump() -> None:
    match = playing(PAIR, REST, options=DUTY, actions="1 play KC")
    assert cards(match) == ["7C", "9C", "TC"]
    match = playing("JH 8H AD 9D KD 8D TC 9C 7C", "AH QH KS 8S AS TD KC QC 8C", options=DUTY, actions="1 play AS")
    assert cards(match) == ["8H", "JH"]


@pytest.mark.clause("DR-17")
def test_dr17_without_a_trump_anything() -> None:
    hand = "AD 9D KD 8D TC 9C 7C JC JD"
    assert cards(playing(hand, LEADS, options=DUTY, actions="1 play JH")) == sorted(hand.split())


@pytest.mark.clause("DR-17")
def test_dr17_the_choices_of_the_option() -> None:
    assert stolik.game("dorozka").options.must_overtrump is False
    assert stolik.game("dorozka", preset="classic").options.must_overtrump is True
    for value in (0, 1, "true"):
        with pytest.raises(BadOption):
            stolik.game("dorozka", must_overtrump=value)


# ---- DR-18


@pytest.mark.clause("DR-18")
@pytest.mark.parametrize(("west", "east"), [(PAIR, REST), (REST, PAIR), (VOID, LEADS), (LEADS, VOID)])
@pytest.mark.parametrize("pick", [0, -1])
def test_dr18_the_last_trick_is_worth_10_to_its_winner_and_no_other_is(west: str, east: str, pick: int) -> None:
    match = playing(west, east)
    while match.current:
        assert lines(match, clause="DR-18") == []
        match.act([action for action in match.current.state.legal() if action < 64][pick])
    last = match.view(-1).last_winner
    assert lines(match, clause="DR-18") == [(last, 10, "DR-18")]
