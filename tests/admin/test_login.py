from __future__ import annotations

from datetime import UTC, datetime, timedelta
from http.cookies import Morsel
from typing import Any

import pytest
from aiohttp import ClientResponse
from yarl import URL

from admin import passwords
from admin.sessions import prolong
from admin.visit import own_page
from storage.database.errors import Unavailable
from storage.database.token_hashes import hash_token
from storage.people import sessions, users
from tests.admin.conftest import QUICK, Open
from tests.admin.world import Client, World, words_of

PASSWORD = "correct horse battery"


@pytest.fixture
def client_with_password(world: World) -> None:
    hashed = passwords.hash_password(PASSWORD, QUICK)
    world.now(lambda conn: users.set_password(conn, world.demo.id, world.ada.id, hashed))


pytestmark = pytest.mark.usefixtures("client_with_password")


async def log_in(client: Client, email: str, password: str, **headers: str) -> ClientResponse:
    fields = {"email": email, "password": password}
    return await client.post("/admin/login", data=fields, headers=headers, allow_redirects=False)


def cookie(response: ClientResponse, name: str = "candor-desk") -> Morsel[Any]:
    return response.cookies[name]


async def opens_with(client: Client, token: str) -> bool:
    """Whether the queue opens for a browser that holds nothing but this token."""
    client.session.cookie_jar.clear()
    response = await client.get("/admin/", headers={"Cookie": f"candor-desk={token}"}, allow_redirects=False)
    return response.status == 200


async def test_the_right_password_opens_the_queue(open_desk: Open) -> None:
    client = await open_desk()
    response = await log_in(client, " Ada@Demo.example ", PASSWORD)
    assert (response.status, response.headers["Location"]) == (303, "/admin/")
    page = await client.get("/admin/")
    assert "Review" in words_of(await page.text())


async def test_an_address_that_nobody_would_get_today_still_logs_in(open_desk: Open, world: World) -> None:
    hashed = passwords.hash_password(PASSWORD, QUICK)
    kept, at = "<zoe@demo.example>", datetime.now(UTC)
    world.now(lambda conn: users.add(conn, world.demo.id, kept, "Zoe", "recruiter", hashed, at))
    assert (await log_in(await open_desk(), kept, PASSWORD)).status == 303


async def test_wrong_password_unknown_and_disabled_user_get_the_same_answer(open_desk: Open, world: World) -> None:
    client = await open_desk()
    world.now(lambda conn: users.disable(conn, world.demo.id, world.bob.id))
    pages = []
    for email, password in [
        ("ada@demo.example", "wrong"),
        ("nobody@demo.example", PASSWORD),
        ("bob@demo.example", "x"),
    ]:
        response = await log_in(client, email, password)
        assert response.status == 401
        pages.append((await response.text()).replace(email, ""))
    assert "The e-mail address or the password is wrong." in pages[0]
    assert pages[0] == pages[1] == pages[2]


async def test_a_disabled_user_cannot_log_in_with_the_right_password(open_desk: Open, world: World) -> None:
    world.now(lambda conn: users.disable(conn, world.demo.id, world.ada.id))
    assert (await log_in(await open_desk(), "ada@demo.example", PASSWORD)).status == 401


