"""A turn is loaded in one statement, and kept only where nothing has changed since."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from nlu.breakdown.dialogue import Distribution
from nlu.understanding import Stage
from storage import Connection, Database
from storage.applications import applications
from storage.applications.applications import Application
from storage.companies import companies
from storage.companies.companies import Company, CompanyProfile
from storage.conversations import conversations, messages, turns
from storage.conversations.conversations import Conversation
from storage.conversations.messages import Button, NewMessage
from storage.conversations.turns import LOOKED_BACK, Loaded
from storage.database.errors import Moved
from storage.openings import opening_feeds, opening_import, openings
from storage.openings.openings import OpeningContent
from storage.reviews import guard_decisions
from storage.reviews.guard_decisions import NewGuardDecision
from tests.storage.conftest import Ask

HANDED = NewGuardDecision("hand_over", 0.75, (), Distribution(0.5, 0.25, 0.25), "It depends.")


def load(database: Database, client_id: str = "new") -> Loaded:
    loaded = database.read_now(lambda conn: turns.load(conn, "talk", "secret", client_id))
    assert loaded is not None
    return loaded


def test_a_wrong_token_loads_nothing(database: Database, conversation: Conversation) -> None:
    assert database.read_now(lambda conn: turns.load(conn, "talk", "guessed", "new")) is None
    assert database.read_now(lambda conn: turns.load(conn, "other", "secret", "new")) is None


def test_a_new_conversation_is_loaded_as_it_is(
    database: Database, company: Company, conversation: Conversation
) -> None:
    assert load(database) == Loaded(conversation, company.edition, None, False, ())


def test_what_was_said_is_loaded_with_what_was_decided(
    database: Database, company: Company, conversation: Conversation, ask: Ask, now: datetime
) -> None:
    ask()
    database.write_now(lambda conn: guard_decisions.record(conn, company.id, conversation.id, 1, HANDED, "en", now))
    ask("Hello", stage=Stage.GENERAL, intent="greet")
    loaded = load(database)
    assert loaded.conversation.last_seq == 4
    assert [(each.seq, each.author, each.kind, each.intent, each.action) for each in loaded.said] == [
        (1, "candidate", "reply", "salary", "hand_over"),
        (2, "bot", None, None, None),
        (3, "candidate", "reply", "greet", None),
        (4, "bot", None, None, None),
    ]
    assert [each.reply_to for each in loaded.said] == [None, 1, None, 3]


def test_of_a_long_talk_only_the_last_messages_are_loaded(
    database: Database, company: Company, conversation: Conversation, now: datetime
) -> None:
    offer = NewMessage("outgoing", "bot", "Which?", (Button("faq:salary", "Gehalt 工资"),))

    def talk(conn: Connection) -> None:
        for _ in range(LOOKED_BACK + 3):
            messages.append(conn, company.id, conversation.id, offer, now)

    database.write_now(talk)
    said = load(database).said
    assert [each.seq for each in said] == list(range(4, LOOKED_BACK + 4))
    assert said[-1].buttons == offer.buttons


def test_a_message_that_came_before_is_known_by_its_client_id(
    database: Database, company: Company, conversation: Conversation, now: datetime
) -> None:
    def talk(conn: Connection) -> None:
        for number in range(LOOKED_BACK + 3):
            new = NewMessage("incoming", "candidate", "Hi", client_id=f"c{number}")
            messages.append(conn, company.id, conversation.id, new, now)

    database.write_now(talk)
    assert [load(database, client_id).earlier for client_id in ("c0", "c14", "c15")] == [1, 15, None]


def test_whoever_is_making_an_application_is_known(
    database: Database, company: Company, conversation: Conversation, now: datetime
) -> None:
    def begin(conn: Connection) -> Application:
        feed = opening_feeds.add(conn, company.id, format="csv", url="file:test", now=now, fetched=False)
        opening_import.apply(conn, company.id, feed.id, [OpeningContent("1", "Nurse")], now)
        (nurse,) = openings.of_company(conn, company.id)
        return applications.begin(conn, company.id, conversation.id, nurse.id, "en", now)

    begun = database.write_now(begin)
    assert load(database).applying
    database.write_now(lambda conn: applications.forget(conn, begun))
    assert not load(database).applying


def keep(conn: Connection, loaded: Loaded, now: datetime) -> None:
    """Keep a message and its reply."""
    talk = loaded.conversation
    left: Any = {"status": "waiting", "language": "de", "state": {"version": 1}}
    conversations.go_on(conn, talk.company_id, talk, now, edition=loaded.edition, messages=2, **left)
    said = [NewMessage("incoming", "candidate", "Hi", client_id="new"), NewMessage("outgoing", "bot", "Hi!")]
    messages.add(conn, talk.company_id, messages.numbered(talk, talk.last_seq, said, now))


def test_a_turn_is_kept_whole(database: Database, conversation: Conversation, now: datetime) -> None:
    later = now + timedelta(seconds=1)
    database.write_now(lambda conn: keep(conn, load(database), later))
    after = load(database)
    assert [(each.seq, each.text) for each in after.said] == [(1, "Hi"), (2, "Hi!")]
    talk = after.conversation
    assert (talk.last_seq, talk.status, talk.language, talk.state) == (2, "waiting", "de", {"version": 1})
    assert (talk.waiting_since, talk.updated) == (later, later)


MOVES: dict[str, Callable[[Connection, Conversation, datetime], object]] = {
    "a message came": lambda conn, talk, now: messages.append(
        conn, talk.company_id, talk.id, NewMessage("outgoing", "recruiter", "I take over."), now
    ),
    "a person took over": lambda conn, talk, now: conversations.set_owner(
        conn, talk.company_id, talk.id, "recruiter", now
    ),
    "it was resolved": lambda conn, talk, now: conversations.set_status(
        conn, talk.company_id, talk.id, "resolved", now
    ),
    "the company changed": lambda conn, talk, now: companies.change(
        conn, talk.company_id, CompanyProfile("demo", "Another name")
    ),
}


@pytest.mark.parametrize("move", MOVES)
def test_nothing_is_kept_of_a_turn_when_something_happened_since_it_was_loaded(
    database: Database, conversation: Conversation, now: datetime, move: str
) -> None:
    loaded = load(database)
    database.write_now(lambda conn: MOVES[move](conn, loaded.conversation, now))
    before = load(database)
    with pytest.raises(Moved):
        database.write_now(lambda conn: keep(conn, loaded, now))
    assert load(database) == before
    database.write_now(lambda conn: keep(conn, before, now))
    assert len(load(database).said) == len(before.said) + 2
