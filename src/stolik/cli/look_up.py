"""``stolik games``, ``rules`` and ``deal``: what there is to look up, without playing."""

import secrets
import textwrap
from collections.abc import Mapping
from typing import Any

import click

from stolik.cards import card_text, cards_text, in_card_order
from stolik.cli.faces import Paint, laid_out, paint_for, width
from stolik.cli.setting import (
    examples,
    game_argument,
    json_option,
    lang_option,
    own_words,
    rules_of,
    rules_options,
    say_json,
    table_options,
)
from stolik.games import GAMES
from stolik.locale.clauses import clauses
from stolik.locale.words import Words, game_words
from stolik.notation.record import write
from stolik.play.game import Clause, Game
from stolik.play.match import Deal, Match
from stolik.play.options import Options, Spec, option_text

# ---- games


@click.command(epilog=examples("stolik games", "stolik games --json"))
@json_option
@lang_option
def games(*, as_json: bool, lang: str) -> None:
    """List the games, their players, presets and options."""
    if as_json:
        say_json({"games": [game_object(game, lang) for game in GAMES.values()]})
        return
    for game in GAMES.values():
        click.echo("\n".join(game_lines(game, lang)))


def game_object(game: Game, lang: str) -> dict[str, Any]:
    """A game for a program."""
    said = game_words(game, lang)
    usual = game.options().values()
    return {
        "game": game.id,
        "name": said.say("game.name"),
        "tagline": said.say("game.tagline"),
        "players": list(game.players),
        "presets": {name: dict(values) for name, values in game.presets.items()},
        "options": [
            {"option": name, "default": usual[name], **bounds(spec), "clause": spec.clause}
            for name, spec in game.options.specs().items()
        ],
    }


def bounds(spec: Spec) -> dict[str, Any]:
    """What an option may be, for a program."""
    if spec.choices:
        return {"values": list(spec.choices)}
    return {"low": spec.low, "high": spec.high, "step": spec.step, "none": spec.none}


def game_lines(game: Game, lang: str) -> list[str]:
    """A game for a person."""
    said, own = game_words(game, lang), own_words(lang)
    lines = [f"{game.id}: {said.say('game.name')}, {said.say('game.tagline')}"]
    lines += wrapped(said.say("game.summary"), "  ")
    for preset in game.presets:
        name, told = said.say(f"presets.{preset}.name"), said.say(f"presets.{preset}.help")
        lines += wrapped(f"--preset {preset}: {name}. {told}", "  ")
    usual = game.options().values()
    for name, spec in game.options.specs().items():
        facts = {
            "option": name,
            "wanted": wanted_words(spec, own),
            "usual": option_text(usual[name]),
            "clause": spec.clause,
        }
        lines += wrapped(own.say("games.option", facts), "  ")
    return lines


def wanted_words(spec: Spec, own: Words) -> str:
    """What an option may be, for a person."""
    if spec.choices:
        return own.say("games.or").join(option_text(choice) for choice in spec.choices)
    key = "games.number_or_none" if spec.none else "games.number"
    return own.say(key, {"low": spec.low, "high": spec.high})


def wrapped(text: str, indent: str) -> list[str]:
    """A text on lines no longer than the terminal, all of them indented; what wraps a little more."""
    return textwrap.wrap(text, width(), initial_indent=indent, subsequent_indent=f"{indent}  ")


# ---- rules


@click.command(
    epilog=examples(
        "stolik rules dorozka",
        "stolik rules dorozka DR-16 --lang en",
        "stolik rules dorozka --preset classic --option target=1000",
    )
)
@game_argument
@click.argument("clause", metavar="[CLAUSE]", required=False)
@rules_options
@json_option
@lang_option
def rules(game: str, clause: str | None, *, preset: str, changes: tuple[str, ...], as_json: bool, lang: str) -> None:
    """Print the rules of a game, clause by clause, or one CLAUSE of them.

    Marks: T the game's own text says so, R a relative of the game does, D a decision where both are silent. An option
    in force stands under its clause.
    """
    asked = rules_of(game, preset, changes)
    found = wanted_clauses(asked.game, clause)
    if as_json:
        objects = [clause_object(each, asked.options, lang) for each in found]
        head = {"game": asked.game.id, "preset": preset, "options": asked.options.values()}
        say_json({**head, "clauses": objects})
        return
    lines = []
    if clause is None:
        said = game_words(asked.game, lang)
        lines = [
            f"{said.say('game.name')}. {said.say(f'presets.{preset}.name')}.",
            *wrapped(said.say("game.summary"), ""),
            "",
        ]
    for each in found:
        lines += [*clause_lines(asked.game, each, asked.options, lang, paint_for(lang)), ""]
    click.echo("\n".join(lines[:-1]))


def wanted_clauses(game: Game, wanted: str | None) -> list[Clause]:
    """All clauses, or the one asked for: ``DR-16``, ``dr-16`` or ``16``."""
    every = clauses(game)
    if wanted is None:
        return list(every.values())
    for name, clause in every.items():
        if wanted.upper() in (name.upper(), name.partition("-")[2].upper()):
            return [clause]
    first, *_, last = every
    raise click.UsageError(f"{game.id} has no clause {wanted!r}: they are {first} to {last}")


