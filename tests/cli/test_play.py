"""``stolik play``: whole matches through a pipe, what is answered, what is kept, and a real terminal."""

import os
import pty
import select
import subprocess
import sys
import time
from itertools import chain, cycle, islice
from pathlib import Path
from typing import Self

import pytest

import stolik as library
from stolik.cards import card_text
from stolik.cli.faces import ANSI
from tests.cli.running import stolik

SEED = "2a" * 32
EVERYTHING = "\n".join(islice(cycle(map(str, range(1, 13))), 20_000)) + "\n"


def play(*typed: str, lang: str = "en", more: tuple[str, ...] = ()) -> list[str]:
    """The lines printed when these lines are typed."""
    ran = stolik("play", "dorozka", "--lang", lang, "--seed", SEED, *more, given="".join(f"{line}\n" for line in typed))
    assert ran.status == 0
    assert ran.err == ""
    return ran.out.splitlines()


# ---- whole matches


@pytest.mark.parametrize("lang", ["pl", "en"])
@pytest.mark.parametrize(
    "more", [(), ("--bot", "random", "--seat", "1", "--preset", "classic")], ids=["usual", "classic"]
)
def test_a_whole_match_is_played_through_a_pipe(tmp_path: Path, lang: str, more: tuple[str, ...]) -> None:
    file = tmp_path / "match.stolik.toml"
    arguments = ["play", "dorozka", "--lang", lang, "--seed", SEED, "--record", str(file), *more]
    ran = stolik(*arguments, given=EVERYTHING)
    assert ran.status == 0
    won = {"pl": ("Wygrywasz mecz.", "Mecz wygrywa Bot."), "en": ("You win the match.", "The match is won by: Bot.")}
    lines = ran.out.splitlines()
    assert lines[-2] in won[lang]
    assert str(file) in lines[-1]
    found = stolik("replay", str(file), "--json").object
    assert found["finished"] is True
    person = 1 if "--seat" in more else 0
    assert (found["winners"] == [person]) == (lines[-2] == won[lang][0])
    deals = [line for line in lines if line.startswith({"pl": "Rozdanie ", "en": "Deal "}[lang])]
    assert len(deals) == len(found["deals"]) > 1
    assert "\x1b" not in ran.out
    file.rename(tmp_path / "first")
    assert stolik(*arguments, given=EVERYTHING).out == ran.out
    assert file.read_text("utf-8") == (tmp_path / "first").read_text("utf-8")


def test_the_program_itself_plays_a_match_in_a_pipe() -> None:
    command = [sys.executable, "-m", "stolik", "play", "dorozka", "--seed", SEED, "--option", "target=50"]
    ran = subprocess.run(
        command, input=EVERYTHING, capture_output=True, text=True, encoding="utf-8", check=True, timeout=60
    )
    assert "mecz" in ran.stdout
    assert ran.stderr == ""


def test_nothing_printed_before_the_end_of_a_deal_names_a_card_that_the_person_was_not_told() -> None:
    match = library.game("dorozka").match(seed=SEED)
    file = stolik("play", "dorozka", "--seed", SEED, "--lang", "en", given="1\n" * 3 + "?\ns\nr\n")
    printed = ANSI.sub("", file.out)
    for card in chain(match.deals[0].cards.hands[1], match.deals[0].cards.stock[6:]):
        assert card_text(card) not in printed


# ---- what is answered


def test_the_hand_is_shown_with_symbols_and_the_question_in_words() -> None:
    lines = play()
    assert "Deal 1. You deal." in lines
    assert "  Turned up: queen of spades." in lines
    assert "  Face-up card:  Q♠" in lines
    assert "  Your hand:  9♠  Q♥  9♥  10♦  8♦  9♣" in lines
    assert lines[-5:-2] == ["    1  Accept spades", "    2  Pass", "Do you accept spades as trump?"]
    assert "  Twoje karty:  9♠  D♥  9♥  10♦  8♦  9♣" in play(lang="pl")


