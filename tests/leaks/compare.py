"""Two worlds side by side: every byte that a seat could be shown, in one and in the other.

``python -m tests.leaks.compare SEED COMPARISONS`` prints what was compared and the first leak as JSON.
"""

import json
import random
import sys
from collections import Counter
from dataclasses import dataclass, field
from itertools import islice

import stolik
from stolik.bots import LEVELS, choose
from stolik.games import GAMES
from stolik.locale.words import LANGUAGES, People, game_words
from stolik.notation.replay import account, seat_object
from stolik.play.match import Match
from stolik.play.refusal import IllegalAction, StolikError
from stolik.play.view import WATCHER
from tests.games.dorozka.starts import LIKED, STARTS
from tests.leaks.worlds import Tally, hidden_from, is_told, steps, worlds_as_scripts

PEOPLE = People(("Ada", "Jan"))
PROBES = ("pass", "accept", "done", "swap", "trump S", "trump H", "marry KS", "marry QH", "marry KD", "marry QC",
          "announce AS KS QS", "announce JS JH JD JC", "announce TD 9D 8D", "announce 9C 8C 7C", "play", "fold",
          "play AS", "play TH", "play 9D", "play JC", "play 7S", "play KH", "play QD", "play 8C")  # fmt: skip


@dataclass
class Report:
    """What was compared, by phase and seat, and the first leak found."""

    compared: Counter[str] = field(default_factory=Counter)
    differed: Counter[str] = field(default_factory=Counter)
    discarded: Counter[str] = field(default_factory=Counter)
    worlds: int = 0
    leak: str = ""


def shown_to(match: Match, seat: int, *, whole: bool) -> list[str]:
    """Everything a seat (or a watcher) could be shown now; with ``whole`` also what takes longer to make."""
    view = match.view(seat)
    found = [repr(view), match.phase, str(match.to_move), str(match.totals), str(match.winners)]
    found.append(" ".join(match.game.text(action) for action in view.legal))
    if seat != WATCHER:
        found += refusals(match, seat, PROBES if whole else PROBES[len(view.events) % 4 :: 4])
    if view.legal:
        found += [str(choose(level, view, random.Random(seed))) for level in LEVELS for seed in (1, 2)]
    if whole:
        found.append(json.dumps(seat_object(match, seat)))
        shown = match.game.show(view)
        found.append(repr(shown))
        found += messages(match, seat)
        for language in LANGUAGES:
            words = game_words(match.game, language)
            sayings = [shown.prompt, shown.rule, *(each.saying for each in shown.choices), *shown.badges]
            sayings += [pile.caption for pile in shown.piles]
            found += [words.saying(saying, PEOPLE) for saying in sayings if saying is not None]
            found += account(match, seat, language)
    return found


def refusals(match: Match, seat: int, probes: tuple[str, ...]) -> list[str]:
    """What a seat is answered when it tries these."""
    found = []
    for words in probes:
        try:
            match.game.read(match.deals[-1].state, match.options, seat, words)
        except IllegalAction as error:
            key, facts = f"refusal.{error.refusal.reason}", error.refusal.facts
            sentences = [game_words(match.game, language).say(key, facts, PEOPLE) for language in LANGUAGES]
            found.append(f"{words}: {error} {error.clause} {error.refusal} {' '.join(sentences)}")
        except StolikError as error:
            found.append(f"{words}: {error}")
        else:
            found.append(f"{words}: allowed")
    return found


def messages(match: Match, seat: int) -> list[str]:
    """How many messages a seat was sent and how long each is."""
    told = [match.game.tell(event, seat) for event in match.deals[-1].events]
    sent = [repr(event) for event in told if event is not None]
    return [str(len(sent)), " ".join(str(len(message)) for message in sent)]


def taken_back(match: Match, seat: int) -> list[str]:
    """What a seat is shown after the last action was taken back."""
    twin = match.clone()
    twin.undo()
    return [repr(twin.view(seat)), *messages(twin, seat)]


