"""What tests of mailed answers talk about: a conversation that waits for one, and what sends it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.message import EmailMessage

from bot.answers.letters import AnswerLetters
from bot.texts import load_texts
from storage import Connection, Database
from storage.applications import answer_mails
from storage.applications.answer_mails import AnswerMail
from storage.companies.companies import Company
from storage.conversations import conversations, messages, receipts
from storage.conversations.conversations import Conversation
from storage.conversations.messages import Author, Message, NewMessage
from storage.outbox import outbox
from storage.outbox.outbox import DeliveryOutcome
from tests.clock import START, Clock
from tests.subscribing import text_of
from workers.answers.sender import AnswerSender
from workers.answers.watch import AnswerWatch
from workers.outbox.delivery import OutboxDelivery

ANNA = "anna@example.org"
PATIENCE = timedelta(minutes=3)
QUESTION = "Is there a <b>canteen</b>?"


@dataclass
class Talk:
    """A conversation whose question a person has to answer, by mail as well if it is not read."""

    database: Database
    company: Company
    its: Conversation

    @classmethod
    def waiting(cls, database: Database, company: Company, name: str = "talk", email: str = ANNA) -> Talk:
        def work(conn: Connection) -> Conversation:
            language = company.default_language
            return conversations.create(conn, company.id, public_id=name, token_hash=name, language=language, now=START)

        talk = cls(database, company, database.write_now(work))
        question = talk.says("candidate", QUESTION)
        talk.says("bot", "I've passed it on.", reply_to=question)
        asked = talk.says("candidate", email)
        talk.says("bot", "All right.", reply_to=asked)
        talk.gives(email, question, asked)
        return talk

    def gives(self, email: str, question: int, asked: int) -> None:
        its = (self.company.id, self.its.id, email)
        self.database.write_now(
            lambda conn: answer_mails.ask(conn, *its, question_seq=question, asked_seq=asked, now=START)
        )

    def says(self, author: Author, text: str, now: datetime = START, reply_to: int | None = None) -> int:
        new = NewMessage("incoming" if author == "candidate" else "outgoing", author, text, reply_to=reply_to)
        return self.database.write_now(lambda conn: messages.append(conn, self.company.id, self.its.id, new, now)).seq

    def sees(self, seq: int) -> None:
        self.database.write_now(lambda conn: receipts.note_seen(conn, self.company.id, self.its.id, seq, START))

    @property
    def mail(self) -> AnswerMail | None:
        return self.database.read_now(lambda conn: answer_mails.of_conversation(conn, self.company.id, self.its.id))

    @property
    def messages(self) -> list[Message]:
        return self.database.read_now(lambda conn: messages.after(conn, self.company.id, self.its.id, 0))

    @property
    def outcomes(self) -> list[DeliveryOutcome]:
        entries = self.database.read_now(lambda conn: outbox.of_kind(conn, self.company.id, "answer"))
        return sorted(each.outcome for each in entries)


@dataclass
class House:
    """What looks for unread answers and sends them, with a mail server that first says what is in `refusals`."""

    database: Database
    clock: Clock = field(default_factory=Clock)
    per_day: int = 5
    mails: list[EmailMessage] = field(default_factory=list)
    refusals: list[BaseException] = field(default_factory=list)

    async def _send(self, message: EmailMessage, address: str) -> None:
        assert message["To"] == address
        if self.refusals:
            raise self.refusals.pop(0)
        self.mails.append(message)

    async def watches(self) -> None:
        await AnswerWatch(self.database, PATIENCE, self.per_day, self.clock).tick()

    async def delivers(self) -> None:
        letters = AnswerLetters(load_texts(), "https://chat.example", "bot@chat.example")
        sender = AnswerSender(letters, load_texts(), self._send, 60, self.clock)
        await OutboxDelivery(self.database, sender, self.clock).tick()

    async def tick(self, **later: float) -> None:
        """Let time pass, then look and send."""
        self.clock.goes_on(**later)
        await self.watches()
        await self.delivers()


def links(mail: EmailMessage) -> list[str]:
    """Return the pages that a mail links to: to open the conversation, and to end it."""
    return re.findall(r"https://chat.example(/answers/\S+)", text_of(mail))


def html_of(mail: EmailMessage) -> str:
    part = mail.get_body(("html",))
    assert part is not None
    return str(part.get_content())
