"""Names and addresses that would be script, on every page that shows them, in a browser that would run it."""

import itertools
from urllib.parse import quote

import httpx
import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Table
from tests.counts import count, floor

pytestmark = pytest.mark.browser

SHORT = [  # a name has 20 characters
    "<script>x()</script>", "<svg onload=x()>", "<img src onerror=x()", "'><svg/onload=x()>", '"><svg/onload=x()>',
    '" onfocus=x() b="', "' onfocus=x() b='", "onload=x()", "javascript:x()", "&lt;svg onload=x()>", "</title><svg>",
    "</script><svg>", "<!--", "-->", "{{7*7}}", "{% x %}", "${x()}", "`x()`", "\\u003csvg>", "%3Csvg%3E", "<b>b</b>",
    "<a href=//x>", "<base href=//x>", "<style>*{}", "<iframe>", "<math><mi>", "&#60;svg&#62;", "<\x00svg>",
    "<svg\x0c>",
    "\u2028<svg>", "data: x\n\ndata: y", "\r\nevent: x\r\n", "]]>", "<?x?>", "<textarea>", "<plaintext>", "\ufeff<svg>",
]  # fmt: skip
LONG = [
    f"{before}{script}{after}"
    for before, script, after in itertools.product(
        ["", '"', "'", '">', "'>", "</option>", "</title>", "javascript:"],
        ["<script>hit()</script>", "<svg onload=hit()>", "<img src=x onerror=hit()>", "hit()//",
         "x onfocus=hit() autofocus "],
        ["", "<!--", '"', "\\"],
    )
]  # fmt: skip
PLACES = ("/settings?back={}", "/settings?back=/{}", "/new?game=dorozka&preset={}", "/new?players={}", "/rules?game={}")
INSIDE = """() => [...document.querySelectorAll("script:not([src]), base, iframe, plaintext, math, style, img")]
    .map(each => each.outerHTML)
    .concat([...document.querySelectorAll("*")].flatMap(each => [...each.attributes])
        .filter(each => each.name.startsWith("on")
            || /^(href|src|action|formaction)$/.test(each.name) && /^\\s*(javascript|data):/i.test(each.value))
        .map(each => each.name + each.value))"""


def test_s4_no_name_and_no_address_becomes_script(table: Table, browser: Browser) -> None:
    context = browser.new_context(bypass_csp=True)
    page = context.new_page()
    page.expose_function("hit", lambda: hits.append(page.url))
    page.expose_function("x", lambda: hits.append(page.url))
    hits: list[str] = []
    page.on("dialog", lambda dialog: dialog.dismiss())

    def harmless(address: str) -> None:
        page.goto(table.address + address, wait_until="load")
        assert page.evaluate(INSIDE) == [], address
        assert hits == [], address
        count("attack strings")

    for name in SHORT:
        made = httpx.post(
            f"{table.address}/api/tables", json={"game": "dorozka", "seats": ["me", "open"], "name": name}
        )
        where, token = made.json()["table"], made.json()["token"]
        context.clear_cookies()
        harmless(f"/join/{where}")
        httpx.post(f"{table.address}/api/tables/{where}/seat", json={"name": name})
        harmless(f"/table/{where}")
        context.add_cookies([{"name": "stolik_person", "value": token, "url": table.address}])
        harmless(f"/table/{where}")
        harmless(f"/table/{where}/sheet")
    for attack, place in zip(LONG, itertools.cycle(PLACES), strict=False):
        harmless(place.format(quote(attack, safe="")))
    for attack in LONG[:10]:
        plain = attack.replace('"', "").replace("\\", "").replace(" ", "/")
        context.clear_cookies()
        context.add_cookies([{"name": "stolik_name", "value": plain, "url": table.address}])
        harmless("/new?game=dorozka")
    context.close()
    floor("attack strings", 300)
