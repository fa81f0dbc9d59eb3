"""The table as a terminal shows it to one person: news, the position, refusals, the score sheet."""

import textwrap

from stolik.cli.entry import Offer
from stolik.cli.faces import Paint, laid_out, seen, width
from stolik.cli.setting import own_words
from stolik.locale.clauses import clauses
from stolik.locale.words import People, game_words
from stolik.notation.replay import amounts
from stolik.play.match import Match
from stolik.play.refusal import IllegalAction
from stolik.play.show import Choice
from stolik.play.view import View


class Table:
    """What the person on one seat reads of a match. It looks at nothing but this seat's view."""

    def __init__(self, match: Match, seat: int, lang: str, paint: Paint) -> None:
        """A table with nothing told yet."""
        self.match = match
        self.game = match.game
        self.seat = seat
        self.lang = lang
        self.paint = paint
        self.own = own_words(lang)
        self.said = game_words(match.game, lang)
        you = self.own.say("play.you")
        self.people = People(tuple(you if each == seat else name for each, name in enumerate(match.names)))
        self.told = 0

    def view(self) -> View:
        """The last deal as this seat was told it."""
        return self.match.view(self.seat)

    # ---- the deal

    def opening(self) -> list[str]:
        """The heading of a deal."""
        self.told = 0
        view = self.view()
        key = "play.deal.you" if view.dealer == self.seat else "play.deal.other"
        return [
            "",
            self.paint.style(self.own.say(key, {"n": view.number, "seat": view.dealer}, self.people), bold=True),
        ]

    def news(self) -> list[str]:
        """What has happened since the last look, a sentence an event."""
        view = self.view()
        sayings = [self.game.describe(event, view) for event in view.events[self.told :]]
        self.told = len(view.events)
        return [f"  {self.said.saying(saying, self.people)}" for saying in sayings if saying is not None]

    def taken_back(self) -> None:
        """An action was taken back: what is told from now on is what happens from now on."""
        self.told = len(self.view().events)

    def position(self) -> list[str]:
        """The cards in sight, the hand, the choices, and what is wanted."""
        view, offer = self.view(), self.offer()
        lines = [""]
        for pile in offer.shown.piles:
            caption = self.said.saying(pile.caption, self.people) if pile.caption else pile.name
            lines += laid_out(f"  {capital(caption)}:", [self.paint.card(card) for card in pile.cards], width())
        if view.trick:
            played = [f"{self.people.names[seat]} {self.paint.card(card)}" for seat, card in view.trick]
            lines += laid_out(f"  {self.own.say('play.trick')}", played, width())
        lines += laid_out(f"  {self.own.say('play.hand')}", self.hand_shown(offer), width())
        lines += self.choices_shown(offer)
        if offer.shown.prompt is not None:
            lines.append(self.paint.style(self.said.saying(offer.shown.prompt, self.people), bold=True))
        return lines

    def offer(self) -> Offer:
        """What may be done now, in the order of its numbers."""
        view = self.view()
        return Offer(self.game, view, self.game.show(view), tuple(self.sorted_hand(view)))

    def sorted_hand(self, view: View) -> list[int]:
        """The hand by suit, trumps first, inside a suit in the order of the pack."""
        pack = self.game.pack(view.options)
        return sorted(view.hand, key=lambda card: (card >> 4 != view.trump, card >> 4, pack.index(card)))

    def hand_shown(self, offer: Offer) -> list[str]:
        """The cards of the hand; with numbers if one may be played, those that may not in brackets."""
        if not offer.cards:
            return [self.paint.card(card) for card in offer.hand]
        pieces = []
        for number, card in enumerate(offer.cards, 1):
            face = self.paint.card(card)
            if card in offer.shown.plays:
                pieces.append(f"{number} {self.paint.style(face, bold=True)}")
            else:
                pieces.append(self.paint.style(f"{number} ({face})", dim=True))
        return pieces

    def choices_shown(self, offer: Offer) -> list[str]:
        """What else may be done, a line each."""
        return [f"  {number:>3}  {self.choice_words(choice)}" for number, choice in offer.numbered_choices()]

    def choice_words(self, choice: Choice) -> str:
        """A choice in words, with what it earns."""
        words = self.said.saying(choice.saying, self.people)
        return words if choice.points is None else f"{words} (+{choice.points})"

    # ---- questions answered

    def everything(self) -> list[str]:
        """All that may be done now, with the words of the records."""
        offer = self.offer()
        lines = [self.own.say("play.may")]
        for number, card in enumerate(offer.cards, 1):
            if card in offer.shown.plays:
                name = self.said.card(card)
                lines.append(
                    f"  {number:>3}  {self.paint.card(card)}  {name}  [{self.game.text(offer.shown.plays[card])}]"
                )
        for number, choice in offer.numbered_choices():
            lines.append(f"  {number:>3}  {self.choice_words(choice)}  [{self.game.text(choice.action)}]")
        return [*lines, self.own.say("play.commands")]

    def refusal(self, refused: IllegalAction) -> str:
        """Why an action is not allowed, with the clause and its title."""
        said = self.said.say(f"refusal.{refused.refusal.reason}", refused.refusal.facts, self.people)
        title = clauses(self.game)[refused.clause].titles[self.lang]
        return self.filled(f"{said} [{refused.clause}, {title}]")

    def rule(self) -> str:
        """The rule that matters now."""
        shown = self.game.show(self.view())
        if shown.rule is None:
            return self.own.say("play.no_rule")
        return self.filled(f"{self.said.saying(shown.rule, self.people)} [{shown.rule_clause}]")

    def where_rules_stand(self) -> str:
        """Where to read all the rules."""
        return self.own.say("play.where_rules_stand", {"game": self.game.id})

    def filled(self, text: str) -> str:
        """A long sentence on lines that fit."""
        return "\n".join(textwrap.wrap(text, width(), initial_indent="  ", subsequent_indent="  "))

    # ---- scores

    def settlement(self) -> list[str]:
        """How the deal ended: its lines, what is written down, how the match stands."""
        view = self.view()
        scores = list(view.scores or ())
        return [
            "",
            *self.score_lines(view),
            amounts(self.said, "account.scores", self.people.names, scores),
            amounts(self.said, "account.totals", self.people.names, self.match.totals),
        ]

    def ending(self) -> list[str]:
        """Who has won the match."""
        won = self.match.winners or []
        key = "play.won.you" if self.seat in won else "play.won.other"
        others = ", ".join(self.people.names[seat] for seat in won)
        return [
            "",
            self.paint.style(self.own.say(key, {} if self.seat in won else {"names": others}), bold=True),
        ]

    def score_lines(self, view: View) -> list[str]:
        """The lines of a deal, those of one seat for the same thing added up."""
        sums: dict[tuple[str, str, tuple[int, ...]], dict[int, int]] = {}
        for line in view.lines:
            row = sums.setdefault((line.clause, line.what, line.cards), {})
            row[line.seat] = row.get(line.seat, 0) + line.points
        rows = []
        for (clause, what, cards), row in sums.items():
            name = self.said.say(f"line.{what}", {"cards": cards} if cards else {})
            rows.append([f"{name} ({clause})", *(number(row.get(seat)) for seat in range(self.match.players))])
        return in_columns([["", *self.people.names], *rows]) if rows else []

    def sheet(self) -> list[str]:
        """The score sheet: every settled deal, the totals, and the lines of the deal under way."""
        rows = [["", *self.people.names]]
        for place, deal in enumerate(self.match.deals, 1):
            if deal.scores is not None:
                rows.append([self.own.say("play.sheet.deal", {"n": place}), *map(number, deal.scores)])
        rows.append([self.own.say("play.sheet.totals"), *map(number, self.match.totals)])
        lines = in_columns(rows)
        if self.match.current:
            so_far = self.score_lines(self.view())
            lines += [self.own.say("play.sheet.now"), *so_far] if so_far else []
        return lines


def number(amount: int | None) -> str:
    """A number in a table, a true minus, a dash where there is none."""
    return "–" if amount is None else str(amount).replace("-", "\N{MINUS SIGN}")


def capital(text: str) -> str:
    """The text with its first letter a capital."""
    return text[:1].upper() + text[1:]


def in_columns(rows: list[list[str]]) -> list[str]:
    """A table: the first column to the left, numbers to the right."""
    wide = [max(seen(row[place]) for row in rows) for place in range(len(rows[0]))]
    return [
        "  "
        + "  ".join([row[0].ljust(wide[0]), *(cell.rjust(size) for cell, size in zip(row[1:], wide[1:], strict=True))])
        for row in rows
    ]
