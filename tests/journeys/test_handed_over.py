"""From "I need a person" to an answer that was mailed, read and thumbed: chat and desk are two processes."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any, cast

import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from bot.dialogue.policy import Thresholds
from bot.live import LiveModels
from bot.service import Service
from bot.texts import load_texts
from nlu.language.detector import LanguageDetector
from storage import Connection, Database
from storage.companies.companies import Company
from storage.database.token_hashes import hash_token
from storage.people import sessions, told_choices, users
from storage.people.told_choices import ToldChoice
from tests.bot.conftest import ScriptedDetector, ScriptedModels, add_company
from tests.browsing import IN_A_BROWSER, keep_screenshot
from tests.mailing_chat import MailingChat, mailing_chat, say
from tests.subscribing import text_of
from workers.outbox.delivery import OutboxDelivery
from workers.told.notices import InboxMail, NoticeSender
from workers.told.watch import InboxWatch

pytestmark = IN_A_BROWSER

ROOT = Path(__file__).parents[2]
QUESTION = "!contact_human May I bring my bees?"
ANSWER = "Yes: hall nine has a meadow."
NARROW: Any = {"viewport": {"width": 390, "height": 740}, "reduced_motion": "reduce"}
WIDE: Any = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce"}


@dataclass
class House:
    """The chat of one process, the desk of another, a mail server, and a clock for what waits."""

    chat: MailingChat
    desk: str
    waits: InboxWatch
    notices: OutboxDelivery[InboxMail]

    async def mailed(self, **later: float) -> EmailMessage:
        """Let time pass; return the one mail that goes out."""
        mails = self.chat.mails.mails
        before = len(mails)
        self.chat.clock.goes_on(**later)
        for each in (self.waits, self.notices, self.chat.watch, self.chat.delivery):
            await each.tick()
        (mail,) = mails[before:]
        return mail


@contextmanager
def desk_process(url: str) -> Iterator[str]:
    """Give the address of a desk that another process serves."""
    command = [sys.executable, "-m", "tests.journeys.desk_process", url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        try:
            yield f"http://127.0.0.1:{int(process.stdout.readline())}"
        finally:
            process.terminate()


def recruiters(conn: Connection, company: Company) -> None:
    """Add two recruiters, of whom Ada is told at once by mail; their sessions' tokens are their first names."""
    now = datetime.now(UTC)
    for name in ("Ada Lovelace", "Bob Byron"):
        token = name.split()[0]
        added = users.add(conn, company.id, f"{token.lower()}@acme.example", name, "recruiter", "unused", now)
        sessions.create(conn, added.id, hash_token(token), f"csrf-{token}", now, now + timedelta(days=1))
        if token == "Ada":
            told_choices.put(conn, company.id, added.id, ToldChoice("each"))


@pytest_asyncio.fixture(loop_scope="session")
async def house(postgresql_url: str) -> AsyncIterator[House]:
    models, detector = cast(LiveModels, ScriptedModels()), cast(LanguageDetector, ScriptedDetector())
    service = Service(models, detector, load_texts(), Thresholds(faq=0.5))
    with Database.open(postgresql_url) as database, desk_process(postgresql_url) as desk:
        database.write_now(lambda conn: recruiters(conn, add_company(conn, "acme")))
        async with mailing_chat(database, service) as chat:
            waits = InboxWatch(database, mails=True, now=chat.clock)
            notices = NoticeSender(chat.send, desk, chat.sender, chat.clock)
            yield House(chat, desk, waits, OutboxDelivery(database, notices, chat.clock))


async def asks_for_a_person(page: Page, house: House) -> None:
    await page.goto(f"{house.chat.url}/widget/acme")
    await expect(page.locator(".message.bot")).to_have_count(1)
    await say(page, QUESTION)
    await page.get_by_role("button", name="Send me the answer by e-mail").click()
    await say(page, "anna@example.org")
    await expect(page.get_by_text("it also goes to anna@example.org")).to_be_visible()


async def opens_the_desk(browser: Browser, house: House, address: str, recruiter: str = "Ada") -> Page:
    context = await browser.new_context(**WIDE)
    await context.add_cookies([{"name": "candor-desk", "value": recruiter, "url": house.desk}])
    page = await context.new_page()
    await page.goto(address)
    return page


