"""Conversations: who owns them, how they stand, and the token that is the candidate's key to one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Connection, bindparam, exists, func, or_, select, update

from storage.database.errors import Moved, NotFound
from storage.database.notices import ChangeNotice, notify
from storage.database.prepared import Prepared
from storage.tables.answer import conversation_key
from storage.tables.base import company
from storage.tables.conversation import conversation as table

Owner = Literal["bot", "recruiter"]
Status = Literal["open", "waiting", "resolved"]
WEB = "web"
"""The channel of the chat on a company's own site."""


@dataclass(frozen=True, slots=True)
class PrivacyShown:
    """Which version of the privacy notice a candidate was shown before they wrote, and since when it stood there."""

    version: str
    shown: datetime


@dataclass(frozen=True, slots=True)
class Conversation:
    """One talk with one job-seeker; `last_seq` is the number of its newest message, 0 before the first.

    `state` is what the bot keeps of it from turn to turn, None when nothing is open; only the bot reads it.
    `waiting_since` is when the candidate began to wait for a person, None while they do not; `urgent` when somebody may
    be in danger; `assignee_id` the person who looks after it; until `snoozed_until` nobody needs to. `time_zone` is the
    candidate's (IANA), None where it is not known; `channel` where they write, such as "web".
    """

    id: int
    public_id: str
    company_id: int
    language: str
    owner: Owner
    status: Status
    last_seq: int
    created: datetime
    updated: datetime
    state: Mapping[str, Any] | None = None
    waiting_since: datetime | None = None
    urgent: bool = False
    assignee_id: int | None = None
    snoozed_until: datetime | None = None
    time_zone: str | None = None
    channel: str = WEB


COLUMNS = (
    table.c.id,
    table.c.public_id,
    table.c.company_id,
    table.c.language,
    table.c.owner,
    table.c.status,
    table.c.last_seq,
    table.c.created,
    table.c.updated,
    table.c.state,
    table.c.waiting_since,
    table.c.urgent,
    table.c.assignee_id,
    table.c.snoozed_until,
    table.c.time_zone,
    table.c.channel,
)
# Statements of every message's way are built once: building one costs more than running it.
_ADD = Prepared.insert(table, returns_id=True)
_OTHER_KEY = exists().where(
    conversation_key.c.token_hash == bindparam("of_token_hash"), conversation_key.c.conversation_id == table.c.id
)
BY_TOKEN = (
    table.c.public_id == bindparam("of_public_id"),
    or_(table.c.token_hash == bindparam("of_token_hash"), _OTHER_KEY),
)
"""The conversation that a token opens: its own, or one of a mailed link."""
_BY_TOKEN = select(*COLUMNS).where(*BY_TOKEN)
_GET = select(*COLUMNS).where(table.c.id == bindparam("of_id"), table.c.company_id == bindparam("of_company"))
_AS_LOADED = ("last_seq", "owner", "status", "updated")
_GO_ON = Prepared(
    update(table)
    .where(table.c.id == bindparam("of_conversation"), table.c.company_id == bindparam("of_company"))
    .where(*[table.c[name] == bindparam(f"from_{name}") for name in _AS_LOADED])
    .where(
        select(company.c.edition).where(company.c.id == table.c.company_id).scalar_subquery()
        == bindparam("from_edition")
    )
    .values(
        last_seq=bindparam("to_last_seq"),
        owner=bindparam("to_owner"),
        status=bindparam("to_status"),
        language=bindparam("to_language"),
        state=bindparam("to_state"),
        waiting_since=bindparam("to_waiting_since"),
        urgent=bindparam("to_urgent"),
        snoozed_until=None,
        updated=bindparam("at"),
    )
    .returning(table.c.id)
)
_LOCKING = {
    False: (Prepared(_BY_TOKEN), Prepared(_GET)),
    True: (Prepared(_BY_TOKEN.with_for_update()), Prepared(_GET.with_for_update())),
}


def create(
    conn: Connection,
    company_id: int,
    *,
    public_id: str,
    token_hash: str,
    language: str,
    now: datetime,
    privacy: PrivacyShown | None = None,
    time_zone: str | None = None,
    channel: str = WEB,
) -> Conversation:
    """Open a conversation that the bot owns; only the token's hash is kept."""
    values: dict[str, Any] = {
        "public_id": public_id,
        "company_id": company_id,
        "language": language,
        "owner": "bot",
        "status": "open",
        "last_seq": 0,
        "created": now,
        "updated": now,
        "time_zone": time_zone,
        "channel": channel,
    }
    unset: dict[str, Any] = dict.fromkeys(("state", "waiting_since", "assignee_id", "snoozed_until"))
    noted = {"privacy_version": privacy and privacy.version, "privacy_shown": privacy and privacy.shown}
    ((id_,),) = _ADD.rows(conn, values | unset | noted | {"token_hash": token_hash, "urgent": False})
    return Conversation(id_, **values)


def by_token(conn: Connection, public_id: str, token_hash: str, *, for_update: bool = False) -> Conversation | None:
    """Return the conversation that this token opens, its own or one of a mailed link: it names the company.

    With `for_update` nobody else can change the conversation until the transaction ends (PostgreSQL; SQLite has one
    writer anyway).
    """
    query = _LOCKING[for_update][0]
    row = query.row(conn, {"of_public_id": public_id, "of_token_hash": token_hash})
    return None if row is None else Conversation(*row)


