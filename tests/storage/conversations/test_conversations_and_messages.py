from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

from nlu.understanding import Understanding
from storage import ChangeNotice, Connection, Database
from storage.companies.companies import Company
from storage.conversations import conversations, messages
from storage.conversations.conversations import Conversation
from storage.conversations.messages import Button, Link, Message, NewMessage
from storage.database.errors import AlreadyExists, InvalidText, Moved, NotFound
from storage.reviews import decisions
from storage.reviews.decisions import Decision
from tests.storage.listening import notices_from_now

Say = Callable[..., Message]


@pytest.fixture
def say(database: Database, company: Company, conversation: Conversation, now: datetime) -> Say:
    def write(new: NewMessage, at: datetime = now) -> Message:
        return database.write_now(lambda conn: messages.append(conn, company.id, conversation.id, new, at))

    return write


def question(text: str = "What do I earn?", client_id: str | None = None) -> NewMessage:
    return NewMessage("incoming", "candidate", text, client_id=client_id)


def test_only_the_right_token_opens_a_conversation(database: Database, conversation: Conversation) -> None:
    for locking in (False, True):
        opened = database.write_now(
            lambda conn, locking=locking: conversations.by_token(conn, "talk", "secret", for_update=locking)  # type: ignore[misc]
        )
        assert opened == conversation
    assert database.read_now(lambda conn: conversations.by_token(conn, "talk", "guess")) is None
    assert database.read_now(lambda conn: conversations.by_token(conn, "other", "secret")) is None


def test_messages_are_numbered_and_come_back_as_they_were_said(
    database: Database, company: Company, conversation: Conversation, say: Say, now: datetime
) -> None:
    later = now + timedelta(seconds=1)
    asked = say(question("Que gagne-t-on\u00a0? 😀 \u202eabc", "c1"))
    reply = NewMessage(
        "outgoing",
        "bot",
        "It depends.",
        (Button("general:help", "Help"),),
        (Link("Table", "https://acme.example/pay"),),
        reply_to=1,
    )
    replied = say(reply, later)
    assert (asked.seq, asked.public_id, replied.seq, replied.public_id) == (1, "talk-1", 2, "talk-2")
    stored = database.read_now(lambda conn: messages.after(conn, company.id, conversation.id, 0))
    assert stored == [asked, replied]
    assert database.read_now(lambda conn: messages.replies_to(conn, company.id, conversation.id, 1)) == [replied]
    now_is = database.read_now(lambda conn: conversations.get(conn, company.id, conversation.id))
    assert (now_is.last_seq, now_is.updated) == (2, later)


def test_a_message_sent_twice_is_found_by_its_client_id_and_refused_when_stored_again(
    database: Database, company: Company, conversation: Conversation, say: Say
) -> None:
    first = say(question(client_id="c1"))
    assert database.read_now(lambda conn: messages.by_client_id(conn, company.id, conversation.id, "c1")) == first
    assert database.read_now(lambda conn: messages.by_client_id(conn, company.id, conversation.id, "c2")) is None
    with pytest.raises(AlreadyExists):
        say(question(client_id="c1"))
    assert say(question(client_id="c2")).seq == 2, "the refused one left no gap"


def test_after_pages_through_a_long_conversation(
    database: Database, company: Company, conversation: Conversation, say: Say
) -> None:
    for number in range(5):
        say(question(str(number)))
    page = database.read_now(lambda conn: messages.after(conn, company.id, conversation.id, 1, limit=3))
    assert [each.text for each in page] == ["1", "2", "3"]


@pytest.mark.parametrize("text", ["a\x00b", "half an emoji \ud83d"])
def test_text_that_not_every_database_keeps_is_refused_by_both(text: str, say: Say) -> None:
    with pytest.raises(InvalidText, match="remove it"):
        say(question(text))


def test_moments_come_back_in_utc_whatever_zone_they_were_given_in(
    database: Database, company: Company, conversation: Conversation, say: Say, now: datetime
) -> None:
    say(question(), now.astimezone(timezone(timedelta(hours=5, minutes=30))))
    (stored,) = database.read_now(lambda conn: messages.after(conn, company.id, conversation.id, 0))
    assert stored.created == now
    assert stored.created.utcoffset() == timedelta(0)


def test_a_moment_without_a_zone_is_refused(say: Say, now: datetime) -> None:
    with pytest.raises(ValueError, match="aware"):
        say(question(), now.replace(tzinfo=None))


def test_handing_over_and_resolving_is_kept_and_told(
    database: Database, company: Company, conversation: Conversation, now: datetime
) -> None:
    told = notices_from_now(database)

    def hand_over(conn: Connection) -> Conversation:
        conversations.set_owner(conn, company.id, conversation.id, "recruiter", now)
        conversations.set_status(conn, company.id, conversation.id, "waiting", now)
        return conversations.get(conn, company.id, conversation.id, for_update=True)

    changed = database.write_now(hand_over)
    database.write_now(lambda _: None)
    assert (changed.owner, changed.status) == ("recruiter", "waiting")
    assert told == [ChangeNotice("conversation", company.id, conversation.id)]


def test_a_turn_leaves_a_conversation_in_its_language_with_what_it_asks(
    database: Database, company: Company, conversation: Conversation, now: datetime
) -> None:
    def turn(conn: Connection) -> Conversation:
        at, state = now + timedelta(minutes=1), {"clarifying": 3}
        after: dict[str, Any] = {"status": "open", "language": "de", "state": state, "edition": company.edition}
        conversations.go_on(conn, company.id, conversation, at, **after)
        return conversations.get(conn, company.id, conversation.id)

    asking = database.write_now(turn)
    assert (asking.language, asking.state, asking.status) == ("de", {"clarifying": 3}, "open")
    assert asking.updated > conversation.updated
    with pytest.raises(Moved):
        database.write_now(turn)  # it is not as it was loaded any more


def test_a_decision_keeps_all_that_was_understood(
    database: Database,
    company: Company,
    conversation: Conversation,
    say: Say,
    understood: Callable[..., Understanding],
    now: datetime,
) -> None:
    asked, seen = say(question()), understood()

    def record(conn: Connection) -> int:
        return decisions.record(
            conn, company.id, conversation.id, asked.seq, decisions.NewDecision(seen, "reply", 0.5), now
        )

    id_ = database.write_now(record)
    expected = Decision(
        id_,
        conversation.id,
        asked.seq,
        "reply",
        seen.stage,
        seen.intent,
        seen.confidence,
        0.5,
        "en",
        seen.ranking,
        seen.entities,
        "v1",
        now,
    )
    assert database.read_now(lambda conn: decisions.get(conn, company.id, id_)) == expected
    assert database.read_now(lambda conn: decisions.of_conversation(conn, company.id, conversation.id)) == [expected]


def test_an_unknown_conversation_is_not_found(database: Database, company: Company, now: datetime) -> None:
    with pytest.raises(NotFound, match="no such conversation"):
        database.write_now(lambda conn: messages.append(conn, company.id, 999, question(), now))
