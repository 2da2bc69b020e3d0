"""What a conversation has come to, in one document instead of two columns and a table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"

SEARCHING, SAFETY = "search", "safety:"
SLOTS = frozenset({"profession", "city", "alert", "email", "email_again", "access", "frequency"})
BATCH = 1000

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
conversation = sa.table(
    "conversation",
    sa.column("id", ID),
    sa.column("clarifying", sa.Integer()),
    sa.column("expects", sa.String()),
    sa.column("state", sa.JSON()),
)
job_search = sa.table(
    "job_search",
    sa.column("conversation_id", ID),
    sa.column("wish", sa.JSON()),
    sa.column("shown", sa.JSON()),
    sa.column("page", sa.Integer()),
    sa.column("opening_id", ID),
    sa.column("asked", sa.String()),
)


def upgrade() -> None:
    op.add_column("conversation", sa.Column("state", sa.JSON()))
    _carry_over(op.get_bind())
    op.drop_table("job_search")
    op.drop_column("conversation", "clarifying")
    op.drop_column("conversation", "expects")


def _carry_over(conn: sa.Connection) -> None:
    """Write the document of each conversation in which something is open."""
    talk, search = conversation.c, job_search.c
    open_ones = sa.or_(talk.clarifying.is_not(None), talk.expects.is_not(None), search.conversation_id.is_not(None))
    query = (
        sa.select(talk.id, talk.clarifying, talk.expects, search.wish, search.shown, search.page)
        .add_columns(search.opening_id, search.asked, search.conversation_id.is_not(None).label("searched"))
        .select_from(conversation.outerjoin(job_search, search.conversation_id == talk.id))
        .where(open_ones)
        .order_by(talk.id)
    )
    last = 0
    while rows := conn.execute(query.where(talk.id > last).limit(BATCH)).all():
        _write(conn, rows)
        last = rows[-1].id


def _write(conn: sa.Connection, rows: Iterable[Any]) -> None:
    writing = conversation.update().where(conversation.c.id == sa.bindparam("its")).values(state=sa.bindparam("now"))
    conn.execute(writing, [{"its": row.id, "now": _document(row)} for row in rows])


def _document(row: Any) -> dict[str, Any]:
    words = (row.expects or "").split()
    asked_safe = [int(word.removeprefix(SAFETY)) for word in words if word.startswith(SAFETY)]
    search = {
        "wish": row.wish,
        "shown": row.shown,
        "titles": [],
        "page": row.page,
        "opening": row.opening_id,
        "asked": row.asked if row.asked in SLOTS else None,
    }
    state = {
        "expected": sorted(SLOTS.intersection(words)),
        "clarifying": row.clarifying,
        "safety": asked_safe[0] if asked_safe else None,
        "search": search if row.searched else None,
        "searching": bool(row.searched) and SEARCHING in words,
    }
    return {"version": 1, **{name: value for name, value in state.items() if value not in (None, False, [])}}
