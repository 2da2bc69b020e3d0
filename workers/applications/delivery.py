"""Delivering applications to the companies, and forgetting them: right after, or when they may be kept no longer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from functools import partial
from typing import Final

import structlog

from bot.applications.offers import is_webhook
from storage import Connection, applications, companies, conversations, messages, openings
from storage.applications import Application
from storage.database import Database
from storage.messages import NewMessage
from texts import Texts
from workers.alerts.delivery import next_try
from workers.applications.letters import Letter, json_of, mail_of
from workers.applications.settings import ApplicationsSettings
from workers.applications.webhook import NotPosted, post
from workers.mail import smtp
from workers.mail.settings import MailSettings
from workers.mail.smtp import NotTaken

log = structlog.get_logger()

LEASE: Final = timedelta(minutes=15)
"""So long an application belongs to the process that is delivering it."""

LATER: Final = timedelta(hours=12)
"""So often one is tried once the usual attempts are over, until it may be kept no longer."""

SECONDS: Final = 5.0

SendMail = Callable[[EmailMessage, str], Awaitable[None]]
"""Hands a mail for one address to the mail server; raises NotTaken."""

Post = Callable[[str, bytes, dict[str, str]], Awaitable[None]]
"""Posts a body with these headers; raises NotPosted."""


@dataclass(frozen=True, slots=True)
class Ways:
    """How applications leave the house; without a mail server there is no `mail`."""

    post: Post
    mail: SendMail | None = None
    sender: str = "candor@localhost"


class ApplicationDelivery:
    """Delivers what is due, at least once, and deletes it.

    A process that dies after the company took an application and before it was deleted makes the next one deliver it
    again, under the same key.
    """

    def __init__(
        self, database: Database, texts: Texts, ways: Ways, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._database = database
        self._texts = texts
        self._ways = ways
        self._now = now

    async def tick(self) -> None:
        """Deliver all that is due, then forget what may not be kept any longer."""
        while (letter := await self._database.write(self._take)) is not None:
            await self._deliver(letter)
        for gone in await self._database.write(self._expire):
            log.warning("application_expired", application=gone.id, company=gone.company_id, step=gone.step)

    def _take(self, conn: Connection) -> Letter | None:
        due = applications.take_due(conn, self._now(), self._now() + LEASE)
        if due is None:
            return None
        company = companies.by_id(conn, due.company_id)
        assert company is not None, "an application is made to a company"
        wanted = applications.setting(conn, due.company_id)
        content = applications.content(conn, due.company_id, due.id)
        return Letter(due, company, openings.get(conn, due.company_id, due.opening_id), wanted, content)

    async def _deliver(self, letter: Letter) -> None:
        try:
            await self._send(letter)
        except (NotTaken, NotPosted) as error:
            await self._database.write(partial(self._note, due=letter.application, error=error))
        except Exception as error:  # whatever is wrong with one application, the others go out
            log.exception("application_not_written", application=letter.application.id)
            await self._database.write(partial(self._note, due=letter.application, error=error))
        else:
            await self._database.write(lambda conn: applications.forget(conn, letter.application))
            log.info("application_delivered", application=letter.application.id, company=letter.company.id)

    async def _send(self, letter: Letter) -> None:
        to = letter.wanted.deliver_to
        if to is not None and is_webhook(to):
            body, headers = json_of(letter)
            await self._ways.post(to, body, headers)
        elif to is not None and self._ways.mail is not None:
            await self._ways.mail(mail_of(letter, self._ways.sender), to)
        else:
            raise NotTaken("the company takes no applications here any more, or there is no mail server")

    def _note(self, conn: Connection, *, due: Application, error: Exception) -> None:
        again = next_try(due.attempts, self._now()) or self._now() + LATER
        why = type(error).__name__ if not isinstance(error, NotTaken | NotPosted) else str(error)
        log.warning("application_not_taken", application=due.id, company=due.company_id, reason=why, next_try=again)
        applications.mark_failed(conn, due, why, again)

    def _expire(self, conn: Connection) -> list[Application]:
        gone = applications.expired(conn, self._now())
        for each in gone:
            if each.step == "sent":
                self._tell(conn, each)
            applications.forget(conn, each)
        return gone

    def _tell(self, conn: Connection, gone: Application) -> None:
        """Say in the conversation that the application did not arrive, and put it before a recruiter."""
        company = companies.by_id(conn, gone.company_id)
        assert company is not None, "an application is made to a company"
        title = openings.get(conn, gone.company_id, gone.opening_id).content.title
        words = {"title": title, "company": company.name, "email": company.contact_email}
        text = self._texts.get(gone.language, "apply.undelivered", **words)
        now = self._now()
        messages.append(conn, gone.company_id, gone.conversation_id, NewMessage("outgoing", "bot", text), now)
        conversations.set_status(conn, gone.company_id, gone.conversation_id, "waiting", now)


def application_ticks(
    settings: ApplicationsSettings, mail_settings: MailSettings, database: Database, texts: Texts
) -> list[tuple[float, Callable[[], Awaitable[None]]]]:
    """Return what delivers applications, and how often (in seconds)."""

    async def send(message: EmailMessage, recipient: str) -> None:
        await smtp.deliver(mail_settings, message, [recipient])

    posting = partial(post, timeout_seconds=settings.timeout_seconds)
    mail = send if mail_settings.smtp_host is not None else None
    return [(SECONDS, ApplicationDelivery(database, texts, Ways(posting, mail, mail_settings.sender)).tick)]
