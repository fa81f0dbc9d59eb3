"""The record of a match as text (``docs/records.md``): read it, check it against the rules, write it."""

import re
import tomllib
from collections.abc import Mapping
from typing import Any, TypeVar, overload

from stolik.cards import cards_of, cards_text
from stolik.games import GAMES, find_game, make_options
from stolik.locale.words import People, game_words
from stolik.notation.error import RecordError
from stolik.play.game import Cards, Game
from stolik.play.match import Deal, Match
from stolik.play.options import Options, option_text
from stolik.play.refusal import IllegalAction, NotAnAction, Refusal, StolikError

M = TypeVar("M", bound=Match)

VERSION = 1
TOP_KEYS = ("stolik", "game", "preset", "options", "seats", "players", "comment", "deal")
DEAL_KEYS = ("dealer", "seed", "comment", "actions", "result", "commitment", "server_seed", "seat_seeds")
LONGEST = 4 * 1024 * 1024  # characters of a record that is read
LONGEST_ACTION = 400  # characters of an action; the longest meld takes 130
DEEPEST = 8  # tables and lists inside each other; a record has no use for half of it
DOTTED = re.compile(r"""(?:\.[ \t]*[\w"'-]+[ \t]*){30}""")  # a key so deep that tomllib takes minutes over it
PLAYED = ("actions", "result")  # the keys of a deal that are checked as it is played
TOO_DEEP = "this is no record: its lists and tables stand too deep in each other"
TOO_LONG = "a whole number in a record has at most 64 bits"


@overload
def read(text: str, *, stop_at: int | None = None) -> Match: ...


@overload
def read(text: str, *, stop_at: int | None = None, kind: type[M]) -> M: ...


def read(text: str, *, stop_at: int | None = None, kind: type[Match] = Match) -> Match:
    """The match that a record tells, played under the rules to where the record stops.

    Args:
        text: the record.
        stop_at: play only so many actions of the last deal; what stands after them is not checked.
        kind: the class of the match to make.

    Raises:
        RecordError: it is not a record, an action is not legal, or a result disagrees with the rules.
    """
    record = parse(text)
    match = opened(record, kind)
    deals = record.get("deal", [])
    for number, told in enumerate(deals, 1):
        last = number == len(deals)
        play_deal(match, number, told, stop_at if last else None, last=last)
    if not deals and stop_at:
        raise RecordError("usage", f"--at {stop_at} asks for more actions than the record has: it has no deal")
    return match


def parse(text: str) -> dict[str, Any]:
    """The record as plain values, its form checked but not yet its play.

    Raises:
        RecordError: it is not TOML, or not the form of a record.
    """
    if len(text) > LONGEST:
        raise RecordError("record", f"the record is longer than {LONGEST} characters")
    if DOTTED.search(text):
        raise RecordError("record", TOO_DEEP)
    try:
        record = tomllib.loads(text.removeprefix("\ufeff"))
    except RecursionError:
        raise RecordError("record", TOO_DEEP) from None
    except tomllib.TOMLDecodeError as error:
        raise RecordError("record", f"this is not TOML: {error}") from None
    except ValueError:
        raise RecordError("record", TOO_LONG) from None
    want_plain(record)
    want_keys(record, TOP_KEYS, "the record")
    if "game" not in record:
        raise RecordError("record", f"game is missing: a record says which it is, {' or '.join(GAMES)}")
    want_text(record, "comment")
    version = record.get("stolik")
    if type(version) is not int or version != VERSION:
        raise RecordError("record", f"a record begins with stolik = {VERSION}, not {written(version)}")
    deals = record.get("deal", [])
    if not isinstance(deals, list) or not all(isinstance(told, dict) for told in deals):
        raise RecordError("record", "deal must be a list of tables, each begun with [[deal]]")
    return record


def opened(record: Mapping[str, Any], kind: type[M]) -> M:
    """The match of a record before its first deal."""
    try:
        game = find_game(record.get("game"))
        changes = record.get("options", {})
        if not isinstance(changes, dict):
            raise RecordError("record", "options must be a table, as { ace = 11 }")
        options = make_options(game, record.get("preset", "default"), changes)
        names = seat_names(record)
        players = number_of_players(record, game, len(names))
        return kind(game, options, players, preset=record.get("preset", "default"), names=names)
    except RecordError:
        raise
    except StolikError as error:
        raise RecordError("record", str(error)) from None


