"""How far a candidate has read grows, never beyond what was said, and goes with the conversation."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Literal

from storage import ChangeNotice, Connection, Database
from storage.companies.companies import Company
from storage.conversations import conversations, messages, receipts
from storage.conversations.messages import NewMessage
from storage.erasure import erasure
from tests.storage.listening import notices_from_now

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def talk(database: Database, company: Company, says: int = 3) -> int:
    def work(conn: Connection) -> int:
        made = conversations.create(conn, company.id, public_id="t", token_hash="t", language="en", now=NOW)
        for _ in range(says):
            messages.append(conn, company.id, made.id, NewMessage("outgoing", "recruiter", "Hello"), NOW)
        return made.id

    return database.write_now(work)


def test_what_was_seen_stays_seen_and_nothing_is_seen_that_was_not_said(database: Database, company: Company) -> None:
    its, found = talk(database, company), []
    for seq in (2, 1, 9, 3):
        database.write_now(lambda conn: receipts.note_seen(conn, company.id, its, seq, NOW))  # noqa: B023
        found.append(database.read_now(lambda conn: receipts.seen_up_to(conn, company.id, its)))
    assert found == [2, 2, 2, 3]


def test_whoever_watches_the_conversation_is_told_once_of_what_was_seen(database: Database, company: Company) -> None:
    its = talk(database, company)
    told = notices_from_now(database)
    for seq in (2, 1, 2):
        database.write_now(lambda conn: receipts.note_seen(conn, company.id, its, seq, NOW))  # noqa: B023
    database.write_now(lambda _: None)
    assert told == [ChangeNotice("conversation", company.id, its)]


def test_a_receipt_goes_with_its_conversation(database: Database, company: Company) -> None:
    its = talk(database, company)
    database.write_now(lambda conn: receipts.note_seen(conn, company.id, its, 3, NOW))
    database.write_now(lambda conn: erasure.erase_conversation(conn, company.id, "t", NOW))
    assert database.read_now(lambda conn: receipts.seen_up_to(conn, company.id, its)) == 0


def test_all_is_read_that_people_wrote_once_it_was_seen_or_the_candidate_has_written_since(
    database: Database, company: Company
) -> None:
    its = talk(database, company, says=0)

    def after(*authors: Literal["bot", "recruiter", "candidate"]) -> bool | None:
        def work(conn: Connection) -> bool | None:
            for author in authors:
                direction: Literal["incoming", "outgoing"] = "incoming" if author == "candidate" else "outgoing"
                messages.append(conn, company.id, its, NewMessage(direction, author, "Hello"), NOW)
            return receipts.all_read(conn, company.id, its)

        return database.write_now(work)

    assert after("candidate", "bot") is None, "no person has written"
    assert after("recruiter", "bot") is False
    database.write_now(lambda conn: receipts.note_seen(conn, company.id, its, 3, NOW))
    assert after() is True, "the bot's words are not told of"
    assert after("recruiter") is False
    assert after("candidate", "bot") is True
