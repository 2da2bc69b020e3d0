"""Erasing again, from data that was restored, what was erased after they were backed up."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterable
from datetime import datetime

from sqlalchemy import Connection, select

from storage import erasure_log
from storage.conversations import mentions
from storage.database.errors import NotFound
from storage.erasure import erasure
from storage.erasure_log import Erasure
from storage.subscriptions import subscriptions
from storage.tables.answer import answer_mail
from storage.tables.application import application
from storage.tables.base import example, golden_question
from storage.tables.conversation import conversation, message
from storage.tables.evaluation import rated_pair
from storage.tables.subscription import subscription

_TEXTS = (message.c.text, example.c.text, golden_question.c.text, rated_pair.c.question)


def replay(conn: Connection, noted: Iterable[Erasure], now: datetime) -> int:
    """Erase what was noted and is not known here as erased; return how many erasures these are.

    What the database knows as erased was so when it was backed up. Erasures of companies it does not have are left out.
    """
    news = erasure_log.take_over(conn, noted)
    for company_id in sorted({each.company_id for each in news}):
        _replay(conn, company_id, [each for each in news if each.company_id == company_id], now)
    return len(news)


def _replay(conn: Connection, company_id: int, news: Collection[Erasure], now: datetime) -> None:
    mark = erasure_log.marker(conn)
    examples: dict[str, bool] = {}
    for each in news:
        examples[each.mark] = examples.get(each.mark, False) or each.examples
    for its in subscriptions.running(conn, company_id):
        if mark(company_id, "subscription", subscriptions.identity(its)) in examples:
            subscriptions.end(conn, company_id, its.id, now)
    for address in sorted(_addresses(conn, company_id)):
        found = mark(company_id, "address", address)
        if found in examples:
            erasure.erase_address(conn, company_id, address, now, examples=examples[found])
    for name in conn.scalars(select(conversation.c.public_id).where(conversation.c.company_id == company_id)).all():
        found = mark(company_id, "conversation", name)
        if found in examples:
            # It may be gone: with an address that was confirmed in another one.
            with contextlib.suppress(NotFound):
                erasure.erase_conversation(conn, company_id, name, now, examples=examples[found])


def _addresses(conn: Connection, company_id: int) -> set[str]:
    """Return whatever could be an address in a company's data, more rather than less."""
    kept = set()
    for table in (subscription, application, answer_mail):
        its = (table.c.company_id == company_id, table.c.email_key.is_not(None))
        kept |= set(conn.scalars(select(table.c.email_key).where(*its)))
    for column in _TEXTS:
        holds = mentions.may_hold_one(column)
        for text in conn.scalars(select(column).where(column.table.c.company_id == company_id, holds)):
            kept |= set(mentions.possible(text))
    return kept