def seat_names(record: Mapping[str, Any]) -> list[str]:
    """The names of the seats, none if the record gives none."""
    if "seats" not in record:
        return []
    names = record["seats"]
    if not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
        raise RecordError("record", 'seats must be a list of names, as ["West", "East"]')
    return names


def number_of_players(record: Mapping[str, Any], game: Game, named: int) -> int:
    """How many play: as many as are named, or the number given, or the only number the game has."""
    many = " or ".join(map(str, game.players))
    given = record.get("players", named or (game.players[0] if len(game.players) == 1 else None))
    if given is None:
        raise RecordError("record", f"the number of players is missing: give seats, or players = {many}")
    if type(given) is not int or given not in game.players:
        raise RecordError("record", f"{game.id} is played by {many}, not by {written(given)}")
    if named and named != given:
        raise RecordError("record", f"seats names {named}, but players = {given}")
    return given


def play_deal(match: Match, number: int, told: Mapping[str, Any], stop_at: int | None, *, last: bool) -> None:
    """Play one deal of a record under the rules and check its result."""
    game = match.game
    try:
        want_keys(told, (*DEAL_KEYS, *game.card_keys), "the deal")
        want_text(told, "comment", "commitment", "server_seed")
        actions = told.get("actions", [])
        if not isinstance(actions, list):
            raise RecordError("record", 'actions must be a list of texts, as ["1 pass", "0 accept"]')
        if stop_at is not None and stop_at > len(actions):
            many = f"the last deal has {len(actions)} actions"
            raise RecordError("usage", f"--at {stop_at} asks for more actions than there are: {many}", deal=number)
        deal = begin_deal(match, told)
    except RecordError as error:
        error.deal = number
        raise
    except StolikError as error:
        raise RecordError("record", str(error), deal=number) from None
    for place, text in enumerate(actions[:stop_at], 1):
        play_action(match, number, place, text)
    if stop_at is not None and stop_at < len(actions):
        return
    if not deal.settled and not last:
        raise RecordError("record", "the deal is not over, and another deal follows", deal=number)
    check_result(match, number, told.get("result"))


def begin_deal(match: Match, told: Mapping[str, Any]) -> Deal:
    """Deal the cards of a record, or those that its seed gives."""
    dealer = told.get("dealer")
    if type(dealer) is not int or not 0 <= dealer < match.players:
        raise RecordError("record", f"dealer must be a seat, 0 to {match.players - 1}, not {written(dealer)}")
    given = [key for key in match.game.card_keys if key in told]
    if "seed" in told and given:
        raise RecordError("record", f"give either the seed or the cards, not both: seed and {given[0]}")
    if "seed" in told:
        deal = match.deal(seed=told["seed"], dealer=dealer)
    else:
        missing = [key for key in match.game.card_keys if key not in told]
        if missing:
            raise RecordError("record", f"{missing[0]} is missing: a deal gives its cards or its seed")
        deal = match.deal(cards=read_cards(match.game, told), dealer=dealer)
    seeds = told.get("seat_seeds", [])
    if not isinstance(seeds, list) or not all(isinstance(seed, str) for seed in seeds):
        raise RecordError("record", "seat_seeds must be a list of texts, one for each seat")
    deal.extra = {key: told[key] for key in ("comment", "commitment", "server_seed", "seat_seeds") if key in told}
    return deal


def read_cards(game: Game, told: Mapping[str, Any]) -> Cards:
    """The cards of a deal as a record gives them."""
    hands = told["hands"]
    if not isinstance(hands, list):
        raise RecordError("record", "hands must be a list of texts, one for each seat")
    found: dict[str, Any] = {"hands": tuple(tuple(card_list(hand, "hands")) for hand in hands)}
    for key in game.card_keys[1:]:
        cards = tuple(card_list(told[key], key))
        if key == "turn_up" and len(cards) != 1:
            raise RecordError("record", "turn_up must be one card")
        found[key] = cards[0] if key == "turn_up" else cards
    return Cards(**found)


