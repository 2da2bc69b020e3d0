"""One message and what comes of it: as it came, thought out, and kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from storage import Connection, conversations, messages
from storage.conversations import Conversation, Owner, Status
from storage.messages import Message, NewMessage

Effect = Callable[[Connection], object]
"""Something that a turn writes beside its messages."""


@dataclass(frozen=True, slots=True)
class IncomingMessage:
    """What a candidate sent: a text or the id of a button they were offered, under an id of the client's own."""

    client_id: str
    text: str | None = None
    button: str | None = None


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
    """A turn that is thought out and not kept: of a conversation as it was loaded, in an edition of its company."""

    conversation: Conversation
    edition: int
    message: Message
    replies: tuple[NewMessage, ...]
    after: After
    now: datetime
    effects: tuple[Effect, ...] = ()
    decision: str | None = None

    def keep(self, conn: Connection) -> Turn:
        """Write the turn, whole; raises Moved, and writes nothing, where conversation or company have changed since.

        A message that the bot left to a person, and answers after all, has been written before.
        """
        talk, after, now = self.conversation, self.after, self.now
        new = [self.message] if self.message.seq > talk.last_seq else []
        replies = messages.numbered(talk, talk.last_seq + len(new), self.replies, now)
        conversations.go_on(
            conn, talk.company_id, talk, now, edition=self.edition, messages=len(new) + len(replies),
            status=after.status, language=after.language, state=after.state, urgent=after.urgent, owner=after.owner,
        )  # fmt: skip
        messages.add(conn, talk.company_id, [*new, *replies])
        for effect in self.effects:
            effect(conn)
        return Turn(talk, self.message, replies, decision=self.decision)