def get(conn: Connection, company_id: int, conversation_id: int, *, for_update: bool = False) -> Conversation:
    """Return the conversation; raise NotFound when this company has none with that id."""
    query = _LOCKING[for_update][1]
    row = query.row(conn, {"of_id": conversation_id, "of_company": company_id})
    if row is None:
        raise NotFound("There is no such conversation in this company.")
    return Conversation(*row)


def privacy_shown(conn: Connection, company_id: int, conversation_id: int) -> PrivacyShown | None:
    """Return which privacy notice the candidate was shown, None where that was not told; raise NotFound."""
    its = (table.c.id == conversation_id, table.c.company_id == company_id)
    row = conn.execute(select(table.c.privacy_version, table.c.privacy_shown).where(*its)).one_or_none()
    if row is None:
        raise NotFound("There is no such conversation in this company.")
    return PrivacyShown(*row) if row.privacy_version else None


def any_yet(conn: Connection, company_id: int) -> bool:
    """Tell whether anybody has talked to the company's bot."""
    return conn.execute(select(table.c.id).where(table.c.company_id == company_id).limit(1)).first() is not None


def set_owner(conn: Connection, company_id: int, conversation_id: int, owner: Owner, now: datetime) -> None:
    """Hand the conversation over; raise NotFound."""
    _change(conn, company_id, conversation_id, now, owner=owner)


def set_language(conn: Connection, company_id: int, conversation_id: int, language: str, now: datetime) -> None:
    """Let the bot go on in this language; raise NotFound."""
    _change(conn, company_id, conversation_id, now, language=language)


def set_status(conn: Connection, company_id: int, conversation_id: int, status: Status, now: datetime) -> None:
    """Say how the conversation stands; who waits already waits since then, what is resolved is urgent no more.

    Raises NotFound.
    """
    since = func.coalesce(table.c.waiting_since, now) if status == "waiting" else None
    values: dict[str, Any] = {"status": status, "waiting_since": since, "snoozed_until": None}
    _change(conn, company_id, conversation_id, now, **values, **({"urgent": False} if status == "resolved" else {}))


def reopen(conn: Connection, company_id: int, conversation_id: int, now: datetime, *, urgent: bool) -> None:
    """Let the candidate wait for a person again, `urgent` where somebody may be in danger; raise NotFound."""
    _change(conn, company_id, conversation_id, now, status="waiting", waiting_since=now, urgent=urgent)


def assign(conn: Connection, company_id: int, conversation_id: int, person: int | None, now: datetime) -> None:
    """Give the conversation to a person, None: to nobody; raise NotFound."""
    _change(conn, company_id, conversation_id, now, assignee_id=person)


def release(conn: Connection, company_id: int, person: int, now: datetime) -> None:
    """Give what a person still looks after, and is not resolved, to nobody."""
    theirs = (table.c.company_id == company_id, table.c.assignee_id == person, table.c.status != "resolved")
    for conversation_id in conn.scalars(select(table.c.id).where(*theirs)).all():
        assign(conn, company_id, conversation_id, None, now)


def give(conn: Connection, company_id: int, conversation_id: int, person: int, now: datetime) -> None:
    """Assign the conversation to a person who has not asked for it, and tell their open pages; raise NotFound."""
    assign(conn, company_id, conversation_id, person, now)
    notify(conn, ChangeNotice("given", company_id, conversation_id, person))


def snooze(conn: Connection, company_id: int, conversation_id: int, until: datetime | None, now: datetime) -> None:
    """Let nobody be reminded of a waiting conversation until then, None: from now on again; raise NotFound."""
    _change(conn, company_id, conversation_id, now, snoozed_until=until)


def touch(conn: Connection, company_id: int, conversation_id: int, now: datetime) -> None:
    """Say that something about the conversation changed that is kept elsewhere; raise NotFound."""
    _change(conn, company_id, conversation_id, now)


def go_on(
    conn: Connection,
    company_id: int,
    conversation: Conversation,
    now: datetime,
    *,
    edition: int,
    messages: int = 0,
    status: Status,
    language: str,
    state: Mapping[str, Any] | None,
    urgent: bool = False,
    owner: Owner | None = None,
) -> None:
    """Bring a conversation to where a turn left it, with room for so many messages.

    It stays `urgent` until a person resolves it, is snoozed no more, and keeps its owner where none is named. Raises
    Moved, and changes nothing, when it is not as it was loaded any more, or the company's edition another.
    """
    since = (conversation.waiting_since or now) if status == "waiting" else None
    after: dict[str, Any] = {"to_status": status, "to_language": language, "to_state": state}
    after |= {"to_waiting_since": since, "to_urgent": urgent or conversation.urgent}
    after["to_owner"] = owner or conversation.owner
    after |= {"to_last_seq": conversation.last_seq + messages, "at": now}
    before = {f"from_{name}": getattr(conversation, name) for name in _AS_LOADED}
    target = {"of_conversation": conversation.id, "of_company": company_id, "from_edition": edition}
    if _GO_ON.row(conn, target | before | after) is None:
        raise Moved("Something else happened in this conversation at the same moment: try again.")
    notify(conn, ChangeNotice("conversation", company_id, conversation.id))


def _change(conn: Connection, company_id: int, conversation_id: int, now: datetime, **values: Any) -> None:
    one = (table.c.id == conversation_id, table.c.company_id == company_id)
    if conn.execute(update(table).where(*one).values(**values, updated=now)).rowcount == 0:
        raise NotFound("There is no such conversation in this company.")
    notify(conn, ChangeNotice("conversation", company_id, conversation_id))
