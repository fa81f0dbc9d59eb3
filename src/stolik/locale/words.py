"""The one place that turns a language, a key and facts into a sentence.

Sentences stand in TOML files, one a language: ``locale/words.*.toml`` for what all games and pages share,
``web/words.*.toml`` for the pages, ``games/<game>/words.*.toml`` for a game. A key is the path to a sentence,
``refusal.card_not_held``. A sentence has gaps: ``{points}``, or with the form wanted ``{card:ins}``:

- ``{card:acc}``, a card: its name in a case (nom, gen, acc, ins; ``short`` for "D kier");
- ``{cards}``, several cards as players say them: a run "K D W pik", four of a rank "cztery damy", else a list;
- ``{suit:nom}``, ``{trump:nom}``, a suit: its name in a case;
- ``{name}``, ``{other_name}``: who sits on the seat ``seat``, on the seat ``other_seat``;
- ``{rank_gen}``, ``{rank_plural}``: the rank of the highest of ``cards``; with them ``{suit}`` is its suit;
- ``{points:points}``: a number with its noun, in the form that the number wants, from the table ``plural.points``;
- anything else: the fact itself, numbers with a true minus sign.

>>> from stolik.cards import HEARTS, QUEEN
>>> words("en").card(HEARTS << 4 | QUEEN, "ins")
'queen of hearts'
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

from stolik.cards import RANKS, SUITS, UNKNOWN, card_order, in_card_order
from stolik.play.game import Game
from stolik.play.show import Saying

LANGUAGES: Final = ("pl", "en")
FORMS: Final = ("nom", "gen", "acc", "ins", "short")
GAP: Final = re.compile(r"\{(\w+)(?::(\w+))?\}")


class WordsError(LookupError):
    """A sentence that is not there, or a gap that no fact fills: a fault of the program, never of the user."""


@dataclass(frozen=True, slots=True)
class People:
    """The names of who sits where, by seat."""

    names: tuple[str, ...] = ()


NOBODY: Final = People()


class CardNames:
    """What cards and suits are called in one language."""

    def __init__(self, language: str) -> None:
        """Read the names from ``cards.<language>.toml``."""
        self.language = language
        table = _read("stolik.locale", f"cards.{language}.toml")
        self._suits, self._ranks = table["suit"], table["rank"]
        self._unknown, self._pattern = table["unknown"], table["pattern"]

    def card(self, card: int, case: str = "nom") -> str:
        """The name of a card: "dama kier", "queen of hearts"; with ``short`` "D kier"."""
        if card == UNKNOWN:
            return str(self._unknown["letter" if case == "short" else case])
        rank, suit = self._ranks[RANKS[card & 15]], self._suits[SUITS[card >> 4]]
        if case == "short":
            return str(self._pattern["short"].format(letter=rank["letter"], suit=suit["nom"]))
        return str(self._pattern["card"].format(rank=rank[case], suit=suit[case]))

    def suit(self, suit: int, case: str = "nom") -> str:
        """The name of a suit (0 to 3): "kier", "hearts"."""
        return str(self._suits[SUITS[suit]][case])

    def rank(self, card: int, form: str) -> str:
        """The rank of a card in a form: "damy" (gen), "damy" (plural_nom)."""
        return str(self._ranks[RANKS[card & 15]][form])

    def letter(self, card: int) -> str:
        """The index of a card: A K D W 10, in English A K Q J 10."""
        return "?" if card == UNKNOWN else str(self._ranks[RANKS[card & 15]]["letter"])

    def cards(self, cards: Sequence[int], case: str = "nom") -> str:
        """Several cards: a run of one suit, four of a rank, or a list of short names."""
        ordered = in_card_order(list(cards))
        suits, ranks = {card >> 4 for card in ordered}, {card & 15 for card in ordered}
        if UNKNOWN in ordered or len(ordered) < 2:
            return str(self._pattern["separator"]).join(self.card(card, case) for card in ordered)
        if len(ranks) == 1 and len(ordered) == 4:
            plural = "plural_gen" if case == "gen" else "plural_nom"
            return str(self._pattern["four"].format(rank_plural=self._ranks[RANKS[ranks.pop()]][plural]))
        if len(suits) == 1:
            letters = " ".join(map(self.letter, ordered))
            return str(self._pattern["run"].format(letters=letters, suit=self.suit(suits.pop())))
        return str(self._pattern["separator"]).join(self.card(card, "short") for card in ordered)


class Words:
    """The sentences of one package in one language; what it lacks is looked up among the shared ones."""

    def __init__(self, language: str, package: str) -> None:
        """Read ``words.<language>.toml`` of a package."""
        self.language = language
        self.package = package
        self.names = card_names(language)
        self.own = _flat(_read(package, f"words.{language}.toml"))
        self._shared = {} if package == SHARED else words(language).own

    def __contains__(self, key: str) -> bool:
        """Whether there is such a sentence."""
        return key in self.own or key in self._shared

    def gaps(self, key: str) -> frozenset[str]:
        """The names of the facts that a sentence wants."""
        return frozenset(gap for gap, _ in GAP.findall(self._text(key)))

    def card(self, card: int, case: str = "nom") -> str:
        """The name of a card."""
        return self.names.card(card, case)

    def say(self, key: str, facts: Mapping[str, Any] | None = None, people: People = NOBODY) -> str:
        """The sentence with this key, its gaps filled.

        Raises:
            WordsError: no such sentence, or a gap that no fact fills.
        """
        given = dict(facts or {})
        for gap, seat in (("name", "seat"), ("other_name", "other_seat")):
            if given.get(seat) is not None and given[seat] < len(people.names):
                given.setdefault(gap, people.names[given[seat]])
        if given.get("cards"):
            highest = min(given["cards"], key=card_order)
            given.setdefault("suit", highest >> 4)
            given |= {"rank_gen": highest, "rank_plural": highest}
        return GAP.sub(lambda gap: self._fill(key, gap[1], gap[2], given), self._text(key))

    def saying(self, saying: Saying, people: People = NOBODY) -> str:
        """The sentence that a game named."""
        return self.say(saying.key, saying.facts, people)

    def count(self, number: int, noun: str) -> str:
        """A number with its noun: "3 karty", from the table ``plural.cards``."""
        return f"{_number(number)} {self._text(f'plural.{noun}.{plural(self.language, number)}')}"

    def _text(self, key: str) -> str:
        try:
            return self.own[key] if key in self.own else self._shared[key]
        except KeyError:
            raise WordsError(f"{self.package}, {self.language}: there is no sentence {key!r}") from None

    def _fill(self, key: str, gap: str, form: str | None, facts: Mapping[str, Any]) -> str:
        if facts.get(gap) is None:
            raise WordsError(f"{self.package}, {self.language}: {key!r} wants {gap!r}, given {sorted(facts)}")
        fact = facts[gap]
        match gap:
            case "cards" | "other_cards":
                return self.names.cards(fact, form or "nom")
            case "rank_gen" | "rank_plural":
                return self.names.rank(fact, "gen" if gap == "rank_gen" else "plural_nom")
            case "suit" | "trump":
                return self.names.suit(fact, form or "nom")
            case _ if form in FORMS:
                return self.names.card(fact, form)
            case _ if form:
                return self.count(fact, form)
        return _number(fact) if isinstance(fact, int) else str(fact)


SHARED: Final = "stolik.locale"


@cache
def card_names(language: str) -> CardNames:
    """The names of cards in a language."""
    return CardNames(language)


@cache
def words(language: str, package: str = SHARED) -> Words:
    """The sentences of a package in a language, read once."""
    return Words(language, package)


def game_words(game: Game, language: str) -> Words:
    """The sentences of a game: those in the folder that holds its class."""
    return words(language, type(game).__module__.rpartition(".")[0])


def plural(language: str, number: int) -> str:
    """Which form a number wants: ``one``, ``few`` (Polish: 2 to 4, not 12 to 14) or ``many``."""
    number = abs(number)
    if number == 1:
        return "one"
    if language == "pl" and number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14):
        return "few"
    return "many"


def disagreements(package: str) -> list[str]:
    """Where the two languages of a package differ in their keys or in the facts they want; empty when all is well."""
    first, second = (words(language, package) for language in LANGUAGES)
    found = [f"{key} is missing in {second.language}" for key in first.own if key not in second.own]
    found += [f"{key} is missing in {first.language}" for key in second.own if key not in first.own]
    for key in first.own:
        if key in second.own and first.gaps(key) != second.gaps(key):
            found.append(f"{key}: {sorted(first.gaps(key))} in {first.language}, {sorted(second.gaps(key))}")
    return found


def _read(package: str, name: str) -> dict[str, Any]:
    """A TOML file of a package; an absent one is an error of the program."""
    return tomllib.loads((resources.files(package) / name).read_text(encoding="utf-8"))


def _flat(table: Mapping[str, Any], before: str = "") -> dict[str, str]:
    """Nested tables as dotted keys."""
    flat: dict[str, str] = {}
    for name, value in table.items():
        flat |= {before + name: value} if isinstance(value, str) else _flat(value, f"{before}{name}.")
    return flat


def _number(number: int) -> str:
    """A number with a true minus sign."""
    return str(number).replace("-", "\N{MINUS SIGN}")
