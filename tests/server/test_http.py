"""Over HTTP: the pages without a script, the objects for programs, and everything that is turned away."""

import json
import random
import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from stolik.notation.replay import seat_object
from stolik.web import handlers, paths
from stolik.web.api import OPERATIONS, ROUTES, TableSeen, openapi
from stolik.web.guard import HEADERS
from tests.counts import count, floor
from tests.server.helping import Player, Process, client_of, versions_in


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with Process(tmp_path_factory.mktemp("http")) as process:
        yield process


def browser(server: Process, **more: Any) -> httpx.Client:
    """Somebody with a browser that keeps cookies and sends what browsers send."""
    headers = {"Origin": server.address, "Sec-Fetch-Site": "same-origin", "Accept-Language": "en"}
    return client_of(server.address, headers=headers, **more)


def friends(server: Process) -> tuple[str, httpx.Client]:
    """A table of two people with browsers, and the one of them who is to move."""
    host, guest = browser(server), browser(server)
    table = host.post(paths.NEW, data={"how": "table", "game": "dorozka", "seat-1": "open"}).headers["location"]
    guest.post("/join/" + table.rpartition("/")[2])
    return table, next(each for each in (host, guest) if 'id="choices"' in each.get(table).text)


def pair(server: Process, **options: Any) -> tuple[Player, Player]:
    """Two programs at a table; the first one returned is to move."""
    first, second = Player(server.address), Player(server.address)
    first.post("/api/tables", game="dorozka", seats=["me", "open"], options=options)
    second.table = first.table
    second.at("seat")
    return (first, second) if first.see()["now"]["legal"] else (second, first)


# ---- pages


def test_a_deal_is_played_with_forms_alone(server: Process) -> None:
    chance = random.Random(1)
    person = browser(server)
    answer = person.post(paths.NEW, data={"how": "now", "game": "dorozka"})
    assert answer.status_code == 303
    table = answer.headers["location"]
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    end = time.monotonic() + 20
    page = person.get(table)
    while time.monotonic() < end:
        page = person.get(table)
        assert page.status_code == 200
        if "/next" in page.text:
            break
        choices = re.findall(r'name="action" value="([^"]+)"', page.text)
        if choices:
            sent = {"version": versions_in(page.text), "id": "", "action": chance.choice(choices)}
            answer = person.post(f"{table}/act", data=sent)
            assert answer.status_code in (303, 409, 422)
            count("http: forms sent")
        else:
            time.sleep(0.05)
    assert person.get(f"{table}/record").headers["content-disposition"].endswith('.stolik.toml"')
    answer = person.post(f"{table}/next", data={"version": versions_in(page.text)})
    assert answer.status_code == 303
    assert "/next" not in person.get(table).text
    floor("http: forms sent", 10)


def test_a_link_brings_a_friend_to_the_table(server: Process) -> None:
    host, guest = browser(server), browser(server)
    form = {
        "how": "table",
        "game": "dorozka",
        "preset": "classic",
        "name": "Ala <b>",
        "seat-1": "open",
        "opt-ace": "10",
    }
    table = host.post(paths.NEW, data=form).headers["location"]
    page = host.get(table).text
    link = re.search(r'id="invitation" href="([^"]+)"', page)
    assert link
    assert link[1].startswith(server.address)
    assert guest.get(table).headers["location"] == "/join/" + table.rpartition("/")[2]
    page = guest.get(link[1]).text
    assert "Ala &lt;b&gt;" in page
    assert "Ala <b>" not in page
    answer = guest.post(link[1], data={"name": "Olek"})
    assert answer.headers["location"] == table
    assert guest.get(link[1]).headers["location"] == table, "who sits there goes to the table"
    for person in (host, guest):
        assert 'id="hand"' in person.get(table).text
    assert browser(server).get(table).status_code == 200, "all seats are taken: one may watch"
    assert browser(server).post(link[1], data={"name": "Ewa"}).status_code == 409


