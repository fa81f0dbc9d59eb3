"""How a person plays who takes the first thing that may be taken."""

import re
import time

from playwright.sync_api import Error, Locator, Page

NOW = {"pl": "Graj teraz", "en": "Play now"}


def sit_down(page: Page, address: str, language: str) -> None:
    """From the first page to a table against the computer, in one press."""
    page.goto(address)
    page.get_by_role("button", name=NOW[language]).click()
    page.wait_for_selector("#table")


def version(page: Page) -> int:
    """What the page says how much its seat was told."""
    return int(page.locator("#table").get_attribute("data-version") or -1)


def told_more(page: Page, before: int, limit: float = 3) -> bool:
    """Wait until the page shows more than it did. The pages allow no script from outside, so this looks from here."""
    end = time.monotonic() + limit
    while time.monotonic() < end:
        if version(page) > before:
            return True
        page.wait_for_timeout(5)
    return False


def stage(page: Page) -> str:
    """What is wanted: ``act``, ``next``, ``over``, or ``wait``."""
    if page.locator("#rematch, #to-rematch").count():
        return "over"
    if page.locator("#next").count():
        return "next"
    mine = page.locator("#hand .who.turn").count() > 0
    return "act" if mine and page.locator("#choices button, #fan .can button, #fan .idle button").count() else "wait"


def wanted_button(page: Page) -> Locator:
    """The main choice, else the first choice, else a card that may be played."""
    for wanted in ("#choices button.main", "#choices button", "#fan .can button", "#fan .idle button"):
        found = page.locator(wanted)
        if found.count():
            return found.first
    raise AssertionError("nothing can be pressed")


def step(page: Page) -> str:
    """Do what is wanted once, if anything is; what it was. Where nothing is wanted a moment passes."""
    wanted = stage(page)
    before = version(page)
    try:
        if wanted == "act":
            wanted_button(page).click()
        elif wanted == "next":
            page.locator("#next").click()
        else:
            page.wait_for_timeout(15)
            return wanted
        told_more(page, before)
    except Error as error:
        if not re.search("Timeout|detached|not visible|intercepts", str(error)):
            raise
    return wanted


def play_on(*pages: Page, until: str = "over", limit: float = 120) -> int:
    """Play on all pages in turn until one of them stands so; how many times something was pressed."""
    pressed = 0
    end = time.monotonic() + limit
    while time.monotonic() < end:
        for page in pages:
            done = step(page)
            if done == until:
                return pressed
            pressed += done in ("act", "next")
    raise AssertionError(f"after {limit} seconds and {pressed} presses it is not {until!r}: {pages[0].url}")
