"""From asking to ending over a real mail server: confirmed by the mailed link, sent once, ended with one click."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from email.message import EmailMessage

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from bot.dialogue.policy import Thresholds
from bot.live import LiveModels
from bot.service import Service
from bot.subscribing import WantedAlert, ask
from bot.subscriptions.letters import OpeningsLetter
from bot.texts import load_texts
from candor.mailing import mail_ticks, mount_pages
from candor.settings import Settings
from nlu.language.detector import LanguageDetector
from storage import Database
from storage.companies.companies import Company
from storage.subscriptions import subscriptions
from tests.clock import Clock
from tests.subscribing import ANNA, JOBS, NURSES, Feed, letters, nurse, outcomes, text_of
from tests.workers.outbox.mail_server import MailServer, mail_server
from texts.mail_addresses import checked
from workers.mail.matching import SubscriptionMatching
from workers.mail.settings import MailSettings
from workers.mail.subscription_sender import SubscriptionSender
from workers.outbox import smtp
from workers.outbox.delivery import OutboxDelivery
from workers.outbox.sender import LEASE
from workers.settings import SettingsError


@pytest.fixture
async def server() -> AsyncIterator[MailServer]:
    async with mail_server() as serving:
        yield serving


@pytest.fixture
def clock() -> Clock:
    return Clock(datetime.now(UTC))


@pytest.fixture
def sending(database: Database, server: MailServer, clock: Clock) -> OutboxDelivery[OpeningsLetter]:
    to = MailSettings(smtp_host="127.0.0.1", smtp_port=server.port, smtp_starttls=False, timeout_seconds=5)

    async def send(message: EmailMessage, recipient: str) -> None:
        await smtp.deliver(to, message, [recipient])

    return OutboxDelivery(database, SubscriptionSender(letters(), send, 1000, clock), clock)


@pytest.fixture
def service() -> Service:
    return Service(object.__new__(LiveModels), object.__new__(LanguageDetector), load_texts(), Thresholds(), jobs=JOBS)


def wants(database: Database, company: Company, clock: Clock) -> None:
    wanted = WantedAlert(NURSES, "at_once", "en")
    database.write_now(lambda conn: ask(conn, company, checked(ANNA), wanted, 3, clock.now))


def links(mail: EmailMessage) -> list[str]:
    return re.findall(r"https://chat.example(/subscriptions/\S+)", text_of(mail))


async def test_the_whole_way(
    database: Database,
    company: Company,
    server: MailServer,
    clock: Clock,
    sending: OutboxDelivery[OpeningsLetter],
    service: Service,
) -> None:
    feed, matching, app = (
        Feed.of(database, company),
        SubscriptionMatching(database, JOBS, clock),
        web.Application(),
    )
    mount_pages(app, database, service)
    wants(database, company, clock)
    feed.offers(nurse(1), at=clock.now)
    await sending.tick()
    async with TestClient(TestServer(app)) as browser:
        (confirm,) = links(server.mails[0])
        await browser.get(confirm)
        await matching.tick()
        await sending.tick()
        assert len(server.mails) == 1
        await browser.post(confirm, data={"action": "confirm"})
        clock.goes_on(minutes=1)
        for _ in range(2):
            await matching.tick()
            await sending.tick()
        assert [mail["Subject"] for mail in server.mails[1:]] == ["New at Demo: Nurse 1"]
        # As it stands, not in encoded words: mail programs do not decode this header.
        assert b"\r\nList-Unsubscribe: <https://chat.example/subscriptions/" in server.contents[1]
        one_click = server.mails[1]["List-Unsubscribe"].strip("<>").removeprefix("https://chat.example")
        await browser.get(one_click)
        assert counts(database, company) == {"active": 1}
        await browser.post(one_click, data={"List-Unsubscribe": "One-Click"})
        assert counts(database, company) == {"ended": 1}


def counts(database: Database, company: Company) -> dict[str, int]:
    found = database.read_now(lambda conn: subscriptions.counts(conn, company.id))
    return {status: count for status, count in found.items() if count}


async def test_a_server_that_greylists_gets_it_the_second_time(
    database: Database, company: Company, server: MailServer, clock: Clock, sending: OutboxDelivery[OpeningsLetter]
) -> None:
    wants(database, company, clock)
    server.first_answers = {"RCPT": ["451 4.7.1 greylisted, try again"]}
    await sending.tick()
    assert outcomes(database, company) == ["waiting"]
    clock.goes_on(minutes=1)
    await sending.tick()
    assert outcomes(database, company) == ["sent"]


async def test_a_server_that_takes_a_mail_and_dies_before_saying_so_gets_the_same_one_again(
    database: Database, company: Company, server: MailServer, clock: Clock, sending: OutboxDelivery[OpeningsLetter]
) -> None:
    wants(database, company, clock)
    server.hangs_up_after = True
    await sending.tick()
    server.hangs_up_after = False
    clock.goes_on(seconds=LEASE.total_seconds())
    await sending.tick()
    first, second = server.mails
    assert first["Message-ID"] == second["Message-ID"]
    assert outcomes(database, company) == ["sent"]


async def test_every_link_that_was_mailed_works(
    database: Database,
    company: Company,
    server: MailServer,
    clock: Clock,
    sending: OutboxDelivery[OpeningsLetter],
    service: Service,
) -> None:
    app = web.Application()
    mount_pages(app, database, service)
    wants(database, company, clock)
    server.hangs_up_after = True
    await sending.tick()
    server.hangs_up_after = False
    clock.goes_on(minutes=1)
    await sending.tick()
    async with TestClient(TestServer(app)) as browser:
        for mail in server.mails:
            assert (await browser.get(links(mail)[0])).status == 200
    assert links(server.mails[0]) != links(server.mails[1])


def test_mail_without_a_public_address_is_refused(database: Database, service: Service) -> None:
    with pytest.raises(SettingsError, match=r"server\.public_url is empty"):
        mail_ticks(Settings(mail=MailSettings(smtp_host="mail")), database, service)


def test_without_a_mail_server_nothing_runs(database: Database, service: Service) -> None:
    assert mail_ticks(Settings(), database, service) == []


async def test_an_address_that_does_not_exist_is_marked(
    database: Database, company: Company, server: MailServer, clock: Clock, sending: OutboxDelivery[OpeningsLetter]
) -> None:
    wants(database, company, clock)
    server.answers = {"RCPT": "550 5.1.1 <anna@example.org>: user unknown"}
    await sending.tick()
    assert counts(database, company) == {"bounced": 1}
    clock.goes_on(days=2)
    server.answers = {}
    await sending.tick()
    assert server.mails == []
