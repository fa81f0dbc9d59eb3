"""``stolik play``: a match against bots in the terminal."""

import random
import secrets
import sys
from pathlib import Path

import click

from stolik.bots import LEVELS, choose
from stolik.cli.entry import Offer, command_of
from stolik.cli.faces import is_terminal, paint_for
from stolik.cli.setting import examples, game_argument, lang_option, own_words, rules_of, table_options
from stolik.cli.table import Table
from stolik.locale.words import Words
from stolik.notation.record import write
from stolik.play.match import Match
from stolik.play.refusal import IllegalAction, NotAnAction


@click.command(
    epilog=examples(
        "stolik play dorozka",
        "stolik play dorozka --lang en --preset classic --option target=300",
        "stolik play dorozka --bot random --record evening.stolik.toml",
    )
)
@game_argument
@table_options
@click.option(
    "--bot",
    "level",
    type=click.Choice(list(LEVELS)),
    default="novice",
    show_default=True,
    help="How well the bots play.",
)
@click.option("--seat", type=click.IntRange(min=0), default=0, metavar="N", help="Where you sit. Default: 0.")
@click.option(
    "--record",
    "file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Keep the record here; a new file.",
)
@lang_option
def play(
    game: str,
    *,
    preset: str,
    changes: tuple[str, ...],
    players: int | None,
    seed: str | None,
    level: str,
    seat: int,
    file: Path | None,
    lang: str,
) -> None:
    """Play a match against bots, here in the terminal.

    Type the number of a card or a choice, a card (QH, dh, D kier) or an action (announce JS JH JD JC). ? lists what you
    may do, ? and a card says why it may not be played; u takes back, s the score sheet, r the rule that matters now, h
    help, q leaves. The same seed gives the same cards and the same bots.
    """
    asked = rules_of(game, preset, changes)
    seed = secrets.token_hex(32) if seed is None else seed
    many = players or asked.game.players[0]
    if seat >= many:
        raise click.UsageError(f"--seat {seat}: the seats are 0 to {many - 1}")
    if file is not None and (file.exists() or not file.parent.is_dir()):
        raise click.UsageError(f"--record {file}: give the name of a new file, in a folder that is there")
    match = Match(asked.game, asked.options, many, seed=seed, preset=preset, names=seat_names(many, seat, lang))
    chance = random.Random(f"bots {seed}")  # noqa: S311 - no secret: the same seed shall give the same bots
    Session(match, seat, level, lang, chance, file).run()


def seat_names(players: int, person: int, lang: str) -> list[str]:
    """Who sits where, for the record: a person and bots, numbered if there are several."""
    own = own_words(lang)
    bot = "play.only_bot" if players == 2 else "play.bot"
    return [own.say("play.person" if seat == person else bot, {"n": seat}) for seat in range(players)]


