"""A turn that is thought out, and how it is kept: whole, or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.dialogue.effects import (
    AskForSubscription,
    Effect,
    EndSubscription,
    ForgetApplication,
    KeepApplication,
    KeepComment,
    KeepDecision,
    KeepDoubt,
    KeepGuardDecision,
    LogSearch,
    MailAccess,
    MailAnswerAlso,
    MailAnswerTo,
    OpenApplication,
    RateLastAnswer,
    SendApplication,
    SetFrequency,
    SetWish,
)
from bot.subscribing import ask, ask_for_access
from storage import Connection
from storage.applications import answer_mails, applications
from storage.companies.companies import Company
from storage.conversations import conversations, messages, receipts, satisfactions
from storage.conversations.conversations import Conversation, Owner, Status
from storage.conversations.messages import Message, NewMessage
from storage.openings import opening_questions, search_log
from storage.reviews import decisions, doubts, guard_decisions, reviews
from storage.subscriptions import subscriptions


@dataclass(frozen=True, slots=True)
class Turn:
    """The stored message and what was replied; `replayed` when the same client id had been answered before.

    `decision` is what was decided (reply, clarify, defer); None where nothing was, as beside a recruiter.
    """

    conversation: Conversation
    message: Message
    replies: tuple[Message, ...]
    replayed: bool = False
    decision: str | None = None


@dataclass(frozen=True, slots=True)
class After:
    """How a turn leaves its conversation; without an `owner` it stays whose it was."""

    status: Status
    language: str
    state: Mapping[str, Any] | None
    urgent: bool = False
    owner: Owner | None = None


@dataclass(frozen=True, slots=True)
class Thought:
    """A turn that is thought out and not kept: of a conversation as it was loaded, in an edition of its company.

    A confirmation of a subscription is mailed to an address `mails_a_day` times at most.
    """

    conversation: Conversation
    company: Company
    message: Message
    replies: tuple[NewMessage, ...]
    after: After
    now: datetime
    effects: tuple[Effect, ...] = ()
    decision: str | None = None
    mails_a_day: int = 0

    def keep(self, conn: Connection) -> Turn:
        """Write the turn, whole; raises Moved, and writes nothing, where conversation or company have changed since.

        A message that the bot left to a person, and answers after all, has been written before.
        """
        talk, after, now = self.conversation, self.after, self.now
        new = [self.message] if self.message.seq > talk.last_seq else []
        replies = messages.numbered(talk, talk.last_seq + len(new), self.replies, now)
        conversations.go_on(
            conn, talk.company_id, talk, now, edition=self.company.edition, messages=len(new) + len(replies),
            status=after.status, language=after.language, state=after.state, urgent=after.urgent, owner=after.owner,
        )  # fmt: skip
        messages.add(conn, talk.company_id, [*new, *replies])
        for effect in self.effects:
            _carry_out(conn, self, effect)
        return Turn(talk, self.message, replies, decision=self.decision)


def _carry_out(conn: Connection, turn: Thought, effect: Effect) -> None:
    """Write what a turn does beside its messages."""
    its, now, seq = (conn, turn.company.id, turn.conversation.id), turn.now, turn.message.seq
    match effect:
        case KeepDecision():
            _decide(conn, turn, effect)
        case LogSearch(wish, found):
            search_log.record(*its, wish, found, turn.after.language, now)
        case KeepDoubt(decision):
            doubts.add(conn, turn.company.id, decision, now)
        case KeepGuardDecision(made, language):
            guard_decisions.record(*its, seq, made, language, now)
        case MailAnswerTo(address, question):
            answer_mails.ask(*its, address.value, question_seq=question, asked_seq=seq, now=now)
        case MailAnswerAlso(question):
            answer_mails.ask_about(*its, question)
        case RateLastAnswer(answer, answered):
            satisfactions.tell(*its, answer, answered=answered, now=now)
            receipts.note_seen(*its, answer, now)
        case KeepComment():
            satisfactions.comment(*its, seq)
        case AskForSubscription() | MailAccess() | SetFrequency() | SetWish() | EndSubscription():
            _subscribe(conn, turn, effect)
        case _:
            _apply(conn, turn, effect)


def _subscribe(
    conn: Connection,
    turn: Thought,
    effect: AskForSubscription | MailAccess | SetFrequency | SetWish | EndSubscription,
) -> None:
    company, per_day, now = turn.company, turn.mails_a_day, turn.now
    match effect:
        case AskForSubscription(address, wanted):
            ask(conn, company, address, wanted, per_day, now, turn.conversation.id)
        case MailAccess(address):
            ask_for_access(conn, company, address, per_day, now)
        case SetFrequency(subscription, frequency):
            subscriptions.set_frequency(conn, company.id, subscription, frequency, now)
        case SetWish(subscription, wish):
            subscriptions.set_wish(conn, company.id, subscription, wish, now)
        case EndSubscription(subscription):
            subscriptions.end(conn, company.id, subscription, now)


def _apply(
    conn: Connection,
    turn: Thought,
    effect: OpenApplication | KeepApplication | ForgetApplication | SendApplication,
) -> None:
    match effect:
        case OpenApplication(opening):
            its = (conn, turn.company.id, turn.conversation.id)
            applications.begin(*its, opening, turn.after.language, turn.now)
        case KeepApplication(application):
            applications.keep(conn, application, turn.now)
        case ForgetApplication(application):
            applications.forget(conn, application)
        case SendApplication(application, keep_days):
            applications.send(conn, application, keep_days, turn.now)


def _decide(conn: Connection, turn: Thought, keep: KeepDecision) -> None:
    """Keep the decision, and of which opening it speaks."""
    company, now = turn.company.id, turn.now
    id_ = decisions.record(conn, company, turn.conversation.id, turn.message.seq, keep.made, now)
    if keep.supersedes is not None:
        reviews.supersede(conn, company, keep.supersedes, now)
    if keep.opening is not None:
        opening_questions.record(conn, company, id_, keep.opening)
