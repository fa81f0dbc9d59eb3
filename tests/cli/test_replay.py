"""``stolik replay``: the object, the account, the position after so many actions."""

import json
from importlib import resources
from pathlib import Path

import pytest

from stolik.locale.words import LANGUAGES
from stolik.notation.record import read, write
from tests.cli.running import CONTRACT, stolik

RECORDS = sorted(
    (Path(str(each)) for each in (resources.files("stolik.games.dorozka") / "records").iterdir()),
    key=lambda path: path.name,
)


def test_the_example_of_the_format_gives_the_object_that_stands_beside_it() -> None:
    found = stolik("replay", "-", "--json", given=CONTRACT).object
    assert found["game"] == "dorozka"
    assert found["options"] == {
        "ace": 11, "seven_exchange": "off", "low_groups": True, "long_sequence": 50, "equal_sequences": "eldest",
        "must_overtrump": False, "lost_points": "vanish", "equal": "maker_loses", "target": 500,
    }  # fmt: skip
    (deal,) = found["deals"]
    lines = [(line["seat"], line["points"], line["clause"]) for line in deal.pop("lines")]
    assert sorted(lines) == [(0, 18, "DR-2"), (1, 11, "DR-2"), (1, 20, "DR-11"), (1, 50, "DR-11")]
    assert deal == {"dealer": 0, "settled": False, "scores": None}
    assert (found["totals"], found["winners"], found["finished"]) == ([0, 0], None, False)
    now = found["now"]
    assert {key: now[key] for key in ("deal", "phase", "to_move", "trump", "points")} == {
        "deal": 1, "phase": "play", "to_move": 0, "trump": "H", "points": [18, 81],
    }  # fmt: skip
    assert now["legal"] == [f"0 play {card}" for card in ("7D", "8C", "AH", "JH", "KD", "KH", "QC")]
    assert now["hands"] == ["AH KH KD QC JH 8C 7D", "QS JS TS TD 9D 8D 7C"]


def test_a_seat_sees_its_own_cards_what_was_shown_and_only_its_own_choices() -> None:
    found = stolik("replay", "-", "--json", "--seat", "1", given=CONTRACT).object
    assert found["now"]["legal"] == []
    assert found["now"]["hands"] == ["?? ?? ?? ?? ?? ?? ??", "QS JS TS TD 9D 8D 7C"]
    other = stolik("replay", "-", "--json", "--seat", "0", given=CONTRACT).object
    assert other["now"]["legal"] == stolik("replay", "-", "--json", given=CONTRACT).object["now"]["legal"]
    assert other["now"]["hands"] == ["AH KH KD QC JH 8C 7D", "QS JS TS TD 9D 8D ??"]
    assert set(found) == set(other) == set(stolik("replay", "-", "--json", given=CONTRACT).object)


def test_at_stops_after_so_many_actions_of_the_last_deal() -> None:
    for many, phase, mover in (
        (0, "accept", 1),
        (1, "accept", 0),
        (2, "announce", 1),
        (5, "announce", 0),
        (6, "play", 1),
    ):
        now = stolik("replay", "-", "--json", "--at", str(many), given=CONTRACT).object["now"]
        assert (now["phase"], now["to_move"]) == (phase, mover)
    whole = stolik("replay", "-", "--json", given=CONTRACT).out
    assert stolik("replay", "-", "--json", "--at", "10", given=CONTRACT).out == whole


def test_what_stands_after_the_place_is_not_checked() -> None:
    for wrong in ('"0 play 7D", "1 play 8S"', '"0 fly"', "5", "0.5", "[[[]]]", '"9 pass"', '""'):
        spoilt = CONTRACT.replace('"0 play 9H"', wrong) + "result = { scores = [1.5, 2] }\n"
        assert stolik("replay", "-", "--json", "--at", "9", given=spoilt).status == 0
        assert stolik("replay", "-", "--json", given=spoilt).status == 2


def test_between_two_deals_there_is_only_the_phase() -> None:
    found = stolik("replay", str(RECORDS[0]), "--json").object
    assert found["now"] == {"phase": "between"}
    assert found["deals"][-1]["settled"] is True
    assert found["totals"] == found["deals"][-1]["scores"]
    none = stolik("replay", "-", "--json", given='stolik = 1\ngame = "dorozka"\n').object
    assert none["now"] == {"phase": "between"}
    assert none["deals"] == []


