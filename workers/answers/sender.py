"""Mails with people's answers: written when they go out, dropped when the candidate has read them meanwhile."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from datetime import datetime

from bot.answers.letters import AnswerLetter, AnswerLetters
from storage import Connection
from storage.answers import answer_links
from storage.applications import answer_mails
from storage.applications.answer_mails import AnswerMail
from storage.companies import companies
from storage.conversations import conversations, messages, receipts
from storage.conversations.conversations import Conversation
from storage.conversations.messages import Message, NewMessage
from storage.database.token_hashes import hash_token
from storage.outbox.outbox import DeliveryOutcome, Entry, Kind
from storage.subscriptions import subscription_mails
from texts import Texts
from texts.markup import Worded
from workers.mail.subscription_sender import Send
from workers.outbox.sender import NotTaken, Pace, without
from workers.ticks import Now, utc_now


class AnswerSender:
    """Writes and sends what people answered."""

    kinds: tuple[Kind, ...] = ("answer",)

    def __init__(
        self,
        letters: AnswerLetters,
        texts: Texts,
        send: Send,
        per_minute: int,
        now: Now = utc_now,
    ) -> None:
        self._letters = letters
        self._texts = texts
        self._send = send
        self._now = now
        self.pace = Pace(per_minute=per_minute, counted=subscription_mails.KINDS)

    def letter(self, conn: Connection, entry: Entry, now: datetime) -> AnswerLetter | None:
        """Look up the answer and its question; None when it was read, or the address is not to be used any more."""
        assert entry.conversation_id is not None, "this kind is about a conversation"
        its, said = (entry.company_id, entry.conversation_id), entry.payload or {}
        kept, company = answer_mails.of_conversation(conn, *its), companies.by_id(conn, entry.company_id)
        if kept is None or company is None or receipts.seen_up_to(conn, *its) >= said["last"]:
            return None
        talk = conversations.get(conn, *its)
        told = messages.after(conn, *its, kept.question_seq - 1)
        answers = [
            Worded(each.text, each.blocks)
            for each in told
            if each.author == "recruiter" and said["first"] <= each.seq <= said["last"]
        ]
        tokens = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
        answer_links.add(conn, *its, "open", hash_token(tokens[0]), now)
        answer_links.add(conn, *its, "end", hash_token(tokens[1]), now)
        question = _question(told, kept, said["first"])
        return AnswerLetter(company, talk.language, kept.email, entry.key, question, tuple(answers), *tokens)

    async def send(self, letter: AnswerLetter) -> None:
        """Write the mail and hand it over."""
        mail = await asyncio.to_thread(self._letters.write, letter, self._now())
        try:
            await self._send(mail, letter.email)
        except NotTaken as error:
            raise NotTaken(without(str(error), letter.email), for_good=error.for_good) from error

    def concluded(
        self, conn: Connection, entry: Entry, letter: AnswerLetter | None, outcome: DeliveryOutcome, now: datetime
    ) -> None:
        """Say in the conversation that no mail reaches the address, and forget that."""
        if outcome not in ("bounced", "given_up") or entry.conversation_id is None:
            return
        its = (entry.company_id, entry.conversation_id)
        talk: Conversation = conversations.get(conn, *its)
        said = self._texts.get(talk.language, "answer_mail.bounced")
        messages.append(conn, *its, NewMessage("outgoing", "bot", said), now)
        answer_mails.forget(conn, *its)


def _question(told: Sequence[Message], kept: AnswerMail, first: int) -> str:
    """Return what was answered: what the candidate wrote last beside a person, else what was handed over."""
    replied = {each.reply_to for each in told if each.author == "bot"}
    asked = [each for each in told if each.author == "candidate" and each.seq < first]
    later = [each.text for each in asked if each.seq > kept.asked_seq and each.seq not in replied]
    before = [each.text for each in asked if each.seq == kept.question_seq]
    return next(iter([*reversed(later), *before]), "")
