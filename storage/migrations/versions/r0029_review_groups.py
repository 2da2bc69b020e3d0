"""Questions that say the same and were met alike are reviewed as one."""

from __future__ import annotations

import hashlib

import sqlalchemy as sa
from alembic import op

from nlu.words.normalise import normalise

revision = "0029"
down_revision = "0028"

BATCH = 1000
ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
review = sa.table(
    "review", sa.column("id", ID), sa.column("status", sa.String()), sa.column("question_group", sa.String())
)
decision = sa.table(
    "decision",
    *(sa.column(name, ID) for name in ("id", "conversation_id", "message_seq", "about_seq")),
    *(sa.column(name, sa.Text()) for name in ("language", "kind", "stage", "intent", "question")),
)
message = sa.table("message", sa.column("conversation_id", ID), sa.column("seq", ID), sa.column("text", sa.Text()))


def upgrade() -> None:
    op.add_column("review", sa.Column("question_group", sa.String(length=64)))
    op.create_index("ix_review_company_id_question_group", "review", ["company_id", "question_group"])
    _group(op.get_bind())


def _group(conn: sa.Connection) -> None:
    """Give each pending review its group, as new ones get it."""
    asked = (message.c.conversation_id == decision.c.conversation_id) & (message.c.seq == decision.c.message_seq)
    met = (decision.c.language, decision.c.kind, decision.c.stage, decision.c.intent)
    query = (
        sa.select(review.c.id, *met, sa.func.coalesce(decision.c.question, message.c.text))
        .join(decision, decision.c.id == review.c.id)
        .join(message, asked)
        .where(review.c.status == "pending", decision.c.about_seq.is_(None))
        .order_by(review.c.id)
    )
    grouped = review.update().where(review.c.id == sa.bindparam("its"))
    writing = grouped.values(question_group=sa.bindparam("its_group"))
    last = 0
    while rows := conn.execute(query.where(review.c.id > last).limit(BATCH)).all():
        conn.execute(writing, [{"its": id_, "its_group": _of(*rest)} for id_, *rest in rows])
        last = rows[-1].id


def _of(language: str, kind: str, stage: str, intent: str | None, question: str) -> str | None:
    words = normalise(question)
    if not words:
        return None
    return hashlib.sha256("\n".join((language, kind, stage, intent or "", words)).encode()).hexdigest()