def card_list(text: object, key: str) -> list[int]:
    """The cards of one text."""
    if not isinstance(text, str):
        raise RecordError("record", f'{key} must be given as text, as "QH JH"')
    try:
        cards = cards_of(text)
    except ValueError as error:
        raise RecordError("record", f"{key}: {error}") from None
    if -1 in cards:
        raise RecordError("record", f"{key}: ?? stands for an unknown card; a record names every card")
    return cards


def play_action(match: Match, number: int, place: int, action: object) -> None:
    """Play one action of a record."""
    where: dict[str, Any] = {"deal": number, "action": place}
    if not isinstance(action, str):
        raise RecordError("record", 'an action must be a text, as "1 pass"', **where)
    if len(action) > LONGEST_ACTION:
        raise RecordError("record", f"an action has at most {LONGEST_ACTION} characters, not {len(action)}", **where)
    text = " ".join(action.split())
    seat, _, words = text.partition(" ")
    if seat not in map(str, range(match.players)):
        raise RecordError("record", f"{text!r}: an action begins with a seat, 0 to {match.players - 1}", **where)
    if match.current is None:
        raise RecordError("record", f"{text!r} stands after the end of the deal", **where)
    try:
        match.play(words, int(seat))
    except NotAnAction as error:
        raise RecordError("record", str(error), **where) from None
    except IllegalAction as error:
        said = in_words(match, error.refusal)
        raise RecordError("action", said, **where, tried=text, clause=error.clause) from None


def in_words(match: Match, refusal: Refusal) -> str:
    """A refusal as an English clause of a sentence, seats by their number."""
    seats = People(tuple(f"seat {seat}" for seat in range(match.players)))
    return game_words(match.game, "en").say(f"refusal.{refusal.reason}", refusal.facts, seats).rstrip(".")


def check_result(match: Match, number: int, told: object) -> None:
    """Hold the result that a record gives for a deal against the rules."""
    if told is None:
        return
    deal = match.deals[number - 1]
    computed = result_of(match.game, deal)
    if not isinstance(told, dict) or not set(told) <= {"scores", "totals", "bank"}:
        raise RecordError("record", "result must be a table of scores and totals", deal=number)
    if computed is None:
        raise RecordError("record", "the deal is not over, but a result is given", deal=number)
    unknown = [key for key in told if key not in computed]
    if unknown:
        raise RecordError("record", f"result has no {unknown[0]} in this game", deal=number)
    for key, amount in told.items():
        amounts = amount if isinstance(computed[key], list) else [amount]
        if not isinstance(amounts, list) or not all(is_number(each) for each in amounts):
            wanted = "a list of whole numbers" if isinstance(computed[key], list) else "a whole number"
            raise RecordError("record", f"{key} of the result must be {wanted}", deal=number)
    wrong = [key for key in told if told[key] != computed[key]]
    if wrong:
        parts = [f"{key} = {written(told[key])} is written, the rules give {written(computed[key])}" for key in wrong]
        raise RecordError(
            "result",
            "; ".join(parts),
            deal=number,
            written={key: told[key] for key in wrong},
            computed={key: computed[key] for key in wrong},
        )


def result_of(game: Game, deal: Deal) -> dict[str, Any] | None:
    """What a record writes as the result of a deal, None while it goes on."""
    if deal.after is None:
        return None
    result: dict[str, Any] = {"scores": deal.state.scores(), "totals": list(deal.after.totals)}
    return {**result, "bank": deal.after.bank} if game.has_bank else result


