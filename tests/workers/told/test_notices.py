"""A company's people are told by mail as they chose: at once or in one digest, never in quiet hours but of danger."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from email.message import EmailMessage
from typing import Any

import pytest

from storage import Connection
from storage.companies import companies
from storage.companies.companies import Company, CompanyProfile
from storage.companies.office_hours import hours_of
from storage.conversations import conversations, waits
from storage.database.database import Database
from storage.outbox import outbox
from storage.outbox.outbox import Entry
from storage.people import audit, told_choices, users
from storage.people.told_choices import ToldChoice
from storage.people.users import Role, User
from tests.clock import START
from tests.subscribing import text_of
from tests.workers.outbox.mail_server import MailServer, mail_server
from tests.workers.told.telling import Inbox
from workers.mail.settings import MailSettings
from workers.outbox import smtp
from workers.outbox.delivery import OutboxDelivery
from workers.told.notices import NoticeSender
from workers.told.watch import InboxWatch

EACH = ToldChoice("each")


@pytest.fixture
async def server() -> AsyncIterator[MailServer]:
    async with mail_server() as serving:
        yield serving


@dataclass
class House(Inbox):
    """A company's people, and what watches its inbox and mails them."""

    server: MailServer = field(default_factory=MailServer)

    def person(self, name: str, choice: ToldChoice | None = EACH, role: Role = "recruiter") -> User:
        def add(conn: Connection) -> User:
            added = users.add(conn, self.company.id, f"{name}@demo.example", name, role, "x", START)
            if choice is not None:
                told_choices.put(conn, self.company.id, added.id, choice)
            return added

        return self.database.write_now(add)

    def promises(self, **profile: Any) -> None:
        wanted = CompanyProfile(self.company.key, "Demo", **profile)
        self.now(lambda conn: companies.change(conn, self.company.id, wanted))

    def gives(self, talk: int, person: User) -> None:
        self.now(lambda conn: conversations.assign(conn, self.company.id, talk, person.id, self.clock.now))

    async def _send(self, mail: EmailMessage, address: str) -> None:
        given = MailSettings(smtp_host="127.0.0.1", smtp_port=self.server.port, smtp_starttls=False)
        await smtp.deliver(given, mail, [address])

    async def tick(self, **later: float) -> list[str]:
        """Let time pass, look and mail; return to whom, by name."""
        self.clock.goes_on(**later)
        before = len(self.server.mails)
        await InboxWatch(self.database, mails=True, now=self.clock).tick()
        sender = NoticeSender(self._send, "https://desk.example", "bot@desk.example", self.clock)
        await OutboxDelivery(self.database, sender, self.clock).tick()
        return sorted(mail["To"].partition("@")[0] for mail in self.server.mails[before:])

    @property
    def log(self) -> list[Entry]:
        return self.database.read_now(lambda conn: outbox.of_kind(conn, self.company.id, "notice"))


@pytest.fixture
def house(database: Database, company: Company, server: MailServer) -> House:
    return House(database, company, server=server)


@pytest.mark.both_databases
async def test_each_is_told_as_they_chose_and_in_their_language(house: House) -> None:
    house.promises(answer_hours=1)
    house.person("anna")
    house.person("bernd", ToldChoice("each", ("overdue",), language="de"))
    house.person("nobody", ToldChoice("none"))
    house.person("unasked", None)
    talk = house.waits()
    assert await house.tick() == ["anna"]
    assert await house.tick(minutes=61) == ["anna", "bernd"]
    assert await house.tick(minutes=1) == []
    english, german = house.server.mails[0], next(m for m in house.server.mails if m["To"].startswith("bernd"))
    assert english["Subject"] == "Demo: a candidate is waiting for a person."
    assert german["Subject"].strip() == "Demo: Jemand wartet seit 1 Std. auf eine Antwort, und das ist zu lange."
    assert f"https://desk.example/admin/conversations/{talk}" in text_of(german)
    assert "https://desk.example/admin/told" in text_of(german)
    assert "orangutan" not in str(house.server.mails)


async def test_what_somebody_looks_after_is_told_to_them_and_danger_to_all(house: House) -> None:
    anna = house.person("anna")
    house.person("bob")
    house.person("daily", ToldChoice("daily", quiet=(0, 23 * 60 + 59)))
    house.gives(house.waits(name="hers"), anna)
    assert await house.tick() == ["anna"]
    house.waits(urgent=True, name="danger")
    assert await house.tick() == ["anna", "bob", "daily"]


async def test_who_may_not_log_in_any_more_gets_nothing(house: House) -> None:
    anna, bob = house.person("anna"), house.person("bob")
    house.now(lambda conn: users.disable(conn, house.company.id, anna.id))
    house.waits(urgent=True)
    await InboxWatch(house.database, mails=True, now=house.clock).tick()
    house.now(lambda conn: users.disable(conn, house.company.id, bob.id))
    assert await house.tick() == []
    assert [each.outcome for each in house.log] == ["dropped"]


async def test_what_is_answered_before_the_mail_goes_out_is_not_told(house: House) -> None:
    house.person("anna")
    talk = house.waits()
    await InboxWatch(house.database, mails=True, now=house.clock).tick()
    house.answers(talk)
    assert await house.tick() == []
    assert [each.outcome for each in house.log] == ["dropped"]


