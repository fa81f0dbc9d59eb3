"""DR-1 to DR-8: rank and value of the cards, the deal, the auction, the draw, the seven exchanged."""

from itertools import pairwise

import pytest

import stolik
from stolik.cards import card_text, cards_of, cards_text, pack_of
from stolik.play.match import Match, MatchError
from stolik.play.refusal import BadCards, BadOption
from stolik.play.shuffle import shuffled
from tests.counts import count
from tests.positions import PACK, dorozka, finish, heard, lines, play, points, position, refused, told
from tests.second_opinion import dorozka as second

TRUMP_ORDER = "J9ATKQ87"
PLAIN_ORDER = "ATKQJ987"
TRUMP_VALUES = {"J": 20, "9": 14, "A": 10, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
PLAIN_VALUES = {"A": 10, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}

# Nine cards each without any combination; the first six are dealt, the last three drawn. 7H is turned up.
WEST = "AS KS JH 9H QD 8C TC TS 8D"
EAST = "QS JS AH QH AC KC KD 7D 9C"


def trick(lead: str, reply: str, options: str = "") -> Match:
    """Hearts are trump, seat 1 has led one card and seat 0 replied with the other."""
    turn_up = next(card for card in ("7H", "8H", "KH") if card not in (lead, reply))
    left = [card for card in PACK if card not in (lead, reply, turn_up)]
    east = [card for card in left if card[1] != lead[1] and (card[1] != "H" or reply[1] == "H")][:8]
    west = [card for card in left if card not in east][:8]
    hands = [" ".join([reply, *east]), " ".join([lead, *west])]
    actions = f"1 accept, 1 done, 0 done, 1 play {lead}, 0 play {reply}"
    return position(hands, turn_up, actions, options=options)


@pytest.mark.clause("DR-1")
@pytest.mark.parametrize(("suit", "order"), [("H", TRUMP_ORDER), ("S", PLAIN_ORDER), ("C", PLAIN_ORDER)])
def test_dr1_each_card_beats_the_next_in_its_order(suit: str, order: str) -> None:
    for high, low in pairwise(order):
        assert trick(low + suit, high + suit).to_move == 0
        assert trick(high + suit, low + suit).to_move == 1
    count("ranks compared", 2 * 7)


@pytest.mark.clause("DR-2")
@pytest.mark.parametrize(("suit", "values"), [("H", TRUMP_VALUES), ("S", PLAIN_VALUES), ("D", PLAIN_VALUES)])
@pytest.mark.parametrize("ace", [10, 11])
def test_dr2_every_card_is_worth_what_the_clause_says(suit: str, values: dict[str, int], ace: int) -> None:
    for rank, value in values.items():
        other = "8" if rank != "8" else "7"
        worth = ace if rank == "A" else value
        match = trick(rank + suit, other + suit, f"ace = {ace}")
        assert sum(each or 0 for each in points(match)) == worth, rank
        assert [line[1:] for line in lines(match)] == ([(worth, "DR-2")] if worth else [])


@pytest.mark.clause("DR-2")
def test_dr2_an_ace_is_worth_10_unless_it_was_agreed_that_it_is_11() -> None:
    assert points(trick("AS", "8S")) == [0, 10]
    assert points(trick("AS", "TS", "ace = 11")) == [0, 21]
    assert points(trick("AH", "TH", "ace = 11")) == [0, 21]
    for value in (9, 12, "10", True, 10.0):
        with pytest.raises(BadOption):
            stolik.game("dorozka", ace=value)


@pytest.mark.clause("DR-3")
@pytest.mark.parametrize("dealer", [0, 1])
def test_dr3_six_cards_each_from_the_top_eldest_first_then_one_turned_up(dealer: int) -> None:
    match = stolik.game("dorozka").match(seed="5e" * 32, dealer=dealer)
    deal = match.deals[0]
    assert [len(hand) for hand in deal.cards.hands] == [6, 6]
    assert len(deal.cards.stock) == 19
    assert sorted(deal.cards.all()) == sorted(match.game.pack(match.options))
    events = told(match, dealer)
    assert events[0] == f"HandDealt {1 - dealer} [?? ?? ?? ?? ?? ??]"
    assert events[1].startswith(f"HandDealt {dealer} [")
    assert "??" not in events[1]
    assert [event.split()[0] for event in events[2:]] == ["CardTurned", "TurnPassed"]


@pytest.mark.clause("DR-3")
@pytest.mark.parametrize("dealer", [0, 1])
def test_dr3_the_same_deal_as_a_second_program_deals(dealer: int) -> None:
    for number in range(50):
        seed = f"{number:02x}" * 32
        cards = stolik.game("dorozka").match(dealer=dealer, seed="00" * 32).game.deal_out(
            None, 2, dealer, shuffled(pack_of("AKQJT987"), bytes.fromhex(seed))
        )  # fmt: skip
        hands, turn_up, stock = second.dealt(seed, dealer)
        assert [cards_text(hand).split() for hand in cards.hands] == hands
        assert cards.turn_up is not None
        assert (card_text(cards.turn_up), cards_text(cards.stock).split()) == (turn_up, stock)


@pytest.mark.clause("DR-3")
def test_dr3_a_hand_has_six_cards_and_all_cards_are_the_pack() -> None:
    good = dorozka([WEST, EAST], "7H")
    for wrong in (good.replace('"AS KS', '"KS'), good.replace("AS KS", "AS AS"), good.replace("AS KS", "6S KS")):
        with pytest.raises(stolik.notation.error.RecordError) as error:
            stolik.read_record(wrong)
        assert error.value.kind == "record"
    match = stolik.read_record(good)
    cards = match.deals[0].cards
    with pytest.raises(BadCards):
        stolik.game("dorozka").match(cards=type(cards)((cards.hands[0], cards.hands[0]), cards.turn_up, cards.stock))


@pytest.mark.clause("DR-3")
def test_dr3_each_deal_is_followed_by_a_deal_of_the_other_player() -> None:
    match = finish(position([WEST, EAST], "7H", "1 accept"))
    assert match.next_dealer() == 1
    with pytest.raises(MatchError):
        match.deal(seed="00" * 32, dealer=0)
    match.deal(seed="00" * 32)
    assert match.deals[-1].dealer == 1
    assert match.to_move == 0


@pytest.mark.clause("DR-4")
@pytest.mark.parametrize("dealer", [0, 1])
def test_dr4_eldest_is_asked_first_then_the_dealer(dealer: int) -> None:
    match = position([WEST, EAST], "7H", dealer=dealer)
    assert (match.to_move, match.phase, match.legal()) == (1 - dealer, "accept", ["accept", "pass"])
    assert refused(match, f"{dealer} accept") == ("DR-4", "not_your_turn")
    play(match, f"{1 - dealer} pass")
    assert (match.to_move, match.phase, match.legal()) == (dealer, "accept", ["accept", "pass"])


@pytest.mark.clause("DR-4")
@pytest.mark.parametrize("words", ["trump S", "done", "swap", "play AS", "marry QH", "announce AS KS QS"])
def test_dr4_nothing_else_may_be_said_now(words: str) -> None:
    assert refused(position([WEST, EAST], "7H"), f"1 {words}") == ("DR-4", "wrong_phase")


@pytest.mark.clause("DR-4")
def test_dr4_everybody_hears_who_passes_and_who_accepts() -> None:
    match = position([WEST, EAST], "7H")
    assert told(match, -1)[2:] == ["CardTurned 7H", "TurnPassed 1 accept"]
    assert heard(match, "1 pass") == (["Passed 1", "TurnPassed 0 accept"],) * 3
    for seen in heard(match, "0 accept"):
        assert seen[:2] == ["TrumpAccepted 0 H", "TrumpFixed H"]
    assert match.phase == "announce"


@pytest.mark.clause("DR-5")
@pytest.mark.parametrize("turned", ["7S", "7H", "9D", "JC"])
@pytest.mark.parametrize("namer", [0, 1])
def test_dr5_any_suit_but_the_turned_one_may_be_named(turned: str, namer: int) -> None:
    cards = [card for card in PACK if card != turned]
    match = position([" ".join(cards[:9]), " ".join(cards[9:18])], turned, "1 pass, 0 pass")
    if namer == 0:
        play(match, "1 pass")
    assert (match.to_move, match.phase) == (namer, "name")
    suits = [suit for suit in "SHDC" if suit != turned[1]]
    assert match.legal() == sorted(["pass"] + [f"trump {suit}" for suit in suits])
    assert refused(match, f"{namer} trump {turned[1]}") == ("DR-5", "turned_suit_may_not_be_named")
    assert refused(match, f"{1 - namer} trump {suits[0]}") == ("DR-5", "not_your_turn")
    assert refused(match, f"{namer} accept") == ("DR-5", "wrong_phase")
    for suit in suits:
        named = match.clone()
        seen = heard(named, f"{namer} trump {suit}")
        assert all(events[:2] == [f"TrumpNamed {namer} {suit}", f"TrumpFixed {suit}"] for events in seen)
        assert (named.phase, named.to_move) == ("announce", 1)
        assert named.view(-1).maker == namer


@pytest.mark.clause("DR-5")
def test_dr5_eldest_is_asked_again_first_then_the_dealer() -> None:
    match = position([WEST, EAST], "7H", "1 pass")
    assert heard(match, "0 pass") == (["Passed 0", "TurnPassed 1 name"],) * 3
    assert heard(match, "1 pass") == (["Passed 1", "TurnPassed 0 name"],) * 3


@pytest.mark.clause("DR-6")
@pytest.mark.parametrize("dealer", [0, 1])
def test_dr6_four_passes_end_the_deal_with_0_and_0(dealer: int) -> None:
    one, two = 1 - dealer, dealer
    match = position([WEST, EAST], "7H", f"{one} pass, {two} pass, {one} pass", dealer=dealer)
    assert heard(match, f"{two} pass") == ([f"Passed {two}", "ThrownIn", "DealSettled (0, 0)"],) * 3
    assert (match.phase, match.to_move, match.legal()) == ("between", None, [])
    assert (match.deals[0].scores, match.totals, match.winners) == ([0, 0], [0, 0], None)
    assert lines(match) == []
    match.deal(seed="11" * 32)
    assert match.deals[1].dealer == 1 - dealer


@pytest.mark.clause("DR-6")
def test_dr6_a_record_with_a_deal_thrown_in_goes_on_with_the_other_dealer() -> None:
    first = dorozka([WEST, EAST], "7H", "1 pass, 0 pass, 1 pass, 0 pass")
    second = dorozka([WEST, EAST], "7H", "0 accept", dealer=1).partition("[[deal]]")[2]
    match = stolik.read_record(f"{first}\n[[deal]]{second}")
    assert (len(match.deals), match.to_move, match.phase) == (2, 0, "announce")
    wrong = dorozka([WEST, EAST], "7H").partition("[[deal]]")[2]
    with pytest.raises(stolik.notation.error.RecordError, match="seat 1 deals next"):
        stolik.read_record(f"{first}\n[[deal]]{wrong}")


@pytest.mark.clause("DR-7")
@pytest.mark.parametrize(
    ("auction", "maker"),
    [
        ("1 accept", 1),
        ("1 pass, 0 accept", 0),
        ("1 pass, 0 pass, 1 trump S", 1),
        ("1 pass, 0 pass, 1 pass, 0 trump S", 0),
    ],
)
def test_dr7_both_draw_to_nine_eldest_the_top_three_whoever_is_maker(auction: str, maker: int) -> None:
    match = position([WEST, EAST], "7H")
    before, _, last = auction.rpartition(", ")
    if before:
        play(match, before)
    first, second, watcher = heard(match, last)
    assert first[2:] == ["CardsDrawn 1 [?? ?? ??]", "CardsDrawn 0 [TC TS 8D]", "TurnPassed 1 announce"]
    assert second[2:] == ["CardsDrawn 1 [KD 7D 9C]", "CardsDrawn 0 [?? ?? ??]", "TurnPassed 1 announce"]
    assert watcher[2:] == ["CardsDrawn 1 [?? ?? ??]", "CardsDrawn 0 [?? ?? ??]", "TurnPassed 1 announce"]
    for seat, hand in enumerate((WEST, EAST)):
        assert set(match.game.held(match.deals[0].state, seat)) == set(cards_of(hand))
        assert sorted(match.view(seat).hand) == sorted(cards_of(hand))
    assert [match.view(seat).maker for seat in (0, 1, -1)] == [maker] * 3


# The king of hearts lies in sight; the seven of hearts is held by seat 0 (the dealer) or by seat 1 (eldest).
SEVEN_WEST = ["7H KS JH 9H QD 8C TC TS 8D", EAST]
SEVEN_EAST = [WEST, "QS JS 7H QH AC KC KD 7D 9C"]


@pytest.mark.clause("DR-8")
def test_dr8_usually_the_seven_is_not_exchanged() -> None:
    match = position(SEVEN_EAST, "KH", "1 accept")
    assert "swap" not in match.legal()
    assert refused(match, "1 swap") == ("DR-8", "swap_is_off")


@pytest.mark.clause("DR-8")
@pytest.mark.parametrize(("option", "holder", "maker", "allowed"), [
    ("any", 0, 0, True), ("any", 0, 1, True), ("any", 1, 0, True), ("any", 1, 1, True),
    ("maker", 0, 0, True), ("maker", 0, 1, False), ("maker", 1, 0, False), ("maker", 1, 1, True),
])  # fmt: skip
def test_dr8_who_may_exchange_the_seven(option: str, holder: int, maker: int, allowed: bool) -> None:
    auction = "1 accept" if maker == 1 else "1 pass, 0 accept"
    hands = SEVEN_EAST if holder == 1 else SEVEN_WEST
    match = position(hands, "KH", auction, options=f'seven_exchange = "{option}"')
    if holder == 0:
        assert "swap" not in match.legal()
        assert refused(match, "0 swap") == ("DR-9", "not_your_turn")
        play(match, "1 done")
    assert ("swap" in match.legal()) is allowed
    if allowed:
        assert heard(match, f"{holder} swap") == ([f"SevenSwapped {holder} 7H KH"],) * 3
        assert match.to_move == holder
        assert match.deals[0].state.turn_up == 16 + 5
        for seat in (0, 1, -1):
            view = match.view(seat)
            assert (view.turn_up, view.trump) == (16 + 5, 1)
            assert "KH" in view.hands_text()[holder].split()
        assert refused(match, f"{holder} swap") == ("DR-8", "swap_no_seven")
    else:
        assert refused(match, f"{holder} swap") == ("DR-8", "swap_only_maker")


@pytest.mark.clause("DR-8")
def test_dr8_a_seven_that_was_drawn_may_be_exchanged_too() -> None:
    match = position([WEST, "QS JS AH QH AC KC KD 9C 7H"], "KH", "1 accept", options='seven_exchange = "any"')
    assert match.legal() == ["done", "swap"]


@pytest.mark.clause("DR-8")
def test_dr8_only_before_the_first_announcement() -> None:
    match = position([WEST.replace("TC", "TD"), "QC JC TC 7H QH 9D AD 7D 7S"], "KH", "1 accept",
                     options='seven_exchange = "any"')  # fmt: skip
    assert match.legal() == ["announce QC JC TC", "done", "swap"]
    late = play(match.clone(), "1 announce QC JC TC")
    assert late.legal() == ["done"]
    assert refused(late, "1 swap") == ("DR-8", "swap_too_late")
    early = play(match.clone(), "1 swap, 1 announce QC JC TC, 1 done")
    assert early.to_move == 0


@pytest.mark.clause("DR-8")
def test_dr8_the_card_taken_makes_combinations_and_the_marriage() -> None:
    match = position([WEST, "QS JS QH 7H AC KC TD 7D 9C"], "KH", "1 accept", options='seven_exchange = "any"')
    play(match, "1 swap, 1 done, 0 done")
    assert "marry KH" in match.legal()
    match = position(["AS KS 9H 8C QD 8D TC TS AD", "QH JH 7H AC KC 9C TD 7D 9D"], "KH", "1 accept",
                     options='seven_exchange = "any"')  # fmt: skip
    assert match.legal() == ["done", "swap"]
    play(match, "1 swap")
    assert match.legal() == ["announce KH QH JH", "done"]


@pytest.mark.clause("DR-8")
def test_dr8_not_without_the_seven_and_not_when_another_suit_became_trump() -> None:
    option = 'seven_exchange = "any"'
    match = position([WEST, EAST], "KH", "1 accept", options=option)
    assert "swap" not in match.legal()
    assert refused(match, "1 swap") == ("DR-8", "swap_no_seven")
    match = position(SEVEN_EAST, "KH", "1 pass, 0 pass, 1 trump S", options=option)
    assert "swap" not in match.legal()
    assert refused(match, "1 swap") == ("DR-8", "swap_not_turned_suit")
    sevens = position([WEST, EAST.replace("9C", "7S")], "KH", "1 pass, 0 pass, 1 trump S", options=option)
    assert "swap" not in sevens.legal()
    match = position([WEST, EAST], "7H", "1 accept", options=option)
    assert refused(match, "1 swap") == ("DR-8", "swap_no_seven")
    assert refused(play(match, "1 done, 0 done"), "1 swap") == ("DR-16", "wrong_phase")


@pytest.mark.clause("DR-8")
def test_dr8_the_turned_card_belongs_to_nobody_and_stays_in_sight() -> None:
    match = position([WEST, EAST], "7H", "1 accept, 1 done, 0 done")
    while match.current:
        assert all("7H" not in hand.split() for hand in match.all_seen().hands_text())
        assert [match.view(seat).turn_up for seat in (0, 1, -1)] == [16 + 5] * 3
        match.act(match.current.state.legal()[0])


@pytest.mark.clause("DR-8")
def test_dr8_the_choices_of_the_option() -> None:
    assert stolik.game("dorozka").options.seven_exchange == "off"
    assert stolik.game("dorozka", preset="classic").options.seven_exchange == "any"
    for value in ("on", "ANY", True, 0):
        with pytest.raises(BadOption):
            stolik.game("dorozka", seven_exchange=value)
