"""One conversation: its messages, what was decided about each, and the notes that recruiters keep of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from aiohttp import web

from admin.inbox import lists
from admin.visit import Seat, path_id, seat_of
from storage import Connection
from storage.answers.answers import Answer, KeptBack
from storage.answers.bank import Bank, was_sure
from storage.applications import answer_mails, undelivered
from storage.applications.undelivered import Undelivered
from storage.conversations import conversation_notes, conversations, identities, messages, receipts, satisfactions
from storage.conversations.conversation_notes import Note
from storage.conversations.conversations import Conversation
from storage.conversations.messages import Message
from storage.conversations.satisfactions import Satisfaction
from storage.people.users import User
from storage.reviews import danger_signs, decisions, guard_decisions
from storage.reviews.danger_signs import NO_SIGNS, DangerSigns
from storage.reviews.decisions import Decision
from storage.reviews.guard_decisions import GuardDecision

THREAD_LIMIT = 1000


@dataclass(frozen=True, slots=True)
class Thread:
    """A conversation, its messages after some sequence number, and what was decided about each incoming one.

    `guarded` is what the guard did about the reply, by the same number; `team` who can look after it; `assignee` is
    the name of who does, "" for nobody; `is_read`: the candidate has read all that people wrote (None: nobody has),
    and what they do not read goes to them by mail where it is to go `by_mail`; `satisfied` is what they said of a
    person's answers, by number; `kept_back` is why an answer was not given, by the number of its question, with that
    answer; `user`: who the candidate is to the company's own site, None where that is not proved;
    `danger`: which messages the bot took for a sign of it; `applied`: what was sent here and the company does not have
    yet; `called`: the names of the team, by number.
    """

    conversation: Conversation
    messages: Sequence[Message]
    decisions: dict[int, Decision]
    guarded: dict[int, GuardDecision]
    notes: Sequence[Note]
    team: Sequence[User]
    assignee: str
    is_read: bool | None
    by_mail: bool
    satisfied: dict[int, Satisfaction]
    kept_back: dict[int, tuple[KeptBack, Answer]]
    user: str | None = None
    danger: DangerSigns = NO_SIGNS
    applied: Sequence[Undelivered] = ()
    called: Mapping[int, str] = field(default_factory=dict)

    @property
    def stamp(self) -> str:
        """What changes whenever the conversation does, or the candidate has read more of it."""
        return f"{self.conversation.updated.isoformat()} {self.is_read}"


async def thread(request: web.Request, after: int = 0) -> Thread:
    """Read the conversation of the request's address, from the message after that number; raises NotFound."""
    seat, conversation_id = seat_of(request), path_id(request)
    return await seat.read(lambda conn: _read_thread(conn, seat, conversation_id, after))


def _read_thread(conn: Connection, seat: Seat, conversation_id: int, after: int) -> Thread:
    its = (conn, seat.company.id, conversation_id)
    conversation = conversations.get(*its)
    said = messages.after(*its, max(after, conversation.last_seq - THREAD_LIMIT), limit=THREAD_LIMIT)
    decided = decisions.of_conversation(*its)
    guarded = guard_decisions.of_conversations(conn, seat.company.id, [conversation_id])
    called = lists.names(conn, seat.company.id)
    return Thread(
        conversation,
        said,
        {decision.message_seq: decision for decision in decided},
        {seq: made for (_, seq), made in guarded.items()},
        conversation_notes.of_conversation(*its),
        lists.team(conn, seat),
        called.get(conversation.assignee_id or 0, ""),
        receipts.all_read(*its),
        answer_mails.of_conversation(*its) is not None,
        {each.answer_seq: each for each in satisfactions.of_conversations(conn, seat.company.id, [conversation_id])},
        _kept_back(conn, seat.company.id, decided),
        identities.of_conversation(*its),
        danger_signs.of_conversations(conn, seat.company.id, [conversation_id]).get(conversation_id, NO_SIGNS),
        undelivered.of_company(conn, seat.company.id, conversation_id),
        called,
    )


def _kept_back(conn: Connection, company_id: int, decided: Sequence[Decision]) -> dict[int, tuple[KeptBack, Answer]]:
    bank = Bank.of(conn, company_id, about=decided) if any(map(was_sure, decided)) else None
    found = {each.message_seq: (bank.kept_back(each), bank.answer_to(each)) for each in decided if bank is not None}
    return {seq: (why, answer) for seq, (why, answer) in found.items() if why is not None and answer is not None}
