from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from storage import Connection, Database
from storage.companies import companies
from storage.companies.companies import Company
from storage.companies.office_hours import hours_of
from storage.database.errors import AlreadyExists, BeingFetched, LeaseLost, NotFound
from storage.database.leases import LEASE
from storage.openings import opening_feeds, opening_import, openings
from storage.openings.opening_feeds import Feed, FeedImport, Marks
from storage.openings.opening_import import Changes
from storage.openings.openings import Contact, OpeningContent, Place, Salary

NURSE = OpeningContent(
    "n1",
    "Nurse",
    "You look after people.",
    language="en",
    places=(Place("Kassel", "Hesse", "DE", 51.3, 9.5), Place("Hamburg", country="DE")),
    work_mode="hybrid",
    employment_types=("full_time", "permanent"),
    level="senior",
    department="Health",
    salary=Salary(40000, 52000.5, "EUR", "year"),
    contact=Contact("Ada Beispiel", "ada@halmbeck.example", "+49 40 1"),
    url="https://jobs.example/n1",
    apply_url="https://jobs.example/n1/apply",
    posted=date(2026, 2, 1),
    valid_through=date(2026, 6, 1),
    professions=("nurse",),
)
COOK = OpeningContent("c1", "Cook")

Import = Callable[..., Changes]


@pytest.fixture
def feed(database: Database, company: Company, now: datetime) -> Feed:
    return database.write_now(lambda conn: opening_feeds.add(conn, company.id, format="csv", url="file:a", now=now))


@pytest.fixture
def imported(database: Database, company: Company, feed: Feed, now: datetime) -> Import:
    def run(*contents: OpeningContent, at: datetime = now) -> Changes:
        return database.write_now(lambda conn: opening_import.apply(conn, company.id, feed.id, contents, at))

    return run


def open_ones(conn: Connection, company_id: int) -> Sequence[OpeningContent]:
    return [opening.content for opening in openings.of_company(conn, company_id)]


def test_an_opening_comes_back_as_the_feed_said_it(database: Database, company: Company, imported: Import) -> None:
    assert imported(NURSE) == Changes(added=("Nurse",))
    assert database.read_now(lambda conn: open_ones(conn, company.id)) == [NURSE]


def test_the_same_feed_again_changes_nothing(database: Database, company: Company, imported: Import) -> None:
    imported(NURSE, COOK)
    revision = openings_revision(database, company)
    assert not imported(NURSE, COOK)
    assert openings_revision(database, company) == revision


def test_what_differs_is_changed_with_its_places_and_professions(
    database: Database, company: Company, imported: Import, now: datetime
) -> None:
    imported(NURSE)
    other = replace(NURSE, places=(Place("Lyon", country="FR"),), professions=("midwife",))
    assert imported(other, at=now + timedelta(hours=1)) == Changes(changed=("Nurse",))
    [kept] = database.read_now(lambda conn: openings.of_company(conn, company.id))
    assert kept.content == other
    assert kept.first_seen == now
    assert kept.changed == now + timedelta(hours=1)


def test_what_vanished_is_closed_and_kept(
    database: Database, company: Company, imported: Import, now: datetime
) -> None:
    imported(NURSE, COOK)
    assert imported(NURSE) == Changes(closed=("Cook",))
    [closed] = database.read_now(lambda conn: openings.of_company(conn, company.id, status="closed"))
    assert closed.content == COOK
    assert closed.closed == now
    assert database.read_now(lambda conn: openings.count_open(conn, company.id)) == 1


def test_what_comes_back_is_open_again_under_its_number(database: Database, company: Company, imported: Import) -> None:
    imported(NURSE, COOK)
    [before] = [o for o in database.read_now(lambda c: openings.of_company(c, company.id)) if o.content == COOK]
    imported(NURSE)
    assert imported(NURSE, COOK) == Changes(added=("Cook",))
    after = database.read_now(lambda conn: openings.get(conn, company.id, before.id))
    assert (after.status, after.closed) == ("open", None)


