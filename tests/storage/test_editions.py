"""A company has another edition after whatever changes what the bot says in its name, and no other company has."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from storage import Connection
from storage.answers import answers
from storage.answers.answers import Answer
from storage.applications import applications
from storage.applications.applications import ApplySetting
from storage.companies import companies
from storage.companies.companies import Company, CompanyProfile
from storage.companies.look import Look
from storage.database.database import Database
from storage.dataset import categories, dataset
from storage.dataset.dataset import NewExample
from storage.openings import opening_feeds, opening_import
from storage.openings import synonyms as company_synonyms
from storage.openings.openings import OpeningContent

NOW = datetime(2026, 3, 1, tzinfo=UTC)
Act = Callable[[Connection, int], object]


def offer(conn: Connection, company: int) -> None:
    feed = opening_feeds.add(conn, company, format="csv", url="file:test", now=NOW, fetched=False)
    opening_import.apply(conn, company, feed.id, [OpeningContent("1", "Nurse")], NOW)


def close(conn: Connection, company: int) -> None:
    (feed,) = opening_feeds.of_company(conn, company)
    opening_import.apply(conn, company, feed.id, [], NOW)


ACTS: dict[str, Act] = {
    "profile": lambda conn, its: companies.change(conn, its, CompanyProfile(f"key{its}", "Another name")),
    "look": lambda conn, its: companies.set_look(conn, its, Look("Halmi")),
    "answer": lambda conn, its: answers.put(conn, its, Answer("salary", "de", "Viel."), NOW),
    "answer removed": lambda conn, its: answers.remove(conn, its, "salary", "en", NOW),
    "category": lambda conn, its: categories.add_category(conn, its, "pay", NOW),
    "openings": offer,
    "openings closed": close,
    "synonym": lambda conn, its: company_synonyms.add(conn, its, "en", "hero", "nurse", NOW),
    "way to apply": lambda conn, its: applications.put_setting(conn, its, ApplySetting("ref=candor")),
}


@pytest.fixture
def furnished(database: Database, new_company: Callable[..., Company]) -> Callable[[str], int]:
    """Make a company with an answer and an opening; return its id."""

    def furnish(conn: Connection, company: int) -> None:
        rows = [NewExample("What do you pay?", "salary", "en")]
        dataset.import_rows(conn, company, rows, origin="starter", author="test", now=NOW)
        answers.put(conn, company, Answer("salary", "en", "Much."), NOW)
        offer(conn, company)

    def make(key: str) -> int:
        company = new_company(key).id
        database.write_now(lambda conn: furnish(conn, company))
        return company

    return make


def edition_of(database: Database, company: int) -> int:
    known = database.read_now(lambda conn: companies.by_id(conn, company))
    assert known is not None
    return known.edition


@pytest.mark.parametrize("act", [name for name in ACTS if name != "openings"])
def test_what_the_bot_says_another_way_is_another_edition(
    database: Database, furnished: Callable[[str], int], act: str
) -> None:
    company, other = furnished("acme"), furnished("other")
    before, others = edition_of(database, company), edition_of(database, other)
    database.write_now(lambda conn: ACTS[act](conn, company))
    assert edition_of(database, company) != before
    assert edition_of(database, other) == others


def test_openings_taken_over_are_another_edition(database: Database, company: Company) -> None:
    before = edition_of(database, company.id)
    database.write_now(lambda conn: ACTS["openings"](conn, company.id))
    assert edition_of(database, company.id) != before
