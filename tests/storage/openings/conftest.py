"""A feed of openings, and two that it may bring."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime

import pytest

from storage import Database
from storage.companies.companies import Company
from storage.openings import opening_feeds, opening_import
from storage.openings.opening_feeds import Feed
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
