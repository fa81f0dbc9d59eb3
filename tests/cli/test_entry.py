"""What a person may type for a card, a suit, an action."""

import pytest

from stolik.cards import card_of
from stolik.cli.entry import Offer, command_of
from stolik.cli.faces import Paint, laid_out, seen, typed_card, typed_suit
from stolik.locale.words import LANGUAGES, card_names
from stolik.notation.record import read
from stolik.play.match import Match
from tests.cli.running import CONTRACT


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_card_is_understood_in_every_way_it_is_shown(lang: str) -> None:
    names = card_names(lang)
    for rank in "AKQJT987":
        for place, suit in enumerate("SHDC"):
            card = card_of(rank + suit)
            letter = names.letter(card)
            shown = Paint(names, colour=False, symbols=True).card(card)
            for typed in (
                rank + suit, (rank + suit).lower(), letter + suit, letter.lower() + suit.lower(), shown,
                f"{letter} {names.suit(place)}", names.card(card), names.card(card, "acc"), names.card(card, "short"),
                names.card(card).upper(), f"  {rank}   {suit} ", f"{letter}{names.suit(place)}",
            ):  # fmt: skip
                assert typed_card(typed, lang) == card, typed


@pytest.mark.parametrize(
    ("typed", "lang", "card"),
    [
        ("dh", "pl", "QH"), ("dd", "pl", "QD"), ("D kier", "pl", "QH"), ("w pik", "pl", "JS"), ("10p", "pl", "TS"),
        ("damą kier", "pl", "QH"), ("as", "pl", "AS"), ("as pik", "pl", "AS"), ("ki", "pl", None), ("kki", "pl", "KH"),
        ("d k", "pl", None), ("q k", "pl", None), ("queen of hearts", "pl", "QH"), ("dama kier", "en", "QH"),
        ("dh", "en", None), ("1h", "en", None), ("q", "en", None), ("h", "en", None), ("", "en", None),
        ("? ?", "en", None),
        ("qh jh", "en", None), ("q of h of", "en", "QH"), ("♥", "en", None), ("q♠♥", "en", None), ("²h", "en", None),
    ],
)  # fmt: skip
def test_a_typed_card(typed: str, lang: str, card: str | None) -> None:
    assert typed_card(typed, lang) == (card_of(card) if card else None)


def test_a_typed_suit_may_be_shortened_as_far_as_it_stays_one_suit() -> None:
    assert [typed_suit(word, "pl") for word in ("p", "ki", "ka", "t", "D", "♣", "spades")] == [0, 1, 2, 3, 2, 3, 0]
    assert [typed_suit(word, "pl") for word in ("k", "", "x", "pika", "♠♥")] == [None] * 5


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        ("?", "list"),
        ("U", "undo"),
        (" cofnij ", "undo"),
        ("koniec", "quit"),
        ("pomoc", "help"),
        ("? 3", None),
        ("x", None),
    ],
)
def test_a_command_is_its_letter_or_its_word_in_either_language(typed: str, command: str | None) -> None:
    assert command_of(typed) == command


def offer(match: Match) -> Offer:
    view = match.view(match.to_move or 0)
    return Offer(match.game, view, match.game.show(view), tuple(sorted(view.hand)))


@pytest.mark.parametrize(
    ("at", "typed", "action"),
    [
        (0, "1", "accept"),
        (0, "2", "pass"),
        (0, "3", None),
        (0, "0", None),
        (0, "99999999999", None),
        (0, "²", None),
        (0, "accept", "accept"),
        (0, "ACCEPT", "accept"),
        (0, "QH", "play QH"),
        (0, "trump kier", "trump H"),
        (0, "trump x", "trump x"),
        (2, "announce as ks ds ws 10s", "announce AS KS QS JS TS"),
        (2, "announce as xx", "announce as xx"),
        (6, "1", "play TS"),
        (6, "as", "play AS"),
        (6, "play 10♠", "play TS"),
        (6, "play D pik", "play QS"),
        (6, "play", "play"),
        (6, "fly", None),
    ],
)
def test_what_was_typed_becomes_an_action(at: int, typed: str, action: str | None) -> None:
    found = offer(read(CONTRACT, stop_at=at))
    assert found.action_of(typed, "pl") == action


def test_lines_are_broken_between_cards_only() -> None:
    lines = laid_out("  Hand:", [f"card{number}" for number in range(20)], 40)
    assert max(map(seen, lines)) <= 40
    assert " ".join(lines).split() == ["Hand:", *[f"card{number}" for number in range(20)]]
    assert all(line.startswith("       ") for line in lines[1:])


def test_red_suits_are_red_and_only_where_colours_are_wanted() -> None:
    names = card_names("pl")
    assert Paint(names, colour=True, symbols=True).card(card_of("QH")) == "\x1b[31mD♥\x1b[0m"
    assert Paint(names, colour=True, symbols=True).card(card_of("QS")) == "D♠"
    assert Paint(names, colour=False, symbols=False).cards([card_of("QH"), card_of("??")]) == "QH ??"
    assert seen("\x1b[31mD♥\x1b[0m") == 2
