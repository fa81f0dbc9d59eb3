"""The table as its audience sees it: hands, trick, buttons, what happened, the end of a deal."""

from collections.abc import Sequence
from urllib.parse import urlsplit

from stolik.cards import UNKNOWN, card_text, in_card_order
from stolik.locale.words import game_words
from stolik.play.events import CardPlayed, CardsDrawn, CardTurned, Event, HandDealt, Scored, TrickWon, TurnPassed
from stolik.play.game import Game
from stolik.play.refusal import IllegalAction
from stolik.play.show import Choice, Pile, Shown
from stolik.play.view import View
from stolik.server.look import Look
from stolik.web.contexts import (
    Button,
    HandCard,
    Other,
    PileSeen,
    Reader,
    Refused,
    Result,
    Said,
    SitterLine,
    Slot,
    TablePage,
    TablePart,
    Waiting,
)
from stolik.web.telling import (
    Teller,
    around,
    clause_lines,
    deal_table,
    face,
    frame,
    log_of_view,
    number,
    settled_note,
    sitter_name,
    table_bar,
    table_urls,
    totals_shown,
)

PLACES = {2: "sn", 3: "swe", 4: "swne"}  # where each seat is at the table, from one's own clockwise
SENTENCES = 6  # as many as stand at the lower edge of the cloth


def table_page(look: Look, reader: Reader, *, refused: IllegalAction | None = None, qr: str = "") -> TablePage:
    """The whole page of a table."""
    part = table_part(look, reader.lang, refused=refused, qr=qr)
    own = game_words(look.game, reader.lang)
    idle = look.stage == "waiting" or (look.stage == "playing" and not part.turn)
    return TablePage(frame(reader, own.say("game.name")), part, idle or (part.result is not None and part.result.ready))


def table_part(look: Look, lang: str, *, refused: IllegalAction | None = None, qr: str = "") -> TablePart:
    """The table as its audience sees it."""
    tell = Teller(look, lang)
    view = look.view
    shown = look.game.show(view) if view is not None else NOTHING_SHOWN
    base = look.seat or 0
    playing = look.stage == "playing" and view is not None
    no = refusal_shown(refused, tell)
    result = result_shown(look, tell) if view is not None and look.stage in ("between", "finished") else None
    deal = deal_table(view, tell, heading="") if view is not None and playing else None
    rule_clause = shown.rule_clause or ""
    mentioned = [rule_clause, no.clause if no else "", *(row.clause for row in deal.rows)] if deal else []
    mentioned += [row.clause for row in result.deal.rows] if result else []
    return TablePart(
        version=look.version,
        urls=table_urls(look),
        bar=table_bar(look, tell),
        seats=look.players,
        watching=look.seat is None,
        others=tuple(other_shown(look, tell, shown, seat) for seat in around(base, look.players)[1:]) if view else (),
        piles=tuple(pile_shown(pile, tell) for pile in shown.piles),
        slots=slots_shown(look, tell, shown) if view is not None and playing else (),
        said=tuple(each.text for each in lately(look, tell)),
        hand=hand_shown(look, tell, shown) if view is not None and playing else (),
        prompt=tell.saying(shown.prompt),
        turn=view is not None and look.seat is not None and view.to_move == look.seat,
        facts=tell.web.say("table.own_facts", {"tricks_taken": view.tricks[base]}) if view and sum(view.tricks) else "",
        badge=badge_shown(shown, base, tell),
        buttons=tuple(button_shown(look.game, choice, tell) for choice in shown.choices) if playing else (),
        refused=no,
        deal=deal,
        log=tuple(reversed(log_of(look, tell))) if view is not None else (),
        rule=tell.saying(shown.rule),
        rule_clause=rule_clause,
        last=trick_slots(view.last_trick, view.last_winner, look, tell) if view and view.last_trick else (),
        last_text=last_text(view, look, tell) if view is not None and view.last_trick else "",
        clauses=clause_lines(look.game, look.options, lang, mentioned),
        can_undo=look.can_undo,
        result=result,
        waiting=waiting_shown(look, tell, qr) if look.stage == "waiting" else None,
    )


NOTHING_SHOWN = Shown(prompt=None, rule=None, rule_clause=None, plays={})


def place_of(seat: int, look: Look) -> str:
    """Where a seat is at the table: s is one's own, w n e are the others."""
    return PLACES[look.players][around(look.seat or 0, look.players).index(seat)]


def badge_shown(shown: Shown, seat: int, tell: Teller) -> str:
    """A few words on what a seat is in this deal."""
    return tell.saying(shown.badges[seat]) if seat < len(shown.badges) else ""