def test_why_not_is_answered_on_the_page_with_the_clause(server: Process) -> None:
    table, person = friends(server)
    version = versions_in(person.get(table).text)
    sent = {"version": version, "action": "play AS", "id": "x"}
    answer = person.post(f"{table}/act", data=sent)
    assert answer.status_code == 422
    assert 'id="refused"' in answer.text
    assert "DR-4" in answer.text
    part = person.post(f"{table}/act", data=sent, headers={"X-Stolik": "script"})
    assert (part.status_code, "<html" in part.text, 'id="table"' in part.text) == (422, False, True)
    late = person.post(f"{table}/act", data={**sent, "version": "1"}, headers={"X-Stolik": "script"})
    assert late.status_code == 409
    assert versions_in(late.text) == version
    assert person.post(f"{table}/act", data={**sent, "action": "fly"}).status_code == 422
    done = person.post(f"{table}/act", data={**sent, "action": "pass"}, headers={"X-Stolik": "script"})
    assert (done.status_code, done.content) == (204, b"")


def test_a_second_click_plays_nothing_twice(server: Process) -> None:
    table, mover = friends(server)
    sent = {"version": versions_in(mover.get(table).text), "id": "", "action": "accept"}
    assert mover.post(f"{table}/act", data=sent).status_code == 303
    after = mover.get(table).text
    assert mover.post(f"{table}/act", data=sent).status_code == 303
    assert mover.get(table).text == after


@pytest.mark.parametrize(
    "path", ["/", "/new?game=dorozka", "/new", "/rules/dorozka", "/settings", "/settings?back=/rules"]
)
def test_pages_before_the_table_answer(server: Process, path: str) -> None:
    for language in ("pl", "en"):
        answer = browser(server).get(path, headers={"Accept-Language": language})
        assert answer.status_code == 200
        assert f'<html lang="{language}"' in answer.text


def test_the_language_chosen_is_kept(server: Process) -> None:
    person = browser(server)
    answer = person.post(paths.SETTINGS, data={"lang": "pl", "pack": "four", "back": "/rules/dorozka"})
    assert answer.headers["location"] == "/rules/dorozka"
    assert '<html lang="pl" class="four"' in person.get("/").text
    assert person.get("/?lang=en").status_code == 303
    assert '<html lang="en" class="four"' in person.get("/").text


@pytest.mark.parametrize(
    "back", ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:1", "/a\nb", ""]
)
def test_nobody_is_sent_elsewhere(server: Process, back: str) -> None:
    answer = browser(server).post(paths.SETTINGS, data={"lang": "pl", "back": back})
    assert answer.headers["location"] == "/"


def test_a_name_is_remembered_for_the_next_table(server: Process) -> None:
    person = browser(server)
    person.post(paths.NEW, data={"how": "table", "game": "dorozka", "name": "Żółw", "seat-1": "open"})
    assert 'value="Żółw"' in person.get("/new").text
    table = person.post(paths.NEW, data={"how": "now", "game": "dorozka"}).headers["location"]
    told = person.get(f"/api/tables/{table.rpartition('/')[2]}").json()
    assert told["sitters"][0]["name"] == "Żółw"


def test_rules_at_a_table_show_what_was_agreed(server: Process) -> None:
    one, _ = pair(server, ace=11)
    page = one.http.get(f"/rules/dorozka?table={one.table}", headers=one.head).text
    assert f"/table/{one.table}" in page


def test_after_leaving_one_is_nobody_there(server: Process) -> None:
    person = browser(server)
    table = person.post(paths.NEW, data={"how": "now", "game": "dorozka"}).headers["location"]
    assert person.post(f"{table}/leave").headers["location"] == "/"
    assert person.post(f"{table}/act", data={"version": "3", "action": "pass"}).status_code == 403


