"""Who changes something, for which company, and when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from storage import Connection
from storage.people import audit
from storage.people.users import User


@dataclass(frozen=True, slots=True)
class Actor:
    """A person at work on one company's data; every use case of the desk takes one."""

    company_id: int
    user: User
    now: datetime

    def note(self, conn: Connection, action: str, **detail: object) -> int:
        """Write an audit entry and return its id; `audit.<action>` in the language files says it in words."""
        return audit.write(conn, self.company_id, self.user.email, action, detail, self.now)
