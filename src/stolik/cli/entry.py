"""What a person types at the terminal table, and which action it means."""

from dataclasses import dataclass

from stolik.cards import cards_text
from stolik.cli.faces import typed_card, typed_suit
from stolik.play.game import Game
from stolik.play.show import Choice, Shown
from stolik.play.view import View

COMMANDS = {
    "list": ("?",),
    "undo": ("u", "undo", "cofnij"),
    "sheet": ("s", "sheet", "zapis"),
    "rule": ("r", "rule", "zasada"),
    "help": ("h", "help", "pomoc"),
    "quit": ("q", "quit", "koniec"),
}


@dataclass(frozen=True, slots=True)
class Offer:
    """What is offered now, numbered from 1: the cards of the hand if one may be played, then the other choices."""

    game: Game
    view: View
    shown: Shown
    hand: tuple[int, ...]

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards that have numbers."""
        return self.hand if self.shown.plays else ()

    @property
    def last(self) -> int:
        """The last number."""
        return len(self.cards) + len(self.shown.choices)

    def numbered_choices(self) -> list[tuple[int, Choice]]:
        """The choices with their numbers, after those of the cards."""
        return list(enumerate(self.shown.choices, len(self.cards) + 1))

    def action_of(self, typed: str, lang: str) -> str | None:
        """The text of the action that was typed as a number, a card or an action; None if it is none of them.

        Whether the rules allow it is another question.
        """
        typed = typed.strip()
        if typed.isascii() and typed.isdigit():
            return self.numbered(int(typed)) if len(typed) < 4 else None
        if (card := typed_card(typed, lang)) is not None:
            return self.play_of(card)
        return self.spelled(typed, lang)

    def numbered(self, number: int) -> str | None:
        """The action with this number."""
        if 1 <= number <= len(self.cards):
            return self.play_of(self.cards[number - 1])
        choices = dict(self.numbered_choices())
        return self.game.text(choices[number].action) if number in choices else None

    def play_of(self, card: int) -> str:
        """What playing a card is called now, also one that may not be played."""
        if card in self.shown.plays:
            return self.game.text(self.shown.plays[card])
        takes_card = [word for word, verb in self.game.verbs.items() if verb.takes == "card"]
        fitting = [word for word in takes_card if self.view.phase in self.game.verbs[word].phases]
        return f"{(fitting or takes_card)[0]} {cards_text([card])}"

    def spelled(self, typed: str, lang: str) -> str | None:
        """An action in the words of the records, its cards and suits typed in any way: ``announce dh wh 10h``."""
        word, *rest = typed.lower().split() or [""]
        verb = self.game.verbs.get(word)
        if verb is None:
            return None
        if verb.takes in ("card", "cards"):
            cards = [typed_card(each, lang) for each in rest]
            if verb.takes == "card" and None in cards:
                cards = [typed_card(" ".join(rest), lang)]
            rest = [cards_text([card]) for card in cards if card is not None] if None not in cards else rest
        elif verb.takes == "suit":
            suits = [typed_suit(each, lang) for each in rest]
            rest = ["SHDC"[suit] for suit in suits if suit is not None] if None not in suits else rest
        return " ".join([word, *rest])


def command_of(typed: str) -> str | None:
    """The command that was typed, by its name in ``COMMANDS``."""
    word = typed.strip().lower()
    return next((name for name, words in COMMANDS.items() if word in words), None)
