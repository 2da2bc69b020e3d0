"""The inbox: conversations in the order in which a person should see to them, page by page, and how many wait."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, and_, case, exists, false, func, or_, select

from storage.conversations.conversations import COLUMNS, Conversation
from storage.conversations.messages import Author
from storage.conversations.text_search import MANY, messages_that_say, says
from storage.tables.conversation import conversation as table
from storage.tables.conversation import message

Folder = Literal["waiting", "snoozed", "open", "resolved", "all"]
PAGE = 50
SHOWN = 200
"""Characters of a message that a list shows."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class WantedConversations:
    """What to list: a folder, and in it those of a person (`nobody`: of none), urgent ones, of a language, with words.

    `channel`: of this one alone; `waiting_before`: only those who wait since before then.
    """

    folder: Folder = "waiting"
    assignee: int | Literal["nobody"] | None = None
    urgent: bool = False
    language: str | None = None
    channel: str | None = None
    waiting_before: datetime | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class ListPosition:
    """Where in the order a conversation stands: a page begins after the last of the page before."""

    urgent: bool
    at: datetime
    id: int

    def __str__(self) -> str:
        return f"{int(self.urgent)}.{(self.at - _EPOCH) // _MICROSECOND}.{self.id}"

    @classmethod
    def read(cls, text: str) -> ListPosition | None:
        """Return the place that str() wrote, None for anything else.

        >>> place = ListPosition(True, datetime(2026, 3, 1, tzinfo=UTC), 7)
        >>> ListPosition.read(str(place)) == place
        True
        >>> ListPosition.read("1.later.7"), ListPosition.read("0." + "9" * 30 + ".1")
        (None, None)
        """
        parts = text.split(".")
        if len(parts) != 3 or not all(part.isascii() and part.isdigit() and len(part) <= 16 for part in parts):
            return None
        return cls(parts[0] == "1", _EPOCH + int(parts[1]) * _MICROSECOND, int(parts[2]))


@dataclass(frozen=True, slots=True)
class LastMessage:
    """The last message of somebody in a conversation, or of those that say something: its number there, its text."""

    seq: int
    author: Author
    text: str
    created: datetime


@dataclass(frozen=True, slots=True)
class WaitingCounts:
    """How many candidates wait for a person, those that are snoozed left out."""

    waiting: int = 0
    urgent: int = 0
    mine: int = 0
    unassigned: int = 0
    overdue: int = 0


def page(
    conn: Connection,
    company_id: int,
    wanted: WantedConversations,
    now: datetime,
    after: ListPosition | None = None,
    limit: int = PAGE,
) -> list[Conversation]:
    """Return the first conversations after a place: who waits, urgent and longest waiting first; else newest first."""
    its = [table.c.company_id == company_id, *_in_folder(wanted.folder, now), *_filters(wanted)]
    if wanted.words:
        its.append(_says(conn, company_id, wanted.words))
    order: tuple[ColumnElement[Any], ...]
    if wanted.folder == "waiting":
        order = (table.c.urgent.desc(), table.c.waiting_since, table.c.id)
    else:
        order = (table.c.updated.desc(), table.c.id.desc())
    if after is not None:
        its.append(_after(wanted.folder, after))
    rows = conn.execute(select(*COLUMNS).where(*its).order_by(*order).limit(limit))
    return [Conversation(*tuple(row)) for row in rows]


def place_of(conversation: Conversation, folder: Folder) -> ListPosition:
    """Return where a conversation stands in a folder's order."""
    if folder == "waiting":
        return ListPosition(conversation.urgent, conversation.waiting_since or conversation.updated, conversation.id)
    return ListPosition(False, conversation.updated, conversation.id)


def counts(
    conn: Connection,
    company_id: int,
    person: int,
    now: datetime,
    overdue: datetime | None = None,
    *,
    language: str | None = None,
    channel: str | None = None,
) -> WaitingCounts:
    """Count who waits; `mine` are the person's, `overdue` those who wait since before that moment.

    With a language, or a channel, only its conversations are counted.
    """

    def those(condition: ColumnElement[bool]) -> ColumnElement[int]:
        return func.coalesce(func.sum(case((condition, 1), else_=0)), 0)

    within = WantedConversations(language=language, channel=channel)
    late = false() if overdue is None else table.c.waiting_since < overdue
    nobody = table.c.assignee_id.is_(None)
    query = select(
        func.count(), those(table.c.urgent), those(table.c.assignee_id == person), those(nobody), those(late)
    ).where(table.c.company_id == company_id, *_in_folder("waiting", now), *_filters(within))
    return WaitingCounts(*conn.execute(query).one())


