"""What happens in the inbox is posted once to whom it concerns, signed, and never to a private or another address."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from network.addresses import PublicResolver
from storage import Connection
from storage.companies import companies
from storage.companies.companies import Company, CompanyProfile
from storage.conversations import conversations
from storage.database.database import Database
from storage.outbox import outbox, webhooks
from storage.outbox.outbox import Entry
from storage.outbox.webhooks import EVENTS, WebhookWish
from storage.people import users
from tests.clock import START
from tests.workers.told.telling import Inbox
from workers.outbox.delivery import OutboxDelivery
from workers.told.watch import InboxWatch
from workers.told.webhook_sender import WebhookSender

SECRET = "s3cret"
NAME = "<!channel> & <b>Ada</b>"
LOCAL = frozenset({"127.0.0.1"})


@dataclass
class Receiver:
    """A server of this machine: keeps what it gets, and answers as it is told, or never (`status` 0)."""

    status: int = 200
    got: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    elsewhere: list[bytes] = field(default_factory=list)
    url: str = ""

    async def take(self, request: web.Request) -> web.Response:
        self.got.append((dict(request.headers), await request.read()))
        if self.status == 0:
            await asyncio.Event().wait()
        return web.Response(status=self.status, headers={"Location": "/elsewhere"})

    async def stray(self, request: web.Request) -> web.Response:
        self.elsewhere.append(await request.read())
        return web.Response()

    @property
    def content(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.got[-1][1])
        return found


@pytest.fixture
async def there() -> AsyncIterator[Receiver]:
    receiver, app = Receiver(), web.Application()
    app.router.add_post("/hook", receiver.take)
    app.router.add_route("*", "/elsewhere", receiver.stray)
    async with TestServer(app, host="127.0.0.1", shutdown_timeout=0.01) as server:
        receiver.url = str(server.make_url("/hook"))
        yield receiver


@dataclass
class House(Inbox):
    """A company with a webhook, and what watches its inbox and posts."""

    there: Receiver = field(default_factory=Receiver)
    timeout: float = 30
    allowed: frozenset[str] = LOCAL

    def hooked(self, **wish: Any) -> int:
        values: dict[str, Any] = {"name": "Team", "url": self.there.url, "receiver": "json", "events": EVENTS, **wish}
        wanted = WebhookWish(**values)
        return self.database.write_now(lambda conn: webhooks.add(conn, self.company.id, wanted, SECRET, START))

    async def tick(self, **later: float) -> None:
        self.clock.goes_on(**later)
        await InboxWatch(self.database, now=self.clock).tick()
        sender = WebhookSender(self.timeout, self.allowed, "https://desk.example/", self.clock)
        await OutboxDelivery(self.database, sender, self.clock).tick()

    @property
    def log(self) -> list[Entry]:
        return self.database.read_now(lambda conn: outbox.of_kind(conn, self.company.id, "webhook"))


@pytest.fixture
def house(database: Database, company: Company, there: Receiver) -> House:
    return House(database, company, there=there)


@pytest.mark.both_databases
async def test_each_event_is_posted_once_and_tells_nothing_of_what_was_written(house: House) -> None:
    profile = CompanyProfile(house.company.key, "Demo", answer_hours=1)
    house.now(lambda conn: companies.change(conn, house.company.id, profile))
    house.hooked()
    talk = house.waits()
    for minutes in (0, 61, 1):
        await house.tick(minutes=minutes)
    house.answers(talk)
    await house.tick(minutes=1)
    await house.tick(minutes=1)
    told = [json.loads(body) for _, body in house.there.got]
    assert [each["event"] for each in told] == ["waiting", "overdue", "answered"]
    assert [each["conversation"]["waited_seconds"] for each in told] == [0, 61 * 60, 62 * 60]
    assert told[1]["text"] == (
        "Demo: a candidate has been waiting for 1 h, which is too long.\n"
        f"Conversation {talk}, English. Nobody looks after it yet.\nhttps://desk.example/admin/conversations/{talk}"
    )
    assert "orangutan" not in str(told)
    assert {each.outcome for each in house.log} == {"sent"}


async def test_two_processes_tell_a_wait_once(house: House) -> None:
    house.hooked()
    house.waits()
    other = House(house.database, house.company, house.clock, house.there)
    await asyncio.gather(house.tick(), other.tick())
    assert len(house.there.got) == 1


async def test_what_is_posted_is_signed_with_the_time(house: House) -> None:
    house.hooked()
    house.waits()
    await house.tick(minutes=1)
    ((headers, body),) = house.there.got
    stamp = headers["X-Candor-Timestamp"]
    expected = hmac.new(SECRET.encode(), stamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    assert int(stamp) == int((START + timedelta(minutes=1)).timestamp())
    assert headers["X-Candor-Signature"] == f"sha256={expected}"
    assert headers["X-Candor-Delivery"] == str(house.log[0].id) == str(json.loads(body)["delivery"])


@pytest.mark.parametrize("receiver", ["json", "slack", "teams"])
async def test_html_in_a_name_stays_text(house: House, receiver: str) -> None:
    house.hooked(receiver=receiver)
    talk = house.waits(urgent=True)

    def assigned(conn: Connection) -> None:
        her = users.add(conn, house.company.id, "a@b.example", NAME + "\u202e", "recruiter", "x", START)
        conversations.assign(conn, house.company.id, talk, her.id, START)

    house.now(assigned)
    await house.tick()
    content = house.there.content
    if receiver == "slack":
        assert set(content) == {"text"}
        assert "&lt;!channel&gt; &amp; &lt;b&gt;Ada&lt;/b&gt;." in content["text"]
    elif receiver == "teams":
        card = content["attachments"][0]["content"]
        assert {block["type"] for block in card["body"]} == {"RichTextBlock"}
        assert NAME in card["body"][1]["inlines"][0]["text"]
        assert card["actions"][0]["url"] == f"https://desk.example/admin/conversations/{talk}"
    else:
        assert (content["event"], NAME in content["text"]) == ("danger", True)
    assert "\u202e" not in json.dumps(content, ensure_ascii=False)


@pytest.mark.parametrize(("status", "why"), [(500, "status 500"), (302, "redirect 302"), (307, "redirect 307")])
async def test_what_is_not_taken_is_tried_again_later_and_no_redirect_is_followed(
    house: House, status: int, why: str
) -> None:
    house.hooked()
    house.waits()
    house.there.status = status
    await house.tick()
    (entry,) = house.log
    assert (entry.outcome, entry.error, entry.attempts) == ("waiting", why, 1)
    await house.tick(seconds=59)
    assert len(house.there.got) == 1
    house.there.status = 200
    await house.tick(seconds=1)
    assert ([each.outcome for each in house.log], house.there.elsewhere) == (["sent"], [])
    assert house.there.got[0][0]["X-Candor-Delivery"] == house.there.got[1][0]["X-Candor-Delivery"]


async def test_a_receiver_that_hangs_is_left_and_holds_up_no_other(house: House) -> None:
    house.timeout = 0.2
    house.hooked()
    house.hooked(name="Private", url="https://10.0.0.1/hook")
    house.waits()
    house.there.status = 0
    await house.tick()
    assert sorted((each.error, each.outcome) for each in house.log) == [
        ("private_address", "bounced"),
        ("timeout", "waiting"),
    ]


@pytest.mark.parametrize("url", ["http://127.0.0.1:{port}/hook", "http://localhost:{port}/hook", "http://[::1]/hook"])
async def test_private_addresses_get_nothing_also_behind_a_name(house: House, url: str) -> None:
    house.allowed = frozenset()
    house.hooked(url=url.format(port=house.there.url.rsplit(":", 1)[1].partition("/")[0]))
    house.waits()
    await house.tick()
    (entry,) = house.log
    assert (entry.outcome, entry.error, house.there.got) == ("bounced", "private_address", [])


async def test_a_name_that_resolves_to_a_private_address_is_asked_again_for_each_attempt(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that led elsewhere when it was entered, and into the own network when it is used."""
    asked: list[str] = []
    resolve = PublicResolver.resolve

    async def rebound(self: PublicResolver, host: str, port: int = 0, family: Any = 0) -> Any:
        asked.append(host)
        return await resolve(self, "localhost", port, family)

    monkeypatch.setattr(PublicResolver, "resolve", rebound)
    house.hooked(url=house.there.url.replace("127.0.0.1", "hooks.example"))
    house.waits()
    await house.tick()
    assert (asked, house.there.got) == (["hooks.example"], [])
    assert house.log[0].error == "private_address"


