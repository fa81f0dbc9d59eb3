"""Sentences: the same in both languages, none missing, none that nobody says."""

import re
from pathlib import Path

import pytest

from stolik.bots import LEVELS
from stolik.cards import card_of, cards_of
from stolik.games import GAMES
from stolik.locale.clauses import clauses, folder
from stolik.locale.words import LANGUAGES, SHARED, People, WordsError, card_names, disagreements, plural, words
from stolik.play.game import Game

WEB = Path(__file__).parents[2] / "src/stolik/web"
BY_NAME = ("level.", "problem.", "plural.")  # said by a name that is put together


@pytest.mark.parametrize("package", [SHARED, "stolik.web", *(folder(game) for game in GAMES.values())])
def test_both_languages_have_the_same_sentences_with_the_same_gaps(package: str) -> None:
    assert words("pl", package).own
    assert disagreements(package) == []


def test_every_sentence_of_the_pages_is_said_somewhere() -> None:
    sources = "".join(path.read_text() for path in [*WEB.glob("*.py"), *WEB.glob("templates/*.html")])
    said = set(re.findall(r"""["']([a-z]+(?:\.\w+)+)["']""", sources))
    said |= {"settings.two", "settings.four", "finished.won.you", "finished.won.other"}
    unsaid = [key for key in words("pl", "stolik.web").own if key not in said and not key.startswith(BY_NAME)]
    assert unsaid == []


def test_every_level_at_a_table_has_a_name() -> None:
    for lang in LANGUAGES:
        for level in LEVELS:
            assert f"level.{level}" in words(lang, "stolik.web")


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_every_option_value_and_preset_has_its_sentence(game: Game) -> None:
    for lang in LANGUAGES:
        own = words(lang, folder(game))
        for name, spec in game.options.specs().items():
            assert f"options.{name}.label" in own
            assert spec.clause in clauses(game)
            for value in spec.choices:
                assert f"options.{name}.value.{str(value).lower() if isinstance(value, bool) else value}" in own
        for preset in game.presets:
            assert f"presets.{preset}.name" in own


def test_a_missing_sentence_and_a_missing_fact_are_loud() -> None:
    own = words("pl", folder(GAMES["dorozka"]))
    with pytest.raises(WordsError, match="there is no sentence"):
        own.say("nothing.like.it")
    with pytest.raises(WordsError, match="wants 'card'"):
        own.say("event.card_led.you", {"seat": 0})


@pytest.mark.parametrize(
    ("number", "form"),
    [(0, "many"), (1, "one"), (2, "few"), (4, "few"), (5, "many"), (12, "many"), (22, "few"), (21, "many"), (-1, "one"),
     (112, "many"), (104, "few")],
)  # fmt: skip
def test_polish_counts_in_three_forms(number: int, form: str) -> None:
    assert plural("pl", number) == form


def test_cards_are_named_in_the_case_that_a_sentence_wants() -> None:
    own = words("pl", folder(GAMES["dorozka"]))
    people = People(("Ty", "Halina"))
    assert own.say("event.card_led.other", {"seat": 1, "card": card_of("QH")}, people) == "Halina wychodzi damą kier."
    assert own.say("event.card_followed.you", {"seat": 0, "card": card_of("QH")}, people) == "Dokładasz damę kier."
    assert card_names("en").card(card_of("QH")) == "queen of hearts"
    assert card_names("pl").card(card_of("QH"), "short") == "D kier"


@pytest.mark.parametrize(
    ("cards", "pl", "en"),
    [("QS JS TS", "D W 10 pik", "Q J 10 of spades"), ("QS QH QD QC", "cztery damy", "four queens"),
     ("AS TH", "A pik, 10 kier", "A of spades, 10 of hearts"), ("??", "zakryta karta", "face-down card")],
)  # fmt: skip
def test_several_cards_are_called_what_players_call_them(cards: str, pl: str, en: str) -> None:
    assert card_names("pl").cards(cards_of(cards)) == pl
    assert card_names("en").cards(cards_of(cards)) == en


def test_a_number_has_a_true_minus_sign_and_its_noun() -> None:
    assert words("pl").count(-3, "points") == "−3 punkty"
    assert words("pl").count(22, "cards") == "22 karty"
    assert words("en").count(1, "tricks") == "1 trick"