def test_the_first_page_leads_back_to_the_table(server: Process) -> None:
    person = browser(server)
    table = person.post(paths.NEW, data={"how": "now", "game": "dorozka"}).headers["location"]
    assert 'id="to-table"' not in person.get(paths.START).text
    person.get(table)
    assert f'id="to-table" href="{table}"' in person.get(paths.START).text
    stranger = browser(server, cookies={"stolik_table": table.rpartition("/")[2]})
    assert 'id="to-table"' not in stranger.get(paths.START).text
    person.post(f"{table}/leave")
    assert 'id="to-table"' not in person.get(paths.START).text
    assert browser(server, cookies={"stolik_table": "../x"}).get(paths.START).status_code == 200


# ---- static files


def test_static_files_are_kept_for_ever_under_their_mark(server: Process) -> None:
    person = browser(server)
    found = set(re.findall(r'"(/static/[^"#]+)', person.get("/").text))
    assert len(found) > 1
    for address in found:
        answer = person.get(address)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
        assert answer.headers.get("content-encoding") == "gzip"
        plain = person.get(address, headers={"Accept-Encoding": "identity"})
        assert plain.content == answer.content
        again = person.get(address.partition("?")[0], headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.headers["cache-control"]) == (304, "no-cache")
    assert person.get("/static/nothing.css").status_code == 404
    assert person.get("/static/..%2fpages.py").status_code == 404


# ---- programs


def test_the_table_is_the_object_of_replay(server: Process) -> None:
    one, other = pair(server)
    for player in (one, other):
        told = player.see()
        assert msgspec.convert(told, TableSeen).version == told["version"]
        assert set(seat_object_keys()) <= set(told)
        seat = told["seat"]
        assert "??" not in told["now"]["hands"][seat]
        assert set(told["now"]["hands"][1 - seat].split()) == {"??"}
    assert other.see()["now"]["legal"] == []
    watcher = Player(server.address)
    watcher.table = one.table
    assert set(" ".join(watcher.see()["now"]["hands"]).split()) == {"??"}


def seat_object_keys() -> list[str]:
    import stolik

    return list(seat_object(stolik.game("dorozka").match(seed="00" * 32), 0))


def test_programs_play_a_whole_match_and_its_rematch(server: Process) -> None:
    chance = random.Random(2)
    one, other = pair(server, target=120)
    end = time.monotonic() + 30
    while not one.see()["finished"]:
        assert time.monotonic() < end
        for player in (one, other):
            told = player.see()
            if told["stage"] == "between":
                assert player.at("ready", version=told["version"]).status_code == 200
            elif told["stage"] == "playing" and told["now"]["legal"]:
                sent = {
                    "id": f"{chance.random()}",
                    "version": told["version"],
                    "action": chance.choice(told["now"]["legal"]),
                }
                answer = player.at("actions", **sent)
                assert answer.status_code == 200
                assert answer.json() == {"id": sent["id"], "version": player.see()["version"]}
                assert player.at("actions", **sent).content == answer.content
                count("http: actions of programs")
    again = one.at("rematch").json()["table"]
    assert other.at("rematch").json()["table"] == again
    assert other.see()["rematch"] == again
    text = one.http.get(f"/api/tables/{one.table}/record").text
    assert "result" in text
    floor("http: actions of programs", 20)


def test_taking_back_over_http(server: Process) -> None:
    one = Player(server.address)
    for _ in range(20):
        one.post("/api/tables", game="dorozka")
        end = time.monotonic() + 5
        while not one.see()["now"]["legal"] and time.monotonic() < end:
            time.sleep(0.01)
        told = one.see()
        before = told["now"]
        assert one.at("actions", id="a", version=told["version"], action=before["legal"][-1]).status_code == 200
        told = one.see()
        answer = one.at("undo", id="u", version=told["version"])
        if answer.status_code == 409:  # the bot has acted in between
            told = answer.json()["view"]
            answer = one.at("undo", id="u", version=told["version"])
        if answer.status_code == 200:
            assert one.at("undo", id="u", version=told["version"]).content == answer.content
            assert one.see()["now"] == before
            return
        assert answer.status_code == 409
    raise AssertionError("nothing could be taken back")


GOOD = {"id": "a", "version": 1, "action": "pass"}