def test_each_feed_has_its_own_ids(database: Database, company: Company, imported: Import, now: datetime) -> None:
    imported(NURSE)
    other = database.write_now(lambda conn: opening_feeds.add(conn, company.id, format="csv", url="b", now=now))
    database.write_now(lambda conn: opening_import.apply(conn, company.id, other.id, [NURSE], now))
    assert database.read_now(lambda conn: openings.count_open(conn, company.id)) == 2


def test_what_is_not_on_offer_any_more_is_closed_the_day_after(
    database: Database, company: Company, imported: Import, now: datetime
) -> None:
    imported(NURSE, COOK)
    for day, closed in ((1, 0), (2, 1)):
        noon = now.replace(month=6, day=day)
        assert database.write_now(lambda conn, at=noon: opening_import.close_expired(conn, at)) == closed  # type: ignore[misc]
    assert database.read_now(lambda conn: open_ones(conn, company.id)) == [COOK]


@pytest.mark.parametrize(
    ("zone", "hour", "closed"),
    [
        ("America/Los_Angeles", datetime(2026, 6, 2, 6, 59, tzinfo=UTC), 0),
        ("America/Los_Angeles", datetime(2026, 6, 2, 7, tzinfo=UTC), 1),
        ("Pacific/Auckland", datetime(2026, 6, 1, 11, 59, tzinfo=UTC), 0),
        ("Pacific/Auckland", datetime(2026, 6, 1, 12, tzinfo=UTC), 1),
    ],
)
def test_an_opening_is_closed_when_its_last_day_is_over_where_the_company_is(
    database: Database, new_company: Callable[..., Company], zone: str, hour: datetime, closed: int
) -> None:
    there = new_company("there", office_hours=hours_of({"zone": zone, "week": [""] * 7}))

    def offer(conn: Connection) -> int:
        feed = opening_feeds.add(conn, there.id, format="csv", url="file:a", now=hour)
        opening_import.apply(conn, there.id, feed.id, [NURSE], hour)
        return opening_import.close_expired(conn, hour)

    assert database.write_now(offer) == closed


def test_the_titles_are_those_of_open_openings_each_once(
    database: Database, company: Company, imported: Import
) -> None:
    imported(NURSE, replace(NURSE, external_id="n2"), COOK)
    imported(NURSE, replace(NURSE, external_id="n2"))
    assert database.read_now(lambda conn: openings.titles(conn, company.id)) == ["Nurse"]


def test_openings_come_in_the_order_asked_for(database: Database, company: Company, imported: Import) -> None:
    imported(NURSE, COOK)
    ids = [o.id for o in database.read_now(lambda conn: openings.of_company(conn, company.id))]
    asked = [ids[1], 999, ids[0]]
    found = database.read_now(lambda conn: openings.by_ids(conn, company.id, asked))
    assert [opening.id for opening in found] == [ids[1], ids[0]]


def test_a_large_feed_is_taken_whole(database: Database, company: Company, imported: Import) -> None:
    many = [OpeningContent(str(i), f"Title {i}", places=(Place("Kassel"),)) for i in range(1203)]
    assert len(imported(*many).added) == 1203
    assert len(imported(*many[:3]).closed) == 1200


def test_a_change_of_what_is_open_grows_the_companys_revision(
    database: Database, company: Company, imported: Import
) -> None:
    before = openings_revision(database, company)
    imported(COOK)
    assert openings_revision(database, company) > before


def openings_revision(database: Database, company: Company) -> int:
    known = database.read_now(lambda conn: companies.by_id(conn, company.id))
    assert known is not None
    return known.openings_revision


