"""What is erased when a company keeps conversations no longer, and what stays."""

from __future__ import annotations

from datetime import timedelta

from storage import Connection, Database
from storage.applications import applications
from storage.companies.companies import Company
from storage.conversations import conversations
from storage.erasure import retention
from storage.people import audit
from storage.subscriptions import subscriptions
from tests.storage.erasure.test_erasing_applications import apply, offer, talk
from tests.storage.erasure.test_erasure import ASKED, NOW, everything, learn, talks

LATER = NOW + timedelta(days=1)


def names_due(conn: Connection, company: Company, limit: int = 10) -> list[str]:
    due = retention.due(conn, company.id, LATER, limit)
    return [conversations.get(conn, company.id, each).public_id for each in due]


def test_a_conversation_goes_with_all_that_was_said_in_it_and_what_was_learnt_stays(
    database: Database, company: Company
) -> None:
    def work(conn: Connection) -> None:
        review = talks(conn, company.id, "annas", ASKED, "I like giraffes")
        learn(conn, company.id, review)
        retention.erase(conn, company.id, retention.due(conn, company.id, LATER, 10))

    database.write_now(work)
    left = everything(database)
    assert "giraffes" not in left
    assert "annas" not in left
    assert ASKED.casefold() in left, "what was learnt"
    newest = database.read_now(lambda conn: audit.recent(conn, company.id))
    assert [entry.detail["question"] for entry in newest if entry.action == "review_corrected"] == [""]


def test_a_subscription_outlives_its_conversation(database: Database, company: Company) -> None:
    def work(conn: Connection) -> None:
        talks(conn, company.id, "annas", "Zebras", email="anna@example.org", confirmed=True)
        retention.erase(conn, company.id, retention.due(conn, company.id, LATER, 10))

    database.write_now(work)
    (kept,) = database.read_now(lambda conn: subscriptions.running(conn, company.id))
    assert (kept.email, kept.conversation_id) == ("anna@example.org", None)


def test_the_one_that_rested_longest_goes_first_and_one_whose_application_is_on_its_way_waits(
    database: Database, company: Company
) -> None:
    def work(conn: Connection) -> tuple[list[str], list[str]]:
        opening = offer(conn, company)
        sends, stops = talk(conn, company, "sends"), talk(conn, company, "stops")
        sent = apply(conn, company, sends, opening, "anna@example.org", b"%PDF-", sent=True)
        apply(conn, company, stops, opening, "bo@example.org", b"%PDF-")
        new = conversations.create(
            conn, company.id, public_id="new", token_hash="n", language="en", now=LATER + timedelta(seconds=1)
        )
        assert new.updated > LATER
        before = names_due(conn, company)
        applications.forget(conn, sent)
        return before, names_due(conn, company, limit=1)

    assert database.write_now(work) == (["stops"], ["sends"])