def clause_object(clause: Clause, options: Options, lang: str) -> dict[str, Any]:
    """A clause for a program, with its options in force."""
    values = options.values()
    return {
        "clause": clause.id,
        "mark": clause.mark,
        "title": clause.titles[lang],
        "text": clause.texts[lang],
        "options": {name: values[name] for name in clause.options},
    }


def clause_lines(game: Game, clause: Clause, options: Options, lang: str, paint: Paint) -> list[str]:
    """A clause for a person."""
    said, own = game_words(game, lang), own_words(lang)
    lines = [paint.style(f"{clause.id} [{clause.mark}] {clause.titles[lang]}", bold=True)]
    lines += textwrap.wrap(clause.texts[lang], width(), initial_indent="  ", subsequent_indent="  ")
    for name in clause.options:
        lines += wrapped(option_line(name, options, said, own), "  ")
    return lines


def option_line(name: str, options: Options, said: Words, own: Words) -> str:
    """An option in force, and what it usually is if that differs."""
    value, usual = options.values()[name], type(options)().values()[name]
    sentence = f"options.{name}.value.{option_text(value)}"
    label = said.say(sentence) if sentence in said else f"{said.say(f'options.{name}.label')}: {option_text(value)}."
    line = f"{name} = {option_text(value)}. {label}"
    return line if value == usual else f"{line} {own.say('rules.usual', {'value': option_text(usual)})}"


# ---- deal


@click.command(
    epilog=examples(
        "stolik deal dorozka",
        "stolik deal dorozka --record > case.stolik.toml",
        "stolik deal dorozka --json --seed 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
    )
)
@game_argument
@table_options
@click.option("--dealer", type=click.IntRange(min=0), default=0, metavar="N", help="The seat that deals. Default: 0.")
@click.option("--record", "as_record", is_flag=True, help="Print the beginning of a record, to go on writing.")
@json_option
@lang_option
def deal(
    game: str,
    *,
    preset: str,
    changes: tuple[str, ...],
    players: int | None,
    seed: str | None,
    dealer: int,
    as_record: bool,
    as_json: bool,
    lang: str,
) -> None:
    """Deal the cards of one deal and show them all.

    The seed is the deal's own, as a record gives it.
    """
    if as_record and as_json:
        raise click.UsageError("--record and --json are two ways to print the same: give one of them")
    asked = rules_of(game, preset, changes)
    match = Match(asked.game, asked.options, players or asked.game.players[0], preset=preset)
    if dealer >= match.players:
        raise click.UsageError(f"--dealer {dealer}: the seats are 0 to {match.players - 1}")
    dealt = match.deal(seed=secrets.token_hex(32) if seed is None else seed, dealer=dealer)
    if as_json:
        say_json(deal_object(match, dealt))
    elif as_record:
        click.echo(f"# Dealt from the seed {dealt.seed}.\n{written_out(match, dealt)}", nl=False)
    else:
        click.echo("\n".join(deal_lines(match, dealt, lang)))


def deal_object(match: Match, dealt: Deal) -> dict[str, Any]:
    """A deal for a program: its cards as a record has them."""
    return {
        "game": match.game.id,
        "preset": match.preset,
        "options": match.options.values(),
        "players": match.players,
        "dealer": dealt.dealer,
        "seed": dealt.seed,
        **card_texts(match.game, dealt),
    }


def card_texts(game: Game, dealt: Deal) -> Mapping[str, str | list[str]]:
    """The cards of a deal under the keys of a record."""
    cards = dealt.cards
    texts: dict[str, str | list[str]] = {
        "hands": [cards_text(hand) for hand in cards.hands],
        "turn_up": "" if cards.turn_up is None else card_text(cards.turn_up),
        "stock": cards_text(cards.stock),
        "talon": cards_text(cards.talon),
    }
    return {key: texts[key] for key in game.card_keys}


def written_out(match: Match, dealt: Deal) -> str:
    """The beginning of a record that gives the cards, not the seed: whoever goes on writing has to see them."""
    twin = Match(match.game, match.options, match.players, preset=match.preset)
    twin.deal(cards=dealt.cards, dealer=dealt.dealer)
    return write(twin)


def deal_lines(match: Match, dealt: Deal, lang: str) -> list[str]:
    """A deal for a person."""
    own, paint = own_words(lang), paint_for(lang)
    name = game_words(match.game, lang).say("game.name")
    lines = [
        own.say("deal.head", {"game": name, "seat": dealt.dealer}),
        own.say("deal.seed", {"seed": dealt.seed}),
    ]
    rows = [(own.say("deal.hand", {"seat": seat}), in_card_order(hand)) for seat, hand in enumerate(dealt.cards.hands)]
    if dealt.cards.turn_up is not None:
        rows.append((own.say("deal.turn_up"), [dealt.cards.turn_up]))
    rows += [
        (own.say(f"deal.{key}"), list(cards))
        for key, cards in (("stock", dealt.cards.stock), ("talon", dealt.cards.talon))
        if cards
    ]
    for heading, cards in rows:
        lines += laid_out(f"  {heading}", [paint.card(card) for card in cards], width())
    return lines
