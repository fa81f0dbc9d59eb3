"""``stolik replay --seat N`` tells nothing that the seat was not told."""

import random
from collections.abc import Iterator

import pytest

from stolik.cards import UNKNOWN, card_text, cards_text
from stolik.locale.words import card_names
from stolik.notation.record import read
from stolik.play.game import Cards
from stolik.play.match import Match
from tests.cli.running import stolik
from tests.cli.test_replay import RECORDS


def hidden_from(match: Match, seat: int) -> set[int]:
    """The cards of the other hand and of the stock that the seat has not seen."""
    held = [card for hand in match.all_seen().hands for card in hand]
    told = {card for hand in match.view(seat).hands for card in hand}
    drawn = 0 if match.phase in ("accept", "name") else 6
    return ({*held} | {*match.deals[-1].cards.stock[drawn:]}) - told


@pytest.mark.parametrize("seat", [0, 1])
def test_no_hidden_card_is_named(seat: int) -> None:
    looked_for = 0
    for path in RECORDS:
        text = path.read_text("utf-8")
        for at in range(0, text.count('    "'), 3):
            hidden = hidden_from(read(text, stop_at=at), seat)
            looked_for += len(hidden)
            asked = ("replay", "-", "--seat", str(seat), "--at", str(at))
            printed = stolik(*asked, "--json", given=text).out
            assert not [card for card in hidden if card_text(card) in printed]
            for lang in ("pl", "en"):
                account = stolik(*asked, "--lang", lang, given=text).out
                names = [card_names(lang).card(card, form) for card in hidden for form in ("nom", "acc", "short")]
                assert not [name for name in names if name in account]
    assert looked_for > 1000


def other_worlds(match: Match, seat: int, many: int) -> Iterator[str]:
    """Records in which the cards that the seat cannot know, before anybody draws, lie somewhere else."""
    deal = match.deals[-1]
    chance = random.Random(7)
    unseen = [*deal.cards.hands[1 - seat], *deal.cards.stock]
    for _ in range(many):
        chance.shuffle(unseen)
        hands = [deal.cards.hands[seat]] * 2
        hands[1 - seat] = tuple(unseen[:6])
        twin = Match(match.game, match.options, 2, preset=match.preset, names=match.names)
        twin.deal(cards=Cards((hands[0], hands[1]), deal.cards.turn_up, tuple(unseen[6:])), dealer=deal.dealer)
        quoted = ", ".join(f'"{cards_text(hand)}"' for hand in hands)
        actions = ", ".join(f'"{who} {match.game.text(action)}"' for who, action in deal.actions)
        yield (
            f'stolik = 1\ngame = "dorozka"\n[[deal]]\ndealer = {deal.dealer}\nhands = [{quoted}]\n'
            f'turn_up = "{card_text(deal.cards.turn_up or 0)}"\nstock = "{cards_text(unseen[6:])}"\n'
            f"actions = [{actions}]\n"
        )


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("form", [["--json"], ["--lang", "pl"], ["--lang", "en"]], ids=" ".join)
def test_where_the_hidden_cards_lie_changes_no_byte(form: list[str], seat: int) -> None:
    for path in RECORDS:
        text = path.read_text("utf-8")
        for at in (0, 1):
            match = read(text, stop_at=at)
            if match.phase == "announce":  # cards have been drawn: the seat knows what it drew
                continue
            printed = {
                stolik("replay", "-", *form, "--seat", str(seat), given=world).out
                for world in other_worlds(match, seat, 5)
            }
            assert len(printed) == 1
            assert "??" in printed.pop()


def test_the_whole_story_does_differ_between_these_worlds() -> None:
    match = read(RECORDS[0].read_text("utf-8"), stop_at=1)
    assert len({stolik("replay", "-", "--json", given=world).out for world in other_worlds(match, 0, 5)}) == 5


def test_a_hand_that_is_not_known_keeps_its_length() -> None:
    for path in RECORDS:
        text = path.read_text("utf-8")
        for at in range(text.count('    "')):
            match = read(text, stop_at=at)
            if match.current is None:
                continue
            told = stolik("replay", "-", "--seat", "0", "--at", str(at), "--json", given=text).object["now"]["hands"]
            assert [len(hand.split()) for hand in told] == [len(hand) for hand in match.all_seen().hands]
            assert told[1].count("??") == match.view(0).hands[1].count(UNKNOWN)
