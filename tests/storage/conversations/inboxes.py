"""An inbox that conversations come into, and what it lists."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import count
from typing import Any

import pytest

from storage import Connection, Database
from storage.companies.companies import Company
from storage.conversations import conversations, inbox, messages
from storage.conversations.conversations import Status
from storage.conversations.inbox import WantedConversations
from storage.conversations.messages import NewMessage

Talk = Callable[..., int]


@pytest.fixture
def talk(database: Database, company: Company, now: datetime) -> Talk:
    numbers = count()

    def make(
        text: str = "Hello",
        *,
        status: Status = "waiting",
        minutes: int = 0,
        urgent: bool = False,
        language: str = "en",
        channel: str = "web",
    ) -> int:
        at, name = now + timedelta(minutes=minutes), f"talk-{next(numbers)}"

        def write(conn: Connection) -> int:
            its: Any = {"public_id": name, "token_hash": "s", "language": language, "channel": channel, "now": at}
            made = conversations.create(conn, company.id, **its)
            left: Any = {"status": status, "language": language, "state": None, "urgent": urgent}
            conversations.go_on(conn, company.id, made, at, edition=company.edition, **left)
            messages.append(conn, company.id, made.id, NewMessage("incoming", "candidate", text), at)
            return made.id

        return database.write_now(write)

    return make


Listed = Callable[..., list[int]]
WAITING = WantedConversations()


@pytest.fixture
def listed(database: Database, company: Company, now: datetime) -> Listed:
    def look(wanted: WantedConversations = WAITING, **more: int) -> list[int]:
        found = database.read_now(lambda conn: inbox.page(conn, company.id, wanted, now, **more))  # type: ignore[arg-type]
        return [each.id for each in found]

    return look


def change(database: Database, what: Callable[[Connection], None]) -> None:
    database.write_now(what)


def void(_: object) -> None:
    return None
