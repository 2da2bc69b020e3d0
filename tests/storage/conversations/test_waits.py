"""Each wait for a person is noted once: when it begins, becomes dangerous or too long, and when it ends, and how."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from storage import Connection, Database
from storage.companies.companies import Company
from storage.conversations import conversations, messages, waits
from storage.conversations.conversations import Conversation
from storage.conversations.messages import NewMessage
from storage.conversations.waits import Wait, WaitChange, What

MINUTE = timedelta(minutes=1)


@pytest.fixture
def talk(database: Database, company: Company, conversation: Conversation, now: datetime) -> Conversation:
    """A candidate who began to wait now."""
    database.write_now(lambda conn: conversations.set_status(conn, company.id, conversation.id, "waiting", now))
    return conversation


class Watching:
    """Looks, and notes what it sees."""

    def __init__(self, database: Database, company: Company) -> None:
        self.database, self.company = database, company

    def sees(self, now: datetime, overdue: datetime | None = None) -> list[WaitChange]:
        return self.database.read_now(lambda conn: waits.changes(conn, self.company.id, overdue, now))

    def notes(self, now: datetime, overdue: datetime | None = None) -> list[What]:
        seen = self.sees(now, overdue)
        noted = [(each.what, self.note(each)) for each in seen]
        return [what for what, wait in noted if wait is not None]

    def note(self, change: WaitChange) -> int | None:
        return self.database.write_now(lambda conn: waits.note(conn, self.company.id, change))

    def wait(self, number: int = 1) -> Wait:
        found = self.database.read_now(lambda conn: waits.get(conn, self.company.id, number))
        assert found is not None
        return found


@pytest.fixture
def watching(database: Database, company: Company) -> Watching:
    return Watching(database, company)


def test_a_wait_begins_once_whoever_looks(watching: Watching, talk: Conversation, now: datetime) -> None:
    (seen,) = watching.sees(now)
    assert (seen.what, seen.conversation_id, seen.began) == ("waiting", talk.id, now)
    assert (watching.note(seen), watching.note(seen)) == (1, None)
    assert watching.sees(now) == []


def test_an_answer_ends_it_when_it_was_said(
    watching: Watching, talk: Conversation, database: Database, company: Company, now: datetime
) -> None:
    def answer(conn: Connection) -> None:
        for minutes in (-1, 5, 7):
            said = NewMessage("outgoing", "recruiter", "Yes.")
            messages.append(conn, company.id, talk.id, said, now + minutes * MINUTE)
        conversations.set_status(conn, company.id, talk.id, "open", now + 7 * MINUTE)

    watching.notes(now)
    database.write_now(answer)
    assert watching.notes(now + 9 * MINUTE) == ["answered"]
    assert (watching.wait().ended, watching.wait().outcome) == (now + 5 * MINUTE, "answered")
    assert watching.notes(now + 9 * MINUTE) == []


def test_who_waits_no_more_without_an_answer_was_not_answered(
    watching: Watching, talk: Conversation, database: Database, company: Company, now: datetime
) -> None:
    watching.notes(now)
    database.write_now(lambda conn: conversations.set_status(conn, company.id, talk.id, "resolved", now + MINUTE))
    assert watching.notes(now + 2 * MINUTE) == ["closed"]
    assert (watching.wait().ended, watching.wait().outcome) == (now + MINUTE, "closed")


def test_who_asks_again_after_an_answer_waits_anew(
    watching: Watching, talk: Conversation, database: Database, company: Company, now: datetime
) -> None:
    watching.notes(now)

    def answered_and_asked(conn: Connection) -> None:
        messages.append(conn, company.id, talk.id, NewMessage("outgoing", "recruiter", "Yes."), now)
        conversations.set_status(conn, company.id, talk.id, "open", now)
        conversations.set_status(conn, company.id, talk.id, "waiting", now + MINUTE)

    database.write_now(answered_and_asked)
    assert sorted(watching.notes(now + MINUTE)) == ["answered", "waiting"]
    assert watching.wait(2).began == now + MINUTE


def test_what_takes_too_long_is_overdue_once_and_not_while_it_sleeps(
    watching: Watching, talk: Conversation, database: Database, company: Company, now: datetime
) -> None:
    watching.notes(now)
    assert watching.notes(now + MINUTE, now) == []
    until = now + 3 * MINUTE
    database.write_now(lambda conn: conversations.snooze(conn, company.id, talk.id, until, now))
    assert watching.notes(now + 2 * MINUTE, now + MINUTE) == []
    assert watching.notes(until, now + MINUTE) == ["overdue"]
    assert watching.notes(until, now + MINUTE) == []
    assert watching.wait().overdue == until


def test_danger_is_told_when_the_wait_begins_or_when_it_comes(
    watching: Watching, conversation: Conversation, database: Database, company: Company, now: datetime
) -> None:
    left: Any = {"status": "waiting", "language": "en", "state": None, "edition": company.edition}
    database.write_now(lambda conn: conversations.go_on(conn, company.id, conversation, now, **left))
    assert watching.notes(now) == ["waiting"]
    again = database.read_now(lambda conn: conversations.get(conn, company.id, conversation.id))
    database.write_now(lambda conn: conversations.go_on(conn, company.id, again, now + MINUTE, urgent=True, **left))
    assert watching.notes(now + MINUTE) == ["danger"]
    assert watching.notes(now + MINUTE) == []
    assert watching.wait().urgent


def test_what_another_process_has_ended_is_not_ended_again(
    watching: Watching, talk: Conversation, database: Database, company: Company, now: datetime
) -> None:
    watching.notes(now)
    database.write_now(lambda conn: conversations.set_status(conn, company.id, talk.id, "resolved", now))
    (seen,) = watching.sees(now)
    assert (watching.note(seen), watching.note(seen)) == (1, None)
