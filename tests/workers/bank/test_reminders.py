"""Whom an answer belongs to gets a mail before it ends and when it is given no more: one each, in their language."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import date, timedelta
from email.message import EmailMessage

import pytest

from storage.answers import answers
from storage.answers.answers import Answer
from storage.companies.companies import Company
from storage.database.database import Database
from storage.dataset import dataset
from storage.people import told_choices, users
from storage.people.told_choices import ToldChoice
from storage.people.users import User
from tests.clock import START, Clock
from tests.subscribing import text_of
from tests.workers.outbox.mail_server import MailServer, mail_server
from workers.bank.reminders import ReminderSender, ReminderWatch
from workers.mail.settings import MailSettings
from workers.outbox import smtp
from workers.outbox.delivery import OutboxDelivery
from workers.told.notices import NoticeSender

TODAY = START.date()


@pytest.fixture
async def server() -> AsyncIterator[MailServer]:
    async with mail_server() as serving:
        yield serving


@dataclass
class House:
    """A company with an owner of answers, and what reminds them."""

    database: Database
    company: Company
    anna: User
    server: MailServer
    clock: Clock

    def says(self, until: date | None, *languages: str, owner: str = "anna@demo.example") -> None:
        for language in languages or ("en",):
            self._put(Answer("pay", language, "We pay.", valid_until=until, owner=owner))

    def _put(self, new: Answer) -> None:
        self.database.write_now(lambda conn: answers.put(conn, self.company.id, new, START))

    async def _send(self, mail: EmailMessage, address: str) -> None:
        given = MailSettings(smtp_host="127.0.0.1", smtp_port=self.server.port, smtp_starttls=False)
        await smtp.deliver(given, mail, [address])

    async def tick(self, **later: float) -> list[str]:
        """Let time pass, look and mail; return the subjects."""
        self.clock.goes_on(**later)
        before = len(self.server.mails)
        await ReminderWatch(self.database, self.clock).tick()
        notices = NoticeSender(self._send, "https://desk.example", "bot@desk.example", self.clock)
        await OutboxDelivery(self.database, ReminderSender(notices, "https://desk.example"), self.clock).tick()
        return [str(mail["Subject"]) for mail in self.server.mails[before:]]


@pytest.fixture
def house(database: Database, company: Company, server: MailServer) -> House:
    database.write_now(lambda conn: dataset.add_category(conn, company.id, "pay", START))
    anna = database.write_now(
        lambda conn: users.add(conn, company.id, "anna@demo.example", "Anna", "recruiter", "x", START)
    )
    return House(database, company, anna, server, Clock())


@pytest.mark.both_databases
async def test_the_owner_is_told_once_a_week_before_and_once_when_it_is_over(house: House) -> None:
    house.says(TODAY + timedelta(days=8), "en", "de")
    name, ends = house.company.name, TODAY + timedelta(days=8)
    day = f"{ends.day} {ends:%b %Y}"
    assert await house.tick() == []
    assert await house.tick(days=1) == [f"{name}: the answer “pay” ends on {day}"]
    mail = house.server.mails[-1]
    assert mail["To"] == "anna@demo.example"
    assert "In: German, English." in text_of(mail)
    assert "https://desk.example/admin/dataset/answers/" in text_of(mail)
    assert await house.tick(days=7) == []
    assert await house.tick(days=1) == [f"{name}: the answer “pay” ended on {day} and is given no more"]
    assert await house.tick(days=1) == []


async def test_the_mail_is_in_the_language_that_its_reader_chose(house: House) -> None:
    house.database.write_now(
        lambda conn: told_choices.put(conn, house.company.id, house.anna.id, ToldChoice("none", language="de"))
    )
    house.says(TODAY)
    assert await house.tick() == [f"{house.company.name}: Die Antwort „pay“ endet am {TODAY:%d.%m.%Y}"]


async def test_nobody_is_told_of_answers_that_end_never_or_ended_long_ago_or_are_nobodys(house: House) -> None:
    for until, owner in ((None, "anna@demo.example"), (TODAY - timedelta(days=8), "anna@demo.example"), (TODAY, "")):
        house.says(until, owner=owner)
        assert await house.tick() == []
    house.says(TODAY)
    house.database.write_now(lambda conn: users.disable(conn, house.company.id, house.anna.id))
    assert await house.tick() == []


async def test_nothing_is_said_of_an_answer_that_ends_later_by_the_time_it_goes_out(house: House) -> None:
    house.says(TODAY)
    await ReminderWatch(house.database, house.clock).tick()
    house.says(TODAY + timedelta(days=30))
    assert await house.tick() == []
