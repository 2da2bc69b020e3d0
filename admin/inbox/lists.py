"""The list of the inbox: one page of conversations, how long each waits, and who looks after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from aiohttp import web

from admin.inbox.excerpts import Excerpt, excerpt
from admin.inbox.filters import InboxFilter
from admin.texts import Say
from admin.visit import Seat, seat_of
from storage import Connection
from storage.conversations import inbox
from storage.conversations.conversations import Conversation
from storage.conversations.inbox import LastMessage, ListPosition, WaitingCounts
from storage.conversations.messages import Author
from storage.people import users
from storage.people.users import User
from storage.reviews import danger_signs

ADDRESS: Final = "/admin/conversations"


@dataclass(frozen=True, slots=True)
class FoundExcerpt:
    """Who said what was looked for in which message, and the part of it that says so."""

    seq: int
    author: Author
    text: Excerpt


@dataclass(frozen=True, slots=True)
class ListedConversation:
    """A conversation of the list: what the candidate said last, and how long they have waited for a person.

    `danger` is what they said before that, for which they may be in danger. `found` is the last message that says what
    is looked for, and stands in place of what they said last.
    """

    conversation: Conversation
    said: LastMessage | None
    danger: LastMessage | None
    waits: timedelta | None
    overdue: bool
    assignee: str | None
    found: FoundExcerpt | None = None


@dataclass(frozen=True, slots=True)
class InboxPage:
    """One page of the list; `after` is where it begins and `more` where the next one does ("": at the beginning).

    `channels` are those in which the company has conversations.
    """

    filter: InboxFilter
    rows: Sequence[ListedConversation]
    counts: WaitingCounts
    channels: Sequence[str] = ()
    after: str = ""
    more: str = ""

    @property
    def query(self) -> str:
        """What of the list this page shows, as the query of an address."""
        return query_of(self.filter, self.after)

    @property
    def address(self) -> str:
        """Where this page of the list stands in the desk."""
        return ADDRESS + self.query

    def paged(self, after: str) -> str:
        """Return the address of the page that begins after a place."""
        return ADDRESS + query_of(self.filter, after)


def query_of(chosen: InboxFilter, after: str) -> str:
    """Return the query of the page of a list that begins after a place.

    >>> query_of(InboxFilter(), ""), query_of(InboxFilter(who="me"), "0.1.2"), query_of(InboxFilter(), "0.1.2")
    ('', '?who=me&after=0.1.2', '?after=0.1.2')
    """
    return chosen.query + (f"{'&' if chosen.query else '?'}after={after}" if after else "")


async def listing(request: web.Request) -> InboxPage:
    """Read the page of the list that the request's address names."""
    seat, chosen = seat_of(request), InboxFilter.read(request.query)
    after = ListPosition.read(request.query.get("after", ""))
    return await seat.read(lambda conn: _listing(conn, seat, chosen, after))


def counts_of(conn: Connection, seat: Seat, chosen: InboxFilter | None = None) -> WaitingCounts:
    """Count who waits, for the person of this seat; with a filter only in its language and by its channel."""
    now, its = seat.desk.now(), chosen or InboxFilter()
    late, of = seat.company.overdue_since(now), (its.language or None, its.channel or None)
    return inbox.counts(conn, seat.company.id, seat.user.id, now, late, language=of[0], channel=of[1])


def team(conn: Connection, seat: Seat) -> list[User]:
    """Return who can look after a conversation: the company's people, and an operator who is at work there."""
    theirs = [each for each in users.of_company(conn, seat.company.id) if not each.disabled]
    return theirs if seat.user.id in {each.id for each in theirs} else [*theirs, seat.user]


def names(conn: Connection, company_id: int) -> dict[int, str]:
    """Return by number the names of all who may look after a conversation, or did: operators and disabled ones too."""
    return {each.id: each.name for its in (company_id, None) for each in users.of_company(conn, its)}


def found_in(conn: Connection, company_id: int, talks: Sequence[Conversation], words: str) -> dict[int, FoundExcerpt]:
    """Return by conversation where these words were said last; nothing where no words are looked for."""
    said = inbox.last_saying(conn, company_id, [each.id for each in talks], words) if words and talks else {}
    return {talk: FoundExcerpt(each.seq, each.author, excerpt(each.text, words)) for talk, each in said.items()}


def _listing(conn: Connection, seat: Seat, chosen: InboxFilter, after: ListPosition | None) -> InboxPage:
    now, called = seat.desk.now(), names(conn, seat.company.id)
    late = seat.company.overdue_since(now)
    found = inbox.page(conn, seat.company.id, chosen.wanted(seat.user.id, late), now, after, inbox.PAGE + 1)
    shown = found[: inbox.PAGE]
    said = inbox.last_said(conn, seat.company.id, [each.id for each in shown])
    urgent = [each.id for each in shown if each.urgent]
    danger = danger_signs.last_raised(conn, seat.company.id, urgent) if urgent else {}
    hits = found_in(conn, seat.company.id, shown, chosen.q)
    rows = [_row(each, said.get(each.id), danger.get(each.id), hits.get(each.id), called, now, late) for each in shown]
    more = str(inbox.place_of(shown[-1], chosen.folder)) if len(found) > inbox.PAGE else ""
    channels = inbox.channels(conn, seat.company.id)
    return InboxPage(chosen, rows, counts_of(conn, seat, chosen), channels, str(after or ""), more)


def _row(
    talk: Conversation,
    said: LastMessage | None,
    danger: LastMessage | None,
    found: FoundExcerpt | None,
    called: dict[int, str],
    now: datetime,
    late: datetime | None,
) -> ListedConversation:
    since = talk.waiting_since
    assignee = None if talk.assignee_id is None else called.get(talk.assignee_id, "?")
    shown = found or said
    before = danger if danger and shown and danger.seq != shown.seq else None
    waited = now - since if since else None
    return ListedConversation(talk, said, before, waited, bool(since and late and since < late), assignee, found)


def waits(say: Say, time: timedelta) -> str:
    """Say for how long somebody has waited, in the largest unit that fits."""
    minutes = int(time.total_seconds() // 60)
    if minutes < 1:
        return say("inbox.waits_now")
    if minutes < 60:
        return say("inbox.waits_minutes", n=minutes)
    if minutes < 48 * 60:
        return say("inbox.waits_hours", n=minutes // 60)
    return say("inbox.waits_days", n=minutes // (24 * 60))
