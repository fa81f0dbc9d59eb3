"""From seed to cards, by a second program written from the description of records, and by literal vectors."""

import hashlib
import random

import pytest

import stolik
from stolik.cards import card_text, cards_text, pack_of
from stolik.games import GAMES
from stolik.play.refusal import BadSeed
from stolik.play.shuffle import deal_seed, shuffled
from tests.counts import count

# Made once and compared with the second program below; it must never change: old records name seeds, not cards.
GOLDEN = "9bf2bb9f4989b99f774bca351177b22f2f38069202379f692be98cfc6799901d"
ZERO_ORDER = "TD 8C 8D 9H 7D 9C JC QS JS AS QD JH TC JD QH TS KD 7H AC 8S 7C 7S AH AD KH 8H KS QC TH 9S KC 9D"
ZERO_HANDS = ["7S KH KC 7H 9D TH", "QC TS 9H AH TC QH"]
ZERO_TURNED = "7C"


def naive(size: int, seed: bytes) -> list[int]:
    """The places 0 to size - 1 in the order that the seed gives: the description, word for word."""
    stream: list[int] = []
    for block in range(40):
        digest = hashlib.sha256(seed + block.to_bytes(4, "big")).digest()
        stream += [int.from_bytes(digest[4 * word : 4 * word + 4], "big") for word in range(8)]
    places = list(range(size))
    for i in range(size - 1, 0, -1):
        while stream[0] >= 2**32 // (i + 1) * (i + 1):
            stream.pop(0)
        j = stream.pop(0) % (i + 1)
        places[i], places[j] = places[j], places[i]
    return places


def test_shuffles_are_those_of_a_second_program() -> None:
    chance = random.Random(11)
    digest = hashlib.sha256()
    for size in (1, 2, 3, 24, 32, 48, 64, 96, 256):
        for _ in range(30):
            seed = chance.randbytes(32)
            order = shuffled(list(range(size)), seed)
            assert order == naive(size, seed)
            digest.update(repr((size, seed, order)).encode())
            count("shuffles by a second program")
    assert digest.hexdigest() == GOLDEN


def test_a_word_above_the_last_multiple_is_skipped() -> None:
    assert stolik.play.shuffle.below(iter([2**32 - 1, 7]), 5) == 2
    assert stolik.play.shuffle.below(iter([2**32 - 2, 7]), 5) == (2**32 - 2) % 5


def test_the_order_of_a_seed_in_letters() -> None:
    order = shuffled(pack_of("AKQJT987"), bytes(32))
    assert cards_text(order) == ZERO_ORDER
    match = stolik.game("dorozka").match(seed="00" * 32)
    assert [cards_text(hand) for hand in match.deals[0].cards.hands] == ZERO_HANDS
    assert card_text(match.deals[0].cards.turn_up or 0) == ZERO_TURNED


def test_the_deals_of_a_match_have_seeds_of_their_own() -> None:
    for number in (1, 2, 255, 256):
        expected = hashlib.sha256(bytes(range(32)) + number.to_bytes(4, "big")).digest()
        assert deal_seed(bytes(range(32)), number) == expected
    match = stolik.game("dorozka", target=10_000).match(seed="0f" * 32)
    for number in (1, 2, 3):
        assert match.deals[-1].seed == deal_seed(bytes.fromhex("0f" * 32), number).hex()
        while match.current:
            match.act(match.current.state.legal()[-1])
        match.deal()


def test_a_pack_has_each_card_as_often_as_it_should() -> None:
    for game in GAMES.values():
        pack = game.pack(game.options())
        assert sorted(shuffled(pack, bytes(32))) == sorted(pack)
    assert len(set(GAMES["dorozka"].pack(GAMES["dorozka"].options()))) == 32


@pytest.mark.parametrize("seed", ["", "00", "0" * 63, "0" * 65, "g" * 64, " " * 64, "０" * 64, None, 7, b"0" * 64])
def test_what_is_no_seed(seed: object) -> None:
    with pytest.raises(BadSeed):
        stolik.game("dorozka").match(seed=seed or "")  # type: ignore[arg-type]
