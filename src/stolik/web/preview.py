"""Every page as a file, from real matches: ``python -m stolik.web.preview DIR``, then serve DIR.

For looking at pages without a server of ours: ``python -m http.server -d DIR``. The pictures of the documentation
are taken of the real server, see ``tools/screenshots.py``.
"""

import sys
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path
from random import Random

from stolik.bots import LEVELS
from stolik.games import GAMES, make_options
from stolik.play.match import Match
from stolik.play.refusal import IllegalAction
from stolik.play.view import WATCHER
from stolik.server.look import Look, Sitter
from stolik.web import pages
from stolik.web.pages import Reader

YOU = 0
NAMES = ("Jan", "Halina", "Marek", "Zofia")


def look_at(match: Match, *, seat: int | None = YOU, stage: str | None = None) -> Look:
    """What a seat sees of a match that nobody stores."""
    stage = stage or ("finished" if match.finished else "playing" if match.current else "between")
    told = WATCHER if seat is None else seat
    return Look(
        table="k7m2",
        game=match.game,
        options=match.options,
        preset="default",
        players=match.players,
        seat=seat,
        sitters=tuple(
            Sitter(each, "person" if each == seat else "bot", NAMES[each], you=each == seat)
            for each in range(match.players)
        ),
        version=sum(len(deal.actions) + 1 for deal in match.deals),
        stage=stage,
        totals=tuple(match.totals),
        winners=tuple(match.winners) if match.winners else None,
        view=match.view(told) if match.deals else None,
        settled=tuple(match.view(told, n + 1) for n, deal in enumerate(match.deals) if deal.settled),
        can_undo=True,
    )


def matches(game_id: str, seeds: int) -> Iterator[Match]:
    """Matches with every moment that chance players reach, one after the other."""
    game = GAMES[game_id]
    for seed in range(seeds):
        chance = Random(seed)  # noqa: S311, chance for pictures
        match = Match(game, make_options(game, "default", {}), game.players[0], seed=f"{seed:064x}")
        while not match.finished:
            if not match.current:
                yield match
                match.deal()
            yield match
            texts = match.legal()
            liked = [each for each in texts if not each.startswith("done")] or texts
            match.play(chance.choice(liked))
        yield match


def your_turn(phase: str, also: Callable[[Match], object] = Match.legal) -> Callable[[Match], bool]:
    """A moment in which a seat is asked in this phase and something else holds too."""
    return lambda match: match.to_move == YOU and match.phase == phase and bool(also(match))


def moments() -> dict[str, Callable[[Match], bool]]:
    """The moments of Dorożka worth a picture."""

    def held(match: Match) -> int:
        return len(match.view(YOU).hand)

    return {
        "accept": your_turn("accept"),
        "name": your_turn("name"),
        "announce": your_turn("announce", lambda m: len(m.legal()) > 1),
        "announce-many": your_turn("announce", lambda m: len(m.legal()) > 3),
        "told": your_turn("play", lambda m: held(m) == 9 and "W górę" in pages.table(look_at(m), Reader())),
        "lead": your_turn("play", lambda m: held(m) == 6 and not m.view(YOU).trick),
        "follow": your_turn("play", lambda m: held(m) == 8 and 0 < len(m.legal()) < 4 and bool(m.view(YOU).trick)),
        "marriage": your_turn("play", lambda m: any(each.startswith("marry") for each in m.legal())),
        "waiting-for-them": lambda m: m.phase == "play" and m.to_move == 1 and held(m) == 6 and len(m.deals) == 2,
        "between": lambda m: m.phase == "between" and len(m.deals) == 2,
        "between-thrown-in": lambda m: m.phase == "between" and bool(m.deals) and not m.view(YOU).lines,
        "finished": lambda m: m.finished,
    }


def found() -> dict[str, Match]:
    """A match stopped at each moment."""
    wanted = moments()
    there: dict[str, Match] = {}
    for match in matches("dorozka", 400):
        for name in [each for each in wanted if each not in there]:
            if wanted[name](match):
                there[name] = match.clone()
        if len(there) == len(wanted):
            break
    return there


def refusal_of(match: Match) -> IllegalAction:
    """The answer to a card that may not be played."""
    allowed = match.legal()
    for text in (f"play {each}" for each in match.view(YOU).hands_text()[YOU].split()):
        if text not in allowed:
            refused = match.why_not(text)
            assert refused is not None
            return refused
    raise LookupError("every card may be played")


def all_pages(reader: Reader) -> dict[str, str]:
    """Every page by a name."""
    stopped = found()
    games = list(GAMES.values())
    game = games[0]
    usual = make_options(game, "default", {})
    levels = tuple(LEVELS)
    made = {name: pages.table(look_at(match), reader) for name, match in stopped.items()}
    made["refused"] = pages.table(look_at(stopped["follow"]), reader, refused=refusal_of(stopped["follow"]))
    made["watcher"] = pages.table(look_at(stopped["follow"], seat=None), reader)
    made["sheet"] = pages.sheet(look_at(stopped["finished"]), reader)
    made["start"] = pages.start(games, reader)
    made["new"] = pages.new_table(game, reader, preset="default", options=usual, players=2, levels=levels)
    made["rules"] = pages.rules(game, reader)
    made["settings"] = pages.settings(reader)
    made["problem"] = pages.problem(reader, "not_found")
    empty = waiting_look()
    made["waiting"] = pages.table(empty, reader)
    made["join"] = pages.join(empty, reader, action="/join/x")
    return made


def waiting_look() -> Look:
    """A table that waits for somebody."""
    game = GAMES["dorozka"]
    return Look(
        table="k7m2", game=game, options=make_options(game, "default", {"ace": 11}), preset="default", players=2,
        seat=0, sitters=(Sitter(0, "person", "Jan", you=True), Sitter(1, "open", "")), version=1, stage="waiting",
        totals=(0, 0), invitation="http://127.0.0.1:8000/join/6nq4-w2hd-81zk",
    )  # fmt: skip


def main(folder: Path) -> None:
    """Write every page in both languages, and what they need."""
    (folder / "static").mkdir(parents=True, exist_ok=True)
    for each in (resources.files("stolik.web") / "static").iterdir():
        (folder / "static" / each.name).write_bytes(each.read_bytes())
    for lang in ("pl", "en"):
        for name, page in all_pages(Reader(lang)).items():
            (folder / f"{name}.{lang}.html").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
