"""On Monday morning whoever wants it gets the week's report: figures, what waits, what the retrains changed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import timedelta
from email.message import EmailMessage

import pytest

from storage import Connection
from storage.companies import companies
from storage.companies.companies import Company, CompanyProfile
from storage.companies.office_hours import hours_of
from storage.database.database import Database
from storage.models import models
from storage.outbox import outbox
from storage.people import told_choices, users
from storage.people.told_choices import ToldChoice
from storage.people.users import User
from tests.clock import START
from tests.subscribing import text_of
from tests.workers.outbox.mail_server import MailServer, mail_server
from tests.workers.told.telling import Inbox
from workers.mail.settings import MailSettings
from workers.outbox import smtp
from workers.outbox.delivery import OutboxDelivery
from workers.told.report import ReportSender
from workers.told.weekly import WeeklyReports

WANTED = ToldChoice(weekly=True)


@pytest.fixture
async def server() -> AsyncIterator[MailServer]:
    async with mail_server() as serving:
        yield serving


@dataclass
class House(Inbox):
    """A company's people, and what reports to them."""

    server: MailServer = field(default_factory=MailServer)

    def person(self, name: str, choice: ToldChoice = WANTED) -> User:
        def add(conn: Connection) -> User:
            added = users.add(conn, self.company.id, f"{name}@demo.example", name, "recruiter", "x", START)
            told_choices.put(conn, self.company.id, added.id, choice)
            return added

        return self.database.write_now(add)

    async def tick(self, **later: float) -> list[str]:
        """Let time pass, look and mail; return to whom, by name."""
        self.clock.goes_on(**later)
        before = len(self.server.mails)
        await WeeklyReports(self.database, self.clock).tick()
        sender = ReportSender(self._send, "https://desk.example", "bot@desk.example", self.clock)
        await OutboxDelivery(self.database, sender, self.clock).tick()
        return sorted(mail["To"].partition("@")[0] for mail in self.server.mails[before:])

    async def _send(self, mail: EmailMessage, address: str) -> None:
        given = MailSettings(smtp_host="127.0.0.1", smtp_port=self.server.port, smtp_starttls=False)
        await smtp.deliver(given, mail, [address])


@pytest.fixture
def house(database: Database, company: Company, server: MailServer) -> House:
    return House(database, company, server=server)


@pytest.mark.both_databases
async def test_who_wants_it_gets_one_report_a_week_in_their_language(house: House) -> None:
    house.person("anna")
    house.person("bernd", ToldChoice(weekly=True, language="de"))
    house.person("nobody", ToldChoice("each"))
    assert await house.tick(hours=19) == []  # Monday, 7:00
    assert await house.tick(hours=1) == ["anna", "bernd"]
    assert await house.tick(minutes=1) == []
    assert await house.tick(days=7) == ["anna", "bernd"]
    english, german = sorted(house.server.mails[:2], key=lambda mail: str(mail["To"]))
    assert english["Subject"] == "Demo: your bot's week, 23 Feb 2026 to 1 Mar 2026"
    assert "Was die Trainings geändert haben" in text_of(german)
    html = german.get_body(("html",))
    assert html is not None
    assert "https://desk.example/admin/told" in html.get_content()


async def test_the_morning_is_that_of_the_companys_clock(house: House) -> None:
    house.person("anna")
    hours = hours_of({"zone": "Asia/Shanghai", "week": ["9:00-18:00"] * 5 + ["", ""]})
    profile = CompanyProfile(house.company.key, "Demo", office_hours=hours)
    house.now(lambda conn: companies.change(conn, house.company.id, profile))
    assert await house.tick(hours=11) == []  # Sunday, 23:00 in London; Monday, 7:00 in Shanghai
    assert await house.tick(hours=1) == ["anna"]


async def test_a_server_that_did_not_run_sends_it_until_tuesday_night(house: House) -> None:
    house.person("anna")
    assert await house.tick(days=2, hours=11) == ["anna"]
    house.person("bob")
    assert await house.tick(hours=1) == []


async def test_a_report_says_what_waits_and_what_was_retrained(house: House) -> None:
    house.person("anna")
    house.waits()

    def train(conn: Connection) -> None:
        new = models.add_candidate(
            conn, house.company.id, language="en", file="f", sha256="0" * 64, fingerprint="x",
            dataset_revision=1, recipe={}, now=START - timedelta(days=1),
        )  # fmt: skip
        models.record_gate(conn, house.company.id, new.id, None, "promoted", [], START)
        models.promote(conn, house.company.id, new.id, START)

    house.now(train)
    await house.tick(hours=21)
    said = text_of(house.server.mails[0])
    assert "https://desk.example/admin/conversations" in said
    assert "- v1 (English):" in said
    assert "https://desk.example/admin/models/1/changes" in said
    assert "orangutan" not in said


async def test_who_wants_no_more_gets_none(house: House) -> None:
    anna, bob = house.person("anna"), house.person("bob")
    house.clock.goes_on(hours=21)
    await WeeklyReports(house.database, house.clock).tick()
    house.now(lambda conn: users.disable(conn, house.company.id, anna.id))
    house.now(lambda conn: told_choices.put(conn, house.company.id, bob.id, ToldChoice()))
    assert await house.tick() == []
    entries = house.database.read_now(lambda conn: outbox.of_kind(conn, house.company.id, "report"))
    assert [each.outcome for each in entries] == ["dropped", "dropped"]
