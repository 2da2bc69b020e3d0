"""The chat as candidates reach it, with a real mail server beside it, and a clock for what waits."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage

from aiohttp import web
from aiohttp.test_utils import TestServer
from playwright.async_api import Page, expect

from bot.answers.letters import AnswerLetter, AnswerLetters
from bot.channels.web import StoredConversations, WebSettings, setup
from bot.service import Service
from candor.mailing import mount_pages
from storage import Database
from tests.clock import Clock
from tests.workers.outbox.mail_server import MailServer, mail_server
from workers.answers.sender import AnswerSender
from workers.answers.watch import AnswerWatch
from workers.mail.settings import MailSettings
from workers.outbox import smtp
from workers.outbox.delivery import OutboxDelivery


@dataclass
class MailingChat:
    """A served chat whose persons' answers go out by mail where nobody reads them within three minutes."""

    url: str
    mails: MailServer
    sender: str
    send: Callable[[EmailMessage, str], Awaitable[None]]
    clock: Clock
    watch: AnswerWatch
    delivery: OutboxDelivery[AnswerLetter]


@asynccontextmanager
async def mailing_chat(database: Database, service: Service) -> AsyncIterator[MailingChat]:
    """Serve the chat of a database's companies, and a mail server."""
    mailing, clock, app = replace(service, mails_answers=True), Clock(datetime.now(UTC)), web.Application()
    setup(app, StoredConversations(database, mailing), mailing.texts, WebSettings())
    mount_pages(app, database, mailing)
    async with TestServer(app) as server, mail_server() as mails:
        to = MailSettings(smtp_host="127.0.0.1", smtp_port=mails.port, smtp_starttls=False, timeout_seconds=5)

        async def send(message: EmailMessage, recipient: str) -> None:
            await smtp.deliver(to, message, [recipient])

        url = str(server.make_url("")).rstrip("/")
        letters = AnswerSender(AnswerLetters(mailing.texts, url, to.sender), mailing.texts, send, 60, clock)
        watch = AnswerWatch(database, timedelta(minutes=3), 5, clock)
        yield MailingChat(url, mails, to.sender, send, clock, watch, OutboxDelivery(database, letters, clock))


async def say(page: Page, text: str) -> None:
    """Type a message into an open chat and wait for what the bot says."""
    before = await page.locator(".message.bot").count()
    await page.get_by_label("Your message").fill(text)
    await page.keyboard.press("Enter")
    await expect(page.locator(".message.bot")).not_to_have_count(before)