async def types_until(field: Locator, told: Locator) -> None:
    """Type on until the other side is told: it is told every few seconds only."""
    async with asyncio.timeout(60):
        while not await told.is_visible():
            await field.press_sequentially("so ", delay=50)


async def test_a_question_is_handed_over_answered_by_mail_read_and_thumbed(browser: Browser, house: House) -> None:
    laptop = await browser.new_page(**NARROW)
    await asks_for_a_person(laptop, house)
    notice = await house.mailed()
    assert notice["To"] == "ada@acme.example"
    desk = await opens_the_desk(
        browser, house, re.findall(rf"{house.desk}/admin/conversations/\S+", text_of(notice))[0]
    )
    await expect(desk.locator("#badge")).to_have_text("1 waiting")
    await expect(desk.locator("#thread")).to_contain_text("May I bring my bees?")

    await types_until(laptop.get_by_label("Your message"), desk.get_by_text("The candidate is typing."))
    answer = desk.get_by_label("Write to the candidate")
    await types_until(answer, laptop.get_by_text("Ada is typing"))
    await answer.fill(ANSWER)
    await laptop.close()
    await desk.keyboard.press("Control+Enter")
    await expect(desk.locator("#thread")).to_contain_text(ANSWER)

    letter = await house.mailed(minutes=4)
    assert letter["To"] == "anna@example.org"
    assert f"> {QUESTION}" in text_of(letter)
    assert ANSWER in text_of(letter)
    await expect(desk.locator("#state")).to_contain_text("Not read yet")
    phone = await (await browser.new_context(**NARROW)).new_page()
    await phone.goto(re.findall(r"http://\S+/answers/\S+", text_of(letter))[0])
    await phone.get_by_role("button", name="Open the conversation").click()
    await expect(phone.get_by_text(ANSWER)).to_be_visible()
    await expect(desk.locator("#state")).to_contain_text("Read by the candidate")
    await phone.get_by_role("button", name="My question was answered").click()
    await expect(desk.locator("#thread .satisfied")).to_be_visible()
    await expect(desk.locator("#state")).to_contain_text("Read by the candidate")
    await expect(desk.get_by_text(ANSWER)).to_have_count(1)
    await keep_screenshot(desk, "handed-over-desk")
    await keep_screenshot(phone, "handed-over-phone")


async def test_two_recruiters_answer_two_candidates_at_once_and_each_reads_their_own(
    browser: Browser, house: House
) -> None:
    bees, dogs = [await browser.new_page(**NARROW) for _ in range(2)]
    adas, bobs = [
        await opens_the_desk(browser, house, f"{house.desk}/admin/conversations", who) for who in ("Ada", "Bob")
    ]
    for page, animal in ((bees, "bees"), (dogs, "dogs")):
        await page.goto(f"{house.chat.url}/widget/acme")
        await say(page, f"!contact_human May I bring my {animal}?")
    for desk, animal in ((adas, "bees"), (bobs, "dogs")):
        await expect(desk.locator("#badge")).to_have_text("2 waiting")
        await desk.locator("#list a[data-talk]", has_text=animal).click()
        await expect(desk.locator("#thread")).to_contain_text(f"May I bring my {animal}?")
    await types_until(adas.get_by_label("Write to the candidate"), bees.get_by_text("Ada is typing"))
    await types_until(bobs.get_by_label("Write to the candidate"), dogs.get_by_text("Bob is typing"))
    for desk, text in ((adas, "Bees: yes."), (bobs, "Dogs: no.")):
        await desk.get_by_label("Write to the candidate").fill(text)
    await asyncio.gather(*(desk.keyboard.press("Control+Enter") for desk in (adas, bobs)))
    for page, name, text, other in ((bees, "Ada", "Bees: yes.", "Dogs: no."), (dogs, "Bob", "Dogs: no.", "Bees: yes.")):
        await expect(page.get_by_role("log")).to_contain_text(text)
        await expect(page.get_by_role("log")).to_contain_text(f"{name} has joined")
        await expect(page.get_by_role("log")).not_to_contain_text(other)
        await expect(page.locator(".who p")).to_have_text(f"{name} of the recruiting team answers here")
    for desk in (adas, bobs):
        await expect(desk.locator("#badge")).to_be_hidden()
        await expect(desk.locator("#state")).to_contain_text("Read by the candidate")
