"""What ``stolik replay`` says of records that are none, break the rules or disagree, and of its own wrong use."""

import random
import re
from pathlib import Path

import pytest

from stolik.notation.record import LONGEST
from tests.cli.running import CONTRACT, stolik

HEAD = 'stolik = 1\ngame = "dorozka"\n'
THROWN_IN = """[[deal]]
dealer = 0
hands = ["JH 9H AH KD QC 8S", "AS TS KS QS JS 7C"]
turn_up = "7H"
stock = "8D 9D TD 7D KH 8C QH TH 8H AC TC KC JC 9C 9S 7S AD QD JD"
actions = ["1 pass", "0 pass", "1 pass", "0 pass"]
"""
FINISHED = HEAD + THROWN_IN


def change(old: str, new: str) -> str:
    """The example record with one thing changed."""
    assert CONTRACT.count(old) == 1
    return CONTRACT.replace(old, new)


def error_of(record: str | bytes, *arguments: str) -> dict[str, object]:
    """The error object of a record; the line without --json says the same at the same place."""
    found = stolik("replay", "-", "--json", *arguments, given=record).error
    line = stolik("replay", "-", *arguments, given=record).line
    assert line.startswith("-: ")
    assert str(found["message"]) in line
    if found["deal"]:
        assert f"deal {found['deal']}" in line
    if found["action"]:
        assert f"action {found['action']}: " in line
    return found


# ---- not a record

