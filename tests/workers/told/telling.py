"""A company's inbox as tests of being told fill it, and a clock that they turn."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from storage import Connection
from storage.companies import companies
from storage.companies.companies import Company
from storage.conversations import conversations, messages
from storage.conversations.messages import NewMessage
from storage.database.database import Database
from tests.clock import START, Clock


@dataclass
class Inbox:
    """A company whose candidates wait and are answered."""

    database: Database
    company: Company
    clock: Clock = field(default_factory=Clock)

    def waits(self, *, urgent: bool = False, name: str = "talk") -> int:
        def begin(conn: Connection) -> int:
            its = (conn, self.company.id)
            made = conversations.create(*its, public_id=name, token_hash=name, language="en", now=START)
            new = NewMessage("incoming", "candidate", "My secret is orangutan")
            messages.append(conn, self.company.id, made.id, new, self.clock.now)
            made = conversations.get(conn, self.company.id, made.id)
            left: Any = {"status": "waiting", "language": "en", "state": None, "urgent": urgent}
            edition = companies.by_id(conn, self.company.id)
            assert edition is not None
            conversations.go_on(conn, self.company.id, made, self.clock.now, edition=edition.edition, **left)
            return made.id

        return int(self.now(begin))

    def answers(self, talk: int) -> None:
        def answer(conn: Connection) -> None:
            messages.append(conn, self.company.id, talk, NewMessage("outgoing", "recruiter", "Yes."), self.clock.now)
            conversations.set_status(conn, self.company.id, talk, "open", self.clock.now)

        self.now(answer)

    def now(self, work: Any) -> Any:
        return self.database.write_now(work)
