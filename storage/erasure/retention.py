"""Conversations that a company keeps no longer: which those are, and erasing them."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import Connection, delete, exists, select, update

from storage.conversations.mentions import Mentions
from storage.database.notices import ChangeNotice, notify
from storage.erasure.erasure import forget_questions
from storage.tables.application import application
from storage.tables.conversation import conversation
from storage.tables.subscription import subscription


def due(conn: Connection, company_id: int, before: datetime, limit: int) -> list[int]:
    """Return some of the conversations in which nothing has changed since then, those that rest longest first.

    One with an application that is still on its way stays until that has arrived.
    """
    its = (application.c.company_id == company_id, application.c.conversation_id == conversation.c.id)
    on_its_way = exists().where(*its, application.c.step == "sent")
    rested = (conversation.c.company_id == company_id, conversation.c.updated < before, ~on_its_way)
    return list(
        conn.scalars(
            select(conversation.c.id).where(*rested).order_by(conversation.c.updated, conversation.c.id).limit(limit)
        )
    )


def erase(conn: Connection, company_id: int, talks: Collection[int]) -> None:
    """Erase these conversations with all that hangs on them.

    What was learnt from them stays, as it names nobody, and so do subscriptions, which their owners end themselves.
    """
    forget_questions(conn, company_id, talks, (), Mentions(()))
    subscribed = (subscription.c.company_id == company_id, subscription.c.conversation_id.in_(talks))
    conn.execute(update(subscription).where(*subscribed).values(conversation_id=None))
    for talk in talks:
        notify(conn, ChangeNotice("conversation", company_id, talk))
    notify(conn, ChangeNotice("erasure", company_id, company_id))
    conn.execute(delete(conversation).where(conversation.c.company_id == company_id, conversation.c.id.in_(talks)))
