"""Receipts: how far a candidate has read what people answered, as the chat tells."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, func, insert, select, update

from storage.database.notices import ChangeNotice, notify
from storage.tables.conversation import conversation, message
from storage.tables.receipt import receipt as table


def note_seen(conn: Connection, company_id: int, conversation_id: int, seq: int, now: datetime) -> None:
    """Note that the candidate has seen everything up to this number; what was seen before stays seen.

    A number beyond the conversation's last, or of another company's conversation, changes nothing.
    """
    last = select(conversation.c.last_seq).where(
        conversation.c.id == conversation_id, conversation.c.company_id == company_id
    )
    if seq > (conn.scalar(last) or 0):
        return
    if seq <= seen_up_to(conn, company_id, conversation_id):
        return
    its = (table.c.conversation_id == conversation_id, table.c.company_id == company_id)
    if conn.execute(update(table).where(*its).values(seen_seq=seq, seen=now)).rowcount == 0:
        values = {"company_id": company_id, "conversation_id": conversation_id, "seen_seq": seq, "seen": now}
        conn.execute(insert(table).values(values))
    notify(conn, ChangeNotice("conversation", company_id, conversation_id))


def seen_up_to(conn: Connection, company_id: int, conversation_id: int) -> int:
    """Return the number of the newest answer that the candidate has seen, 0 for none."""
    its = (table.c.conversation_id == conversation_id, table.c.company_id == company_id)
    return conn.scalar(select(table.c.seen_seq).where(*its)) or 0


def all_read(conn: Connection, company_id: int, conversation_id: int) -> bool | None:
    """Say whether the candidate has read all that people wrote: the chat told so, or they have written since.

    None where no person has written. What the bot says is left out: the chat tells of people's answers alone.
    """
    its = (message.c.company_id == company_id, message.c.conversation_id == conversation_id)
    newest = select(message.c.author, func.max(message.c.seq).label("newest")).where(*its).group_by(message.c.author)
    by_author: dict[str, int] = {row.author: row.newest for row in conn.execute(newest)}
    written = by_author.get("recruiter")
    if written is None:
        return None
    return by_author.get("candidate", 0) > written or seen_up_to(conn, company_id, conversation_id) >= written