def played(chance: random.Random) -> Match:
    """A whole deal of Dorożka under any options, now and then the second of a match."""
    specs = GAMES["dorozka"].options.specs()
    options = {name: chance.choice(spec.choices) for name, spec in specs.items() if spec.choices}
    rules = stolik.game("dorozka", **options)  # type: ignore[arg-type]  # the values are those of the options
    likes = LIKED | {"pass": chance.choice([1, 2, 12]), "announce": chance.choice([1, 6, 30])}
    match = rules.match(cards=chance.choice(STARTS)(chance), dealer=chance.randrange(2))
    while True:
        while match.current:
            legal = match.legal()
            match.play(chance.choices(legal, [likes[text.split()[0]] for text in legal])[0])
        if len(match.deals) == 2 or match.finished or chance.random() < 0.7:
            return match
        match.deal(cards=chance.choice(STARTS)(chance))


def compare(seed: int, wanted: int) -> Report:
    """Compare so many pairs of worlds, deal after deal, and stop at the first leak."""
    report, chance = Report(), random.Random(seed)
    while report.compared.total() < wanted and not report.leak:
        base = played(chance)
        actions = [(seat, base.game.text(action)) for seat, action in base.deals[-1].actions]
        trail = [twin.clone() for twin in steps(base, base.deals[-1].cards, actions)]
        for place in places(trail, chance):
            for seat in (0, 1, WATCHER):
                if not report.leak:
                    at_place(trail[: place + 1], seat, chance, report)
    return report


def places(trail: list[Match], chance: random.Random) -> list[int]:
    """The places in a deal to find other worlds for: one in each phase, several in play."""
    by_phase: dict[str, list[int]] = {}
    for place, match in enumerate(trail):
        by_phase.setdefault(match.phase, []).append(place)
    return [place for phase, all_of in by_phase.items()
            for place in chance.sample(all_of, min(len(all_of), 3 if phase == "play" else 1))]  # fmt: skip


def at_place(trail: list[Match], seat: int, chance: random.Random, report: Report) -> None:
    """Compare the way to a place with the ways there in other worlds."""
    tally = Tally()
    base = trail[-1]
    actions = [(who, base.game.text(action)) for who, action in base.deals[-1].actions]
    heard = [0]
    for action in actions:
        heard.append(heard[-1] + is_told(seat, action))
    looked = {step for step in range(heard[-1] + 1) if step > heard[-1] - 2 or chance.random() < 0.2}
    expected: dict[int, tuple[list[str], list[str], Match]] = {}
    for step, match in zip(heard, trail, strict=True):
        if step in looked and step not in expected:
            expected[step] = shown_to(match, seat, whole=True), shown_to(match, seat, whole=False), match
    for cards, others in islice(worlds_as_scripts(base, seat, chance, tally), 3):
        report.worlds += 1
        step, last = 0, (seat, "")
        for number, world in enumerate(steps(base, cards, others)):
            last = others[number - 1] if number else last
            step += number > 0 and is_told(seat, last)
            if step in expected:
                one_step(world, seat, expected[step], chance, report)
                undone = step and is_told(seat, last) and chance.random() < 0.3
                if undone and is_told(seat, expected_last(expected[step][2])):
                    note(report, "undo", seat, taken_back(world, seat), taken_back(expected[step][2], seat))
            if report.leak:
                report.leak += "\n" + stolik.notation.record.write(base) + stolik.notation.record.write(world)
                return
    report.discarded += tally.discarded


def expected_last(match: Match) -> tuple[int, str]:
    """The last action of a match's last deal, in words."""
    seat, action = match.deals[-1].actions[-1]
    return seat, match.game.text(action)


def one_step(
    world: Match, seat: int, expected: tuple[list[str], list[str], Match], chance: random.Random, report: Report
) -> None:
    """Compare a world with what the seat was shown at the same place in the first one."""
    whole = chance.random() < 0.25
    note(report, "shown", seat, shown_to(world, seat, whole=whole), expected[0] if whole else expected[1])
    key = f"{world.phase} {seat}"
    report.compared[key] += 1
    report.differed[key] += hidden_from(world, seat) != hidden_from(expected[2], seat)


def note(report: Report, what: str, seat: int, found: list[str], expected: list[str]) -> None:
    """Write down a leak if the two are not the same in every byte."""
    if found != expected and not report.leak:
        pairs = [(one, other) for one, other in zip(found, expected, strict=False) if one != other]
        report.leak = f"LEAK: {what} to seat {seat}: {pairs[0] if pairs else (len(found), len(expected))}"


if __name__ == "__main__":
    result = compare(int(sys.argv[1]), int(sys.argv[2]))
    sys.stdout.write(json.dumps(vars(result)))
