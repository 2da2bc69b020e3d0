"""Erasing a person: their conversations with all that hangs on them, their subscriptions, what others noted of them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, Table, delete, false, func, or_, select, update

from nlu.words.normalise import normalise
from storage import changes, erasure_log
from storage.answers import answer_versions
from storage.conversations.mailboxes import email_key
from storage.conversations.mentions import Mentions, forms, may_hold_one
from storage.database.notices import ChangeNotice, notify
from storage.database.rows import found
from storage.dataset import golden, settled_findings
from storage.dataset.examples import delete_example, sentence_key
from storage.subscriptions import subscriptions
from storage.tables.answer import answer_mail
from storage.tables.application import application
from storage.tables.base import audit, dataset_import, example, golden_question
from storage.tables.conversation import conversation, conversation_note, decision, message
from storage.tables.evaluation import nightly_score, rated_pair
from storage.tables.identity import conversation_identity
from storage.tables.subscription import subscription
from storage.tables.version import answer_version


@dataclass(frozen=True, slots=True)
class Erased:
    """How much was deleted."""

    conversations: int = 0
    subscriptions: int = 0
    examples: int = 0
    applications: int = 0


def erase_address(conn: Connection, company_id: int, email: str, now: datetime, *, examples: bool = False) -> Erased:
    """Erase whoever reads an address: every conversation that names it, its subscriptions and mails.

    Training sentences that came from those conversations are kept, as they name nobody, unless `examples` says
    otherwise; those that hold the address itself go in any case.
    """
    key = email_key(email)
    return _erase(conn, company_id, _talks_of(conn, company_id, key), {key}, now, examples)


def erase_conversation(
    conn: Connection, company_id: int, public_id: str, now: datetime, *, examples: bool = False
) -> Erased:
    """Erase whoever had a conversation: it, and the addresses that were confirmed from it; raise NotFound.

    An address that was typed there and never confirmed may be somebody else's: only what was asked for there goes.
    """
    its = (conversation.c.company_id == company_id, conversation.c.public_id == public_id)
    talk = found(conn.scalar(select(conversation.c.id).where(*its)), "conversation")
    keys = {
        email_key(each.email) for each in subscriptions.of_conversation(conn, company_id, talk, "active") if each.email
    }
    talks = {talk}
    for key in keys:
        talks |= _talks_of(conn, company_id, key)
    return _erase(conn, company_id, talks, keys, now, examples)


def _talks_of(conn: Connection, company_id: int, key: str) -> set[int]:
    """The conversations that have to do with an address: it was given there, or typed, or is its user's id."""
    talks = _naming(conn, company_id, message, message.c.text, key)
    talks |= _naming(conn, company_id, conversation_identity, conversation_identity.c.user_id, key)
    for table in (subscription, application, answer_mail):
        its = (table.c.company_id == company_id, table.c.email_key == key, table.c.conversation_id.is_not(None))
        talks |= set(conn.scalars(select(table.c.conversation_id).where(*its)))
    return talks


def _naming(conn: Connection, company_id: int, table: Table, text: ColumnElement[str], key: str) -> set[int]:
    its = (table.c.company_id == company_id, may_hold_one(text))
    address = Mentions([key])
    return {
        talk for talk, said in conn.execute(select(table.c.conversation_id, text).where(*its)) if address.found_in(said)
    }


def _erase(
    conn: Connection, company_id: int, talks: Collection[int], keys: Collection[str], now: datetime, with_examples: bool
) -> Erased:
    _note(conn, company_id, talks, keys, now, with_examples)
    said = _said(conn, company_id, talks)
    learnt = {_key(text) for text in said} - {""} if with_examples else set()
    forget_questions(conn, company_id, talks, said if with_examples else (), Mentions(keys))
    count = _erase_examples(conn, company_id, learnt, keys, now)
    _erase_measured(conn, company_id, learnt, keys)
    answer_versions.forget(conn, company_id, _sentences(conn, company_id, answer_version, false(), keys))
    notes = _sentences(conn, company_id, conversation_note, false(), keys)
    conn.execute(
        delete(conversation_note).where(conversation_note.c.company_id == company_id, conversation_note.c.id.in_(notes))
    )
    asked_for, applied = _subscriptions_of(conn, company_id, talks), _applications(conn, company_id, talks, keys)
    gone = sum(subscriptions.erase(conn, company_id, key) for key in keys)
    left = len(asked_for & _subscriptions_of(conn, company_id, talks))
    its = (conversation.c.company_id == company_id, conversation.c.id.in_(talks))
    for talk in talks:
        notify(conn, ChangeNotice("conversation", company_id, talk))
    return Erased(conn.execute(delete(conversation).where(*its)).rowcount, gone + left, count, applied)


def _key(text: str) -> str:
    """As what a sentence stands in the data; "" where it has no words."""
    return sentence_key(text) if normalise(text) else ""


