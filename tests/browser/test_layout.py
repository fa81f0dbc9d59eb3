"""Every page at every size: nothing to scroll sideways, nothing cut off, everything big enough for a finger."""

from importlib import resources

import pytest
from playwright.sync_api import Browser, Route

from stolik.web import preview
from stolik.web.pages import Reader

pytestmark = pytest.mark.browser

SIZES = [(360, 740), (390, 844), (768, 1024), (844, 390), (1024, 768), (1280, 800)]
TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
FAULTS = """() => {
    const seen = (each) => each.checkVisibility() && each.getBoundingClientRect().width > 0;
    const faults = [];
    for (const each of document.querySelectorAll("a[href], button, input:not([type=hidden]), select, summary")) {
        const box = (each.closest("label") || each).getBoundingClientRect();
        if (seen(each) && (Math.round(box.width) < 44 || Math.round(box.height) < 44))
            faults.push(`small: ${each.outerHTML.slice(0, 90)} ${box.width} ${box.height}`);
    }
    for (const each of document.querySelectorAll("h1, h2, p, td, th, dd, .btn, .name, .facts, .cap"))
        if (seen(each) && getComputedStyle(each).display !== "inline" && each.scrollWidth > each.clientWidth + 1)
            faults.push(`cut: ${each.textContent.trim()}`);
    if (document.documentElement.scrollWidth > innerWidth) faults.push("sideways");
    return faults;
}"""


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_a_page_fits(browser: Browser, lang: str) -> None:
    pages = preview.all_pages(Reader(lang))
    static = resources.files("stolik.web") / "static"

    def answer(route: Route) -> None:
        name = route.request.url.rpartition("/")[2].partition("?")[0]
        if name in pages:
            route.fulfill(body=pages[name], content_type="text/html; charset=utf-8")
        elif "/static/" in route.request.url:
            route.fulfill(body=(static / name).read_bytes(), content_type=TYPES[name.rpartition(".")[2]])
        else:
            route.abort()

    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.route("**/*", answer)
    for name in pages:
        page.goto(f"http://stolik.test/{name}")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(FAULTS) == [], f"{name}, {width} x {height}"
    context.close()
