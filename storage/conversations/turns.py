"""What a turn begins with, in one statement: its conversation, what was said last, and the company's edition."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, Text, and_, bindparam, cast, exists, select

from storage.conversations.conversations import BY_TOKEN, COLUMNS, Conversation
from storage.conversations.messages import Button, buttons_of
from storage.database.prepared import Prepared
from storage.tables.application import application
from storage.tables.base import company
from storage.tables.conversation import conversation, decision, message
from storage.tables.guard import guard_decision

LOOKED_BACK = 12
"""How many messages are loaded with a conversation: about six questions and their replies."""


class PastMessage(NamedTuple):
    """A message as a turn looks back on it, with what was decided about it (None for what was not a candidate's)."""

    seq: int
    author: str
    text: str
    reply_to: int | None
    stored_buttons: str
    kind: str | None
    stage: str | None
    intent: str | None
    model_version: str | None
    about_seq: int | None
    action: str | None

    @property
    def buttons(self) -> tuple[Button, ...]:
        """The buttons under it, but for those of its cards."""
        return buttons_of(json.loads(self.stored_buttons))


@dataclass(frozen=True, slots=True)
class Loaded:
    """A conversation as a message finds it, with the last messages in order, and the company's edition.

    `earlier` is the number of the message that came under the same client id before; `applying`: whether the candidate
    is making an application.
    """

    conversation: Conversation
    edition: int
    earlier: int | None
    applying: bool
    said: tuple[PastMessage, ...]


_FORMER = message.alias()
_EARLIER = (
    select(_FORMER.c.seq)
    .where(
        _FORMER.c.conversation_id == conversation.c.id,
        _FORMER.c.company_id == conversation.c.company_id,
        _FORMER.c.client_id == bindparam("of_client_id"),
    )
    .scalar_subquery()
)
_APPLYING = exists().where(
    application.c.company_id == conversation.c.company_id,
    application.c.conversation_id == conversation.c.id,
    application.c.step != "sent",
)
_SAID = and_(
    message.c.conversation_id == conversation.c.id,
    message.c.company_id == conversation.c.company_id,
    message.c.seq > conversation.c.last_seq - LOOKED_BACK,
)
_DECIDED = and_(decision.c.conversation_id == message.c.conversation_id, decision.c.message_seq == message.c.seq)
_GUARDED = and_(
    guard_decision.c.conversation_id == message.c.conversation_id, guard_decision.c.message_seq == message.c.seq
)
_ONCE = (*COLUMNS, company.c.edition, _EARLIER.label("earlier"), _APPLYING.label("applying"))
_LOAD = (
    select(
        *_ONCE,
        message.c.seq,
        message.c.author,
        message.c.text,
        message.c.reply_to,
        cast(message.c.buttons, Text),
        decision.c.kind,
        decision.c.stage,
        decision.c.intent,
        decision.c.model_version,
        decision.c.about_seq,
        guard_decision.c.action,
    )
    .select_from(
        conversation.join(company, company.c.id == conversation.c.company_id)
        .outerjoin(message, _SAID)
        .outerjoin(decision, _DECIDED)
        .outerjoin(guard_decision, _GUARDED)
    )
    .order_by(message.c.seq)
)
_BY_TOKEN = Prepared(
    _LOAD.where(*BY_TOKEN),
    repeated=len(_ONCE),
)
_BY_ID = Prepared(
    _LOAD.where(conversation.c.id == bindparam("of_id"), conversation.c.company_id == bindparam("of_company")),
    repeated=len(_ONCE),
)


def load(conn: Connection, public_id: str, token_hash: str, client_id: str) -> Loaded | None:
    """Return what a message under this client id finds; None where the token opens no such conversation."""
    token = {"of_public_id": public_id, "of_token_hash": token_hash}
    return _loaded(_BY_TOKEN.rows(conn, token | {"of_client_id": client_id}))


def load_again(conn: Connection, company_id: int, conversation_id: int) -> Loaded | None:
    """Return a conversation as it stands, for a turn that no message begins; None where the company has none."""
    return _loaded(_BY_ID.rows(conn, {"of_id": conversation_id, "of_company": company_id, "of_client_id": ""}))


def _loaded(rows: list[tuple[Any, ...]]) -> Loaded | None:
    if not rows:
        return None
    *its, edition, earlier, applying = rows[0][: len(_ONCE)]
    said = (row[len(_ONCE) :] for row in rows)
    before = tuple(PastMessage._make(each) for each in said if each[0] is not None)
    return Loaded(Conversation(*its), edition, earlier, bool(applying), before)
