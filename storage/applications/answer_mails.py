"""Answers by mail: the address that a candidate gave for one conversation, and what of it is due."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, ScalarSelect, delete, func, insert, or_, select, update

from storage.conversations.blanking import blank
from storage.conversations.mailboxes import email_key, in_mailbox
from storage.outbox import outbox
from storage.outbox.outbox import NewEntry
from storage.tables.answer import answer_link
from storage.tables.answer import answer_mail as table
from storage.tables.conversation import message
from storage.tables.outbox import outbox as outbox_table
from storage.tables.receipt import receipt

KEPT_FOR: Final = timedelta(days=30)
"""So long an address is kept after it was given."""


@dataclass(frozen=True, slots=True)
class AnswerMail:
    """Where a conversation's answers go: asked for by the message `asked_seq`, about the question `question_seq`.

    What people wrote up to `mailed_seq` needs no mail any more.
    """

    company_id: int
    conversation_id: int
    email: str
    question_seq: int
    asked_seq: int
    mailed_seq: int
    asked: datetime


@dataclass(frozen=True, slots=True)
class Unread:
    """What a person wrote, from message `first` to `last`, that the candidate has not seen in time."""

    mail: AnswerMail
    first: int
    last: int


_COLUMNS = [table.c[name] for name in AnswerMail.__slots__]


def ask(
    conn: Connection,
    company_id: int,
    conversation_id: int,
    email: str,
    question_seq: int,
    asked_seq: int,
    now: datetime,
) -> None:
    """Keep the address that the conversation's next answers go to, in place of the one before."""
    its = (table.c.company_id == company_id, table.c.conversation_id == conversation_id)
    conn.execute(delete(table).where(*its))
    values = {"company_id": company_id, "conversation_id": conversation_id, "email": email, "asked": now}
    values |= {"email_key": email_key(email), "question_seq": question_seq, "asked_seq": asked_seq}
    conn.execute(insert(table).values(values | {"mailed_seq": asked_seq}))


def ask_about(conn: Connection, company_id: int, conversation_id: int, question_seq: int) -> bool:
    """Note that another question of the conversation waits; False where no address was given for its answers."""
    its = (table.c.company_id == company_id, table.c.conversation_id == conversation_id)
    return conn.execute(update(table).where(*its).values(question_seq=question_seq)).rowcount == 1


def of_conversation(conn: Connection, company_id: int, conversation_id: int) -> AnswerMail | None:
    """Return where the conversation's answers go, if its candidate said so."""
    its = (table.c.company_id == company_id, table.c.conversation_id == conversation_id)
    row = conn.execute(select(*_COLUMNS).where(*its)).one_or_none()
    return None if row is None else AnswerMail(*row)


def unread(conn: Connection, before: datetime) -> list[Unread]:
    """Return, of every company, what people wrote before then and candidates who wait for it by mail have not seen."""
    # Looked up conversation by conversation: a join would let SQLite read every message there is.
    waiting = select(*_COLUMNS, _of_unread(func.min(message.c.created)).label("since"))
    waiting = waiting.add_columns(_of_unread(func.min(message.c.seq)).label("first"))
    found = waiting.add_columns(_of_unread(func.max(message.c.seq)).label("last")).subquery()
    query = select(found).where(found.c.since <= before).order_by(found.c.conversation_id)
    mails = [found.c[name] for name in AnswerMail.__slots__]
    query = query.with_only_columns(*mails, found.c.first, found.c.last)
    return [Unread(AnswerMail(*row[:-2]), *row[-2:]) for row in conn.execute(query)]


def _of_unread(figure: ColumnElement[Any]) -> ScalarSelect[Any]:
    """A figure of what people wrote in a row's conversation and its candidate has neither seen nor been mailed."""
    about = receipt.c.conversation_id == table.c.conversation_id
    seen = select(receipt.c.seen_seq).where(about).correlate(table).scalar_subquery()
    its = (message.c.conversation_id == table.c.conversation_id, message.c.company_id == table.c.company_id)
    new = (message.c.seq > table.c.mailed_seq, message.c.seq > func.coalesce(seen, 0))
    query = select(figure).where(*its, *new, message.c.author == "recruiter")
    return query.correlate(table).scalar_subquery()


def queue(conn: Connection, company_id: int, unread: Unread, per_day: int, now: datetime) -> bool:
    """Queue the mail about what was not read; False when another process was first, or the mailbox has had enough.

    A mailbox gets `per_day` of these mails within a day, from all companies together; the others wait.
    """
    its = (table.c.company_id == company_id, table.c.conversation_id == unread.mail.conversation_id)
    if _mailed(conn, unread.mail.email, now - timedelta(days=1)) >= per_day:
        return False
    mine = update(table).where(*its, table.c.mailed_seq == unread.mail.mailed_seq)
    if conn.execute(mine.values(mailed_seq=unread.last)).rowcount == 0:
        return False
    said = {"first": unread.first, "last": unread.last}
    outbox.put(conn, company_id, NewEntry("answer", payload=said, conversation_id=unread.mail.conversation_id), now)
    return True


def forget(conn: Connection, company_id: int, conversation_id: int) -> None:
    """Forget the address, and where it was typed."""
    kept = of_conversation(conn, company_id, conversation_id)
    if kept is not None:
        blank(conn, company_id, conversation_id, [kept.email])
        its = (table.c.company_id == company_id, table.c.conversation_id == conversation_id)
        conn.execute(delete(table).where(*its))


def forget_stale(conn: Connection, now: datetime) -> int:
    """Forget the addresses of every company that were given too long ago, and old links; return how many."""
    stale = conn.execute(select(*_COLUMNS).where(table.c.asked < now - KEPT_FOR)).all()
    for row in stale:
        forget(conn, row.company_id, row.conversation_id)
    conn.execute(delete(answer_link).where(answer_link.c.expires < now - KEPT_FOR))
    return len(stale)


def _mailed(conn: Connection, email: str, since: datetime) -> int:
    about = outbox_table.c
    its = (table.c.conversation_id == about.conversation_id) & (table.c.company_id == about.company_id)
    # What was put since then waits since then or was tried since then, and these have indexes.
    lately = or_(about.tried >= since, about.next_try >= since)
    answers = (about.kind == "answer", about.created >= since, lately)
    query = select(func.count()).select_from(outbox_table).join(table, its)
    return conn.scalar(query.where(*answers, in_mailbox(table.c.email_key, email))) or 0