def test_a_card_that_may_not_be_played_stands_in_brackets_and_the_answer_names_the_clause() -> None:
    lines = play("accept", "done", "1", "? 1", "? D kier", "? qh", "? 9")
    assert "  Your hand:  1 (9♠)  2 (Q♥)  3 (9♥)  4 (A♦)  5 (J♦)  6 (10♦)  7 (8♦)  8 9♣  9 8♣" in lines
    why = "  You hold clubs, so you must follow suit: 9 8 of clubs. [DR-16, Leading and following]"
    assert lines.count(why) == 4 - 1
    assert [line for line in lines if line.startswith("“D kier” is not understood")]
    assert "Yes, you may: play 8C." in lines


def test_another_phase_is_explained_too() -> None:
    assert [line for line in play("QH", "? done", "announce 9s 9h 9c") if "[DR-4, " in line]


@pytest.mark.parametrize("typed", ["9c", "9♣", "9 clubs", "9 of clubs", "play 9C", "8", "PLAY 9c"])
def test_a_card_may_be_typed_in_many_ways(typed: str) -> None:
    assert "  You play the nine of clubs." in play("1", "1", typed)


@pytest.mark.parametrize(
    "typed", ["", "xyz", "0", "77", "\x1b[31m", "żółw", "x" * 9999, "²", "\ufffd", "?xyz", "play", "trump"]
)
def test_what_is_not_understood_is_said_and_asked_again(typed: str) -> None:
    lines = play(typed, "1")
    assert "  You accept spades as trump." in lines
    said = "There is no number" if typed.isdecimal() else "is not understood"
    assert bool(typed) == any(said in line for line in lines)
    assert max(map(len, lines)) < 200
    assert "\x1b" not in "".join(lines)


def test_question_mark_lists_all_that_may_be_done_and_how_it_is_written() -> None:
    lines = play("?", "1", "1", "?")
    assert "    1  Accept spades  [accept]" in lines
    assert "    8  9♣  nine of clubs  [play 9C]" in lines
    assert "    1  9♠  nine of spades  [play 9S]" not in lines


def test_take_back_goes_to_the_last_decision_of_ones_own() -> None:
    lines = play("1", "1", "8", "u", "?", "u", "u", "u")
    assert lines.count("Taken back to your last decision.") == 3
    assert lines.count("There is nothing of yours to take back in this deal.") == 1
    again = lines[lines.index("Taken back to your last decision.") :]
    assert "    8  9♣  nine of clubs  [play 9C]" in again
    once = play("1", "1", "8", "u", "8", more=("--bot", "novice"))
    assert once.count("  You play the nine of clubs.") == 2


def test_sheet_rule_and_help() -> None:
    lines = play("s", "r", "h", "zapis", "zasada", "pomoc", lang="pl")
    assert lines.count("  Razem   0    0") == 2
    assert sum(line.endswith("[DR-4]") for line in lines) == 2
    assert lines.count("Wszystkie zasady: stolik rules dorozka") == 2


def test_a_settled_deal_is_told_line_by_line_and_stands_on_the_sheet(tmp_path: Path) -> None:
    lines = play(*"12", *(line for line in EVERYTHING.split()[:150]), "s")
    start = lines.index("Deal 2. Bot deals.")
    assert any("Card points (DR-2)" in line for line in lines[:start])
    assert lines[start - 2].startswith("The match stands at: You: ")
    assert any(line.startswith("  Deal 1 ") for line in lines[start:])


# ---- leaving and keeping


@pytest.mark.parametrize("leave", ["q", "quit", "koniec", ""])
def test_a_match_that_is_left_is_kept_where_it_was_asked_for(tmp_path: Path, leave: str) -> None:
    file = tmp_path / "x.stolik.toml"
    lines = play("1", "1", leave, more=("--record", str(file)))
    assert lines[-1] == f"The record is in {file}."
    text = file.read_text("utf-8")
    assert 'seats = ["Player", "Bot"]' in text
    assert text == library.read_record(file).to_record()
    refused = stolik("play", "dorozka", "--record", str(file))
    assert refused.status == 2
    assert file.read_text("utf-8") == text


