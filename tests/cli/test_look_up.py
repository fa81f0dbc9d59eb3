"""``stolik games``, ``rules``, ``deal``, the help and the version."""

import json

import pytest

import stolik as library
from stolik.cli.app import stolik as group
from stolik.games import GAMES
from stolik.locale.words import LANGUAGES, disagreements
from stolik.notation.record import read
from tests.cli.running import stolik

SEED = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"


def test_both_languages_have_the_same_sentences() -> None:
    assert disagreements("stolik.cli") == []


# ---- help and version


@pytest.mark.parametrize("command", sorted(group.commands))
def test_every_command_explains_itself_with_examples(command: str) -> None:
    ran = stolik(command, "--help")
    assert ran.status == 0
    assert f"Usage: stolik {command}" in ran.out
    assert f"Examples:\n    stolik {command}" in ran.out


def test_the_program_alone_prints_its_help() -> None:
    assert stolik().out == stolik("--help").out
    assert stolik().status == 0
    for command in group.commands:
        assert f"\n  {command}  " in stolik().out


def test_version() -> None:
    assert stolik("--version").out == f"stolik {library.__version__}\n"


# ---- games


@pytest.mark.parametrize("lang", LANGUAGES)
def test_games_lists_every_game_with_its_presets_and_options(lang: str) -> None:
    told = stolik("games", "--lang", lang).out
    found = stolik("games", "--lang", lang, "--json").object["games"]
    assert [each["game"] for each in found] == list(GAMES)
    for each in found:
        game = GAMES[each["game"]]
        assert each["players"] == list(game.players)
        assert set(each["presets"]) == set(game.presets)
        assert [option["option"] for option in each["options"]] == list(game.options.specs())
        assert f"{game.id}: {each['name']}" in told
        for name in (
            *[f"--preset {preset}:" for preset in game.presets],
            *[f"{name}=…" for name in game.options.specs()],
        ):
            assert name in told


# ---- rules


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_prints_every_clause_in_order_with_its_mark(lang: str) -> None:
    told = stolik("rules", "dorozka", "--lang", lang).out
    headings = [line for line in told.splitlines() if line.startswith("DR-")]
    assert [line.split()[0] for line in headings] == [f"DR-{number}" for number in range(1, 23)]
    assert {line.split()[1] for line in headings} == {"[T]", "[R]", "[D]"}
    assert max(map(len, told.splitlines())) <= 100


@pytest.mark.parametrize("asked", ["DR-16", "dr-16", "16"])
def test_rules_prints_one_clause(asked: str) -> None:
    told = stolik("rules", "dorozka", asked).out
    assert told.startswith("DR-16 [T] ")
    assert "DR-17 [" not in told


def test_rules_shows_the_options_in_force_under_their_clause() -> None:
    assert "  ace = 10. An ace counts 10.\n" in stolik("rules", "dorozka", "2").out
    told = stolik("rules", "dorozka", "2", "--preset", "classic").out
    assert "  ace = 11. An ace counts 11. (Usually 10.)\n" in told
    assert (
        "target = 300. Points to win: 300. (Usually 500.)"
        in stolik("rules", "dorozka", "22", "--option", "target=300").out
    )


def test_rules_as_json() -> None:
    found = stolik("rules", "dorozka", "--json", "--preset", "classic", "--lang", "pl").object
    assert (found["game"], found["preset"], found["options"]["ace"]) == ("dorozka", "classic", 11)
    assert len(found["clauses"]) == 22
    assert found["clauses"][1]["clause"] == "DR-2"
    assert found["clauses"][1]["title"] == "Wartość kart"
    assert found["clauses"][1]["options"] == {"ace": 11}
    assert len(stolik("rules", "dorozka", "DR-2", "--json").object["clauses"]) == 1


# ---- deal


