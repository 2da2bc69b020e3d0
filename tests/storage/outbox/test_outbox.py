"""What is queued is taken by one at a time, concluded once, and queued once under its key."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from storage import Connection, Database
from storage.companies.companies import Company
from storage.database.errors import AlreadyExists
from storage.outbox import outbox
from storage.outbox.outbox import Entry, Kind, NewEntry

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
LATER = NOW + timedelta(minutes=5)
ALERTS: tuple[Kind, ...] = ("alert",)


def queue(database: Database, company: Company, key: str = "blocked:1", kind: Kind = "alert") -> int:
    new = NewEntry(kind, key, "email", {"subject": "Überall"})
    return database.write_now(lambda conn: outbox.put(conn, company.id, new, NOW))


def take(database: Database, now: datetime = NOW, kinds: tuple[Kind, ...] = ALERTS) -> Entry | None:
    return database.write_now(lambda conn: outbox.take_due(conn, kinds, now, now + timedelta(minutes=5)))


def taken(database: Database, now: datetime = NOW) -> Entry:
    entry = take(database, now)
    assert entry is not None
    return entry


def stands(database: Database, company: Company) -> Entry:
    (entry,) = database.read_now(lambda conn: outbox.of_kind(conn, company.id, "alert"))
    return entry


def test_a_key_is_queued_once_in_a_company_and_a_kind(database: Database, company: Company) -> None:
    queue(database, company)
    queue(database, company, kind="access")
    with pytest.raises(AlreadyExists):
        queue(database, company)
    again = NewEntry("alert", "blocked:1")
    assert not database.write_now(lambda conn: outbox.put_once(conn, company.id, again, NOW))
    assert database.read_now(lambda conn: outbox.has(conn, company.id, "alert", "blocked:1"))


def test_it_belongs_to_who_took_it_until_the_lease_ends(database: Database, company: Company) -> None:
    number = queue(database, company)
    first = taken(database)
    assert (first.id, first.attempts, first.payload) == (number, 1, {"subject": "Überall"})
    assert take(database, LATER - timedelta(seconds=1)) is None
    assert taken(database, LATER).attempts == 2


def test_only_what_is_asked_for_is_taken_and_what_nobody_waits_for_goes_last(
    database: Database, company: Company
) -> None:
    kinds: tuple[Kind, ...] = ("openings", "access")
    queue(database, company, "first", "openings")
    queue(database, company, "second", "access")
    queue(database, company, "third", "alert")
    found = [take(database, kinds=kinds) for _ in range(3)]
    assert [each.key for each in found if each] == ["second", "first"]


def test_companies_take_turns_however_much_of_one_is_due(
    database: Database, company: Company, new_company: Callable[..., Company]
) -> None:
    for key in "abc":
        queue(database, company, key)
    first = taken(database)
    other = new_company("other")
    for key in "xy":
        queue(database, other, key)
    database.write_now(lambda conn: outbox.try_again(conn, first, "timeout", NOW))
    found = [taken(database, NOW + timedelta(seconds=second)).key for second in range(1, 6)]
    assert found == ["x", "a", "y", "b", "c"]


def test_who_was_too_slow_does_not_put_back_what_another_is_sending(database: Database, company: Company) -> None:
    queue(database, company)
    slow, quick = taken(database), taken(database, LATER)
    database.write_now(lambda conn: outbox.try_again(conn, slow, "timeout", NOW))
    assert stands(database, company).error is None
    assert take(database, LATER) is None
    database.write_now(lambda conn: outbox.try_again(conn, quick, "451", LATER))
    assert taken(database, LATER).error == "451"


def test_an_outcome_is_noted_once(database: Database, company: Company) -> None:
    queue(database, company)
    entry = taken(database)

    def conclude(conn: Connection) -> list[bool]:
        return [outbox.conclude(conn, entry, outcome, LATER) for outcome in ("sent", "given_up")]

    assert database.write_now(conclude) == [True, False]
    now = stands(database, company)
    assert (now.outcome, now.next_try, now.finished) == ("sent", None, LATER)
    assert take(database, NOW + timedelta(days=9)) is None


def test_what_was_tried_lately_is_counted_by_kind(database: Database, company: Company) -> None:
    queue(database, company)
    queue(database, company, "b", "access")
    taken(database)
    count = database.read_now(lambda conn: outbox.tried_since(conn, ("alert", "access"), NOW - timedelta(minutes=1)))
    assert count == 1
