"""What search keeps ready beside the openings: after any changes it is what a plain count of the openings gives."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta

import pytest
from sqlalchemy import text

from nlu.entities.atlas import km
from storage import Connection, Database
from storage.companies.companies import Company
from storage.migrations.versions import r0015_search_speed
from storage.openings import opening_counts, opening_feeds, opening_import, opening_search
from storage.openings.opening_kinds import WorkMode
from storage.openings.opening_search import Circle, Criteria
from storage.openings.openings import OpeningContent, Place

TODAY = date(2026, 3, 1)
TOWNS = (
    Place("Berlin", "Berlin", "DE", 52.52, 13.41),
    Place("Potsdam", "Brandenburg", "DE", 52.40, 13.06),
    Place("Hamburg", "Hamburg", "DE", 53.55, 9.99),
    Place("Bern", "Bern", "CH", 46.95, 7.45),
    Place("Kleindorf", "Bayern", "DE"),
)
PROFESSIONS = ("nurse", "cook", "baker")
MODES: tuple[WorkMode | None, ...] = ("onsite", "hybrid", "remote", None)
BERLIN = (52.52, 13.41)


@dataclass
class Offers:
    """What each feed offers by external id: all that a plain count looks at."""

    feeds: dict[int, dict[str, OpeningContent]] = field(default_factory=dict)

    def fitting(self, today: date) -> Iterator[OpeningContent]:
        for offered in self.feeds.values():
            yield from (each for each in offered.values() if not each.valid_through or each.valid_through >= today)


def made_up(key: str, chosen: random.Random) -> OpeningContent:
    return OpeningContent(
        key,
        f"Opening {key}",
        places=tuple(chosen.sample(TOWNS, chosen.randrange(4))),
        professions=tuple(chosen.sample(PROFESSIONS, chosen.randrange(3))),
        work_mode=chosen.choice(MODES),
        posted=TODAY - timedelta(days=chosen.randrange(9)),
        valid_through=chosen.choice([None, TODAY + timedelta(days=chosen.randrange(-2, 6))]),
    )


def changed(conn: Connection, company: Company, offers: Offers, chosen: random.Random, now: datetime) -> None:
    """Do one thing that happens to openings: an import, a close, an expiry, an erasure."""
    feed_id = chosen.choice(list(offers.feeds))
    offered = offers.feeds[feed_id]
    some = chosen.sample(sorted(offered), min(len(offered), 3))
    match chosen.choice(["import", "put", "put", "close", "expire", "delete"]):
        case "import":
            offers.feeds[feed_id] = {key: made_up(key, chosen) for key in map(str, range(chosen.randrange(12)))}
            opening_import.apply(conn, company.id, feed_id, list(offers.feeds[feed_id].values()), now)
        case "put":
            put = [made_up(str(key), chosen) for key in chosen.sample(range(20), 4)]
            offered |= {each.external_id: each for each in put}
            opening_import.put(conn, company.id, feed_id, put, now)
        case "close":
            opening_import.close(conn, company.id, feed_id, some, now)
            offers.feeds[feed_id] = {key: each for key, each in offered.items() if key not in some}
        case "expire":
            opening_import.close_expired(conn, now)
            offers.feeds = {
                feed: {key: each for key, each in its.items() if not each.valid_through or each.valid_through >= TODAY}
                for feed, its in offers.feeds.items()
            }
        case "delete":
            gone = text("DELETE FROM opening WHERE feed_id = :feed AND external_id = :key")
            for key in some:
                conn.execute(gone, {"feed": feed_id, "key": key})
            offers.feeds[feed_id] = {key: each for key, each in offered.items() if key not in some}


def near_berlin(opening: OpeningContent, within: float = 50.0) -> bool:
    return any(
        place.latitude is not None
        and place.longitude is not None
        and km(BERLIN, (place.latitude, place.longitude)) <= within
        for place in opening.places
    )


def of_towns(openings: Sequence[OpeningContent]) -> dict[str | None, int]:
    return dict(Counter(place.city for each in openings for place in each.places if place.latitude is not None))


@pytest.mark.parametrize("seed", range(3))
def test_counts_are_those_of_the_openings_after_any_changes(
    database: Database, company: Company, now: datetime, seed: int
) -> None:
    chosen, offers = random.Random(seed), Offers()

    def begin(conn: Connection) -> None:
        for number in range(2):
            feed = opening_feeds.add(conn, company.id, format="csv", url=f"https://{number}.example", now=now)
            offers.feeds[feed.id] = {}

    database.write_now(begin)
    for _ in range(25):
        database.write_now(lambda conn: changed(conn, company, offers, chosen, now))
        for today in (TODAY, TODAY + timedelta(days=3)):
            database.read_now(lambda conn, today=today: agree(conn, company, offers, today))  # type: ignore[misc]


def agree(conn: Connection, company: Company, offers: Offers, today: date) -> None:
    """Compare all that is counted with the openings themselves."""
    every = list(offers.fitting(today))
    its = (conn, company.id)
    assert opening_counts.of_company(*its, today) == len(every)
    assert opening_search.find(*its, Criteria(), today).total == len(every)
    modes = opening_counts.by_work_mode(*its, Criteria(), today)
    assert modes == Counter(each.work_mode for each in every)
    for profession in PROFESSIONS:
        theirs = [each for each in every if profession in each.professions]
        sought = Criteria((profession,))
        assert opening_search.find(*its, sought, today).total == len(theirs)
        assert opening_counts.by_work_mode(*its, sought, today) == Counter(each.work_mode for each in theirs)
        towns = opening_counts.by_place(*its, sought, today, around=BERLIN, within_km=None, limit=9)
        assert {town.city: town.count for town in towns} == of_towns(theirs)
        around = replace(sought, circles=(Circle(*BERLIN, 50.0),))
        assert opening_search.find(*its, around, today).total == sum(map(near_berlin, theirs))
        in_germany = sum(any(place.country == "DE" for place in each.places) for each in theirs)
        assert opening_search.find(*its, replace(sought, countries=("DE",)), today).total == in_germany
    counted = opening_counts.by_profession(*its, Criteria(PROFESSIONS), today, limit=9)
    assert dict(counted) == Counter(profession for each in every for profession in each.professions)


def test_a_place_said_twice_is_one_opening_there(database: Database, company: Company, now: datetime) -> None:
    twice = (Place("Berlin", "Berlin", "DE", *BERLIN), Place("Berlin-Mitte", None, "DE", *BERLIN))
    content = OpeningContent("it", "Nurse", places=twice, professions=("nurse", "cook"))

    def run(conn: Connection) -> None:
        feed = opening_feeds.add(conn, company.id, format="csv", url="https://demo.example", now=now)
        opening_import.apply(conn, company.id, feed.id, [content], now)
        its = (conn, company.id)
        for sought in (Criteria(), Criteria(("nurse",)), Criteria(("nurse", "cook"))):
            towns = opening_counts.by_place(*its, sought, TODAY, around=BERLIN, within_km=None, limit=9)
            assert [(town.city, town.count) for town in towns] == [("Berlin", 1)]
            for where in (Criteria(circles=(Circle(*BERLIN, 5.0),)), Criteria(countries=("DE",))):
                both = replace(where, professions=sought.professions)
                assert opening_search.find(*its, both, TODAY).total == 1
        both = Criteria(("nurse", "cook"))
        assert opening_search.find(*its, both, TODAY).total == 1
        assert opening_counts.by_work_mode(*its, both, TODAY) == {None: 1}

    database.write_now(run)


def test_an_endless_name_of_a_city_is_kept(database: Database, company: Company, now: datetime) -> None:
    def run(conn: Connection) -> None:
        feed = opening_feeds.add(conn, company.id, format="csv", url="https://demo.example", now=now)
        endless = "".join(random.Random(1).choices("äöüabcdefghijklmnop", k=9000))
        place = Place(endless, endless, "DE", *BERLIN)
        opening_import.apply(conn, company.id, feed.id, [OpeningContent("it", "Nurse", places=(place,))], now)
        found = opening_search.find(conn, company.id, Criteria(circles=(Circle(*BERLIN, 5.0),)), TODAY)
        assert found.total == 1

    database.write_now(run)


def test_a_database_from_before_is_filled_with_what_an_import_would_write(
    database: Database, company: Company, now: datetime
) -> None:
    chosen = random.Random(7)
    contents = [made_up(str(key), chosen) for key in range(40)]

    def run(conn: Connection) -> None:
        feed = opening_feeds.add(conn, company.id, format="csv", url="https://demo.example", now=now)
        opening_import.apply(conn, company.id, feed.id, contents, now)
        tables = ("opening_spot", "opening_day")
        written = [sorted(conn.execute(text(f"SELECT * FROM {table}")).all(), key=repr) for table in tables]
        for table in tables:
            conn.execute(text(f"DELETE FROM {table}"))
        for filling in (r0015_search_speed.FILLED, r0015_search_speed.DAYS_FILLED):
            conn.execute(text(filling))
        filled = [sorted(conn.execute(text(f"SELECT * FROM {table}")).all(), key=repr) for table in tables]
        assert filled == written
        assert all(filled)

    database.write_now(run)