NOT_A_RECORD = {
    "no TOML": ("this is no TOML", None, None),
    "empty": ("", None, None),
    "version missing": (change("stolik = 1 ", "# "), None, None),
    "version 2": (change("stolik = 1 ", "stolik = 2 "), None, None),
    "version true": (change("stolik = 1 ", "stolik = true "), None, None),
    "version 1.0": (change("stolik = 1 ", "stolik = 1.0 "), None, None),
    "version as text": (change("stolik = 1 ", 'stolik = "1" '), None, None),
    "game missing": (change('game = "dorozka"', ""), None, None),
    "game unknown": (change('"dorozka"', '"poker"'), None, None),
    "game a list": (change('"dorozka"', '["dorozka"]'), None, None),
    "preset unknown": (change('"default"', '"usual"'), None, None),
    "preset a number": (change('"default"', "1"), None, None),
    "options a list": (change("{ ace = 11 }", "[11]"), None, None),
    "option unknown": (change("ace = 11", "king = 11"), None, None),
    "option beyond": (change("ace = 11", "ace = 12"), None, None),
    "option as text": (change("ace = 11", 'ace = "11"'), None, None),
    "option as fraction": (change("ace = 11", "ace = 11.0"), None, None),
    "option nan": (change("ace = 11", "target = nan"), None, None),
    "option true for 1": (change("ace = 11", "target = true"), None, None),
    "option 1 for true": (change("ace = 11", "low_groups = 1"), None, None),
    "option below its bound": (change("ace = 11", "target = 0"), None, None),
    "option above its bound": (change("ace = 11", "target = 10001"), None, None),
    "option endless": (change("ace = 11", f"target = {'9' * 5000}"), None, None),
    "option endless, hexadecimal": (change("ace = 11", f"target = 0x{'f' * 9000}"), None, None),
    "option a date": (change("ace = 11", "target = 2020-01-01"), None, None),
    "one seat": (change('["West", "East"]', '["West"]'), None, None),
    "three seats": (change('["West", "East"]', '["West", "East", "North"]'), None, None),
    "no seats": (change('["West", "East"]', "[]"), None, None),
    "seats as text": (change('["West", "East"]', '"West"'), None, None),
    "seats of numbers": (change('["West", "East"]', "[0, 1]"), None, None),
    "three players": (change('seats = ["West", "East"]', "players = 3"), None, None),
    "players true": (change('seats = ["West", "East"]', "players = true"), None, None),
    "players and seats differ": (change("seats = ", "players = 3\nseats = "), None, None),
    "unknown key": (change("preset = ", "table = "), None, None),
    "key twice": (change("preset = ", 'game = "dorozka"\npreset = '), None, None),
    "deal a table": (change("[[deal]]", "[deal]"), None, None),
    "deal a number": (HEAD + 'deal = 1', None, None),
    "deals of numbers": (HEAD + 'deal = [1]', None, None),
    "unknown key of a deal": (change("turn_up", "turned"), 1, None),
    "key of another game": (change("turn_up", 'talon = "7H"\nturn_up'), 1, None),
    "dealer missing": (change("dealer = 0", ""), 1, None),
    "dealer 2": (change("dealer = 0", "dealer = 2"), 1, None),
    "dealer -1": (change("dealer = 0", "dealer = -1"), 1, None),
    "dealer true": (change("dealer = 0", "dealer = true"), 1, None),
    "dealer as text": (change("dealer = 0", 'dealer = "0"'), 1, None),
    "hands missing": (change("hands = ", "# "), 1, None),
    "hands as text": (change('["JH 9H AH KD QC 8S", "AS TS KS QS JS 7C"]', '"JH"'), 1, None),
    "one hand": (change(', "AS TS KS QS JS 7C"', ""), 1, None),
    "a hand of seven": (change("JH 9H AH KD", "JH 9H AH AD KD"), 1, None),
    "a hand of numbers": (change('"JH 9H AH KD QC 8S"', "5"), 1, None),
    "a card twice": (change("KD QC 8S", "KD QC AS"), 1, None),
    "a card of no pack": (change("JH 9H", "JH 2H"), 1, None),
    "a card in small letters": (change("JH 9H", "jh 9H"), 1, None),
    "an unknown card": (change("JH 9H", "?? 9H"), 1, None),
    "no card": (change("JH 9H", "J 9H"), 1, None),
    "two turned cards": (change('"7H"', '"7H 8H"'), 1, None),
    "no turned card": (change('"7H"', '""'), 1, None),
    "a short stock": (change("8D 9D TD", "9D TD"), 1, None),
    "seed and cards": (change("dealer = 0", f'dealer = 0\nseed = "{"0" * 64}"'), 1, None),
    "a short seed": (HEAD + '[[deal]]\ndealer = 0\nseed = "00"\n', 1, None),
    "a seed that is a number": (HEAD + '[[deal]]\ndealer = 0\nseed = 0\n', 1, None),
    "comment a number": (change("dealer = 0", "dealer = 0\ncomment = 5"), 1, None),
    "actions as text": (HEAD + f'[[deal]]\ndealer = 0\nseed = "{"0" * 64}"\nactions = "1 pass"', 1, None),
    "an action that is a number": (change('"1 pass"', "1"), 1, 1),
    "an empty action": (change('"1 pass"', '""'), 1, 1),
    "an action without words": (change('"1 pass"', '"1"'), 1, 1),
    "an action without a seat": (change('"1 pass"', '"pass"'), 1, 1),
    "an action of seat 2": (change('"1 pass"', '"2 pass"'), 1, 1),
    "an action of seat -1": (change('"1 pass"', '"-1 pass"'), 1, 1),
    "an action of seat 01": (change('"1 pass"', '"01 pass"'), 1, 1),
    "an unknown word": (change('"1 pass"', '"1 fly"'), 1, 1),
    "a word in capitals": (change('"1 pass"', '"1 PASS"'), 1, 1),
    "too many words": (change('"1 pass"', '"1 pass now"'), 1, 1),
    "a suit that is none": (change('"1 pass"', '"1 trump X"'), 1, 1),
    "a play without a card": (change('"0 play 8S"', '"0 play"'), 1, 8),
    "a play of two cards": (change('"0 play 8S"', '"0 play 8S 9H"'), 1, 8),
    "a play of no card": (change('"0 play 8S"', '"0 play 8X"'), 1, 8),
    "a play of a card that no pack has": (change('"0 play 8S"', '"0 play 2S"'), 1, 8),
    "a play of an unknown card": (change('"0 play 8S"', '"0 play ??"'), 1, 8),
    "a play in small letters": (change('"0 play 8S"', '"0 play 8s"'), 1, 8),
    "an endless action": (change('"0 play 8S"', f'"0 announce {"8S " * 900}"'), 1, 8),
    "an action after the deal": (FINISHED.replace('"0 pass"]', '"0 pass", "1 pass"]'), 1, 5),
    "a deal after an unfinished one": (CONTRACT + THROWN_IN, 1, None),
    "the wrong dealer": (FINISHED + THROWN_IN, 2, None),
    "a result of an unfinished deal": (CONTRACT + "result = { scores = [0, 0] }", 1, None),
    "a result that is a list": (FINISHED + "result = [0, 0]", 1, None),
    "a result with an unknown key": (FINISHED + "result = { points = [0, 0] }", 1, None),
    "a result with a bank": (FINISHED + "result = { bank = 0 }", 1, None),
    "a result of texts": (FINISHED + 'result = { scores = ["0", "0"] }', 1, None),
    "a result of fractions": (FINISHED + "result = { scores = [0.0, 0.0] }", 1, None),
    "a result of an endless number": (FINISHED + f"result = {{ scores = [0, 0x{'f' * 9000}] }}", 1, None),
    "a result with a list too deep": (FINISHED + f"result = {{ scores = {'[' * 40}{']' * 40} }}", 1, None),
    "a comment that is a date": (change("dealer = 0", "dealer = 0\ncomment = 2020-01-01"), 1, None),
    "an action that is a list": (change('"1 pass"', f"{'[' * 40}{']' * 40}"), 1, 1),
    "an action that is an endless number": (change('"1 pass"', f"0x{'f' * 9000}"), 1, 1),
    "a key of signs with a fraction": ('"\\u001b[31m\\n" = 1.5', None, None),
    "a result of truths": (FINISHED + "result = { scores = [false, false] }", 1, None),
    "a result of one number": (FINISHED + "result = { scores = 0 }", 1, None),
    "a date that is none": (change("dealer = 0", "dealer = 2020-13-99"), None, None),
    "lists too deep": (f"stolik = {'[' * 100_000}", None, None),
    "tables too deep": (f"stolik{'.a' * 3000} = 1", None, None),
    "a key that takes minutes": (f"stolik{' . a' * 1_000_000} = 1", None, None),
    "tables nine deep": (change("preset = ", "stolik2.a.b.c.d.e.f.g.h.i = 1\npreset = "), None, None),
    "a key of signs": ('"\\u001b[31m\\n" = 1', None, None),
}  # fmt: skip