def other_shown(look: Look, tell: Teller, shown: Shown, seat: int) -> Other:
    """Somebody else: known cards lie open, the others are backs, all alike."""
    view = look.view
    assert view is not None
    hand = view.hands[seat]
    known = in_card_order([card for card in hand if card != UNKNOWN])
    facts = {"cards_held": len(hand), "tricks_taken": view.tricks[seat]}
    bot = seat < len(look.sitters) and look.sitters[seat].kind == "bot"
    return Other(
        place=place_of(seat, look),
        name=tell.name(seat),
        facts=tell.web.say("table.facts_bot" if bot else "table.facts", facts),
        badge=badge_shown(shown, seat, tell),
        turn=view.to_move == seat,
        label=tell.web.say("table.cards_of", {"name": tell.name(seat)}),
        backs=tuple(range(len(hand) - len(known))),
        open=tuple(face(card, tell.cards) for card in known),
    )


def pile_shown(pile: Pile, tell: Teller) -> PileSeen:
    """Cards beside the trick; a suit in the caption stands on white above it."""
    suit = pile.caption.facts.get("suit") if pile.caption else None
    return PileSeen(
        pile.name,
        tuple(face(card, tell.cards) for card in pile.cards),
        "" if suit is None else "SHDC"[suit],
        "" if suit is None else tell.cards.suit(suit),
        tell.saying(pile.caption),
    )


def slots_shown(look: Look, tell: Teller, shown: Shown) -> tuple[Slot, ...]:
    """The trick that lies on the table; before the next card is led, the one just won."""
    view = look.view
    assert view is not None
    if view.trick:
        return trick_slots(view.trick, None, look, tell)
    if view.last_trick:
        return trick_slots(view.last_trick, view.last_winner, look, tell)
    return trick_slots([], None, look, tell) if shown.plays else ()


def trick_slots(trick: Sequence[tuple[int, int]], winner: int | None, look: Look, tell: Teller) -> tuple[Slot, ...]:
    """A place for each seat, the others first, one's own last."""
    lies = dict(trick)
    seats = around(look.seat or 0, look.players)
    return tuple(
        Slot(
            place_of(seat, look),
            tell.web.say("table.your_card") if seat == look.seat and seat not in lies else tell.name(seat),
            face(lies[seat], tell.cards) if seat in lies else None,
            seat == winner,
        )
        for seat in [*seats[1:], seats[0]]
    )


def last_text(view: View, look: Look, tell: Teller) -> str:
    """Who has won the last trick."""
    assert view.last_winner is not None
    if view.last_winner == look.seat:
        return tell.web.say("table.last_trick_won_you")
    return tell.web.say("table.last_trick_won", {"name": tell.name(view.last_winner)})


def hand_shown(look: Look, tell: Teller, shown: Shown) -> tuple[HandCard, ...]:
    """One's own cards in order; what may not be played can still be tapped, and the answer says why not."""
    view = look.view
    assert view is not None
    plays = shown.plays
    cards = []
    pack = look.game.pack(look.options)
    for card in sorted_hand(view.hands[look.seat or 0], view.trump, pack, had(view)):
        lies = face(card, tell.cards)
        state = "idle"
        if plays and len(plays) < len(view.hand):
            state = "can" if card in plays else "cannot"
        label = tell.web.say("table.not_now", {"card_name": lies.name}) if state == "cannot" else lies.name
        action = f"play {card_text(card)}" if look.seat is not None else ""
        cards.append(HandCard(lies, state, label, look.game.text(plays[card]) if card in plays else action))
    return tuple(cards)


def had(view: View) -> list[int]:
    """The cards that this seat was dealt and has drawn."""
    return [
        card
        for event in view.events
        if isinstance(event, HandDealt | CardsDrawn) and event.seat == view.seat
        for card in event.cards
    ]


def sorted_hand(hand: Sequence[int], trump: int | None, pack: Sequence[int], had: Sequence[int] = ()) -> list[int]:
    """By suit, trumps first, colours alternating as far as the suits allow; in a suit from the highest card down.

    With the cards ``had`` in this deal the order of the suits stays when one of them runs out.
    """
    held = {card >> 4 for card in [*hand, *had] if card != UNKNOWN}
    order: list[int] = [suit for suit in (0, 1, 3, 2) if suit in held]
    if trump in held:
        first = order.index(trump)
        order = [*order[first:], *order[:first]]
    if len(order) == 3:
        order = alternating(order, fixed=trump in held)
    return sorted(hand, key=lambda card: (order.index(card >> 4), pack.index(card)) if card != UNKNOWN else (9, 0))


def alternating(suits: list[int], *, fixed: bool) -> list[int]:
    """Three suits so that the lone colour is in the middle, unless the first one has to stay first."""
    red = {1, 2}
    lone = next(suit for suit in suits if sum((other in red) == (suit in red) for other in suits) == 1)
    if fixed and suits[0] == lone:
        return suits
    others = [suit for suit in suits if suit != lone]
    return [others[0], lone, others[1]]