def test_the_same_seed_deals_the_same_cards() -> None:
    first = stolik("deal", "dorozka", "--seed", SEED, "--json")
    assert first.out == stolik("deal", "dorozka", "--seed", SEED.upper(), "--json").out
    found = first.object
    assert (found["seed"], found["dealer"], found["players"]) == (SEED, 0, 2)
    cards = " ".join([*found["hands"], found["turn_up"], found["stock"]]).split()
    assert len(set(cards)) == 32
    assert [len(hand.split()) for hand in found["hands"]] == [6, 6]
    record = read(f'stolik = 1\ngame = "dorozka"\n[[deal]]\ndealer = 0\nseed = "{SEED}"\n')
    assert stolik("deal", "dorozka", "--seed", SEED, "--record").out.count(found["stock"]) == 1
    assert record.deals[0].cards == read(stolik("deal", "dorozka", "--seed", SEED, "--record").out).deals[0].cards


def test_without_a_seed_every_deal_is_another() -> None:
    assert len({stolik("deal", "dorozka", "--json").object["seed"] for _ in range(20)}) == 20


def test_the_beginning_of_a_record_keeps_rules_and_dealer() -> None:
    told = stolik("deal", "dorozka", "--record", "--preset", "classic", "--option", "target=300", "--dealer", "1").out
    match = read(told)
    assert (match.preset, match.options.target, match.options.ace) == ("classic", 300, 11)
    assert match.deals[0].dealer == 1
    assert "options = { target = 300 }" in told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_deal_for_a_person_shows_every_card_once(lang: str) -> None:
    told = stolik("deal", "dorozka", "--seed", SEED, "--lang", lang).out
    assert sum(map(told.count, "♠♥♦♣")) == 32
    assert ("D♥" in told) == (lang == "pl")
    assert SEED in told


def test_where_there_are_no_symbols_cards_stand_as_in_records() -> None:
    ran = stolik("deal", "dorozka", "--seed", SEED, encoding="ascii")
    assert ran.status == 0
    assert "QH" in ran.out
    assert "?" not in ran.out


# ---- wrong use


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (["deal"], "GAME"),
        (["deal", "poker"], "the games are dorozka"),
        (["deal", "dorozka", "--preset", "usual"], "the presets are default, classic"),
        (["deal", "dorozka", "--option", "ace"], "KEY=VALUE"),
        (["deal", "dorozka", "--option", "king=11"], "the options are ace"),
        (["deal", "dorozka", "--option", "ace=12"], "10 or 11"),
        (["deal", "dorozka", "--option", "target=0"], "from 1 to 10000"),
        (["deal", "dorozka", "--option", "target=9999999999999"], "from 1 to 10000"),
        (["deal", "dorozka", "--option", "target=²"], "from 1 to 10000"),
        (["deal", "dorozka", "--players", "3"], "played by 2"),
        (["deal", "dorozka", "--players", "0"], "x>=1"),
        (["deal", "dorozka", "--dealer", "2"], "the seats are 0 to 1"),
        (["deal", "dorozka", "--seed", "00"], "64 hexadecimal digits"),
        (["deal", "dorozka", "--seed", ""], "64 hexadecimal digits"),
        (["deal", "dorozka", "--lang", "de"], "'pl', 'en'"),
        (["rules", "dorozka", "DR-23"], "DR-1 to DR-22"),
        (["rules", "dorozka", "DR-"], "DR-1 to DR-22"),
        (["rules", "poker"], "the games are dorozka"),
        (["games", "dorozka"], "unexpected extra argument"),
        (["serve", "--port", "70000"], "0<=x<=65535"),
        (["play", "dorozka", "--bot", "master"], "novice"),
        (["play", "dorozka", "--seat", "2"], "the seats are 0 to 1"),
        (["play", "dorozka", "--record", "/"], "new file"),
        (["play", "dorozka", "--record", "/no/such/folder/x.toml"], "new file"),
    ],
)
def test_wrong_use_is_one_line_that_says_what_would_be_right(arguments: list[str], wanted: str) -> None:
    line = stolik(*arguments).line
    assert line.startswith(f"stolik {arguments[0]}: ")
    assert wanted in line
    assert f"stolik {arguments[0]} --help" in line


def test_wrong_use_with_json_is_an_object() -> None:
    found = stolik("deal", "dorozka", "--json", "--option", "ace=12").error
    assert (found["kind"], found["deal"], found["action"]) == ("usage", None, None)
    assert json.loads(stolik("deal", "dorozka", "--json", "--record").out)["error"]["kind"] == "usage"