def test_a_match_that_is_over_has_winners_and_no_now() -> None:
    record = RECORDS[0].read_text("utf-8").replace('game = "dorozka"', 'game = "dorozka"\noptions = { target = 1 }')
    found = stolik("replay", "-", "--json", given=record).object
    assert found["finished"] is True
    assert found["winners"] == [max((0, 1), key=lambda seat: found["totals"][seat])]
    assert "now" not in found


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_the_lines_of_a_settled_deal_add_up_to_its_scores(path: Path) -> None:
    for deal in stolik("replay", str(path), "--json").object["deals"]:
        sums = [sum(line["points"] for line in deal["lines"] if line["seat"] == seat) for seat in (0, 1)]
        assert not deal["settled"] or sums == deal["scores"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_the_account_goes_trick_by_trick_with_a_clause_to_each_score(path: Path, lang: str) -> None:
    ran = stolik("replay", str(path), "--lang", lang)
    assert ran.status == 0
    assert ran.err == ""
    trick = {"en": "Trick", "pl": "Lewa"}[lang]
    assert [f"  {trick} {number}" for number in range(1, 10)] == [
        line for line in ran.out.splitlines() if line.startswith(f"  {trick}")
    ]
    assert "(DR-2)" in ran.out
    assert "(DR-18)" in ran.out
    for seat in "01":
        assert stolik("replay", str(path), "--lang", lang, "--seat", seat).status == 0


def test_the_account_of_a_position_ends_with_the_hands_and_what_is_wanted() -> None:
    lines = stolik("replay", "-", "--seat", "1", given=CONTRACT).out.splitlines()
    east = "Q of spades, J of spades, 10 of spades, 10 of diamonds, 9 of diamonds, 8 of diamonds, 7 of clubs"
    assert lines[-3:-1] == ["West holds ?? ?? ?? ?? ?? ?? ??.", f"East holds {east}."]
    assert lines[-1] == "Now West leads."


def test_names_that_a_terminal_would_obey_are_shown_harmless() -> None:
    ran = stolik("replay", "-", given=CONTRACT.replace('"West"', r'"\u001b[31mWest\n"'))
    assert ran.status == 0
    assert "\x1b" not in ran.out
    assert "?[31mWest?" in ran.out


def test_writing_what_was_read_gives_the_canonical_form_and_the_same_match() -> None:
    canonical = write(read(CONTRACT))
    assert write(read(canonical)) == canonical
    first, second = (stolik("replay", "-", "--json", given=text).out for text in (CONTRACT, canonical))
    assert first == second
    assert 'seats = ["West", "East"]' in canonical
    assert "options = { ace = 11 }" in canonical
    assert "preset" not in canonical
    assert '  "0 play 9H",\n]\n' in canonical


@pytest.mark.parametrize(
    "key",
    ['comment = "ąę \\" \\\\ \\n \\U000e0001"', 'server_seed = "ab"', 'commitment = "cd"', 'seat_seeds = ["ef", ""]'],
)
def test_what_a_deal_carries_beside_its_cards_survives(key: str) -> None:
    record = CONTRACT.replace("dealer = 0", f"dealer = 0\n{key}")
    extra = read(record).deals[0].extra
    assert extra
    assert read(write(read(record))).deals[0].extra == extra


def test_blanks_byte_order_mark_and_line_ends_of_windows_do_no_harm() -> None:
    plain = stolik("replay", "-", "--json", given=CONTRACT).out
    for text in (
        "\ufeff" + CONTRACT,
        CONTRACT.replace("\n", "\r\n"),
        CONTRACT.replace('"0 play 8S"', '" 0  play   8S "'),
        CONTRACT.replace("JH 9H AH KD", "JH  9H AH\tKD"),
        CONTRACT.replace('"1 announce TD 9D 8D"', '"1 announce 8D TD 9D"'),
    ):
        assert stolik("replay", "-", "--json", given=text.encode()).out == plain


def test_an_output_without_polish_letters_still_gets_valid_json() -> None:
    record = CONTRACT.replace("West", "Łukasz").encode()
    ran = stolik("replay", "-", "--json", given=record.replace(b'"0 play 8S"', '"0 ął"'.encode()), encoding="ascii")
    assert "\\u" in ran.out
    assert json.loads(ran.out)["error"]["kind"] == "record"
    assert stolik("replay", "-", "--lang", "pl", given=record, encoding="ascii").status == 0


def test_the_language_comes_from_the_option_then_the_environment_then_the_locale() -> None:
    def heading(*arguments: str, **environment: str) -> str:
        return stolik("replay", "-", *arguments, given=CONTRACT, **environment).out.splitlines()[0]

    polish, english = "Rozdanie 1, rozdaje West", "Deal 1, dealt by West"
    clear = {"STOLIK_LANG": "", "LC_ALL": "", "LC_MESSAGES": "", "LANG": ""}
    assert heading("--lang", "pl", STOLIK_LANG="en") == polish
    assert heading(STOLIK_LANG="pl", LANG="en_GB.UTF-8") == polish
    assert heading(**clear | {"LANG": "en_GB.UTF-8"}) == english
    assert heading(**clear | {"LANG": "en_GB.UTF-8", "LC_ALL": "pl_PL.UTF-8"}) == polish
    assert heading(**clear | {"LANG": "de_DE.UTF-8"}) == polish
    assert heading(**clear) == polish