@pytest.mark.parametrize(
    ("body", "status", "kind"),
    [
        (b"", 400, "request"),
        (b"{", 400, "request"),
        (b"[]", 400, "request"),
        (b"null", 400, "request"),
        (b"\xff\xfe", 400, "request"),
        (json.dumps({**GOOD, "more": 1}).encode(), 400, "request"),
        (json.dumps({**GOOD, "version": -1}).encode(), 400, "request"),
        (json.dumps({**GOOD, "version": 1.5}).encode(), 400, "request"),
        (json.dumps({**GOOD, "version": "1"}).encode(), 400, "request"),
        (json.dumps({**GOOD, "version": True}).encode(), 400, "request"),
        (json.dumps({**GOOD, "version": 10**30}).encode(), 400, "request"),
        (json.dumps({**GOOD, "id": ""}).encode(), 400, "request"),
        (json.dumps({**GOOD, "id": "a" * 65}).encode(), 400, "request"),
        (json.dumps({**GOOD, "id": "\n"}).encode(), 400, "request"),
        (json.dumps({**GOOD, "action": "a" * 161}).encode(), 400, "request"),
        (json.dumps({**GOOD, "action": 7}).encode(), 400, "request"),
        (b"[" * 8000, 400, "request"),
        (b" " * 20000, 413, "too_long"),
        (json.dumps({**GOOD, "action": ""}).encode(), 422, "not_an_action"),
        (json.dumps({**GOOD, "action": "p\u0105ss"}).encode(), 422, "not_an_action"),
        (json.dumps({**GOOD, "action": "2 pass"}).encode(), 403, "not_seated"),
        (json.dumps(GOOD).encode(), 409, "out_of_date"),
    ],
)
def test_what_makes_no_sense_is_told_and_changes_nothing(server: Process, body: bytes, status: int, kind: str) -> None:
    one, _ = pair(server)
    before = one.see()
    answer = one.http.post(f"/api/tables/{one.table}/actions", content=body, headers=one.head)
    assert (answer.status_code, answer.json()["error"]["kind"]) == (status, kind), answer.text
    assert one.see() == before
    if status == 409:
        assert answer.json()["view"] == before


@pytest.mark.parametrize(
    "sent",
    [
        {"game": "chess"},
        {"game": "dorozka", "preset": "x"},
        {"game": "dorozka", "options": {"ace": 12}},
        {"game": "dorozka", "options": {"ace": True}},
        {"game": "dorozka", "options": {"nothing": 1}},
        {"game": "dorozka", "seats": ["me"]},
        {"game": "dorozka", "seats": []},
        {"game": "dorozka", "seats": ["me", "bot:oracle"]},
        {"game": "dorozka", "seats": ["me", "open", "open"]},
    ],
)
def test_tables_that_cannot_be_are_refused(server: Process, sent: dict[str, Any]) -> None:
    answer = Player(server.address).post("/api/tables", **sent)
    assert answer.status_code == 422, answer.text
    assert answer.json()["error"]["message"]


# What strangers send: words of the game, of JSON, of paths, and noise.
PIECES = [
    "play", "QH", "AS", "announce", "done", "0", "1", "-1", "??", "me", "open", "bot:", "dorozka", "\x00", "\u202e",
    "'", '"', "{", "}", "[", "<script>", "../", "%s", "${x}", "\U0001f0a1", "null", "true", "1e999", "\\u0000",
    "A" * 300, "\n", "id",
]  # fmt: skip
FIELDS = ["version", "id", "action", "game", "how", "name", "seat-1", "players", "opt-ace", "preset", "lang", "back"]


def anything(chance: random.Random, depth: int = 0) -> Any:
    kind = chance.randrange(9 if depth < 3 else 6)
    if kind < 3:
        return " ".join(chance.choices(PIECES, k=chance.randrange(4)))
    if kind < 6:
        return chance.choice([None, True, False, 0, -1, 1, 7, 2**53, 2**70, 1.5, -(10**30)])
    if kind == 6:
        return [anything(chance, depth + 1) for _ in range(chance.randrange(4))]
    keys = ["id", "version", "action", "game", "seats", "options", "name", "preset", "seed", *PIECES]
    return {chance.choice(keys): anything(chance, depth + 1) for _ in range(chance.randrange(5))}