@pytest.mark.parametrize(("record", "deal", "action"), NOT_A_RECORD.values(), ids=NOT_A_RECORD)
def test_not_a_record(record: str, deal: int | None, action: int | None) -> None:
    found = error_of(record)
    assert (found["kind"], found["deal"], found["action"]) == ("record", deal, action)
    assert "clause" not in found
    assert str(found["message"]).isprintable()
    assert len(str(found["message"])) <= 500


def test_an_error_in_the_toml_says_on_which_line() -> None:
    assert "line 3" in str(error_of(HEAD + "preset = \n")["message"])


@pytest.mark.parametrize("raw", [b"\xff\xfe\x00", b"stolik = 1\n# \xb1\n", b"\x00"])
def test_bytes_that_are_no_text_are_no_record(raw: bytes) -> None:
    assert error_of(raw)["kind"] == "record"


def test_files_that_cannot_be_read_are_no_records(tmp_path: Path) -> None:
    huge = tmp_path / "huge.stolik.toml"
    huge.write_bytes(CONTRACT.encode() + b"#" * LONGEST)
    for name in (
        tmp_path / "missing",
        tmp_path,
        huge,
        Path("/dev/zero"),
        tmp_path / "zero\0byte",
        tmp_path / ("x" * 300),
    ):
        found = stolik("replay", str(name), "--json").error
        assert (found["kind"], found["deal"], found["action"]) == ("record", None, None)
        assert stolik("replay", str(name)).line.startswith(str(name).replace("\0", "?"))


def test_a_name_of_several_lines_makes_one_line(tmp_path: Path) -> None:
    assert stolik("replay", str(tmp_path / "a\nb\x1b[31m")).line.isprintable()


# ---- not a legal action

ILLEGAL = {
    "out of turn": ('"1 pass"', '"0 pass"', 1, "DR-4"),
    "of another phase": ('"1 pass"', '"1 play AS"', 1, "DR-4"),
    "of another phase, with a card not held": ('"1 pass"', '"1 play JH"', 1, "DR-4"),
    "out of turn, of another phase": ('"0 done"', '"1 play AS"', 6, "DR-9"),
    "a card not held": ('"1 play AS"', '"1 play KH"', 7, "DR-16"),
    "a card that was played": ('"1 play KS"', '"1 play AS"', 9, "DR-16"),
    "not following": ('"0 play 8S"', '"0 play JH"', 8, "DR-16"),
    "not a combination": ('"1 announce TD 9D 8D"', '"1 announce TD JS 7C"', 4, "DR-9"),
    "a combination of cards not held": ('"1 announce TD 9D 8D"', '"1 announce JD TD 9D"', 4, "DR-9"),
    "a combination not whole": ('"1 announce TD 9D 8D"', '"1 announce TD 9D"', 4, "DR-11"),
    "a combination twice": ('"1 announce TD 9D 8D"', '"1 announce AS KS QS JS TS"', 4, "DR-9"),
    "a swap where there is none": ('"1 done"', '"1 swap"', 5, "DR-8"),
    "a marriage without trumps": ('"0 play 8S"', '"0 marry 8S"', 8, "DR-15"),
}