async def test_people_are_not_called_late_to_somebody_who_waits_no_more_and_programs_are_told_all(
    house: House,
) -> None:
    house.hooked(receiver="slack", name="Slack")
    house.hooked(receiver="json", name="Program")
    talk = house.waits()
    house.there.status = 500
    await house.tick()
    house.answers(talk)
    house.there.status = 200
    await house.tick(minutes=2)
    found = {(each.payload or {})["event"] + (each.recipient or ""): each.outcome for each in house.log}
    assert found == {"waiting1": "dropped", "waiting2": "sent", "answered1": "sent", "answered2": "sent"}


async def test_what_is_sent_again_by_hand_goes_out_under_its_number(house: House) -> None:
    house.hooked(receiver="slack")
    house.answers(house.waits())
    await house.tick()
    assert house.log == []
    talk = house.waits(name="another")
    await house.tick()
    house.answers(talk)
    (entry,) = [each for each in house.log if (each.payload or {})["event"] == "waiting"]
    house.now(lambda conn: outbox.send_again(conn, house.company.id, "webhook", entry.id, house.clock.now))
    await house.tick(minutes=1)
    sent = [headers["X-Candor-Delivery"] for headers, _ in house.there.got]
    assert sent.count(str(entry.id)) == 2


async def test_what_is_switched_off_or_removed_is_told_nothing_more(house: House) -> None:
    hook = house.hooked()
    house.hooked(enabled=False, name="Off")
    house.there.status = 500
    house.waits()
    await house.tick()
    assert [each.recipient for each in house.log] == [str(hook)]
    house.now(lambda conn: webhooks.remove(conn, house.company.id, hook))
    await house.tick(minutes=5)
    assert (len(house.there.got), house.log) == (1, [])


async def test_what_was_delivered_is_forgotten_after_a_month(house: House) -> None:
    house.hooked()
    house.waits()
    await house.tick()
    await house.tick(days=webhooks.KEPT_DAYS)
    assert len(house.log) == 1
    await house.tick(days=1)
    assert house.log == []
