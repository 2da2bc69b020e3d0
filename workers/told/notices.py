"""Mails to a company's people about its inbox: written when they go out, dropped when they are true no more."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from typing import Final

from admin.texts import Say
from bot.letter import head
from storage import Connection
from storage.companies import companies
from storage.companies.companies import Company
from storage.companies.company_settings import Usual, as_made
from storage.conversations import conversations, waits
from storage.conversations.waits import WaitingConversation
from storage.database.errors import NotFound
from storage.outbox.outbox import Entry, Kind
from storage.people import told_choices, users
from storage.people.told_choices import ToldChoice
from storage.people.users import User
from workers.mail.subscription_sender import Send
from workers.outbox.sender import NothingElse, NotTaken, Pace, without
from workers.ticks import Now, utc_now
from workers.told.talks import desk_link, talk_of
from workers.told.words import InboxNews, duration, lines_of, speaker, tidy

SESSIONS: Final = 2
LISTED: Final = 20
"""Conversations that a digest lists; of the others it says how many there are."""


@dataclass(frozen=True, slots=True)
class InboxMail:
    """A mail about the inbox; `key` stays the same for every attempt."""

    company: Company
    email: str
    key: str
    subject: str
    lines: tuple[str, ...]


class NoticeSender(NothingElse):
    """Writes and sends what people want to be told; who may not log in any more is told nothing."""

    kinds: tuple[Kind, ...] = ("notice",)
    # These are few, and danger may be among them: they wait for no mails to candidates.
    pace = Pace(sessions=SESSIONS)

    def __init__(
        self,
        send: Send,
        public_url: str,
        sender: str,
        now: Now = utc_now,
        usual: Usual = as_made,
    ) -> None:
        self._usual = usual
        self._send = send
        self._public_url = public_url
        self._sender = sender
        self._now = now

    def letter(self, conn: Connection, entry: Entry, now: datetime) -> InboxMail | None:
        """Look up what there is to say now; None for nothing, or to nobody."""
        company = companies.by_id(conn, entry.company_id)
        reader = _reader(conn, entry, company, self._usual) if company else None
        if company is None or reader is None:
            return None
        user, choice = reader
        say = speaker(choice.language)
        is_digest = (entry.payload or {})["event"] == "digest"
        said = self._digest(conn, company, user, say, now) if is_digest else self._event(conn, company, entry, say, now)
        if said is None:
            return None
        subject, lines = said
        why = say("told.why", link=desk_link(self._public_url, "told"))
        return InboxMail(company, user.email, f"notice-{entry.id}-{entry.key}", subject, (*lines, "", why))

    def _event(
        self, conn: Connection, company: Company, entry: Entry, say: Say, now: datetime
    ) -> tuple[str, list[str]] | None:
        said = entry.payload or {}
        wait = waits.get(conn, company.id, said["wait"])
        if wait is None or wait.ended is not None or not _waits_still(conn, company, wait.conversation_id):
            return None
        talk = talk_of(conn, company.id, wait, now, self._public_url)
        lines = lines_of(say, InboxNews(said["event"], company.name, now, talk))
        return lines[0], [*lines, "", talk.link or ""]

    def _digest(
        self, conn: Connection, company: Company, user: User, say: Say, now: datetime
    ) -> tuple[str, list[str]] | None:
        theirs = (None, user.id)
        waiting = [each for each in waits.waiting(conn, company.id, now) if each.urgent or each.assignee_id in theirs]
        if not waiting:
            return None
        subject = say("told.digest", company=tidy(company.name), n=len(waiting))
        more = len(waiting) - LISTED
        lines = [_line(say, each, now) for each in waiting[:LISTED]]
        lines += [say("told.digest_more", n=more)] if more > 0 else []
        link = desk_link(self._public_url, "conversations")
        return subject, [subject, "", *lines, "", say("told.digest_open", link=link)]

    async def send(self, letter: InboxMail) -> None:
        """Write the mail and hand it over."""
        try:
            await self._send(self._write(letter), letter.email)
        except NotTaken as error:
            raise NotTaken(without(str(error), letter.email), for_good=error.for_good) from error

    def _write(self, letter: InboxMail) -> EmailMessage:
        mail = EmailMessage()
        head(mail, letter.company, self._sender, letter.email, letter.subject, letter.key, self._now())
        mail.set_content("\n".join(letter.lines) + "\n", cte="quoted-printable")
        return mail


def _reader(conn: Connection, entry: Entry, company: Company, usual: Usual) -> tuple[User, ToldChoice] | None:
    person = int(entry.recipient or 0)
    try:
        user = users.get(conn, entry.company_id, person)
    except NotFound:
        return None
    told = told_choices.usual_choice(company, company.settings(usual).told_way)
    choice = told_choices.get(conn, entry.company_id, person) or told
    return None if user.disabled or choice.way == "none" else (user, choice)


def _waits_still(conn: Connection, company: Company, conversation_id: int) -> bool:
    return conversations.get(conn, company.id, conversation_id).status == "waiting"


def _line(say: Say, each: WaitingConversation, now: datetime) -> str:
    language = say.language_name(each.language)
    line = say(
        "told.digest_line", number=each.conversation_id, language=language, waited=duration(say, now - each.since)
    )
    return f"- {say('told.digest_danger', line=line) if each.urgent else line}"
