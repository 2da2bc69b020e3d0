"""Who waits is read in order; PostgreSQL searches by marks of letters, in place of bits that its planner cannot use."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from storage.database.letter_pairs import MARKS, marks_of

revision = "0056"
down_revision = "0055"

BATCH = 5000
PENDING_KB = 512
"""So much of what is new the index may keep on a list, which every search reads through."""


def upgrade() -> None:
    waiting = sa.text("status = 'waiting'")
    op.create_index(
        "ix_conversation_waiting", "conversation", ["company_id", sa.text("urgent DESC"), "waiting_since", "id"],
        sqlite_where=waiting, postgresql_where=waiting,
    )  # fmt: skip
    op.add_column("message", sa.Column(MARKS, sa.Text()))
    if op.get_bind().dialect.name != "postgresql":
        return
    fill(op.get_bind())
    each = sa.text(f'string_to_array({MARKS} COLLATE "C", NULL)')
    op.create_index(
        "ix_message_marks", "message", [each], postgresql_using="gin",
        postgresql_with={"gin_pending_list_limit": PENDING_KB},
    )  # fmt: skip


def fill(conn: sa.Connection) -> None:
    """Work out the marks of what was said before, some messages at a time."""
    message = sa.table("message", *[sa.column(name) for name in ("conversation_id", "seq", "text", MARKS)])
    its = (message.c.conversation_id, message.c.seq)
    one = (message.c.conversation_id == sa.bindparam("its_talk"), message.c.seq == sa.bindparam("its_seq"))
    put = sa.update(message).where(*one).values({MARKS: sa.bindparam("its_marks")})
    after = (-1, -1)
    while rows := conn.execute(
        sa.select(*its, message.c.text).where(sa.tuple_(*its) > sa.tuple_(*after)).order_by(*its).limit(BATCH)
    ).all():
        conn.execute(put, [{"its_talk": talk, "its_seq": seq, "its_marks": marks_of(text)} for talk, seq, text in rows])
        after = (rows[-1][0], rows[-1][1])