def test_s1_noise_breaks_nothing_and_changes_nothing(server: Process) -> None:
    chance = random.Random(11)
    one, other = pair(server)
    stranger = Player(server.address)
    stranger.post("/api/tables", game="dorozka")
    before = one.see(), other.see()
    paths_of = [each.path for each in OPERATIONS if each.method == "POST"]
    pages_of = [route.path for route in handlers.ROUTES if "POST" in (route.methods or ())]
    for n in range(1500):
        role = chance.choice([one, stranger])
        if n % 3:
            where = chance.choice(paths_of).format(table=one.table if role is stranger else stranger.table)
            body = json.dumps(anything(chance))
            noise = body.encode()[: chance.randrange(1, 400)] if n % 5 == 0 else body.encode()
            answer = one.http.post(where, content=noise, headers=role.head)
        else:
            where = chance.choice(pages_of).format(table=stranger.table, invitation=one.table)
            form = {chance.choice(FIELDS): str(anything(chance)) for _ in range(chance.randrange(6))}
            answer = one.http.post(where, data=form)
        assert answer.status_code < 500, (where, answer.text)
        assert "Traceback" not in answer.text
        count("http: noise")
        count(f"http: noise answered {answer.status_code // 100}xx of http: noise")
    one.http.cookies.clear()
    assert (one.see(), other.see()) == before
    floor("http: noise", 1500)


def test_the_rules_refuse_with_clause_and_sentence(server: Process) -> None:
    one, other = pair(server)
    answer = one.at("actions", id="a", version=one.see()["version"], action="play AS")
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert (error["kind"], error["clause"]) == ("action", "DR-4")
    assert "play AS" in error["message"]
    answer = other.at("actions", id="a", version=other.see()["version"], action="pass")
    assert (answer.status_code, answer.json()["error"]["clause"]) == (422, "DR-4")


# Who asks for what at a table, and the answer. ``host`` set the table up, ``guest`` sits there too, ``other`` has a
# token but no seat, ``nobody`` has none, ``liar`` one that is not ours.
EXPECTED = {
    "seat": {"host": 200, "guest": 200, "other": 409, "nobody": 409, "liar": 401},
    "actions": {"host": 409, "guest": 409, "other": 403, "nobody": 401, "liar": 401},
    "undo": {"host": 409, "guest": 409, "other": 403, "nobody": 401, "liar": 401},
    "ready": {"host": 200, "guest": 200, "other": 403, "nobody": 401, "liar": 401},
    "fill": {"host": 200, "guest": 200, "other": 403, "nobody": 401, "liar": 401},
    "rematch": {"host": 409, "guest": 409, "other": 403, "nobody": 401, "liar": 401},
    "leave": {"other": 200, "nobody": 401, "liar": 401, "guest": 200, "host": 200},
    "": {"host": 200, "guest": 200, "other": 200, "nobody": 200, "liar": 401},
    "record": {"host": 409, "guest": 409, "other": 409, "nobody": 409, "liar": 401},
}
SENT: dict[str, dict[str, Any]] = {
    "actions": {"id": "zz", "version": 1, "action": "pass"},
    "undo": {"id": "zy", "version": 1},
    "ready": {"version": 1},
}


