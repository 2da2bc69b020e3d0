"""How an alert goes out: a mail to every recipient, signed JSON to a webhook, and what counts as not delivered."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from structlog.testing import capture_logs

from tests.workers.outbox.mail_server import MailServer, mail_server
from workers.alerts.channels import Alert, AlertChannel, Email, WebhookAlerts, channels
from workers.outbox.sender import NotTaken
from workers.settings import AlertSettings, SettingsError

START = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
MESSAGE = {"event": "blocked", "company": "demo", "subject": "Démo: v2", "text": "Die Gründe:\n", "data": {}}
TOLD = ("lead@a.example", "ops@a.example")
WAITING = Alert(7, MESSAGE, START, TOLD)


@pytest.fixture
async def smtp() -> AsyncIterator[MailServer]:
    async with mail_server() as server:
        yield server


def mailing(smtp: MailServer, **changes: Any) -> Email:
    given = {"smtp_host": "127.0.0.1", "smtp_port": smtp.port}
    return Email(AlertSettings(**{**given, "sender": "bot@chat.example", "smtp_starttls": False, **changes}))


async def test_an_email_reaches_every_recipient(smtp: MailServer) -> None:
    await mailing(smtp).deliver(WAITING)
    (mail,) = smtp.mails
    assert (mail["Subject"], mail["From"], mail["To"]) == (
        "Démo: v2",
        "bot@chat.example",
        "lead@a.example, ops@a.example",
    )
    assert mail.get_content().splitlines() == ["Die Gründe:"]
    assert smtp.recipients == ["lead@a.example", "ops@a.example"]


async def test_nobody_writes_headers_into_an_alert(smtp: MailServer) -> None:
    evil = MESSAGE | {"subject": "Demo =?utf-8?q?x=0d=0aBcc:_all=40example.org?="}
    await mailing(smtp).deliver(Alert(7, evil, START, TOLD))
    assert b"\nBcc:" not in smtp.contents[0]
    assert smtp.mails[0]["Subject"] == "Demo = ?utf-8?q?x=0d=0aBcc:_all=40example.org?="


@pytest.mark.parametrize(("refusals", "taken"), [(1, True), (2, False)])
async def test_an_alert_that_one_recipient_has_is_sent_to_nobody_again(
    smtp: MailServer, refusals: int, taken: bool
) -> None:
    smtp.first_answers = {"RCPT": ["550 5.1.1 <lead@a.example>: no such user"] * refusals}
    with capture_logs() as logged:
        if taken:
            await mailing(smtp).deliver(WAITING)
        else:
            with pytest.raises(NotTaken, match="no such user"):
                await mailing(smtp).deliver(WAITING)
    assert len(smtp.mails) == taken
    assert [(line["refused"], line["of"], line["first"]) for line in logged] == (
        [(1, 2, "550 5.1.1 <…>: no such user")] if taken else []
    )


async def test_the_second_attempt_is_recognised_as_the_same_mail(smtp: MailServer) -> None:
    for _ in range(2):
        await mailing(smtp).deliver(WAITING)
    first, second = smtp.mails
    assert first["Message-ID"] == second["Message-ID"]


async def test_a_user_logs_in(smtp: MailServer) -> None:
    await mailing(smtp, smtp_user="candor", smtp_password="secret").deliver(WAITING)
    assert smtp.commands.index("AUTH") < smtp.commands.index("MAIL")


async def test_nothing_is_said_to_a_server_that_does_not_encrypt_when_encryption_is_wanted(smtp: MailServer) -> None:
    with pytest.raises(NotTaken, match="STARTTLS"):
        await mailing(smtp, smtp_starttls=True, smtp_user="candor", smtp_password="secret").deliver(WAITING)
    assert not {"AUTH", "MAIL", "DATA"} & set(smtp.commands)


async def test_a_mail_server_that_refuses_is_named_as_the_reason(smtp: MailServer) -> None:
    smtp.refuses = True
    with pytest.raises(NotTaken, match="come back later"):
        await mailing(smtp).deliver(WAITING)


@dataclass
class Receiver:
    """A web server that keeps what is posted to it and answers with `status`."""

    status: int = 204
    posted: list[tuple[bytes, str]] = field(default_factory=list)

    async def receive(self, request: web.Request) -> web.Response:
        self.posted.append((await request.read(), request.headers.get("X-Candor-Signature", "")))
        return web.Response(status=self.status, headers={"Location": "/elsewhere"})


@pytest.fixture
def receiver() -> Receiver:
    return Receiver()


@pytest.fixture
async def hook(receiver: Receiver) -> AsyncIterator[str]:
    app = web.Application()
    app.router.add_post("/hook", receiver.receive)
    async with TestServer(app) as server:
        yield str(server.make_url("/hook"))


async def test_a_webhook_gets_signed_json(receiver: Receiver, hook: str) -> None:
    await WebhookAlerts(AlertSettings(webhook_url=hook, webhook_secret="s3cret")).deliver(WAITING)
    ((body, signature),) = receiver.posted
    assert json.loads(body) == {"id": 7, "created": "2026-03-01T12:00:00+00:00", **MESSAGE}
    assert signature == "sha256=" + hmac.new(b"s3cret", body, hashlib.sha256).hexdigest()


async def test_without_a_secret_there_is_no_signature(receiver: Receiver, hook: str) -> None:
    await WebhookAlerts(AlertSettings(webhook_url=hook)).deliver(WAITING)
    assert receiver.posted[0][1] == ""


@pytest.mark.parametrize("status", [302, 404, 503])
async def test_a_webhook_that_does_not_take_it_has_not_got_it(receiver: Receiver, hook: str, status: int) -> None:
    receiver.status = status
    with pytest.raises(NotTaken, match=str(status)):
        await WebhookAlerts(AlertSettings(webhook_url=hook)).deliver(WAITING)
    assert len(receiver.posted) == 1


@pytest.mark.parametrize("channel", [Email, WebhookAlerts])
async def test_a_server_that_is_not_there_is_a_failed_delivery(
    channel: Callable[[AlertSettings], AlertChannel], unused_tcp_port: int
) -> None:
    url = f"http://127.0.0.1:{unused_tcp_port}/"
    settings = AlertSettings(smtp_host="127.0.0.1", smtp_port=unused_tcp_port, webhook_url=url)
    with pytest.raises(NotTaken):
        await channel(settings).deliver(WAITING)


def test_channels_are_what_is_configured() -> None:
    assert channels(AlertSettings()) == ()
    assert [channel.name for channel in channels(AlertSettings(smtp_host="mail"))] == ["email"]
    both = AlertSettings(recipients=("a@a.example",), smtp_host="mail", webhook_url="https://a.example")
    assert [channel.name for channel in channels(both)] == ["email", "webhook"]
    with pytest.raises(SettingsError, match=r"alerts\.smtp_host is empty"):
        channels(AlertSettings(recipients=("a@a.example",)))


def test_secrets_are_not_shown_with_the_settings() -> None:
    assert "hush" not in repr(AlertSettings(smtp_password="hush", webhook_secret="hush"))