def test_a_match_that_nobody_asked_to_keep_says_how() -> None:
    assert play("1", "q")[-1] == "The record was not kept; --record FILE keeps it."
    assert "kept" not in play("q")[-1]


def test_typed_bytes_that_are_no_text_do_no_harm() -> None:
    ran = stolik("play", "dorozka", "--seed", SEED, given=b"\xff\xfe\n\x00\n1\nq\n")
    assert ran.status == 0
    assert "You accept spades" in ran.out


# ---- a real terminal


# A session that opens a terminal takes it as its own: then Ctrl-C reaches the program.
START = "import os; os.close(os.open(os.ttyname(0), os.O_RDWR)); from stolik.cli import main; main()"


class Terminal:
    """``stolik play`` in a terminal of its own."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.leader, follower = pty.openpty()
        usual = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")}
        usual |= {"TERM": "xterm", "PYTHONPATH": str(Path(library.__file__).parents[1]), "LC_ALL": "C.UTF-8"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", START, "play", "dorozka", "--lang", "en", "--seed", SEED],
            stdin=follower, stdout=follower, stderr=follower, cwd=folder, env=usual | environment,
            start_new_session=True,
        )  # fmt: skip
        os.close(follower)
        self.seen = ""

    def __enter__(self) -> Self:
        """Nothing to do: it has begun."""
        return self

    def __exit__(self, *_: object) -> None:
        """End it, however the test went."""
        self.process.kill()
        self.process.wait()
        os.close(self.leader)

    def until(self, wanted: str, press: str = "") -> str:
        """What is printed up to this text; ``press`` again if nothing comes: a Ctrl-C before Python reads is lost."""
        for _ in range(5):
            self.type(press)
            end = time.monotonic() + 6
            while wanted not in self.seen and select.select([self.leader], [], [], max(0, end - time.monotonic()))[0]:
                self.seen += os.read(self.leader, 65536).decode("utf-8", "replace")
            if wanted in self.seen:
                before, _, self.seen = self.seen.partition(wanted)
                return before
        raise AssertionError(self.seen)

    def type(self, text: str) -> None:
        """Keys pressed."""
        os.write(self.leader, text.encode())

    def status(self) -> int:
        """Wait for its end; the exit status."""
        return self.process.wait(20)


@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["Ctrl-C", "Ctrl-D"])
def test_leaving_by_a_key_offers_to_keep_the_record(tmp_path: Path, key: str) -> None:
    with Terminal(tmp_path) as terminal:
        assert "\x1b[31mQ♥" in terminal.until("> ")
        terminal.type("1\n")
        terminal.until("> ")
        terminal.until("Keep the record?", press=key)
        (tmp_path / "old.stolik.toml").write_text("mine")
        terminal.type("old\n")
        terminal.until("Type another name.")
        terminal.until("Keep the record?")
        terminal.type("new\n")
        terminal.until("The record is in new.stolik.toml.")
        assert terminal.status() == 0
    assert (tmp_path / "old.stolik.toml").read_text() == "mine"
    assert library.read_record(tmp_path / "new.stolik.toml").phase == "announce"


def test_no_color_means_no_colours(tmp_path: Path) -> None:
    with Terminal(tmp_path, NO_COLOR="1") as terminal:
        assert "\x1b" not in terminal.until("> ")
        terminal.type("q\n")
        assert terminal.status() == 0


def test_between_deals_a_person_at_a_terminal_is_asked_and_may_still_take_back(tmp_path: Path) -> None:
    with Terminal(tmp_path) as terminal:
        terminal.until("> ")
        terminal.type("1\n1\n" + "".join(f"{number}\n" for number in [*range(1, 10)] * 9))
        terminal.until("Enter for the next deal")
        terminal.type("s\n")
        terminal.until("Deal 1")
        terminal.until("Enter for the next deal")
        terminal.type("u\n")
        terminal.until("Taken back to your last decision.")
        terminal.until("> ")