def _note(
    conn: Connection, company_id: int, talks: Collection[int], keys: Collection[str], now: datetime, with_examples: bool
) -> None:
    """Keep marks of what goes, so that restoring an older backup does not bring it back."""
    its = (conversation.c.company_id == company_id, conversation.c.id.in_(talks))
    names = conn.scalars(select(conversation.c.public_id).where(*its)).all()
    erasure_log.note(conn, company_id, "conversation", names, now, examples=with_examples)
    written = {form for key in keys for form in forms(key)}
    erasure_log.note(conn, company_id, "address", written, now, examples=with_examples)


def _applications(conn: Connection, company_id: int, talks: Collection[int], keys: Collection[str]) -> int:
    theirs = or_(application.c.conversation_id.in_(talks), application.c.email_key.in_(keys))
    its = (application.c.company_id == company_id, theirs)
    return conn.scalar(select(func.count()).select_from(application).where(*its)) or 0


def _subscriptions_of(conn: Connection, company_id: int, talks: Collection[int]) -> set[int]:
    its = (subscription.c.company_id == company_id, subscription.c.conversation_id.in_(talks))
    return set(conn.scalars(select(subscription.c.id).where(*its)))


def _said(conn: Connection, company_id: int, talks: Collection[int]) -> list[str]:
    its = (message.c.company_id == company_id, message.c.conversation_id.in_(talks), message.c.author == "candidate")
    understood = (decision.c.company_id == company_id, decision.c.conversation_id.in_(talks))
    questions = select(decision.c.question).where(*understood, decision.c.question.is_not(None))
    return [*conn.scalars(select(message.c.text).where(*its)), *conn.scalars(questions)]


def _erase_examples(
    conn: Connection, company_id: int, learnt: Collection[str], keys: Collection[str], now: datetime
) -> int:
    from_talks = example.c.normalised.in_(learnt) & example.c.origin.in_(("confirmed", "corrected"))
    ids = _sentences(conn, company_id, example, from_talks, keys)
    for example_id in ids:
        delete_example(conn, company_id, example_id, now)
    pinned = golden_question.c.normalised.in_(learnt)
    for golden_id in _sentences(conn, company_id, golden_question, pinned, keys):
        golden.remove(conn, company_id, golden_id)
    return len(ids)


def _sentences(
    conn: Connection, company_id: int, table: Table, learnt: ColumnElement[bool], keys: Collection[str]
) -> list[int]:
    """The rows that were learnt from the person's conversations, and those whose text names one of the addresses."""
    address = Mentions(keys)
    its = (table.c.company_id == company_id, or_(learnt, may_hold_one(table.c.text)))
    rows = conn.execute(select(table.c.id, table.c.text, learnt.label("learnt")).where(*its)).all()
    return [row.id for row in rows if row.learnt or address.found_in(row.text)]


def _erase_measured(conn: Connection, company_id: int, learnt: Collection[str], keys: Collection[str]) -> None:
    """Take the sentences out of what was kept beside the data: samples to rate, nightly cases, undone imports."""

    address = Mentions(keys)

    def is_theirs(text: str) -> bool:
        return address.found_in(text) or (bool(learnt) and _key(text) in learnt)

    pairs = select(rated_pair.c.id, rated_pair.c.question).where(rated_pair.c.company_id == company_id)
    ids = [row.id for row in conn.execute(pairs) if is_theirs(row.question)]
    conn.execute(delete(rated_pair).where(rated_pair.c.company_id == company_id, rated_pair.c.id.in_(ids)))
    for table, column in ((nightly_score, "cases"), (dataset_import, "replaced")):
        rows = conn.execute(select(table.c.id, table.c[column]).where(table.c.company_id == company_id)).all()
        for row_id, cases in rows:
            left = [case for case in cases if not is_theirs(str(case.get("text", "")))]
            if len(left) != len(cases):
                conn.execute(update(table).where(table.c.id == row_id).values({column: left}))
    changes.forget(conn, company_id, is_theirs)
    settled_findings.forget(conn, company_id, address.found_in)


def forget_questions(
    conn: Connection, company_id: int, talks: Collection[int], said: Collection[str], address: Mentions
) -> None:
    """Blank what the audit quotes of these conversations: that something was done stays, what was said goes."""
    decisions = select(decision.c.id).where(decision.c.company_id == company_id, decision.c.conversation_id.in_(talks))
    reviews, quoted = set(conn.scalars(decisions)), {text.strip() for text in said}
    rows = conn.execute(select(audit.c.id, audit.c.detail).where(audit.c.company_id == company_id)).all()
    for entry_id, detail in rows:
        if not isinstance(detail, dict):
            continue
        blank = {"question": ""} if detail.get("review") in reviews and "question" in detail else {}
        blank |= {name: "" for name in ("text", "before") if detail.get(name) in quoted}
        blank |= {"why": ""} if address.found_in(str(detail.get("why", ""))) else {}
        if blank:
            conn.execute(update(audit).where(audit.c.id == entry_id).values(detail=detail | blank))