def button_shown(game: Game, choice: Choice, tell: Teller) -> Button:
    """The button of an action; the suit that it is about stands before the words."""
    action = game.text(choice.action)
    facts = choice.saying.facts
    suits = {facts["suit"]} if facts.get("suit") is not None else {card >> 4 for card in facts.get("cards", ())}
    return Button(
        id="c-" + action.replace(" ", "-"),
        action=action,
        text=tell.saying(choice.saying),
        suit="SHDC"[suits.pop()] if len(suits) == 1 and choice.points is None else "",
        points="" if choice.points is None else number(choice.points),
        main=choice.main,
    )


def refusal_shown(refused: IllegalAction | None, tell: Teller) -> Refused | None:
    """Why not, in the game's words."""
    if refused is None:
        return None
    reason = refused.refusal
    return Refused(tell.game.say(f"refusal.{reason.reason}", reason.facts, tell.people), reason.clause)


# ---- what happened


def log_of(look: Look, tell: Teller) -> list[Said]:
    """Everything of this deal that is worth a sentence, the first thing first."""
    view = look.view
    assert view is not None
    return log_of_view(view, tell)


def lately(look: Look, tell: Teller) -> list[Said]:
    """What happened since it was last one's own turn, without what can be seen: cards dealt, one's own plain play."""
    view = look.view
    if view is None:
        return []
    since = turn_before(view.events, look.seat)
    recent = [each for each in log_of(look, tell) if each.id >= since]
    telling = [each for each in recent if not to_be_seen(view.events[each.id], look.seat)]
    return (telling or recent[-1:])[-SENTENCES:]


def turn_before(events: Sequence[Event], seat: int | None) -> int:
    """The place of the event with which a seat's last turn before the present moment began."""
    turns = [place for place, event in enumerate(events) if isinstance(event, TurnPassed) and event.seat == seat]
    if turns and turns[-1] == len(events) - 1:
        turns = turns[:-1]
    if turns:
        return turns[-1]
    return 0 if seat is not None else max(0, len(events) - 4)


def to_be_seen(event: Event, seat: int | None) -> bool:
    """Whether an event shows on the table without words: cards dealt and drawn, one's own card played."""
    return isinstance(event, HandDealt | CardTurned | CardsDrawn) or (
        isinstance(event, CardPlayed) and event.seat == seat
    )


# ---- the end, and before the beginning


def result_shown(look: Look, tell: Teller) -> Result:
    """The end of a deal, or of the match."""
    view = look.view
    assert view is not None
    heading = tell.web.say("between.heading", {"number": view.number})
    texts = [settled_note(view, tell)] if view.lines else []
    texts += ending(view, tell)
    if look.winners is not None:
        heading = " ".join(winner_words(look, tell, seat) for seat in look.winners)
    you = next((each for each in look.sitters if each.you), None)
    return Result(
        heading=heading,
        texts=tuple(texts),
        deal=deal_table(view, tell, heading="", note=""),
        totals=totals_shown(look, tell),
        finished=look.stage == "finished",
        ready=you is None or (you.ready and look.stage == "between"),
        rematch=look.rematch or "",
    )


def ending(view: View, tell: Teller) -> list[str]:
    """What happened after the last trick, the points aside; without tricks the last thing that happened."""
    tricks = [place for place, event in enumerate(view.events) if isinstance(event, TrickWon)]
    said = [each for each in log_of_view(view, tell) if not isinstance(view.events[each.id], Scored)]
    return [each.text for each in said if each.id > tricks[-1]] if tricks else [each.text for each in said[-1:]]


def winner_words(look: Look, tell: Teller, seat: int) -> str:
    """Who has won."""
    key = f"finished.won.{'you' if seat == look.seat else 'other'}"
    return tell.web.say(key, {"name": tell.name(seat), "points": look.totals[seat]})


def waiting_shown(look: Look, tell: Teller, qr: str) -> Waiting:
    """The invitation and who is there."""
    free = sum(each.kind == "open" for each in look.sitters)
    link = look.invitation or ""
    return Waiting(
        heading=tell.web.say("waiting.heading" if free == 1 else "waiting.heading_many"),
        link=link,
        local=is_local(link),
        qr=qr,
        sitters=tuple(
            SitterLine("" if each.kind == "open" else sitter_name(each, tell.web), each.kind, each.you)
            for each in look.sitters
        ),
    )


def is_local(link: str) -> bool:
    """Whether a link leads to the reader's own machine only."""
    host = urlsplit(link).hostname or ""
    return host in ("localhost", "::1") or host.startswith("127.")
