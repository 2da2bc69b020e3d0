"""What recruiters have sent to candidates."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, select

from storage.tables.conversation import message as table


@dataclass(frozen=True, slots=True)
class SentByPerson:
    """What a recruiter sent as the message with this number."""

    seq: int
    text: str
    created: datetime


def of_conversations(conn: Connection, company_id: int, talks: Collection[int]) -> Mapping[int, Sequence[SentByPerson]]:
    """Return what recruiters sent in each of these conversations, in order; those where none did are left out."""
    its = (table.c.company_id == company_id, table.c.conversation_id.in_(talks), table.c.author == "recruiter")
    query = select(table.c.conversation_id, table.c.seq, table.c.text, table.c.created).where(*its)
    found: dict[int, list[SentByPerson]] = defaultdict(list)
    for talk, *sent in conn.execute(query.order_by(table.c.conversation_id, table.c.seq)):
        found[talk].append(SentByPerson(*sent))
    return dict(found)
