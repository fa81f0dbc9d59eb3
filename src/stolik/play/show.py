"""What a game wants shown of a view, in terms that a page and a terminal both understand.

Sentences are named by their key in the game's words (``words.pl.toml``, ``words.en.toml``); facts fill their gaps:
``card``, ``cards``, ``suit``, ``seat``, ``points``, ``value`` and whatever else the sentence names.
"""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Saying:
    """A sentence by its key, with the facts for its gaps."""

    key: str
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to press that is not simply a card of the hand: an action and the words on its button.

    ``main`` marks the one that most players will want; ``points`` what it earns at once, if anything.
    """

    action: int
    saying: Saying
    main: bool = False
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards that lie in the open beside the trick, as a turned card, with a caption."""

    name: str
    cards: tuple[int, ...]
    caption: Saying | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """What a view looks like to the one who sees it.

    Attributes:
        prompt: what is wanted now, of this seat or of the one it waits for; None when the deal is over.
        rule: the rule that matters now, one or two sentences.
        rule_clause: the clause it is.
        plays: the cards of the hand that may simply be played, with the action that plays each.
        choices: what else may be done now, in the order to show it.
        piles: what lies beside the trick.
        badges: for each seat a few words on what it is in this deal, as "maker"; None for nothing.
    """

    prompt: Saying | None
    rule: Saying | None
    rule_clause: str | None
    plays: dict[int, int]
    choices: tuple[Choice, ...] = ()
    piles: tuple[Pile, ...] = ()
    badges: tuple[Saying | None, ...] = ()
