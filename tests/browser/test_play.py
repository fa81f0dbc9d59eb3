"""Play in a real browser: against the computer, with a friend, without a script, by keyboard, after a crash."""

import time

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import DESK, PHONE, Opener, Table
from tests.browser.playing import play_on, sit_down, stage, step, told_more, version, wanted_button
from tests.counts import count

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("language", "size"), [("pl", PHONE), ("en", DESK)])
def test_a_match_against_the_computer_is_played_to_its_end(
    table: Table, open_page: Opener, language: str, size: ViewportSize
) -> None:
    page = open_page(language, size)
    sit_down(page, table.address, language)
    pressed = play_on(page)
    totals = [int(text) for text in page.locator("#result ul.lines b").all_inner_texts()]
    assert max(totals) >= 500
    assert pressed > 40
    page.get_by_role("link", name={"pl": "Zapis", "en": "Score sheet"}[language]).first.click()
    expect(page.locator("progress").first).to_be_visible()
    page.go_back()
    page.locator("#rematch").click()
    page.wait_for_selector("#hand, #next")
    assert stage(page) != "over"
    count("matches played in the browser")


def invited(host: Page, guest: Page, address: str) -> None:
    """Make a table for two people and let the guest come by the link."""
    host.goto(f"{address}/new?game=dorozka")
    host.locator("input[name=name]").fill("Ala")
    host.locator("main form button.main").click()
    link = host.locator("#invitation").get_attribute("href")
    assert link is not None
    guest.goto(link)
    guest.locator("input[name=name]").fill("Halina")
    guest.locator("main button.main").click()
    guest.wait_for_selector("#hand")
    host.wait_for_selector("#hand")


def test_two_people_play_a_match_at_one_table(table: Table, open_page: Opener) -> None:
    host, guest = open_page("pl", PHONE), open_page("en", DESK)
    invited(host, guest, table.address)
    expect(host.locator("#table")).to_contain_text("Halina")
    expect(guest.locator("#table")).to_contain_text("Ala")
    play_on(host, guest)
    guest.wait_for_selector("#rematch, #to-rematch")
    count("matches played in the browser")


def test_a_deal_is_played_without_a_script(table: Table, open_page: Opener) -> None:
    page = open_page("pl", PHONE, script=False)
    page.goto(table.address)
    page.get_by_role("button", name="Graj teraz").click()
    for _ in range(120):
        now = stage(page)
        if now == "next":
            break
        if now == "act":
            wanted_button(page).click()
            page.wait_for_load_state()
        else:
            page.wait_for_timeout(50)
            page.reload()
    assert stage(page) == "next"
    expect(page.locator("#result")).to_be_visible()


def test_a_card_that_may_not_be_played_says_why(table: Table, open_page: Opener) -> None:
    page = open_page("pl", PHONE)
    sit_down(page, table.address, "pl")
    for _ in range(2_000):
        refused = page.locator("#fan .cannot button")
        if refused.count():
            before = version(page)
            refused.first.click(force=True)  # aria-disabled, and yet it answers
            expect(page.locator("#refused")).to_contain_text("DR-16")
            assert version(page) == before
            return
        step(page)
    raise AssertionError("in 400 actions every card was allowed")


def test_a_deal_is_played_by_keyboard(table: Table, open_page: Opener) -> None:
    page = open_page("en", DESK)
    sit_down(page, table.address, "en")
    for _ in range(600):
        now = stage(page)
        if now == "next":
            return
        if now == "act":
            before = version(page)
            target = wanted_button(page).get_attribute("id")
            for _tab in range(60):
                page.keyboard.press("Tab")
                if page.evaluate("document.activeElement.id") == target:
                    break
            page.keyboard.press("Enter")
            assert told_more(page, before)
        else:
            page.wait_for_timeout(20)
    raise AssertionError("the deal did not end")


def test_both_browsers_come_back_by_themselves_after_a_crash(table: Table, open_page: Opener) -> None:
    host, guest = open_page("pl", PHONE), open_page("pl", DESK)
    invited(host, guest, table.address)
    for _ in range(400):  # until a card lies in a trick that is not over
        if host.locator("#trick .played").count() == 1 and guest.locator("#trick .played").count() == 1:
            break
        step(host)
        step(guest)
    before = [(version(page), page.locator("#fan").inner_html()) for page in (host, guest)]
    table.kill()
    table.start()
    back = time.monotonic()
    for page in (host, guest):
        page.wait_for_selector("#lost", state="hidden", timeout=3_000)
    for page, (told, hand) in zip((host, guest), before, strict=True):
        assert version(page) == told
        assert page.locator("#fan").inner_html() == hand
    assert time.monotonic() - back < 3
    pressed = 0
    while not pressed:
        pressed = sum(step(page) in ("act", "next") for page in (host, guest))
    assert sum(version(page) for page in (host, guest)) > sum(told for told, _ in before)
    count("kills survived with browsers open")
