"""The weekly report as a mail: written when it goes out, as plain text and as HTML."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from email.message import EmailMessage
from pathlib import Path
from typing import Any, Final

from bot.letter import LetterBody, head
from storage import Connection
from storage.companies import companies
from storage.companies.companies import Company
from storage.database.errors import NotFound
from storage.outbox.outbox import Entry, Kind
from storage.people import told_choices, users
from storage.people.told_choices import ToldChoice
from storage.people.users import User
from workers.mail.subscription_sender import Send
from workers.outbox.sender import NothingElse, NotTaken, Pace, without
from workers.ticks import Now, utc_now
from workers.told.report_words import report_in_words
from workers.told.words import speaker

_TEMPLATES: Final = Path(__file__).parent / "templates"


@dataclass(frozen=True, slots=True)
class InboxReport:
    """A report to one person; `key` stays the same for every attempt."""

    company: Company
    email: str
    key: str
    given: dict[str, Any]


class ReportSender(NothingElse):
    """Writes and sends the reports; who no longer wants one, or may not log in any more, gets none."""

    kinds: tuple[Kind, ...] = ("report",)
    pace = Pace()

    def __init__(
        self,
        send: Send,
        public_url: str,
        sender: str,
        now: Now = utc_now,
    ) -> None:
        self._send = send
        self._public_url = public_url
        self._sender = sender
        self._now = now
        self._body = LetterBody(_TEMPLATES, "report")

    def letter(self, conn: Connection, entry: Entry, now: datetime) -> InboxReport | None:
        """Look up the figures; None where nobody wants them any more."""
        company, reader = companies.by_id(conn, entry.company_id), _reader(conn, entry)
        if company is None or reader is None:
            return None
        user, choice = reader
        monday = date.fromisoformat((entry.payload or {})["monday"])
        given = report_in_words(conn, company, user, speaker(choice.language), monday, now, self._public_url)
        return InboxReport(company, user.email, f"report-{entry.id}-{entry.key.replace(':', '-')}", given)

    async def send(self, letter: InboxReport) -> None:
        """Write the mail and hand it over."""
        mail = EmailMessage()
        subject = str(letter.given["subject"])
        head(mail, letter.company, self._sender, letter.email, subject, letter.key, self._now())
        self._body.write(mail, letter.given)
        try:
            await self._send(mail, letter.email)
        except NotTaken as error:
            raise NotTaken(without(str(error), letter.email), for_good=error.for_good) from error


def _reader(conn: Connection, entry: Entry) -> tuple[User, ToldChoice] | None:
    person = int(entry.recipient or 0)
    try:
        user = users.get(conn, entry.company_id, person)
    except NotFound:
        return None
    choice = told_choices.get(conn, entry.company_id, person)
    return None if user.disabled or choice is None or not choice.weekly else (user, choice)
