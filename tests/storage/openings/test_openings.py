"""Openings as their feeds say them: kept, changed, closed and opened again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from storage import Connection, Database
from storage.companies import companies
from storage.companies.companies import Company
from storage.companies.office_hours import hours_of
from storage.openings import opening_feeds, opening_import, openings
from storage.openings.opening_import import Changes
from storage.openings.openings import OpeningContent, Place
from tests.storage.openings.conftest import COOK, NURSE, Import


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


def test_the_towns_are_those_of_open_openings_with_their_countries_the_most_frequent_first(
    database: Database, company: Company, imported: Import
) -> None:
    lyon, hull = Place("Lyon", country="FR"), Place("Hull")
    imported(replace(COOK, places=(lyon,)), replace(NURSE, places=(hull, lyon, Place(None, country="DE"))))
    assert database.read_now(lambda conn: openings.towns(conn, company.id)) == [("Lyon", "FR"), ("Hull", None)]
    imported(replace(NURSE, places=(hull,)))
    assert database.read_now(lambda conn: openings.towns(conn, company.id)) == [("Hull", None)]
    assert database.read_now(lambda conn: openings.towns(conn, company.id, limit=0)) == []


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