def test_a_feed_is_due_at_once_and_belongs_to_who_takes_it(database: Database, feed: Feed, now: datetime) -> None:
    def take(at: datetime) -> Feed | None:
        return database.write_now(lambda conn: opening_feeds.take_due(conn, at, in_an_hour))

    first = take(now)
    assert first is not None
    assert first == replace(feed, leased_by=first.leased_by, leased_until=now + LEASE)
    assert take(now + LEASE / 2) is None
    second = take(now + LEASE)
    assert second is not None
    assert second == replace(first, leased_by=second.leased_by, leased_until=now + 2 * LEASE)
    assert first.leased_by != second.leased_by


def test_a_feed_that_somebody_died_at_is_taken_up_at_once_and_then_waits_like_one_that_failed(
    database: Database, feed: Feed, now: datetime
) -> None:
    def take(at: datetime) -> Feed | None:
        return database.write_now(lambda conn: opening_feeds.take_due(conn, at, in_an_hour))

    assert take(now) is not None
    again = now + LEASE
    assert take(again) is not None
    assert take(again + LEASE) is None, "whoever fetches it dies: others have their turn first"
    third = take(again + timedelta(hours=1))
    assert third is not None
    database.write_now(lambda conn: opening_feeds.release(conn, third))
    assert take(again + timedelta(hours=1)) is not None, "who gives it back has not died"


def in_an_hour(_: Feed, now: datetime) -> datetime:
    return now + timedelta(hours=1)


def test_a_feed_is_taken_by_one_until_it_is_given_back_or_its_lease_ends(
    database: Database, company: Company, feed: Feed, now: datetime
) -> None:
    def take(at: datetime) -> Feed:
        return database.write_now(lambda conn: opening_feeds.take(conn, company.id, feed.id, at))

    taken = take(now)
    with pytest.raises(BeingFetched):
        take(now)
    assert database.write_now(lambda conn: opening_feeds.take_due(conn, now, in_an_hour)) is None
    database.write_now(lambda conn: opening_feeds.release(conn, taken))
    other = take(now)
    assert other == replace(taken, leased_by=other.leased_by)
    database.write_now(lambda conn: opening_feeds.renew(conn, other, now + LEASE / 2))
    with pytest.raises(BeingFetched):
        take(now + LEASE)
    assert take(now + 2 * LEASE).leased_by != other.leased_by
    with pytest.raises(LeaseLost):
        database.write_now(lambda conn: opening_feeds.renew(conn, other, now + LEASE))


def test_a_feed_that_is_being_fetched_is_neither_accepted_nor_fetched_again(
    database: Database, company: Company, feed: Feed, now: datetime
) -> None:
    def take(conn: Connection) -> int:
        opening_feeds.take(conn, company.id, feed.id, now)
        return opening_feeds.log(conn, company.id, feed.id, FeedImport("held"), now)

    held = database.write_now(take)
    with pytest.raises(BeingFetched):
        database.write_now(lambda conn: opening_feeds.fetch_soon(conn, company.id, feed.id, now))
    with pytest.raises(BeingFetched):
        database.write_now(lambda conn: opening_feeds.accept(conn, company.id, held, now))
    database.write_now(lambda conn: opening_feeds.accept(conn, company.id, held, now + LEASE))


def test_only_who_holds_the_lease_keeps_or_releases_a_feed(
    database: Database, company: Company, feed: Feed, now: datetime
) -> None:
    def take(at: datetime) -> Feed:
        return database.write_now(lambda conn: opening_feeds.take(conn, company.id, feed.id, at))

    first, second = take(now), take(now + LEASE)
    with pytest.raises(LeaseLost):
        database.write_now(lambda conn: opening_feeds.keep(conn, first))
    database.write_now(lambda conn: opening_feeds.release(conn, first))
    database.write_now(lambda conn: opening_feeds.keep(conn, second))
    database.write_now(lambda conn: opening_feeds.remove(conn, company.id, feed.id, now))
    with pytest.raises(LeaseLost):
        database.write_now(lambda conn: opening_feeds.keep(conn, second))
    assert database.read_now(lambda conn: opening_feeds.get(conn, company.id, feed.id)).leased_by is None