async def test_in_quiet_hours_all_is_kept_for_one_digest_but_danger(house: House) -> None:
    house.clock.now = datetime(2026, 3, 1, 22, tzinfo=UTC)
    house.person("anna", ToldChoice("each", quiet=(22 * 60, 7 * 60), zone="Europe/Berlin"))
    for name in "abc":
        house.waits(name=name)
    assert await house.tick() == []
    house.waits(name="danger", urgent=True)
    assert await house.tick(minutes=1) == ["anna"]
    assert await house.tick(hours=7) == []
    assert await house.tick(hours=1) == ["anna"]
    digest = house.server.mails[-1]
    assert digest["Subject"] == "Demo: 4 candidates are waiting for a person"
    assert "- Possible danger! Conversation 4, English, for 8 h." in text_of(digest)
    assert text_of(digest).index("Conversation 4") < text_of(digest).index("Conversation 1,")


@pytest.mark.parametrize(("way", "hours"), [("hourly", 1), ("daily", 24)])
async def test_a_digest_comes_once_in_its_time_while_somebody_waits(house: House, way: Any, hours: int) -> None:
    house.person("anna", ToldChoice(way))
    assert await house.tick() == []
    talk = house.waits()
    house.waits(name="another")
    assert await house.tick(minutes=1) == ["anna"]
    assert await house.tick(minutes=10) == []
    house.answers(talk)
    assert await house.tick(hours=hours) == ["anna"]
    assert house.server.mails[-1]["Subject"] == "Demo: 1 candidate is waiting for a person"


async def test_a_digest_is_short_however_many_wait(house: House) -> None:
    house.person("anna", ToldChoice("hourly"))
    for number in range(25):
        house.waits(name=str(number))
    assert await house.tick() == ["anna"]
    assert (
        text_of(house.server.mails[0]).count("- Conversation"),
        "And 5 more." in text_of(house.server.mails[0]),
    ) == (
        20,
        True,
    )


async def test_where_nobody_answers_the_conversation_goes_to_the_next_person(house: House) -> None:
    house.promises(escalate_hours=2)
    asked = ToldChoice("each", ("escalated",))
    anna, ben = house.person("anna", asked), house.person("ben", asked)
    house.person("unasked", None)
    talk = house.waits()
    house.gives(talk, anna)
    await house.tick()
    assert await house.tick(minutes=121) == ["ben"]
    assert await house.tick(hours=2) == []
    now = house.database.read_now(lambda conn: conversations.get(conn, house.company.id, talk))
    assert now.assignee_id == ben.id
    assert "nobody has answered a candidate for 2 h" in house.server.mails[-1]["Subject"]
    (noted,) = house.database.read_now(lambda conn: audit.recent(conn, house.company.id))
    assert (noted.actor, noted.action) == ("candor", "conversation_escalated")


async def test_only_office_hours_count_until_it_is_somebody_elses(house: House) -> None:
    week = ["9:00-17:00"] * 7
    house.promises(escalate_hours=2, office_hours=hours_of({"zone": "UTC", "week": week}))
    house.clock.now = datetime(2026, 3, 1, 16, tzinfo=UTC)
    house.person("anna", ToldChoice("each", ("escalated",)))
    house.waits()
    assert await house.tick(hours=15) == []
    assert await house.tick(hours=3, minutes=1) == ["anna"]


async def test_the_end_of_a_wait_is_measured_in_office_hours(house: House) -> None:
    week = ["9:00-17:00"] * 7
    house.promises(answer_hours=4, office_hours=hours_of({"zone": "UTC", "week": week}))
    house.clock.now = datetime(2026, 3, 1, 16, tzinfo=UTC)
    soon, late = house.waits(name="soon"), house.waits(name="late")
    await house.tick()
    house.clock.goes_on(hours=20)
    house.answers(soon)
    await house.tick(hours=1)
    house.answers(late)
    await house.tick()
    measured = house.database.read_now(lambda conn: [waits.get(conn, house.company.id, n) for n in (1, 2)])
    assert [(each.worked, each.late) for each in measured if each] == [(4 * 3600, False), (5 * 3600, True)]


async def test_two_processes_tell_each_once(house: House) -> None:
    house.person("anna")
    house.person("ben", ToldChoice("hourly"))
    house.waits()
    other = replace(house)
    await asyncio.gather(house.tick(), other.tick())
    assert sorted(each["To"] for each in house.server.mails) == ["anna@demo.example", "ben@demo.example"]


async def test_a_server_that_does_not_take_it_gets_it_again_under_the_same_name(house: House) -> None:
    house.person("anna")
    house.server.first_answers["DATA"] = ["451 later"]
    house.waits()
    await house.tick()
    assert [each.outcome for each in house.log] == ["waiting"]
    assert await house.tick(minutes=1) == ["anna"]
    (first, second) = (content.lower().split(b"message-id: ")[1].split(b"\r\n")[0] for content in house.server.contents)
    assert first == second
    assert re.fullmatch(rb"<notice-[a-z0-9-]+@desk\.example>", first), "a mail program knows it again"


async def test_a_company_name_with_markup_and_line_breaks_stays_one_line_of_text(house: House) -> None:
    name = "<b>A</b>\r\nBcc: x@y.example\u202e"
    profile = CompanyProfile(house.company.key, name)
    house.now(lambda conn: companies.change(conn, house.company.id, profile))
    house.person("anna")
    house.waits()
    await house.tick()
    (mail,) = house.server.mails
    assert (mail["Subject"], mail["Bcc"]) == (
        "<b>A</b> Bcc: x@y.example: a candidate is waiting for a person.",
        None,
    )
    assert mail.get_content_type() == "text/plain"


async def test_nobody_is_told_by_mail_where_none_is_sent(house: House) -> None:
    house.person("anna")
    house.waits()
    await InboxWatch(house.database, now=house.clock).tick()
    assert house.log == []
