"""Take the pictures of the documentation: the real server, a real match, both languages, a phone and a desk.

    python tools/screenshots.py [FOLDER]

Writes FOLDER/NAME.LANG.SIZE.png (docs/screenshots if not given). A match is dealt by chance, so the pictures differ
from one time to the next. Chromium must be on the PATH.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[1]
SIZES = {"phone": (390, 844), "desk": (1280, 800)}
CHROMIUM = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
SMALL = {"waiting", "settings", "rules-clauses", "refused", "marriage"}  # on the phone only
WANTED = {"accept", "name", "announce", "play", "refused", "between", "sheet", "finished"}
LONGEST = 420  # seconds for a match


@contextmanager
def server() -> Iterator[str]:
    """A server of our own with nothing in it; its address."""
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "stolik", "serve", "--port", "0", "--data", data]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment,
                              text=True) as running:  # fmt: skip
            try:
                assert running.stdout is not None
                said = next((found for line in running.stdout if (found := re.search(r"http://\S+", line))), None)
                if said is None:
                    raise SystemExit("the server did not start")
                yield said[0].rstrip("/")
            finally:
                running.terminate()


class Camera:
    """Takes each picture once, in every size."""

    def __init__(self, page: Page, folder: Path, lang: str) -> None:
        """Pictures of this page go to this folder."""
        self.page = page
        self.folder = folder
        self.lang = lang
        self.taken: set[str] = set()

    def take(self, name: str, of: str = "") -> None:
        """The page as it is now, in each size; ``of`` is what is to be seen at its top."""
        if name in self.taken:
            return
        self.taken.add(name)
        for size, (width, height) in SIZES.items():
            if size == "desk" and name in SMALL:
                continue
            self.page.set_viewport_size({"width": width, "height": height})
            if of:
                self.page.locator(of).evaluate("each => each.scrollIntoView()")
            self.page.mouse.move(0, 0)
            self.page.wait_for_timeout(150)
            self.page.screenshot(path=self.folder / f"{name}.{self.lang}.{size}.png")


def before_the_table(camera: Camera, base: str) -> None:
    """First page, new table, invitation, rules, settings."""
    page = camera.page
    page.goto(f"{base}/?lang={camera.lang}")
    camera.take("start")
    page.goto(f"{base}/new?game=dorozka")
    page.locator("summary").click()
    camera.take("new-table")
    page.locator(".panel .main").click()
    page.wait_for_selector("#waiting")
    camera.take("waiting")
    page.goto(f"{base}/rules/dorozka")
    camera.take("rules")
    page.goto(f"{base}/rules/dorozka#DR-13")
    camera.take("rules-clauses", "#DR-13")
    page.goto(f"{base}/settings")
    camera.take("settings")


def play(camera: Camera, base: str) -> None:
    """A match against the computer, to its end."""
    page = camera.page
    page.goto(base)
    page.locator(".go .main").click()
    page.wait_for_selector("#table")
    until = time.monotonic() + LONGEST
    while time.monotonic() < until:
        page.wait_for_selector(".hand .turn, #next, #rematch", timeout=30_000)
        if page.locator("#rematch").count():
            camera.take("finished")
            show_sheet(camera)
            return
        version = page.get_attribute("#table", "data-version")
        step(camera)
        page.wait_for_function(
            "seen => document.getElementById('table').dataset.version !== seen", arg=version, timeout=30_000
        )
    raise SystemExit("the match did not end")


def show_sheet(camera: Camera) -> None:
    """The score sheet, once there is something on it."""
    camera.page.locator("#to-sheet").click()
    camera.page.wait_for_selector(".deals")
    camera.take("sheet")


def step(camera: Camera) -> None:
    """One action, and a picture before it if it is a moment not yet seen."""
    page = camera.page
    if page.locator("#next").count():
        if page.locator("tbody tr").count() > 2:
            camera.take("between")
        page.locator("#next").click()
        return
    choices = {str(each.get_attribute("value")): each for each in page.locator(".choices .btn").all()}
    if "accept" in choices:
        camera.take("accept")
        choices["pass" if "name" not in camera.taken else "accept"].click()
    elif "pass" in choices:
        camera.take("name")
        choices[next(iter(choices))].click()
    elif "done" in choices:
        combination = next((value for value in choices if value.startswith("announce")), "done")
        if combination != "done":
            camera.take("announce")
        choices[combination].click()
    else:
        card(camera, choices)


def card(camera: Camera, choices: dict[str, Any]) -> None:
    """A card; a forbidden one first, for its answer."""
    page = camera.page
    if choices:
        camera.take("marriage")
    forbidden = page.locator(".cannot button")
    if forbidden.count() and 6 <= page.locator("#fan li").count() <= 8:
        camera.take("play")
        if "refused" not in camera.taken:
            forbidden.first.dispatch_event("click")
            page.wait_for_selector("#refused")
            camera.take("refused")
    page.locator(".can button, .idle button").first.dispatch_event("click")


def main(folder: Path) -> None:
    """All pictures, in both languages."""
    folder.mkdir(parents=True, exist_ok=True)
    with server() as base, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=CHROMIUM)
        for lang in ("pl", "en"):
            context = browser.new_context(reduced_motion="reduce", locale=lang)
            camera = Camera(context.new_page(), folder, lang)
            before_the_table(camera, base)
            while WANTED - camera.taken:
                play(camera, base)
            print(lang, *sorted(camera.taken))
            context.close()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "screenshots")