def want_keys(table: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    """Refuse a key that means nothing: it is more often a slip than a remark."""
    for key in table:
        if key not in known:
            raise RecordError("record", f"{where} has an unknown key {key!r}; known are {', '.join(known)}")


def want_text(table: Mapping[str, Any], *keys: str) -> None:
    """Refuse a remark or a seed that is no text."""
    for key in keys:
        if key in table and not isinstance(table[key], str):
            raise RecordError("record", f"{key} must be a text, not {written(table[key])}")


def want_plain(record: dict[str, Any]) -> None:
    """Refuse what no record holds: fractions, dates, endless numbers, depths.

    What stands in ``actions`` and ``result`` is looked at when it is played, as it may stand after the end of interest.
    """
    left: list[tuple[object, tuple[str | int, ...]]] = [(record, ())]
    while left:
        value, path = left.pop()
        if isinstance(value, dict | list):
            inside = value.items() if isinstance(value, dict) else enumerate(value, 1)
            left += [(each, (*path, key)) for key, each in inside if path[:1] != ("deal",) or key not in PLAYED]
        elif not isinstance(value, bool | int | str):
            raise misplaced(path, f"{value}: only texts, whole numbers, true and false can stand in a record")
        elif type(value) is int and not is_number(value):
            raise misplaced(path, TOO_LONG)
        if len(path) > DEEPEST:
            raise misplaced(path[:4], TOO_DEEP)


def misplaced(path: tuple[str | int, ...], message: str) -> RecordError:
    """The error that something stands at this place of a record."""
    deal = path[1] if path[:1] == ("deal",) and len(path) > 1 else None
    return RecordError("record", f"{'.'.join(map(str, path))}: {message}", deal=deal if isinstance(deal, int) else None)


def is_number(value: object) -> bool:
    """Whether it is a whole number as TOML has them, of at most 64 bits; ``True`` is none."""
    return type(value) is int and -(2**63) <= value < 2**63


def written(value: object) -> str:
    """A value as a record would write it."""
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, bool | int):
        return option_text(value)
    if isinstance(value, list):
        return f"[{', '.join(written(part) for part in value)}]"
    return "nothing" if value is None else repr(value)


def quoted(text: str) -> str:
    """A text as a TOML string on one line."""
    plain = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else escaped(c) for c in plain) + '"'


def escaped(sign: str) -> str:
    """A sign that cannot be seen, as TOML writes it."""
    return f"\\u{ord(sign):04x}" if ord(sign) < 0x10000 else f"\\U{ord(sign):08x}"


# ---- writing


def write(match: Match) -> str:
    """The record of a match in its canonical form."""
    lines = [f"stolik = {VERSION}", f"game = {quoted(match.game.id)}"]
    if match.preset != "default":
        lines.append(f"preset = {quoted(match.preset)}")
    changed = changed_options(match.game, match.options, match.preset)
    if changed:
        lines.append(f"options = {{ {', '.join(f'{name} = {written(changed[name])}' for name in sorted(changed))} }}")
    if match.names:
        lines.append(f"seats = {written(list(match.names))}")
    elif len(match.game.players) > 1:
        lines.append(f"players = {match.players}")
    for deal in match.deals:
        lines += ["", "[[deal]]", *deal_lines(match, deal)]
    return "\n".join(lines) + "\n"


def changed_options(game: Game, options: Options, preset: str) -> dict[str, Any]:
    """The options that differ from their preset."""
    usual = game.options.make(game.presets[preset], {}).values()
    return {name: value for name, value in options.values().items() if value != usual[name]}


def deal_lines(match: Match, deal: Deal) -> list[str]:
    """The lines of one deal."""
    extra = dict(deal.extra)
    lines = [f"comment = {written(extra.pop('comment'))}"] if "comment" in extra else []
    lines.append(f"dealer = {deal.dealer}")
    if deal.seed is not None:
        lines.append(f"seed = {quoted(deal.seed)}")
    else:
        for key in match.game.card_keys:
            cards = getattr(deal.cards, key)
            if key == "hands":
                lines.append(f"hands = {written([cards_text(hand) for hand in cards])}")
            else:
                lines.append(f"{key} = {quoted(cards_text([cards] if key == 'turn_up' else cards))}")
    lines += [f"{key} = {written(value)}" for key, value in extra.items()]
    if deal.actions:
        texts = [f"  {quoted(f'{seat} {match.game.text(action)}')}," for seat, action in deal.actions]
        lines += ["actions = [", *texts, "]"]
    else:
        lines.append("actions = []")
    result = result_of(match.game, deal)
    if result is not None:
        lines.append(f"result = {{ {', '.join(f'{key} = {written(value)}' for key, value in result.items())} }}")
    return lines
