"""Openings are offered and looked for, in Berlin unless it is said."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime

import pytest

from storage import Connection, Database
from storage.companies.companies import Company
from storage.openings import opening_feeds, opening_import, opening_search, openings
from storage.openings.opening_search import Circle, Criteria
from storage.openings.openings import OpeningContent, Place

TODAY = date(2026, 3, 1)
BERLIN, POTSDAM, HAMBURG = (52.52, 13.41), (52.40, 13.06), (53.55, 9.99)
AROUND_BERLIN = Circle(*BERLIN, 50.0)
Offer = Callable[..., None]
Find = Callable[..., list[str]]


def opening(key: str, title: str = "Nurse", at: tuple[float, float] | None = BERLIN, **more: object) -> OpeningContent:
    places = (Place("Town", country="DE", latitude=at[0], longitude=at[1]),) if at else ()
    values = {"language": "en", "posted": TODAY, "places": places, "professions": ("nurse",), **more}
    return OpeningContent(key, title, **values)  # type: ignore[arg-type]


@pytest.fixture
def offer(database: Database, company: Company, now: datetime) -> Offer:
    def offer(*contents: OpeningContent, of: Company = company) -> None:
        def run(conn: Connection) -> None:
            url = f"https://{of.key}.example"
            feed = opening_feeds.by_url(conn, of.id, url) or opening_feeds.add(
                conn, of.id, format="csv", url=url, now=now
            )
            opening_import.apply(conn, of.id, feed.id, contents, now)

        database.write_now(run)

    return offer


@pytest.fixture
def find(database: Database, company: Company) -> Find:
    def find(criteria: Criteria, *, of: Company = company, today: date = TODAY, **page: int) -> list[str]:
        def run(conn: Connection) -> list[str]:
            found = opening_search.find(conn, of.id, criteria, today, **page)
            its = openings.by_ids(conn, of.id, found.ids)
            assert len(its) == len(found.ids)
            return [each.content.external_id for each in its]

        return database.read_now(run)

    return find