class Session:
    """One person at the terminal and the bots around."""

    def __init__(
        self, match: Match, seat: int, level: str, lang: str, chance: random.Random, file: Path | None
    ) -> None:
        """A match with no deal yet; ``file`` is where its record will be kept, if anywhere."""
        self.match = match
        self.seat = seat
        self.level = level
        self.lang = lang
        self.chance = chance
        self.file = file
        self.own: Words = own_words(lang)
        self.table = Table(match, seat, lang, paint_for(lang))
        self.asks = is_terminal(sys.stdin) and is_terminal(sys.stdout)
        self.left = False

    # ---- the course of the match

    def run(self) -> None:
        """Play to the end of the match, or until the person leaves; then keep the record."""
        self.say("play.welcome")
        try:
            while not self.left and not self.match.finished:
                self.step()
        except EOFError:
            self.say("play.input_ended")
        except KeyboardInterrupt:
            click.echo()
        if self.match.finished:
            self.show(self.table.ending())
        self.keep()

    def step(self) -> None:
        """Whatever comes next: a deal, an action of a bot, or a question to the person."""
        if self.match.current is None:
            self.match.deal(dealer=self.first_dealer() if not self.match.deals else None)
            self.show(self.table.opening())
        elif self.match.to_move == self.seat:
            self.show([*self.table.news(), *self.table.position()])
            self.ask()
        else:
            view = self.match.view(self.match.to_move or 0)
            self.match.act(choose(self.level, view, self.chance))
        if self.match.deals and self.match.deals[-1].settled:
            self.show([*self.table.news(), *self.table.settlement()])
            self.between()

    def first_dealer(self) -> int:
        """Who deals first, by lot."""
        return self.chance.randrange(self.match.players)

    def between(self) -> None:
        """Let a person at a terminal look at the settled deal before the next."""
        while self.asks and not self.left and not self.match.finished and self.match.current is None:
            typed = self.read(self.own.say("play.next"))
            command = command_of(typed)
            if not typed.strip():
                return
            self.obey(command or "help")

    # ---- questions

    def ask(self) -> None:
        """Ask until an action is carried out, taken back, or the person leaves."""
        while not self.left and self.match.to_move == self.seat:
            typed = self.read("> ")
            command = command_of(typed)
            if command:
                if self.obey(command):
                    return
            elif typed.strip().startswith("?"):
                self.show([self.why(typed.strip()[1:])])
            elif typed.strip() and self.act(typed):
                return

    def act(self, typed: str) -> bool:
        """Carry out what was typed, or say why not."""
        action = self.offer().action_of(typed, self.lang)
        try:
            if action is None:
                raise NotAnAction(typed)
            self.match.play(action, self.seat)
        except NotAnAction:
            self.show([self.not_understood(typed)])
            return False
        except IllegalAction as refused:
            self.show([self.table.refusal(refused)])
            return False
        return True

    def why(self, typed: str) -> str:
        """Whether what was typed may be done, and why not."""
        action = self.offer().action_of(typed, self.lang)
        try:
            if action is None:
                raise NotAnAction(typed)
            refused = self.match.why_not(action, self.seat)
        except NotAnAction:
            return self.not_understood(typed)
        return self.table.refusal(refused) if refused else self.own.say("play.allowed", {"action": action})

    def not_understood(self, typed: str) -> str:
        """That nothing is called so, or has this number."""
        if typed.strip().isdecimal():
            return self.own.say("play.no_such_number", {"typed": clipped(typed), "last": self.offer().last})
        return self.own.say("play.not_understood", {"typed": clipped(typed)})

    def offer(self) -> Offer:
        """What is offered to the person now."""
        return self.table.offer()

    def obey(self, command: str) -> bool:
        """Carry out a command; whether the position has to be shown anew."""
        match command:
            case "list":
                self.show(self.table.everything() if self.match.current else self.own.say("play.help").splitlines())
            case "sheet":
                self.show(self.table.sheet())
            case "rule":
                self.show([self.table.rule()])
            case "help":
                self.show([*self.own.say("play.help").splitlines(), self.table.where_rules_stand()])
            case "quit":
                self.left = True
            case "undo":
                return self.take_back()
        return self.left

    def take_back(self) -> bool:
        """Go back to the person's last decision of this deal; whether there was one."""
        actions = self.match.deals[-1].actions
        if not any(seat == self.seat for seat, _ in actions):
            self.say("play.nothing_to_take_back")
            return False
        own = False
        while not own:
            own = self.match.deals[-1].actions[-1][0] == self.seat
            self.match.undo()
        self.table.taken_back()
        self.say("play.taken_back")
        return True

    # ---- in and out

    def read(self, prompt: str) -> str:
        """One line typed; input that comes from a file or a pipe is shown too, so that what is printed can be followed.

        Raises:
            EOFError: there is no more.
        """
        if self.asks:
            return input(prompt)
        click.echo(prompt, nl=False)
        line = sys.stdin.readline() if sys.stdin else ""
        if not line:
            click.echo()
            raise EOFError
        click.echo(clipped(line))
        return line

    def say(self, key: str, **facts: str) -> None:
        """A sentence of the command line's own."""
        click.echo(self.own.say(key, facts))

    def show(self, lines: list[str]) -> None:
        """Lines as they are."""
        for line in lines:
            click.echo(line)

    # ---- the record

    def keep(self) -> None:
        """Write the record where it was asked for, or where the person now says."""
        if not any(seat == self.seat for deal in self.match.deals for seat, _ in deal.actions):
            return
        if self.file is not None and self.write(self.file):
            return
        if self.asks:
            self.ask_where()
        elif self.file is None and not self.match.finished:
            self.say("play.not_kept")

    def ask_where(self) -> None:
        """Ask for the file of the record until it is written or not wanted."""
        kept = False
        while not kept:
            try:
                typed = input(self.own.say("play.keep")).strip()
            except (EOFError, KeyboardInterrupt):
                click.echo()
                return
            if not typed:
                return
            kept = self.write(Path(typed if typed.endswith(".toml") else f"{typed}.stolik.toml"))

    def write(self, file: Path) -> bool:
        """Write the record into a new file; whether that went well."""
        try:
            with file.open("x", encoding="utf-8") as target:
                target.write(write(self.match))
        except FileExistsError:
            self.say("play.file_exists", file=str(file))
            return False
        except (OSError, ValueError) as error:
            self.say("play.file_refused", file=str(file), why=getattr(error, "strerror", None) or str(error))
            return False
        self.say("play.kept", file=str(file))
        return True


def clipped(typed: str) -> str:
    """What was typed, fit to be printed back: one short line of signs that can be seen."""
    seen = "".join(sign if sign.isprintable() else " " for sign in typed).strip()
    return seen if len(seen) <= 60 else f"{seen[:59]}…"