async def test_an_unknown_user_costs_as_much_work_as_a_known_one(
    open_desk: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = await open_desk()
    checked: list[str] = []
    real = passwords.verify

    def counted(stored: str, password: str, *rest: Any) -> bool:
        checked.append(stored)
        return real(stored, password, *rest)

    monkeypatch.setattr(passwords, "verify", counted)
    await log_in(client, "ada@demo.example", "wrong")
    await log_in(client, "nobody@demo.example", "wrong")
    assert len(checked) == 2
    known, unknown = (hashed.split("$")[:4] for hashed in checked)
    assert known == unknown


@pytest.mark.parametrize(
    ("status", "headers"),
    [
        (415, {"Content-Type": "application/x-www-form-urlencoded; charset=punycode"}),
        (415, {"Content-Type": "application/x-www-form-urlencoded; charset=utf-7"}),
        (400, {"Content-Type": "multipart/form-data"}),
        (400, {"Content-Type": "application/x-www-form-urlencoded", "Content-Encoding": "gzip"}),
    ],
)
async def test_what_is_no_form_is_refused_in_words_and_at_once(
    open_desk: Open, status: int, headers: dict[str, str]
) -> None:
    client = await open_desk()
    response = await client.post("/admin/login", data=b"a-" + b"a" * 300_000, headers=headers)
    assert (response.status, "be understood. Go back" in words_of(await response.text())) == (status, True)


async def test_over_plain_http_the_cookie_is_http_only_and_lax(open_desk: Open) -> None:
    morsel = cookie(await log_in(await open_desk(), "ada@demo.example", PASSWORD))
    assert morsel["httponly"]
    assert (morsel["samesite"], morsel["secure"], morsel["path"]) == ("Lax", "", "/")


async def test_over_https_the_cookie_is_bound_to_the_host(open_desk: Open) -> None:
    client = await open_desk(public_url="https://desk.example")
    response = await log_in(client, "ada@demo.example", PASSWORD, Origin="https://desk.example")
    morsel = cookie(response, "__Host-candor-desk")
    assert (morsel["secure"], morsel["path"], morsel["domain"]) == (True, "/", "")


async def test_only_the_hash_of_the_token_is_stored(open_desk: Open, world: World) -> None:
    token = cookie(await log_in(await open_desk(), "ada@demo.example", PASSWORD)).value
    now = datetime.now(UTC)
    assert world.database.read_now(lambda conn: sessions.by_token_hash(conn, token, now)) is None


async def test_logging_in_again_ends_the_session_before(open_desk: Open) -> None:
    client = await open_desk()
    first = cookie(await log_in(client, "ada@demo.example", PASSWORD)).value
    second = cookie(await log_in(client, "ada@demo.example", PASSWORD)).value
    assert first != second
    assert not await opens_with(client, first)
    assert await opens_with(client, second)


async def test_an_idle_session_ends(open_desk: Open) -> None:
    moment = [datetime(2026, 3, 1, tzinfo=UTC)]
    client = await open_desk(idle_minutes=60, now=lambda: moment[0])
    await log_in(client, "ada@demo.example", PASSWORD)
    for _ in range(4):
        moment[0] += timedelta(minutes=40)
        assert (await client.get("/admin/", allow_redirects=False)).status == 200
    moment[0] += timedelta(minutes=61)
    assert (await client.get("/admin/", allow_redirects=False)).status == 303


async def test_a_session_in_use_still_ends_at_its_greatest_age(open_desk: Open) -> None:
    moment = [datetime(2026, 3, 1, tzinfo=UTC)]
    client = await open_desk(idle_minutes=60, session_hours=2, now=lambda: moment[0])
    await log_in(client, "ada@demo.example", PASSWORD)
    for _ in range(5):
        moment[0] += timedelta(minutes=23)
        assert (await client.get("/admin/", allow_redirects=False)).status == 200
    moment[0] += timedelta(minutes=23)
    assert (await client.get("/admin/", allow_redirects=False)).status == 303


async def test_a_page_that_fetches_by_itself_does_not_keep_the_session_alive(open_desk: Open) -> None:
    moment = [datetime(2026, 3, 1, tzinfo=UTC)]
    client = await open_desk(idle_minutes=60, now=lambda: moment[0])
    await log_in(client, "ada@demo.example", PASSWORD)
    for _ in range(2):
        moment[0] += timedelta(minutes=25)
        assert (await client.get("/admin/models/progress", allow_redirects=False)).status == 200
    moment[0] += timedelta(minutes=25)
    assert (await client.get("/admin/", allow_redirects=False)).status == 303


async def test_pages_are_read_though_a_session_cannot_be_prolonged(
    open_desk: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = [datetime(2026, 3, 1, tzinfo=UTC)]
    client = await open_desk(idle_minutes=60, now=lambda: moment[0])
    await log_in(client, "ada@demo.example", PASSWORD)

    def refuse(*_: Any) -> None:
        raise Unavailable("database or disk is full")

    monkeypatch.setattr("admin.sessions.prolong", refuse)
    moment[0] += timedelta(minutes=40)
    assert (await client.get("/admin/reviews", allow_redirects=False)).status == 200
    moment[0] += timedelta(minutes=40)
    assert (await client.get("/admin/reviews", allow_redirects=False)).status == 303


def test_prolonging_does_not_undo_a_logout(world: World) -> None:
    now = datetime.now(UTC)
    world.now(lambda conn: prolong(conn, hash_token("gone"), now + timedelta(hours=1), now))
    assert world.now(lambda conn: sessions.by_token_hash(conn, hash_token("gone"), now)) is None


async def test_a_page_that_was_asked_for_comes_after_the_login(open_desk: Open) -> None:
    client = await open_desk()
    response = await client.get("/admin/dataset?q=pay", allow_redirects=False)
    assert URL(response.headers["Location"]).query == {"next": "/admin/dataset?q=pay"}
    fields = {"email": "ada@demo.example", "password": PASSWORD, "next": "/admin/dataset?q=pay"}
    response = await client.post("/admin/login", data=fields, allow_redirects=False)
    assert response.headers["Location"] == "/admin/dataset?q=pay"


@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example/admin/", "/admin\\evil", "", "/elsewhere"])
def test_a_login_leads_to_no_other_place(target: str) -> None:
    assert own_page(target) == ""


async def test_htmx_is_sent_to_the_login_page_when_the_session_has_ended(open_desk: Open) -> None:
    client = await open_desk()
    response = await client.get("/admin/figures", headers={"HX-Request": "true"}, allow_redirects=False)
    assert response.headers["HX-Redirect"] == "/admin/login"


async def test_who_sends_something_after_the_session_ended_reads_that_it_was_not_done(open_desk: Open) -> None:
    client = await open_desk()
    page = {"HX-Current-URL": f"{client.make_url('/admin/reviews')}", "HX-Request": "true"}
    response = await client.post("/admin/reviews/1/confirm", headers=page, allow_redirects=False)
    address = response.headers["HX-Redirect"]
    assert URL(address).query == {"next": "/admin/reviews", "undone": "1"}
    said = "what you did last was not saved"
    assert said in await (await client.get(address)).text()
    assert said not in await (await client.get("/admin/login?next=/admin/reviews")).text()
    left = await client.post("/admin/logout", allow_redirects=False)
    assert "undone" not in left.headers.get("Location", "")


async def csrf(client: Client) -> str:
    page = await (await client.get("/admin/password")).text()
    return page.split('data-csrf="')[1].split('"')[0]


async def test_logging_out_ends_the_session_on_the_server(open_desk: Open) -> None:
    client = await open_desk()
    token = cookie(await log_in(client, "ada@demo.example", PASSWORD)).value
    await client.post("/admin/logout", data={"csrf": await csrf(client)}, allow_redirects=False)
    assert not await opens_with(client, token)


async def test_changing_the_password_ends_every_other_session(open_desk: Open) -> None:
    client = await open_desk()
    elsewhere = cookie(await log_in(client, "ada@demo.example", PASSWORD)).value
    client.session.cookie_jar.clear()
    await log_in(client, "ada@demo.example", PASSWORD)
    chosen = "a quite different one"
    fields = {"csrf": await csrf(client), "current_password": PASSWORD}
    fields |= {"new_password": chosen, "repeat_password": chosen}
    assert (await client.post("/admin/password", data=fields, allow_redirects=False)).status == 303
    assert (await client.get("/admin/", allow_redirects=False)).status == 200
    assert not await opens_with(client, elsewhere)
    assert (await log_in(client, "ada@demo.example", chosen)).status == 303


@pytest.mark.parametrize(
    ("current", "new", "repeated", "words"),
    [
        ("wrong", "long enough to do", "long enough to do", "current password is wrong"),
        (PASSWORD, "short", "short", "at least 12 characters"),
        (PASSWORD, "x" * 201, "x" * 201, "at most 200 characters"),
        (PASSWORD, "long enough to do", "something else here", "not the same"),
        (PASSWORD, "ada@demo.example", "ada@demo.example", "your e-mail address"),
    ],
)
async def test_a_bad_new_password_is_refused_with_the_rule(
    open_desk: Open, current: str, new: str, repeated: str, words: str
) -> None:
    client = await open_desk()
    await log_in(client, "ada@demo.example", PASSWORD)
    fields = {"csrf": await csrf(client), "current_password": current}
    fields |= {"new_password": new, "repeat_password": repeated}
    response = await client.post("/admin/password", data=fields, allow_redirects=False)
    assert response.status == 422
    assert words in words_of(await response.text())
