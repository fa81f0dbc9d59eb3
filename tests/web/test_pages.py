"""Pages as their readers get them: every moment of a match, both languages."""

import gzip
import re
import runpy
from collections import Counter
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from importlib import resources
from pathlib import Path

import pytest

from stolik.cards import cards_of
from stolik.games import GAMES, make_options
from stolik.play.game import Cards
from stolik.play.match import Match
from stolik.web import markdown, pages, preview
from stolik.web.cloth import sorted_hand
from stolik.web.pages import Reader

VOID = {"meta", "link", "input", "br", "path", "use", "rect", "circle"}


@cache
def all_pages(lang: str) -> dict[str, str]:
    return preview.all_pages(Reader(lang))


NAMES = sorted(all_pages("pl"))


class Reading(HTMLParser):
    """Takes a page apart: ids, links, controls, and whether every tag is closed where it should be."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: Counter[str] = Counter()
        self.hrefs: list[str] = []
        self.nameless: list[str] = []
        self.fields: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if given.get("id"):
            self.ids[str(given["id"])] += 1
        if tag == "a" and given.get("href"):
            self.hrefs.append(str(given["href"]))
        if tag == "svg" and not (given.get("aria-hidden") or given.get("aria-label")):
            self.nameless.append(str(given))
        self.fields.append((tag, given))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag, f"</{tag}> closes something else at {self.getpos()}"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("lang", ["pl", "en"])
def test_a_page_is_whole_and_its_links_lead_somewhere(name: str, lang: str) -> None:
    page = Reading(all_pages(lang)[name])
    assert page.open == []
    assert [each for each, times in page.ids.items() if times > 1] == []
    inner = {href[1:] for href in page.hrefs if href.startswith("#")}
    assert inner <= set(page.ids), "a link to a place that is not on the page"
    assert page.nameless == [], "a picture without a name"
    assert page.fields[0] == ("html", {"lang": lang})


@pytest.mark.parametrize("name", NAMES)
def test_an_english_page_has_no_polish_letters_but_in_names(name: str) -> None:
    text = re.sub(r"Dorożka|Polski|Halina", "", all_pages("en")[name])
    assert not re.search(r"[ąćęłńśźż]", text)


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_the_first_page_weighs_at_most_sixty_kilobytes_on_the_wire(lang: str) -> None:
    files = [all_pages(lang)["start"].encode()] + [
        (resources.files("stolik.web") / "static" / name).read_bytes()
        for name in ("stolik.css", "stolik.js", f"cards.{lang}.svg", "emblems.svg", "icon.svg")
    ]
    assert sum(len(gzip.compress(content)) for content in files) <= 60 * 1024


def test_the_pack_is_what_its_script_draws() -> None:
    drawn = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "cards.py"))
    static = resources.files("stolik.web") / "static"
    for lang in ("pl", "en"):
        assert (static / f"cards.{lang}.svg").read_text(encoding="utf-8") == drawn["sprite"](drawn["LETTERS"][lang])
    assert (static / "emblems.svg").read_text(encoding="utf-8") == drawn["emblems"]()


def test_a_name_is_text_and_nothing_else() -> None:
    match = preview.found()["follow"]
    look = preview.look_at(match)
    evil = '"><script>alert(1)</script>'
    look = replace(look, sitters=(look.sitters[0], replace(look.sitters[1], name=evil)))
    for page in (pages.table(look, Reader()), pages.sheet(look, Reader())):
        assert "<script>" not in page
        assert "&lt;script&gt;" in page


def test_a_refusal_says_why_and_its_clause_can_be_read_at_the_table() -> None:
    page = all_pages("pl")["refused"]
    assert 'role="alert">Masz na ręce kolor' in page
    clause = re.search(r'id="refused".*?href="#([\w-]+)"', page, re.DOTALL)
    assert clause
    assert f'<section class="leaf" id="{clause[1]}"' in page


def test_every_card_that_may_not_be_played_is_still_a_button() -> None:
    page = all_pages("pl")["follow"]
    cards = re.findall(r'<li class="(can|cannot)".*?<button[^>]*value="play \w\w"', page)
    assert len(cards) == 8
    assert {"can", "cannot"} == set(cards)


def test_the_other_hand_changes_no_byte_of_a_page() -> None:
    game = GAMES["dorozka"]
    pack = [card for card in game.pack(None) if card not in cards_of("AS KS QS AH KH QH 7C")]

    def page(theirs: list[int], stock: list[int]) -> str:
        match = Match(game, make_options(game, "default", {}), 2)
        cards = Cards((tuple(cards_of("AS KS QS AH KH QH")), tuple(theirs)), cards_of("7C")[0], tuple(stock))
        match.deal(cards=cards, dealer=0)
        match.play("pass")
        return pages.table(preview.look_at(match), Reader())

    assert page(pack[:6], pack[6:]) == page(pack[-6:], pack[:-6])


def test_a_hidden_card_has_nothing_of_its_own() -> None:
    row = re.search(r'<div class="row" id="cards-n">(.*?)</div>', all_pages("pl")["accept"], re.DOTALL)
    assert row
    backs = re.findall(r"<span>.*?</span>", row[1])
    assert len(backs) == 6
    assert len(set(backs)) == 1


@pytest.mark.parametrize(
    ("hand", "trump", "sorted_texts"),
    [
        ("7C 7D 7H 7S AS", None, "AS 7S 7H 7C 7D"),
        ("7C 7D 7H 7S AS", 3, "7C 7D AS 7S 7H"),
        ("AS 8D AH KS", None, "AH AS KS 8D"),
        ("AS 8D AC KS", None, "AS KS 8D AC"),
        ("AS 8D AC KS", 2, "8D AS KS AC"),
        ("9S AH", 1, "AH 9S"),
    ],
)
def test_a_hand_lies_by_suit_trumps_first_and_colours_alternating(
    hand: str, trump: int | None, sorted_texts: str
) -> None:
    pack = GAMES["dorozka"].pack(None)
    assert sorted_hand(cards_of(hand), trump, pack) == cards_of(sorted_texts)


def test_the_suits_keep_their_order_when_one_runs_out() -> None:
    pack = GAMES["dorozka"].pack(None)
    had = cards_of("AS 9S KH QH JD TD 8C")
    whole = sorted_hand(had, None, pack, had)
    for gone in range(4):
        left = [card for card in had if card >> 4 != gone]
        assert sorted_hand(left, None, pack, had) == [card for card in whole if card in left]


def test_markdown_is_escaped_and_knows_lists_tables_and_clauses() -> None:
    text = (
        "# Title\n\n## A & B\n\nSee **this** ([DR-9](#DR-9)) <b>.\n\n1. one\n2. two\n\n| a | n |\n|:--|--:|\n| x | 1 |"
    )
    made = str(markdown.html(text))
    assert "Title" not in made
    assert "<h2>A &amp; B</h2>" in made
    assert '<b>this</b> (<a class="clause" href="#DR-9">DR-9</a>) &lt;b&gt;.' in made
    assert "<ol><li>one</li><li>two</li></ol>" in made
    assert '<td>x</td><td class="n">1</td>' in made