def last_said(conn: Connection, company_id: int, talks: Collection[int]) -> dict[int, LastMessage]:
    """Return what the candidate said last, as far as a list shows it; conversations without such are left out."""
    theirs = (message.c.company_id == company_id, message.c.author == "candidate", message.c.conversation_id.in_(talks))
    newest = (
        select(message.c.conversation_id, func.max(message.c.seq).label("seq"))
        .where(*theirs)
        .group_by(message.c.conversation_id)
        .subquery()
    )
    same = (message.c.conversation_id == newest.c.conversation_id) & (message.c.seq == newest.c.seq)
    shown = func.substr(message.c.text, 1, SHOWN)
    rows = conn.execute(
        select(message.c.conversation_id, message.c.seq, message.c.author, shown, message.c.created)
        .join(newest, same)
        .where(message.c.company_id == company_id)
    )
    return {talk: LastMessage(*said) for talk, *said in rows}


def last_saying(conn: Connection, company_id: int, talks: Collection[int], words: str) -> dict[int, LastMessage]:
    """Return the last message that says these words, whoever wrote it, by conversation; those without are left out."""
    its = (message.c.company_id == company_id, message.c.conversation_id.in_(talks))
    newest = (
        select(message.c.conversation_id, func.max(message.c.seq).label("seq"))
        .where(*its, *messages_that_say(conn, words))
        .group_by(message.c.conversation_id)
        .subquery()
    )
    same = (message.c.conversation_id == newest.c.conversation_id) & (message.c.seq == newest.c.seq)
    columns = (message.c.conversation_id, message.c.seq, message.c.author, message.c.text, message.c.created)
    rows = conn.execute(select(*columns).join(newest, same).where(*its))
    return {talk: LastMessage(*said) for talk, *said in rows}


def channels(conn: Connection, company_id: int) -> list[str]:
    """Return the channels in which a company has conversations, in the order of their names.

    Each is found by one step in an index, however many conversations there are.
    """
    found: list[str] = []
    while True:
        after = [table.c.channel > found[-1]] if found else []
        query = select(table.c.channel).where(table.c.company_id == company_id, *after)
        following = conn.scalar(query.order_by(table.c.channel).limit(1))
        if following is None:
            return found
        found.append(following)


def left_waiting(conn: Connection, company_id: int, before: datetime, limit: int = PAGE) -> list[int]:
    """Return conversations that a person answers, where the candidate waits since before then; longest first.

    Urgent ones are left out: they stay that person's.
    """
    its = (table.c.company_id == company_id, table.c.status == "waiting", table.c.owner == "recruiter")
    query = (
        select(table.c.id).where(*its, ~table.c.urgent, table.c.waiting_since < before).order_by(table.c.waiting_since)
    )
    return list(conn.scalars(query.limit(limit)))


def _in_folder(folder: Folder, now: datetime) -> list[ColumnElement[bool]]:
    if folder == "all":
        return []
    if folder not in ("waiting", "snoozed"):
        return [table.c.status == folder]
    sleeping = table.c.snoozed_until > now
    awake = or_(table.c.snoozed_until.is_(None), table.c.snoozed_until <= now)
    return [table.c.status == "waiting", sleeping if folder == "snoozed" else awake]


def _filters(wanted: WantedConversations) -> list[ColumnElement[bool]]:
    given: list[ColumnElement[bool]] = []
    if wanted.assignee is not None:
        its = table.c.assignee_id
        given.append(its.is_(None) if wanted.assignee == "nobody" else its == wanted.assignee)
    if wanted.urgent:
        given.append(table.c.urgent)
    if wanted.language is not None:
        given.append(table.c.language == wanted.language)
    if wanted.channel is not None:
        given.append(table.c.channel == wanted.channel)
    if wanted.waiting_before is not None:
        given.append(and_(table.c.status == "waiting", table.c.waiting_since < wanted.waiting_before))
    return given


def _says(conn: Connection, company_id: int, words: str) -> ColumnElement[bool]:
    """The words are said in the conversation, or are its number."""
    number = words.removeprefix("#")
    if number.isascii() and number.isdigit() and len(number) <= 15:
        return or_(table.c.id == int(number), _said(conn, company_id, words))
    return _said(conn, company_id, words)


def _said(conn: Connection, company_id: int, words: str) -> ColumnElement[bool]:
    """Words that few say are looked for once; of those that many say the first conversations show enough."""
    its, said = message.c.company_id == company_id, messages_that_say(conn, words)
    found = list(conn.scalars(select(message.c.conversation_id).where(its, *said).limit(MANY)))
    if len(found) < MANY:
        return table.c.id.in_(set(found))
    # A conversation's few messages PostgreSQL reads faster than it asks an index of all messages.
    of_each = said if conn.dialect.name == "sqlite" else [says(conn, message.c.text, words)]
    return exists().where(message.c.conversation_id == table.c.id, its, *of_each)


def _after(folder: Folder, place: ListPosition) -> ColumnElement[bool]:
    later: Any
    if folder != "waiting":
        later = table.c.updated < place.at
        return or_(later, and_(table.c.updated == place.at, table.c.id < place.id))
    later = or_(table.c.waiting_since > place.at, and_(table.c.waiting_since == place.at, table.c.id > place.id))
    if place.urgent:
        return or_(~table.c.urgent, and_(table.c.urgent, later))
    return and_(~table.c.urgent, later)
