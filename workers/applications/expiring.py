"""Forgetting applications that may be kept no longer; whoever sent one that did not arrive is told."""

from __future__ import annotations

import structlog

from storage import Connection
from storage.applications import applications
from storage.applications.applications import Application
from storage.companies import companies
from storage.conversations import conversations, messages
from storage.conversations.messages import NewMessage
from storage.database.database import Database
from storage.openings import openings
from texts import Texts
from workers.ticks import Now, utc_now

log = structlog.get_logger()


class ApplicationsExpiring:
    """Deletes what nobody finished, and what could not be delivered in time."""

    def __init__(self, database: Database, texts: Texts, now: Now = utc_now) -> None:
        self._database = database
        self._texts = texts
        self._now = now

    async def tick(self) -> None:
        """Forget what is over its time."""
        for gone in await self._database.write(self._expire):
            log.warning("application_expired", application=gone.id, company=gone.company_id, step=gone.step)

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
