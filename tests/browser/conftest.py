"""A server in a process of its own and Debian's Chromium, shared by the tests of this folder."""

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, ViewportSize, sync_playwright

CHROMIUM = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 800}


class Table:
    """A server that can be started, killed and started again at the same address."""

    def __init__(self, data: Path) -> None:
        """Start it at a free port."""
        self.data = data
        self.port = 0
        self.start()

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [sys.executable, "-m", "tests.browser.serving", str(self.port), str(self.data)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith("Stolik: "):
                self.address = line.removeprefix("Stolik: ").strip().rstrip("/")
                self.port = int(self.address.rpartition(":")[2])
                return
        raise AssertionError("the server ended without answering")

    def kill(self) -> None:
        """End it as a power cut would: nothing is tidied up."""
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    served = Table(tmp_path / "data")
    yield served
    served.kill()


@pytest.fixture(scope="module")  # its event loop must end before tests that run loops of their own
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as found:
        yield found


@pytest.fixture(scope="module")  # its event loop must end before tests that run loops of their own
def browser(playwright: Playwright) -> Iterator[Browser]:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert chromium, "there is no Chromium here: make test installs it, or leave these tests out with -m 'not browser'"
    launched = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM)
    yield launched
    launched.close()


Opener = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Opener]:
    """Open a page in a browser of its own: ``open_page("pl", PHONE, script=False)``. Any error in it fails the test."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def opened(language: str = "pl", size: ViewportSize = PHONE, *, script: bool = True) -> Page:
        context = browser.new_context(
            viewport=size, locale=language, java_script_enabled=script, has_touch=size is PHONE, reduced_motion="reduce"
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: problems.append(str(error)))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not problems
