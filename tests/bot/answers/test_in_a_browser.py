"""The whole way of an answer by mail: asked for in the chat, not read there, mailed, opened elsewhere, ended."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from bot.service import Service
from storage import Connection, Database
from storage.answers import answer_links
from storage.applications import answer_mails
from storage.companies.companies import Company
from storage.conversations import conversations, messages, receipts
from storage.conversations.conversations import Conversation
from storage.conversations.messages import NewMessage
from storage.database.token_hashes import hash_token
from tests.accessibility import complaints, looks
from tests.bot.conftest import add_company
from tests.browsing import IN_A_BROWSER, keep_screenshot
from tests.mailing_chat import MailingChat, mailing_chat, say
from tests.subscribing import text_of
from tests.until import until

pytestmark = IN_A_BROWSER

ANSWER = "Only on Fridays, and <b>only</b> the tame ones."
PHONE: Any = {"width": 390, "height": 740}


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """What a browser sees does not depend on the database."""
    return sqlite_url


@dataclass
class House:
    """A company's chat, and what is written and read behind it."""

    database: Database
    company: Company
    chat: MailingChat

    @property
    def mails(self) -> list[EmailMessage]:
        return self.chat.mails.mails

    def talk(self) -> Conversation:
        return self.database.read_now(lambda conn: conversations.get(conn, self.company.id, 1))

    def is_seen(self) -> bool:
        talk = self.talk()
        return self.database.read_now(lambda conn: receipts.seen_up_to(conn, talk.company_id, talk.id)) > 0

    def recruiter_writes(self, text: str) -> None:
        def work(conn: Connection) -> None:
            its, now = (self.company.id, self.talk().id), self.chat.clock.now
            conversations.set_owner(conn, *its, "recruiter", now)
            messages.append(conn, *its, NewMessage("outgoing", "recruiter", text), now)

        self.database.write_now(work)

    async def time_passes(self, **step: float) -> None:
        self.chat.clock.goes_on(**step)
        await self.chat.watch.tick()
        await self.chat.delivery.tick()

    def links(self, mail: EmailMessage) -> list[str]:
        """Return where a mail leads: to open the conversation, and to end it."""
        return re.findall(r"http://\S+/answers/\S+", text_of(mail))


@pytest_asyncio.fixture(loop_scope="session")
async def house(database: Database, service: Service) -> AsyncIterator[House]:
    company = database.write_now(lambda conn: add_company(conn, "acme"))
    async with mailing_chat(database, service) as chat:
        yield House(database, company, chat)


async def asks_for_mail(page: Page, house: House) -> None:
    """Ask what goes to a person, and for the answer by mail."""
    await page.goto(f"{house.chat.url}/widget/acme")
    await expect(page.locator(".message.bot")).to_have_count(1)
    await say(page, "do you have unicorns")
    await page.get_by_role("button", name="Send me the answer by e-mail").click()
    await expect(page.get_by_text("for this conversation only")).to_be_visible()
    assert await complaints(page) == []
    await say(page, "anna@example.org")
    await expect(page.get_by_text("it also goes to anna@example.org")).to_be_visible()


async def goes_on(phone: Page, to_open: str) -> None:
    """Open the conversation by the link of a mail, and write in it."""
    await phone.goto(to_open)
    await phone.get_by_role("button", name="Open the conversation").click()
    await expect(phone.get_by_text(ANSWER)).to_be_visible()
    assert "/answers/" not in phone.url
    await phone.reload()
    await expect(phone.get_by_text(ANSWER)).to_be_visible()
    await phone.get_by_label("Your message").fill("Wonderful, thanks")
    await phone.keyboard.press("Enter")
    await expect(phone.get_by_text("Wonderful, thanks")).to_be_visible()


async def test_an_answer_that_nobody_read_comes_by_mail_and_goes_on_on_another_device(
    browser: Browser, house: House
) -> None:
    laptop = await browser.new_page(viewport={"width": 420, "height": 800}, reduced_motion="reduce")
    await asks_for_mail(laptop, house)
    await keep_screenshot(laptop, "answer-mail-chat")
    await laptop.close()
    house.recruiter_writes(ANSWER)
    await house.time_passes(minutes=2)
    assert house.mails == []
    await house.time_passes(minutes=1)
    (mail,) = house.mails
    assert house.chat.mails.recipients == ["anna@example.org"]
    assert "> do you have unicorns" in text_of(mail)
    assert ANSWER in text_of(mail)

    context = await browser.new_context(viewport=PHONE)
    phone = await context.new_page()
    problems: list[str] = []
    phone.on("pageerror", lambda error: problems.append(str(error)))
    to_open, to_end = house.links(mail)
    await goes_on(phone, to_open)
    await keep_screenshot(phone, "answer-mail-phone")

    await phone.goto(to_open)
    await expect(phone.get_by_role("heading")).to_have_text("This link has been used already")
    await phone.goto(to_end)
    await phone.get_by_role("button", name="End the conversation").click()
    await expect(phone.get_by_role("heading")).to_have_text("The conversation has ended")
    talk = house.talk()
    assert (talk.status, talk.owner) == ("resolved", "bot")
    assert house.database.read_now(lambda conn: answer_mails.of_conversation(conn, talk.company_id, talk.id)) is None
    assert problems == []
    await context.close()


async def test_an_answer_that_the_open_chat_has_shown_is_not_mailed(browser: Browser, house: House) -> None:
    page = await browser.new_page(viewport={"width": 420, "height": 800}, reduced_motion="reduce")
    await asks_for_mail(page, house)
    async with page.expect_event("websocket", predicate=lambda ws: "/socket" in ws.url) as joining:
        await page.reload()
    socket = await joining.value
    async with socket.expect_event("framesent", predicate=lambda frame: '"seen"' in str(frame)):
        house.recruiter_writes(ANSWER)
        await expect(page.get_by_text(ANSWER)).to_be_visible()
    await until(house.is_seen)
    await house.time_passes(minutes=5)
    assert house.mails == []
    await page.close()


@pytest.mark.parametrize("purpose", ["open", "end"])
async def test_axe_finds_nothing_on_the_pages_of_the_links(browser: Browser, house: House, purpose: str) -> None:
    page = await browser.new_page(viewport={"width": 320, "height": 568}, reduced_motion="reduce")
    await asks_for_mail(page, house)
    talk = house.talk()

    def keep(conn: Connection) -> None:
        now = datetime.now(UTC)
        answer_links.add(conn, talk.company_id, talk.id, purpose, hash_token("p" * 43), now)  # type: ignore[arg-type]

    house.database.write_now(keep)
    for path in ("p" * 43, "u" * 43):
        await page.goto(f"{house.chat.url}/answers/{path}")
        async for look in looks(page):
            assert await complaints(page, look) == [], (path, look)
    await page.close()
