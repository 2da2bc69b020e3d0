"""Erasing a person: their conversations with all that hangs on them, their subscriptions, what others noted of them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, delete, exists, func, or_, select, update

from nlu.normalise import normalise
from storage import applications, golden, subscriptions
from storage.conversation_tables import conversation, decision, message
from storage.evaluation_tables import nightly_score, rated_pair
from storage.examples import delete_example, sentence_key
from storage.notices import Notice, notify
from storage.rows import found
from storage.subscription_tables import subscription
from storage.tables import audit, dataset_import, example, golden_question


@dataclass(frozen=True, slots=True)
class Erased:
    """How much was deleted."""

    conversations: int = 0
    subscriptions: int = 0
    examples: int = 0


def erase_address(conn: Connection, company_id: int, email: str, now: datetime, *, examples: bool = False) -> Erased:
    """Erase whoever reads an address: every conversation that names it, its subscriptions and mails.

    Training sentences that came from those conversations are kept, as they name nobody, unless `examples` says
    otherwise; those that hold the address itself go in any case.
    """
    key = subscriptions.email_key(email)
    talks = set(conn.scalars(_asked_with(company_id, key))) | set(conn.scalars(_naming(company_id, key)))
    return _erase(conn, company_id, talks, {key}, now, examples)


def erase_conversation(
    conn: Connection, company_id: int, public_id: str, now: datetime, *, examples: bool = False
) -> Erased:
    """Erase whoever had a conversation: it, and the addresses that were confirmed from it; raise NotFound.

    An address that was typed there and never confirmed may be somebody else's: only what was asked for there goes.
    """
    its = (conversation.c.company_id == company_id, conversation.c.public_id == public_id)
    talk = found(conn.scalar(select(conversation.c.id).where(*its)), "conversation")
    keys = {
        subscriptions.email_key(each.email)
        for each in subscriptions.of_conversation(conn, company_id, talk, "active")
        if each.email
    }
    talks = {talk}
    for key in keys:
        talks |= set(conn.scalars(_asked_with(company_id, key))) | set(conn.scalars(_naming(company_id, key)))
    return _erase(conn, company_id, talks, keys, now, examples)


def _asked_with(company_id: int, key: str) -> Any:
    its = (subscription.c.company_id == company_id, subscription.c.email_key == key)
    return select(subscription.c.conversation_id).where(*its, subscription.c.conversation_id.is_not(None))


def _naming(company_id: int, key: str) -> Any:
    names_it = func.lower(message.c.text).contains(key, autoescape=True)
    said = exists().where(message.c.conversation_id == conversation.c.id, names_it)
    return select(conversation.c.id).where(conversation.c.company_id == company_id, said)


def _erase(
    conn: Connection, company_id: int, talks: Collection[int], keys: Collection[str], now: datetime, with_examples: bool
) -> Erased:
    said = _said(conn, company_id, talks)
    learnt = {sentence_key(text) for text in said if normalise(text)} if with_examples else set()
    _forget_questions(conn, company_id, talks, said if with_examples else ())
    count = _erase_examples(conn, company_id, learnt, keys, now)
    _erase_measured(conn, company_id, learnt, keys)
    asked_for = _subscriptions_of(conn, company_id, talks)
    gone = sum(subscriptions.erase(conn, company_id, key) for key in keys)
    for key in keys:
        applications.erase(conn, company_id, key)
    left = len(asked_for & _subscriptions_of(conn, company_id, talks))
    its = (conversation.c.company_id == company_id, conversation.c.id.in_(talks))
    for talk in talks:
        notify(conn, Notice("conversation", company_id, talk))
    return Erased(conn.execute(delete(conversation).where(*its)).rowcount, gone + left, count)


def _subscriptions_of(conn: Connection, company_id: int, talks: Collection[int]) -> set[int]:
    its = (subscription.c.company_id == company_id, subscription.c.conversation_id.in_(talks))
    return set(conn.scalars(select(subscription.c.id).where(*its)))


def _said(conn: Connection, company_id: int, talks: Collection[int]) -> list[str]:
    its = (message.c.company_id == company_id, message.c.conversation_id.in_(talks), message.c.author == "candidate")
    return list(conn.scalars(select(message.c.text).where(*its)))


def _erase_examples(
    conn: Connection, company_id: int, learnt: Collection[str], keys: Collection[str], now: datetime
) -> int:
    from_talks = example.c.normalised.in_(learnt) & example.c.origin.in_(("confirmed", "corrected"))
    its = or_(from_talks, *(func.lower(example.c.text).contains(key, autoescape=True) for key in keys))
    ids = list(conn.scalars(select(example.c.id).where(example.c.company_id == company_id, its)))
    for example_id in ids:
        delete_example(conn, company_id, example_id, now)
    pinned = golden_question.c.normalised.in_(learnt)
    named = [func.lower(golden_question.c.text).contains(key, autoescape=True) for key in keys]
    its = or_(pinned, *named)
    for golden_id in list(
        conn.scalars(select(golden_question.c.id).where(golden_question.c.company_id == company_id, its))
    ):
        golden.remove(conn, company_id, golden_id)
    return len(ids)


def _erase_measured(conn: Connection, company_id: int, learnt: Collection[str], keys: Collection[str]) -> None:
    """Take the sentences out of what was kept beside the data: samples to rate, nightly cases, undone imports."""

    def is_theirs(text: str) -> bool:
        return any(key in text.casefold() for key in keys) or (bool(learnt) and normalise(text) in learnt)

    pairs = select(rated_pair.c.id, rated_pair.c.question).where(rated_pair.c.company_id == company_id)
    ids = [row.id for row in conn.execute(pairs) if is_theirs(row.question)]
    conn.execute(delete(rated_pair).where(rated_pair.c.company_id == company_id, rated_pair.c.id.in_(ids)))
    for table, column in ((nightly_score, "cases"), (dataset_import, "replaced")):
        rows = conn.execute(select(table.c.id, table.c[column]).where(table.c.company_id == company_id)).all()
        for row_id, cases in rows:
            left = [case for case in cases if not is_theirs(str(case.get("text", "")))]
            if len(left) != len(cases):
                conn.execute(update(table).where(table.c.id == row_id).values({column: left}))


def _forget_questions(conn: Connection, company_id: int, talks: Collection[int], said: Collection[str]) -> None:
    """Blank what the audit quotes of these conversations: that something was done stays, what was said goes."""
    decisions = select(decision.c.id).where(decision.c.company_id == company_id, decision.c.conversation_id.in_(talks))
    reviews, quoted = set(conn.scalars(decisions)), {text.strip() for text in said}
    rows = conn.execute(select(audit.c.id, audit.c.detail).where(audit.c.company_id == company_id)).all()
    for entry_id, detail in rows:
        if not isinstance(detail, dict):
            continue
        blank = {"question": ""} if detail.get("review") in reviews and "question" in detail else {}
        blank |= {name: "" for name in ("text", "before") if detail.get(name) in quoted}
        if blank:
            conn.execute(update(audit).where(audit.c.id == entry_id).values(detail=detail | blank))
