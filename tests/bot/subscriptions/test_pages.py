"""What the links in mails open: looking changes nothing, one POST confirms, changes or ends, for the token's holder."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from bot.service import Service
from bot.subscriptions.form import ASKING_RATE
from candor.mailing import mount_pages
from storage import Database
from storage.companies.companies import Company
from storage.outbox import outbox
from storage.subscriptions import subscriptions
from storage.subscriptions.subscription_mails import KINDS
from storage.subscriptions.subscriptions import Subscription
from tests.bot.conftest import add_company
from tests.clock import START
from tests.subscribing import again, asks, has_token, queued, subscribes

TOKEN = "t" * 43
Client = TestClient[web.Request, web.Application]


@pytest.fixture
async def client(database: Database, mailing: Service) -> AsyncIterator[Client]:
    app = web.Application()
    mount_pages(app, database, mailing)
    async with TestClient(TestServer(app)) as opened:
        yield opened


async def text_of(client: Client, method: str, path: str, status: int = 200, **given: object) -> str:
    async with client.request(method, path, allow_redirects=False, **given) as response:  # type: ignore[arg-type]
        assert response.status == status
        return await response.text()


@pytest.mark.parametrize("path", ["", "/end"])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
async def test_looking_changes_nothing(
    client: Client, database: Database, acme: Company, method: str, path: str
) -> None:
    for made in (asks(database, acme), subscribes(database, acme)):
        token = has_token(database, made, f"{TOKEN}{made.id}")
        before = again(database, made)
        for query in ("", "?action=confirm", "?List-Unsubscribe=One-Click"):
            await text_of(client, method, f"/subscriptions/{token}{path}{query}")
        assert again(database, made) == before


async def test_a_click_confirms_as_often_as_chosen(client: Client, database: Database, acme: Company) -> None:
    made = asks(database, acme)
    path = f"/subscriptions/{has_token(database, made, TOKEN)}"
    assert "Confirm your job alert" in await text_of(client, "GET", path)
    page = await text_of(client, "POST", path, data={"action": "confirm", "frequency": "weekly"})
    assert "Your alert is confirmed" in page
    assert (again(database, made).status, again(database, made).frequency) == ("active", "weekly")


async def test_one_click_of_a_mail_program_ends_it_and_again_is_no_error(
    client: Client, database: Database, acme: Company
) -> None:
    made = subscribes(database, acme)
    path = f"/subscriptions/{has_token(database, made, TOKEN)}/end"
    for _ in range(2):
        assert "has ended" in await text_of(client, "POST", path, data={"List-Unsubscribe": "One-Click"})
    assert (again(database, made).status, again(database, made).email) == ("ended", None)
    assert "has ended" in await text_of(client, "GET", path)
    assert "has ended" in await text_of(client, "GET", path.removesuffix("/end"))


async def test_one_click_may_come_in_any_form(client: Client, database: Database, acme: Company) -> None:
    made = subscribes(database, acme)
    path = f"/subscriptions/{has_token(database, made, TOKEN)}/end"
    headers = {"Content-Type": "multipart/form-data; boundary=x"}
    await text_of(client, "POST", path, data=b"--x\r\nbroken", headers=headers)
    assert again(database, made).status == "ended"


async def test_all_active_subscriptions_of_the_address_are_shown_changed_and_ended(
    client: Client, database: Database, acme: Company
) -> None:
    one, two = subscribes(database, acme), subscribes(database, acme, frequency="weekly", email="Anna@example.org")
    other = subscribes(database, acme, email="bo@example.org")
    path = f"/subscriptions/{has_token(database, two, TOKEN)}"
    assert (await text_of(client, "GET", path)).count("<section>") == 1  # the same wish took its place
    assert again(database, one).status == "ended"
    for victim in (other, two):
        form = {"action": "change", "subscription": str(victim.id), "frequency": "at_once"}
        await text_of(client, "POST", path, data=form)
    assert (again(database, other).frequency, again(database, two).frequency) == ("daily", "at_once")
    for victim in (other, two):
        await text_of(client, "POST", path, data={"action": "end", "subscription": str(victim.id)})
    assert (again(database, other).status, again(database, two).status) == ("active", "ended")


async def test_a_token_that_is_not_confirmed_says_nothing_of_other_subscriptions(
    client: Client, database: Database, acme: Company
) -> None:
    other = subscribes(database, acme)
    path = f"/subscriptions/{has_token(database, asks(database, acme), TOKEN)}"
    assert "<section>" not in await text_of(client, "GET", path)
    await text_of(client, "POST", path, data={"action": "end", "subscription": str(other.id)})
    assert again(database, other).status == "active"


async def test_a_token_that_is_expired_or_unknown_says_so(client: Client, database: Database, acme: Company) -> None:
    made = asks(database, acme)
    path = f"/subscriptions/{has_token(database, made, TOKEN)}"
    database.write_now(lambda conn: subscriptions.forget_stale(conn, START.replace(year=2027)))
    assert "has expired" in await text_of(client, "GET", path)
    await text_of(client, "POST", path, data={"action": "confirm"})
    assert again(database, made).status == "expired"
    for method in ("GET", "POST"):
        for tail in ("", "/end"):
            for token in ("u" * 43, "half", "u" * 43 + ").", "ü"):
                assert "doesn&#39;t work" in await text_of(client, method, f"/subscriptions/{token}{tail}", 404)


@pytest.mark.parametrize(
    "form",
    [{}, {"action": "confirm", "frequency": "hourly"}, {"action": "end", "subscription": "x"}, {"action": "drop"}],
)
async def test_a_form_that_makes_no_sense_does_no_harm(
    client: Client, database: Database, acme: Company, form: dict[str, str]
) -> None:
    made = subscribes(database, acme)
    await text_of(client, "POST", f"/subscriptions/{has_token(database, made, TOKEN)}", data=form)
    assert (again(database, made).status, again(database, made).frequency) == ("active", "daily")


async def test_pages_stay_out_of_frames_caches_and_referrers(client: Client, database: Database, acme: Company) -> None:
    async with client.get(f"/subscriptions/{has_token(database, asks(database, acme), TOKEN)}") as response:
        assert "frame-ancestors 'none'" in response.headers["Content-Security-Policy"]
        assert response.headers["Referrer-Policy"] == "no-referrer"
        assert response.headers["Cache-Control"] == "no-store"


async def test_a_form_asks_the_address_to_confirm(client: Client, database: Database, acme: Company) -> None:
    form = {"profession": "nurse", "city": "Hamburg", "email": "anna+jobs@example.org", "frequency": "weekly"}
    page = await text_of(client, "POST", "/subscribe/acme", data=form)
    assert "anna+jobs@example.org" in page
    (waiting,) = queued(database, acme)
    made = read(database, acme, waiting.subscription_id)
    assert (made.wish.professions, made.wish.cities, made.frequency) == (("nurse",), ("Hamburg",), "weekly")
    assert made.status == "pending"


async def test_a_profession_that_no_list_knows_is_kept_in_words(
    client: Client, database: Database, acme: Company
) -> None:
    await text_of(client, "POST", "/subscribe/acme", data={"profession": "Vibe curator", "email": "a@example.org"})
    (waiting,) = queued(database, acme)
    made = read(database, acme, waiting.subscription_id)
    assert (made.wish.professions, made.wish.words, made.wish.cities) == ((), "Vibe curator", ())


@pytest.mark.parametrize(
    ("field", "typed", "fault"),
    [
        ("email", "", "look like an e-mail address"),
        ("email", "a@b.org\r\nBcc: c@d.org", "look like an e-mail address"),
        ("email", "x" * 400 + "@example.org", "look like an e-mail address"),
        ("email", "anna@gооgle.com", "mixes letters"),
        ("city", "Atlantisville", "know this town"),
    ],
)
async def test_what_cannot_be_used_is_said_beside_the_field_and_nothing_is_sent(
    client: Client, database: Database, acme: Company, field: str, typed: str, fault: str
) -> None:
    form = {"profession": "nurse", "city": "Hamburg", "email": "anna@example.org"} | {field: typed}
    page = await text_of(client, "POST", "/subscribe/acme", 422, data=form)
    assert fault in page.replace("&#39;", "'")
    assert 'value="nurse"' in page
    assert queued(database, acme) == []


async def test_what_is_typed_is_no_markup(client: Client, acme: Company) -> None:
    page = await text_of(client, "POST", "/subscribe/acme", 422, data={"profession": '"><script>', "email": ""})
    assert "<script>" not in page


async def test_one_address_of_the_network_sends_only_so_many_forms(
    client: Client, database: Database, acme: Company
) -> None:
    for _ in range(ASKING_RATE.burst):
        await text_of(client, "POST", "/subscribe/acme", 422, data={"email": ""})
    await text_of(client, "POST", "/subscribe/acme", 429, data={"email": "anna@example.org"})
    assert queued(database, acme) == []


async def test_without_openings_there_is_no_form_but_the_careers_page(
    client: Client, database: Database, acme: Company
) -> None:
    database.write_now(lambda conn: add_company(conn, "empty"))
    for method in ("GET", "POST"):
        page = await text_of(client, method, "/subscribe/empty", data={"email": "anna@example.org"})
        assert "https://empty.example/jobs" in page
        assert "<form" not in page
    assert not database.read_now(lambda conn: outbox.is_due(conn, KINDS, START.replace(year=2030)))


async def test_there_is_no_form_for_a_company_that_does_not_exist(client: Client) -> None:
    assert "<form" not in await text_of(client, "GET", "/subscribe/nobody", 404)


def read(database: Database, company: Company, subscription_id: int | None) -> Subscription:
    assert subscription_id is not None
    return database.read_now(lambda conn: subscriptions.get(conn, company.id, subscription_id))


async def test_a_link_to_the_form_fills_it_in_and_is_no_markup(client: Client, acme: Company) -> None:
    asked = await client.get("/subscribe/acme", params={"profession": "nurse", "city": '"><script>', "email": "a@b.c"})
    page = await asked.text()
    assert 'name="profession" value="nurse"' in page
    assert "<script>" not in page
    assert "a@b.c" not in page, "nobody fills in an address for somebody else"


async def test_faults_are_told_at_the_top_and_the_first_has_the_focus(client: Client, acme: Company) -> None:
    given = {"city": "Atlantisville", "email": "anna@", "language": "en"}
    page = await (await client.post("/subscribe/acme", data=given)).text()
    assert 'role="status">Please check what is marked below' in page
    assert page.count("autofocus") == 1


async def test_the_pages_of_a_subscription_lead_to_the_form(client: Client, database: Database, acme: Company) -> None:
    token = has_token(database, subscribes(database, acme), "r" * 43)
    form = 'href="/subscribe/acme?lang=en"'
    assert form in await (await client.get(f"/subscriptions/{token}")).text()
    assert form not in await (await client.get(f"/subscriptions/{token}/end")).text()
    assert form in await (await client.post(f"/subscriptions/{token}/end")).text()


@pytest.mark.parametrize("kind", ["charset=punycode", "charset=zlib", "charset=utf-7"])
async def test_what_is_no_form_is_answered_by_a_page(
    client: Client, database: Database, acme: Company, kind: str
) -> None:
    token = has_token(database, asks(database, acme), TOKEN)
    for path in (f"/subscriptions/{token}", "/subscribe/acme"):
        headers = {"Content-Type": f"application/x-www-form-urlencoded; {kind}"}
        page = await text_of(client, "POST", path, 415, data=b"email=+2AA-", headers=headers)
        assert "What was sent could not be read" in page
        headers = {"Content-Type": "multipart/form-data"}
        assert "could not be read" in await text_of(client, "POST", path, 400, data=b"x", headers=headers)
