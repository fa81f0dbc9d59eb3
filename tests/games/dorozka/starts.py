"""Deals of Dorożka set up so that rare things happen, and players who like to do them."""

import random

from stolik.cards import cards_of
from stolik.play.game import Cards
from tests.positions import PACK

RANKS = "AKQJT987"
LIKED = {"pass": 2, "accept": 3, "trump": 1, "swap": 8, "announce": 6, "done": 2, "play": 1, "marry": 5}


def any_cards(chance: random.Random) -> Cards:
    """A deal of any cards."""
    cards = list(PACK)
    chance.shuffle(cards)
    return laid([cards[:9], cards[9:18]], cards[18], cards[19:], chance)


def rich_cards(chance: random.Random) -> Cards:
    """A deal in which each seat will hold a group, runs or the cards for an exchange, if they are still to be had."""
    cards = list(PACK)
    chance.shuffle(cards)
    turned = cards.pop()
    hands: list[list[str]] = [[], []]
    for seat in chance.sample((0, 1), 2):
        for wanted in chance.sample([wish(chance, turned) for _ in range(3)], 3):
            if set(wanted) <= set(cards) | set(hands[seat]) and len({*hands[seat], *wanted}) <= 9:
                hands[seat] += [card for card in wanted if card not in hands[seat]]
                cards = [card for card in cards if card not in wanted]
    for hand in hands:
        while len(hand) < 9:
            hand.append(cards.pop())
        chance.shuffle(hand)
    return laid(hands, turned, cards, chance)


def duel_cards(chance: random.Random) -> Cards:
    """A deal in which both seats will hold a group, or both a run of the same length."""
    cards = list(PACK)
    chance.shuffle(cards)
    if chance.random() < 0.4:
        wanted = [[rank + suit for suit in "SHDC"] for rank in chance.sample(RANKS, 2)]
    else:
        length = chance.choice([3, 3, 4, 5])
        top = chance.randrange(9 - length)
        tops = top, chance.choice([top, chance.randrange(9 - length)])
        wanted = [[rank + suit for rank in RANKS[top : top + length]]
                  for top, suit in zip(tops, chance.sample("SHDC", 2), strict=True)]  # fmt: skip
    left = [card for card in cards if card not in wanted[0] + wanted[1]]
    hands = [[*hand, *(left.pop() for _ in range(9 - len(hand)))] for hand in wanted]
    for hand in hands:
        chance.shuffle(hand)
    return laid(hands, left.pop(), left, chance)


def wish(chance: random.Random, turned: str) -> list[str]:
    """The cards of a group, of a run, of a marriage or of an exchange."""
    kind = chance.choice(["group", "run", "run", "marriage", "seven"])
    if kind == "group":
        rank = chance.choice(RANKS)
        return [rank + suit for suit in "SHDC"]
    if kind == "run":
        top, length = chance.randrange(6), chance.choice([3, 3, 3, 4, 4, 5, 6, 6, 7])
        suit = chance.choice("SHDC")
        return [rank + suit for rank in RANKS[top : top + length]]
    return ["K" + turned[1], "Q" + turned[1]] if kind == "marriage" else ["7" + turned[1]]


def laid(hands: list[list[str]], turned: str, rest: list[str], chance: random.Random) -> Cards:
    """These nine cards for each seat as they are dealt and drawn; the seat that is eldest is drawn by lot."""
    eldest = chance.randrange(2)
    drawn = [*hands[eldest][6:], *hands[1 - eldest][6:]]
    first, second = (tuple(cards_of(" ".join(hand[:6]))) for hand in hands)
    turn_up = cards_of(turned)[0]
    return Cards((first, second), turn_up=turn_up, stock=tuple(cards_of(" ".join(drawn + rest))))


def liked(legal: list[str], chance: random.Random) -> str:
    """An action, the rarer kinds oftener than among equals."""
    return chance.choices(legal, [LIKED[text.split()[0]] for text in legal])[0]


STARTS = (any_cards, rich_cards, duel_cards, duel_cards)