def test_s3_every_operation_answers_each_role_as_it_should(server: Process) -> None:
    host, guest = pair(server)
    other = Player(server.address)
    other.post("/api/tables", game="dorozka")
    roles = {
        "host": host,
        "guest": guest,
        "other": other,
        "nobody": Player(server.address),
        "liar": Player(server.address),
    }
    roles["liar"].token = "x.y"
    for player in roles.values():
        player.table = host.table
    for what, answers in EXPECTED.items():
        for role, status in answers.items():
            player = roles[role]
            token = player.token
            if what in ("", "record"):
                answer = player.http.get(f"/api/tables/{host.table}/{what}".rstrip("/"), headers=player.head)
            else:
                answer = player.at(what, **SENT.get(what, {}))
            assert answer.status_code == status, (what, role, answer.text)
            player.token, player.table = token, host.table
            if status >= 400:
                assert answer.json()["error"]["message"]
            count("http: roles and operations")
    known = {each.path.removeprefix("/api/tables/{table}").strip("/") for each in OPERATIONS if "{table}" in each.path}
    assert known - {"stream"} == set(EXPECTED), "every operation has its row"
    floor("http: roles and operations", 45)


def test_s3_every_page_refuses_who_does_not_sit_there(server: Process) -> None:
    host, _ = pair(server)
    stranger = browser(server)
    for route in handlers.ROUTES:
        if "{table}" not in route.path or "POST" not in (route.methods or ()):
            continue
        before = host.see()
        answer = stranger.post(route.path.format(table=host.table), data={"version": "3", "action": "pass"})
        assert answer.status_code == 403, route.path
        assert host.see() == before
        count("http: pages that refuse strangers")
    floor("http: pages that refuse strangers", 6)


# ---- what is turned away (S4, L2)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://127.0.0.1:1"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Host": "evil.example"}, 400),
        ({"Host": "evil.example", "Origin": "http://evil.example"}, 400),
        ({}, 303),
        ({"Sec-Fetch-Site": "same-origin"}, 303),
    ],
)
def test_s4_only_our_own_pages_may_change_something(server: Process, headers: dict[str, str], status: int) -> None:
    client = client_of(server.address)
    answer = client.post(paths.NEW, data={"how": "now", "game": "dorozka"}, headers=headers)
    assert answer.status_code == status
    assert ("set-cookie" in answer.headers) == (status == 303)


def test_s4_every_answer_has_the_headers_that_protect_it(server: Process) -> None:
    one, _ = pair(server)
    client = client_of(server.address)
    for path in (
        "/",
        "/nothing",
        f"/table/{one.table}",
        "/api/tables/nothing",
        "/healthz",
        "/static/stolik.css",
        "/openapi.json",
    ):
        answer = client.get(path)
        for name, value in HEADERS.items():
            assert answer.headers[name] == value, (path, name)
        assert "unsafe" not in answer.headers["content-security-policy"]
        assert "server" not in answer.headers
        count("http: answers with headers")
    refused = client.post(paths.NEW, headers={"Origin": "https://evil.example"})
    assert refused.headers["x-content-type-options"] == "nosniff"


def test_l2_a_body_is_read_up_to_its_bound_and_not_beyond(server: Process) -> None:
    one, _ = pair(server)
    good = json.dumps({"id": "a", "version": 1, "action": "pass"}).encode()
    at = one.http.post(f"/api/tables/{one.table}/actions", content=good.ljust(16_384), headers=one.head)
    assert at.status_code == 409
    beyond = one.http.post(f"/api/tables/{one.table}/actions", content=good.ljust(16_385), headers=one.head)
    assert beyond.status_code == 413

    def chunks() -> Iterator[bytes]:
        for _ in range(40):
            yield b" " * 1000

    streamed = one.http.post(f"/api/tables/{one.table}/actions", content=chunks(), headers=one.head)
    assert streamed.status_code == 413
    form = browser(server).post(paths.NEW, data={f"f{n}": "x" for n in range(100)})
    assert form.status_code == 400


