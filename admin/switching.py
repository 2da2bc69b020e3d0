"""What is switched back from the history: feeds of openings, people who log in, and the promise."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from admin.actor import Actor
from admin.errors import DeskError
from admin.openings.feeds import change_feed, fetched_as
from admin.openings.sources import FILE
from admin.people import keep_out
from admin.promises.pages import in_percent, promise
from admin.visit import Seat
from storage import Connection
from storage.companies import companies
from storage.database.rows import found
from storage.openings import opening_feeds
from storage.openings.opening_feeds import Feed
from storage.people import users
from storage.people.audit import AuditEntry
from storage.people.users import User

Detail = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Switched:
    """How an entry of the history is undone: where it `stands` still, `back` does the contrary and notes that.

    `subject` names in the entry what was switched.
    """

    subject: str
    stands: Callable[[Connection, Seat, Detail], bool]
    back: Callable[[Connection, Actor, Detail], None]


def can_be_undone(conn: Connection, seat: Seat, entries: Sequence[AuditEntry]) -> set[int]:
    """Return which of these entries, newest first, tell of what is still as they left it and may be put back."""
    seen, can = set[tuple[str, str]](), set[int]()
    for entry in entries:
        switched = SWITCHED.get(entry.action)
        if switched is None:
            continue
        its = switched.subject, str(entry.detail.get(switched.subject))
        if its not in seen and switched.stands(conn, seat, entry.detail):
            can.add(entry.id)
        seen.add(its)
    return can


def undo(conn: Connection, actor: Actor, seat: Seat, entry: AuditEntry) -> None:
    """Do the contrary of what an entry tells of; raises DeskError where somebody has changed it since."""
    switched = SWITCHED[entry.action]
    if not switched.stands(conn, seat, entry.detail):
        raise DeskError("undo_switched", status=409)
    switched.back(conn, actor, entry.detail)


def _feed(conn: Connection, seat: Seat, detail: Detail) -> Feed | None:
    return opening_feeds.by_url(conn, seat.company.id, str(detail.get("url")))


def _feed_is_on(conn: Connection, seat: Seat, detail: Detail) -> bool:
    feed = _feed(conn, seat, detail)
    return feed is not None and feed.enabled and feed.next_fetch is not None


def _feed_is_off(conn: Connection, seat: Seat, detail: Detail) -> bool:
    """A file would not be fetched again: what it offered stays closed."""
    feed = _feed(conn, seat, detail)
    if feed is None or feed.enabled or feed.url.startswith(FILE):
        return False
    return seat.desk.openings.refusal(feed.url) is None


def _remove_feed(conn: Connection, actor: Actor, detail: Detail) -> None:
    feed = opening_feeds.by_url(conn, actor.company_id, str(detail.get("url")))
    assert feed is not None, "it stands"
    closed = opening_feeds.remove(conn, actor.company_id, feed.id, actor.now)
    actor.note(conn, "feed_removed", url=feed.url, n=closed)


def _add_feed(conn: Connection, actor: Actor, detail: Detail) -> None:
    feed = opening_feeds.by_url(conn, actor.company_id, str(detail.get("url")))
    assert feed is not None, "it stands"
    opening_feeds.add(
        conn, actor.company_id, format=feed.format, url=feed.url, now=actor.now,
        options=feed.options, every_minutes=feed.every_minutes,
    )  # fmt: skip
    actor.note(conn, "feed_added", url=feed.url)


def _feed_is_so(conn: Connection, seat: Seat, detail: Detail) -> bool:
    feed = opening_feeds.by_url(conn, seat.company.id, str(detail["after"]["url"]))
    if feed is None or feed.id != detail["feed"] or feed.next_fetch is None:
        return False
    return fetched_as(feed) == detail["after"] and seat.desk.openings.refusal(detail["before"]["url"]) is None


def _change_feed_back(conn: Connection, actor: Actor, detail: Detail) -> None:
    change_feed(conn, actor, int(detail["feed"]), detail["before"])


def _is_promised(conn: Connection, seat: Seat, detail: Detail) -> bool:
    its = found(companies.by_id(conn, seat.company.id), "company").settings(seat.desk.usual)
    return "before" in detail and in_percent(its.promised_share) == detail["percent"]


def _promise_again(conn: Connection, actor: Actor, detail: Detail) -> None:
    promise(conn, actor, percent=str(detail["before"]), before=str(detail["percent"]))


def _person(conn: Connection, company_id: int, detail: Detail) -> User | None:
    known = users.by_email(conn, str(detail.get("email")))
    return known[0] if known is not None and known[0].company_id == company_id else None


def _may_log_in(conn: Connection, seat: Seat, detail: Detail) -> bool:
    person = _person(conn, seat.company.id, detail)
    return seat.is_operator and person is not None and not person.disabled and person.id != seat.user.id


def _is_kept_out(conn: Connection, seat: Seat, detail: Detail) -> bool:
    person = _person(conn, seat.company.id, detail)
    return seat.is_operator and person is not None and person.disabled


def _is(away: bool) -> Callable[[Connection, Seat, Detail], bool]:
    def stands(conn: Connection, seat: Seat, detail: Detail) -> bool:
        person = _person(conn, seat.company.id, detail)
        return person is not None and person.away == away and (seat.is_operator or person.id == seat.user.id)

    return stands


def _keep_out(conn: Connection, actor: Actor, detail: Detail) -> None:
    person = _person(conn, actor.company_id, detail)
    assert person is not None, "they stand"
    keep_out(conn, actor, person.id)


def _let_in(conn: Connection, actor: Actor, detail: Detail) -> None:
    person = _person(conn, actor.company_id, detail)
    assert person is not None, "they stand"
    users.enable(conn, actor.company_id, person.id)
    actor.note(conn, "user_enabled", email=person.email)


def _mark(away: bool) -> Callable[[Connection, Actor, Detail], None]:
    def back(conn: Connection, actor: Actor, detail: Detail) -> None:
        person = _person(conn, actor.company_id, detail)
        assert person is not None, "they stand"
        users.set_away(conn, actor.company_id, person.id, away=away)
        actor.note(conn, "user_away" if away else "user_back", email=person.email)

    return back


SWITCHED: Final[Mapping[str, Switched]] = {
    "feed_added": Switched("url", _feed_is_on, _remove_feed),
    "feed_removed": Switched("url", _feed_is_off, _add_feed),
    "feed_changed": Switched("feed", _feed_is_so, _change_feed_back),
    "promise_set": Switched("promise", _is_promised, _promise_again),
    "user_added": Switched("email", _may_log_in, _keep_out),
    "user_enabled": Switched("email", _may_log_in, _keep_out),
    "user_disabled": Switched("email", _is_kept_out, _let_in),
    "user_away": Switched("email", _is(away=True), _mark(away=False)),
    "user_back": Switched("email", _is(away=False), _mark(away=True)),
}