@pytest.mark.parametrize(("old", "new", "action", "clause"), ILLEGAL.values(), ids=ILLEGAL)
def test_not_a_legal_action(old: str, new: str, action: int, clause: str) -> None:
    found = error_of(change(old, new))
    tried = new.strip('"')
    assert found["kind"] == "action"
    assert (found["deal"], found["action"], found["tried"], found["clause"]) == (1, action, tried, clause)
    line = stolik("replay", "-", given=change(old, new)).line
    assert re.fullmatch(rf"-: deal 1, action {action}: {tried}: .+ \({clause}\)", line)


def test_of_several_illegal_actions_the_first_counts() -> None:
    twice = CONTRACT.replace('"0 play 8S"', '"0 play JH"').replace('"1 play KS"', '"0 play QQ"')
    assert error_of(twice)["action"] == 8


# ---- a result that disagrees


def test_a_result_is_held_against_the_rules_key_by_key() -> None:
    for right in ("scores = [0, 0]", "totals = [0, 0]", "totals = [0, 0], scores = [0, 0]", ""):
        assert stolik("replay", "-", given=FINISHED + f"result = {{ {right} }}").status == 0
    found = error_of(FINISHED + "result = { scores = [0, 0], totals = [0, 5] }")
    assert (found["kind"], found["deal"], found["action"]) == ("result", 1, None)
    assert (found["written"], found["computed"]) == ({"totals": [0, 5]}, {"totals": [0, 0]})
    assert "clause" not in found
    short = error_of(FINISHED + "result = { scores = [0] }")
    assert short["kind"] == "result"


def test_a_later_deal_says_its_number() -> None:
    second = THROWN_IN.replace("dealer = 0", "dealer = 1")
    second = second.replace('"1 pass", "0 pass", "1 pass", "0 pass"', '"0 pass", "0 pass"')
    found = error_of(FINISHED + second)
    assert (found["kind"], found["deal"], found["action"]) == ("action", 2, 2)


# ---- wrong use


@pytest.mark.parametrize(
    "arguments",
    [
        ["replay"],
        ["replay", "-", "other"],
        ["replay", "-", "--loud"],
        ["replay", "-", "--at"],
        ["replay", "-", "--at", "-1"],
        ["replay", "-", "--at", "11"],
        ["replay", "-", "--at", "1.0"],
        ["replay", "-", "--at", "x"],
        ["replay", "-", "--at", "9" * 5000],
        ["replay", "-", "--seat", "2"],
        ["replay", "-", "--seat", "9"],
        ["replay", "-", "--seat", "-1"],
        ["replay", "-", "--lang", "de"],
        ["relay", "-"],
        ["--loud"],
    ],
)
def test_wrong_use(arguments: list[str]) -> None:
    found = stolik(*arguments, "--json", given=CONTRACT).error
    assert found["kind"] == "usage"
    assert found["action"] is None
    assert len(stolik(*arguments, given=CONTRACT).line) < 700


def test_at_needs_a_deal() -> None:
    assert stolik("replay", "-", "--json", "--at", "1", given=HEAD).error["kind"] == "usage"
    assert stolik("replay", "-", "--at", "0", given=HEAD).status == 0


# ---- anything at all


def test_a_spoilt_record_is_refused_or_played_but_never_a_fault() -> None:
    chance = random.Random(20)
    seen = {0: 0, 2: 0}
    for _ in range(600):
        spoilt = bytearray(CONTRACT.encode())
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(spoilt))
            match chance.randrange(4):
                case 0:
                    spoilt[at] = chance.randrange(256)
                case 1:
                    del spoilt[at : at + chance.randint(1, 30)]
                case 2:
                    spoilt[at:at] = spoilt[chance.randrange(len(spoilt)) :][: chance.randint(1, 30)]
                case _:
                    spoilt[at : at + 1] = chance.choice(b'"[]{}=\n0129 SHDCAKQJT.#-').to_bytes()
        ran = stolik("replay", "-", "--json", given=bytes(spoilt))
        seen[ran.status] += 1
        assert ran.status == 0 or ran.error["kind"] in ("record", "action")
    assert seen[0] > 30
    assert seen[2] > 300