def test_a_feed_of_a_file_is_never_due(database: Database, company: Company, now: datetime) -> None:
    database.write_now(
        lambda conn: opening_feeds.add(conn, company.id, format="csv", url="file:b", now=now, fetched=False)
    )
    assert database.write_now(lambda conn: opening_feeds.take_due(conn, now, in_an_hour)) is None


def test_a_feed_is_added_once_and_again_after_it_was_removed(
    database: Database, company: Company, feed: Feed, imported: Import, now: datetime
) -> None:
    def add(conn: Connection) -> Feed:
        return opening_feeds.add(conn, company.id, format="lever", url=feed.url, now=now)

    with pytest.raises(AlreadyExists, match="file:a"):
        database.write_now(add)
    imported(NURSE, COOK)
    assert database.write_now(lambda conn: opening_feeds.remove(conn, company.id, feed.id, now)) == 2
    assert database.read_now(lambda conn: openings.count_open(conn, company.id)) == 0
    again = database.write_now(add)
    assert (again.id, again.format, again.enabled) == (feed.id, "lever", True)


def test_failures_are_counted_until_a_fetch_succeeds(
    database: Database, company: Company, feed: Feed, now: datetime
) -> None:
    for _ in range(2):
        database.write_now(lambda conn: opening_feeds.not_fetched(conn, company.id, feed.id, now))
    assert database.read_now(lambda conn: opening_feeds.get(conn, company.id, feed.id)).failures == 2
    database.write_now(lambda conn: opening_feeds.fetched(conn, company.id, feed.id, Marks(now, '"1"'), now))
    after = database.read_now(lambda conn: opening_feeds.get(conn, company.id, feed.id))
    assert (after.failures, after.etag, after.checked) == (0, '"1"', now)


def test_what_was_held_back_may_be_accepted(database: Database, company: Company, feed: Feed, now: datetime) -> None:
    held = FeedImport("held", offered=3, detail={"closed": ["Cook"]}, reason={"code": "shrank", "params": {}})
    id_ = database.write_now(lambda conn: opening_feeds.log(conn, company.id, feed.id, held, now))
    database.write_now(lambda conn: opening_feeds.accept(conn, company.id, id_, now))
    assert database.read_now(lambda conn: opening_feeds.get(conn, company.id, feed.id)).may_shrink_to == 3
    [logged] = database.read_now(lambda conn: opening_feeds.imports(conn, company.id, feed.id))
    assert logged.report == held


def test_only_what_was_held_back_can_be_accepted(
    database: Database, company: Company, feed: Feed, now: datetime
) -> None:
    id_ = database.write_now(lambda conn: opening_feeds.log(conn, company.id, feed.id, FeedImport("failed"), now))
    with pytest.raises(NotFound):
        database.write_now(lambda conn: opening_feeds.accept(conn, company.id, id_, datetime.now(UTC)))


def test_openings_are_known_by_what_their_feed_calls_them_open_ones_first(
    database: Database, company: Company, imported: Import, now: datetime
) -> None:
    old, new = replace(COOK, external_id="HB-1014"), replace(COOK, external_id="hb 1014")
    imported(old, replace(COOK, external_id="X/77"), replace(COOK, external_id="A-2001"))
    imported(new, replace(COOK, external_id="B-2001"), replace(COOK, external_id="A-2001"), at=now + timedelta(days=1))
    known = database.read_now(lambda conn: openings.by_reference(conn, company.id))
    by_id = {each.id: each.content.external_id for each in database.read_now(_both(company))}
    assert {key: by_id[id_] for key, id_ in known.items()} == {
        "hb1014": "hb 1014",
        "1014": "hb 1014",
        "x77": "X/77",
        "a2001": "A-2001",
        "b2001": "B-2001",
    }


def _both(company: Company) -> Callable[[Connection], list[openings.Opening]]:
    def read(conn: Connection) -> list[openings.Opening]:
        return [
            *openings.of_company(conn, company.id),
            *openings.of_company(conn, company.id, status="closed"),
        ]

    return read