def test_l2_a_body_that_does_not_come_is_not_waited_for(tmp_path: Path) -> None:
    with Process(tmp_path, body_wait=0.3) as server:
        host, port = server.address.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port)), timeout=5) as connection:
            connection.sendall(b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{")
            assert b" 408 " in connection.recv(1000)


def test_l2_who_asks_too_often_is_told_to_wait(tmp_path: Path) -> None:
    with Process(tmp_path, acts_burst=5, acts_rate=2.0, creates_burst=4, creates_rate=0.1) as server:
        one, other = pair(server)
        answers = [one.at("actions", id=f"{n}", version=1, action="pass") for n in range(8)]
        assert [each.status_code for each in answers] == [409] * 5 + [429] * 3
        assert int(answers[-1].headers["retry-after"]) >= 1
        assert other.at("actions", id="1", version=1, action="pass").status_code == 409, "others are not held up"
        time.sleep(0.6)
        assert one.at("actions", id="x", version=1, action="pass").status_code == 409
        statuses = [Player(server.address).post("/api/tables", game="dorozka").status_code for _ in range(4)]
        assert statuses == [201, 201, 429, 429]


def test_a_form_in_parts_is_read_and_a_file_is_not(server: Process) -> None:
    person = browser(server)
    fields: dict[str, Any] = {"how": (None, "now"), "game": (None, "dorozka")}
    assert person.post(paths.NEW, files=fields).status_code == 303
    assert person.post(paths.NEW, files={**fields, "name": ("file.txt", b"x")}).status_code == 400


def test_forged_tokens_and_cookies_are_nobody(server: Process) -> None:
    one, _ = pair(server)
    chance = random.Random(3)
    for _ in range(300):
        token = list(one.token)
        place = chance.randrange(len(token) - 1)
        token[place] = chance.choice([each for each in "abcdefgh2345._-" if each != token[place]])
        answer = one.http.get(f"/api/tables/{one.table}", headers={"Authorization": f"Bearer {''.join(token)}"})
        assert answer.status_code == 401
        count("http: forged tokens")
    floor("http: forged tokens", 300)


def test_names_are_cleaned_and_cut(server: Process) -> None:
    for given, kept in (("A" * 50, "A" * 20), (" \u202eA\tb\x00 ", "A b"), ("\u200b", "Guest"), ("", "Guest")):
        one = Player(server.address)
        head = {"Accept-Language": "en"}
        answer = one.http.post("/api/tables", json={"game": "dorozka", "name": given}, headers=head)
        one.table, one.token = answer.json()["table"], answer.json()["token"]
        assert one.see()["sitters"][0]["name"] == kept


@pytest.mark.parametrize(
    "path",
    ["/table/%00", "/table/" + "x" * 300, "/join/%F0%9F%82%A1", "/api/tables/%2e%2e", "/rules/chess", "/x", "/t\u017c"],
)
def test_addresses_that_lead_nowhere(server: Process, path: str) -> None:
    answer = client_of(server.address).get(path)
    assert answer.status_code in (404, 422)


def test_the_wrong_method_is_told(server: Process) -> None:
    client = client_of(server.address)
    assert client.get("/api/tables").status_code == 405
    assert client.get("/api/tables").json()["error"]["kind"] == "method"
    assert client.post("/").status_code == 405
    assert client.delete("/api/tables/x").status_code == 405


# ---- the description


def test_openapi_has_every_route_for_programs_and_no_other(server: Process) -> None:
    told = client_of(server.address).get("/openapi.json").json()
    assert told == json.loads(msgspec.json.encode(openapi()))
    described = {(path, method.upper()) for path, methods in told["paths"].items() for method in methods}
    routed = {
        (route.path, method)
        for route in ROUTES
        for method in route.methods or ()
        if method != "HEAD" and route.path.startswith("/api/")
    }
    assert described == routed
    for methods in told["paths"].values():
        for operation in methods.values():
            assert operation["summary"]
            assert "200" in operation["responses"] or "201" in operation["responses"]


def test_every_answer_fits_its_description(server: Process) -> None:
    one, _ = pair(server)
    kinds = {f"{each.method} {each.path}": each for each in OPERATIONS}
    told = one.http.get(f"/api/tables/{one.table}", headers=one.head)
    kind = kinds["GET /api/tables/{table}"].answers
    assert not isinstance(kind, str)
    msgspec.json.decode(told.content, type=kind)


def test_healthz_answers(server: Process) -> None:
    assert client_of(server.address).get("/healthz").json() == {"status": "ok"}
