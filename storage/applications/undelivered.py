"""Applications that candidates let go and that their company does not have yet."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, select, update

from storage.tables.application import application
from storage.tables.opening import opening
from storage.tables.outbox import outbox


@dataclass(frozen=True, slots=True)
class Undelivered:
    """An application on its way to an opening called `title`; `failure` is why the last attempt failed, None: none did.

    It is deleted at `expires`. `next_try` is None where nothing will be tried any more.
    """

    conversation_id: int
    title: str
    sent: datetime
    expires: datetime
    attempts: int
    next_try: datetime | None
    failure: str | None


def of_company(conn: Connection, company_id: int, conversation_id: int | None = None) -> list[Undelivered]:
    """Return what is on its way to the company, the oldest first; with a conversation what was sent in that one."""
    its = [application.c.company_id == company_id, application.c.step == "sent", outbox.c.outcome != "sent"]
    if conversation_id is not None:
        its.append(application.c.conversation_id == conversation_id)
    columns = (application.c.conversation_id, opening.c.title, application.c.sent, application.c.expires)
    tried = (outbox.c.attempts, outbox.c.next_try, outbox.c.error)
    of_it = (outbox.c.application_id == application.c.id) & (outbox.c.company_id == application.c.company_id)
    about = (opening.c.id == application.c.opening_id) & (opening.c.company_id == application.c.company_id)
    query = select(*columns, *tried).select_from(application).join(outbox, of_it).join(opening, about)
    return [Undelivered(*row) for row in conn.execute(query.where(*its).order_by(application.c.sent))]


def try_now(conn: Connection, company_id: int, now: datetime) -> int:
    """Let all that is on its way to the company be tried at once; return how much that is."""
    its = (outbox.c.company_id == company_id, outbox.c.kind == "application", outbox.c.outcome != "sent")
    again = {"outcome": "waiting", "next_try": now, "finished": None}
    return conn.execute(update(outbox).where(*its).values(again)).rowcount
