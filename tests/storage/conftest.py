"""What storage tests talk about: one moment, one conversation, one understanding."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from nlu.understanding import Entity, Guess, Stage, Understanding
from storage import Connection, Database
from storage.companies.companies import Company
from storage.conversations import conversations, messages
from storage.conversations.conversations import Conversation
from storage.conversations.messages import NewMessage
from storage.database.engine import Engines, open_engines, parse_url
from storage.reviews import decisions
from storage.reviews.kinds import Kind

Ask = Callable[..., int]


@pytest.fixture
def now() -> datetime:
    return datetime(2026, 3, 1, 12, 0, 0, 250, tzinfo=UTC)


@pytest.fixture
def conversation(database: Database, company: Company, now: datetime) -> Conversation:
    def create(conn: Connection) -> Conversation:
        return conversations.create(conn, company.id, public_id="talk", token_hash="secret", language="en", now=now)

    return database.write_now(create)


@pytest.fixture
def understood() -> Callable[..., Understanding]:
    def make(text: str = "What do I earn?", **changes: Any) -> Understanding:
        values = {
            "text": text,
            "language": "en",
            "stage": Stage.FAQ,
            "intent": "salary",
            "confidence": 0.75,
            "ranking": (Guess("salary", 0.75), Guess("benefits", 0.125)),
            "entities": (Entity("city", "berlin", "Berlin", 0, 6),),
            "model_version": "v1",
        }
        return Understanding(**{**values, **changes})

    return make


@pytest.fixture
def ask(
    database: Database,
    company: Company,
    conversation: Conversation,
    understood: Callable[..., Understanding],
    now: datetime,
) -> Ask:
    """Ask a question, reply to it, record the decision; return its review's id."""

    def make(text: str = "What do I earn?", *, kind: Kind = "reply", **changes: Any) -> int:
        def turn(conn: Connection) -> int:
            talk = (conn, company.id, conversation.id)
            asked = messages.append(*talk, NewMessage("incoming", "candidate", text), now)
            messages.append(*talk, NewMessage("outgoing", "bot", f"Re: {text}", reply_to=asked.seq), now)
            return decisions.record(
                *talk, asked.seq, decisions.NewDecision(understood(text, **changes), kind, 0.5), now
            )

        return database.write_now(turn)

    return make


@pytest.fixture
def engines(database_url: str) -> Iterator[Engines]:
    opened = open_engines(parse_url(database_url), readers=2)
    yield opened
    opened.dispose()
