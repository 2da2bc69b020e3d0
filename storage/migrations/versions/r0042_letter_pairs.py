"""Which pairs of letters each message holds, so that a search need not read them all."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from storage.database.letter_pairs import BITS, pairs_of

revision = "0042"
down_revision = "0041"

BATCH = 5000


def upgrade() -> None:
    for name in BITS:
        op.add_column("message", sa.Column(name, sa.BigInteger()))
    fill(op.get_bind())
    if op.get_bind().dialect.name == "sqlite":
        op.create_index("ix_message_pairs", "message", ["company_id", "conversation_id", *BITS])


def fill(conn: sa.Connection) -> None:
    """Work out the pairs of what was said before, some messages at a time."""
    message = sa.table("message", *[sa.column(name) for name in ("conversation_id", "seq", "text", *BITS)])
    its = (message.c.conversation_id, message.c.seq)
    bound: dict[str, sa.BindParameter[int]] = {name: sa.bindparam(f"new_{name}") for name in BITS}
    one = (message.c.conversation_id == sa.bindparam("its_talk"), message.c.seq == sa.bindparam("its_seq"))
    put = sa.update(message).where(*one).values(bound)
    after = (-1, -1)
    while rows := conn.execute(
        sa.select(*its, message.c.text).where(sa.tuple_(*its) > sa.tuple_(*after)).order_by(*its).limit(BATCH)
    ).all():
        conn.execute(put, [_row(*row) for row in rows])
        after = (rows[-1][0], rows[-1][1])


def _row(talk: int, seq: int, text: str) -> dict[str, int]:
    pairs = {f"new_{name}": bits for name, bits in zip(BITS, pairs_of(text), strict=True)}
    return {"its_talk": talk, "its_seq": seq, **pairs}
