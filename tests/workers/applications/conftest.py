"""A house that delivers applications, the other side of it, and somebody who applies."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from email.message import EmailMessage

import pytest

from bot.texts import load_texts
from storage import Connection
from storage.applications import applications
from storage.applications.applications import Application, ApplySetting
from storage.companies.companies import Company
from storage.conversations import conversations, messages
from storage.database.database import Database
from storage.openings import opening_feeds, opening_import, openings
from storage.openings.openings import OpeningContent
from tests.clock import START, Clock
from workers.applications.expiring import ApplicationsExpiring
from workers.applications.sender import ApplicationSender, Ways
from workers.outbox.delivery import OutboxDelivery

WEBHOOK = ApplySetting("", "https://ats.example/in", "s3cret", 14, "https://acme.example/privacy")
MAIL = ApplySetting("", "jobs@acme.example", None, 14, "https://acme.example/privacy")
PDF = b"%PDF-1.7"


class Killed(BaseException):
    """Ends a process wherever it is."""


@dataclass
class Receiver:
    """The other side: keeps what it gets, and refuses what it is told to."""

    posted: list[tuple[str, bytes, dict[str, str]]] = field(default_factory=list)
    mails: list[tuple[EmailMessage, str]] = field(default_factory=list)
    refuses: list[BaseException] = field(default_factory=list)

    async def post(self, url: str, body: bytes, headers: dict[str, str]) -> None:
        self._refuse()
        self.posted.append((url, body, headers))

    async def mail(self, message: EmailMessage, recipient: str) -> None:
        self._refuse()
        self.mails.append((message, recipient))

    def _refuse(self) -> None:
        if self.refuses:
            raise self.refuses.pop(0)


@pytest.fixture
def there() -> Receiver:
    return Receiver()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@dataclass
class House:
    """What delivers applications and forgets them."""

    ticks: tuple[Callable[[], Awaitable[None]], ...]

    async def tick(self) -> None:
        for tick in self.ticks:
            await tick()


def delivery(database: Database, there: Receiver, clock: Clock) -> House:
    sender = ApplicationSender(Ways(there.post, there.mail, "bot@candor.example"))
    return House(
        (OutboxDelivery(database, sender, clock).tick, ApplicationsExpiring(database, load_texts(), clock).tick)
    )


def apply(
    database: Database,
    company: Company,
    wanted: ApplySetting = WEBHOOK,
    *,
    title: str = "Cook",
    sent: bool = True,
    email: str = "Anna@example.org",
    file: str = "cv.pdf",
) -> Application:
    """Let somebody apply; with `sent` False they never finish it."""

    def work(conn: Connection) -> Application:
        applications.put_setting(conn, company.id, wanted)
        feed = opening_feeds.add(conn, company.id, format="csv", url="file:a", now=START, fetched=False)
        opening_import.apply(conn, company.id, feed.id, [OpeningContent("c1", title)], START)
        (opening,) = openings.of_company(conn, company.id)
        talk = conversations.create(conn, company.id, public_id="t", token_hash="t", language="en", now=START)
        made = applications.begin(conn, company.id, talk.id, opening.id, "en", START)
        applications.keep(conn, made.named("Anna Lopez").reached_at(email), START)
        applications.give_file(conn, made, file, "application/pdf", PDF, START)
        if sent:
            applications.send(conn, applications.get(conn, company.id, made.id), wanted.keep_days, START)
        return applications.get(conn, company.id, made.id)

    return database.write_now(work)


def left(database: Database, company: Company, made: Application) -> bool:
    def look(conn: Connection) -> bool:
        return applications.content(conn, company.id, made.id) is not None

    return database.read_now(look)


def told(database: Database, company: Company, made: Application) -> list[str]:
    found = database.read_now(lambda conn: messages.after(conn, company.id, made.conversation_id, 0))
    return [message.text for message in found]
