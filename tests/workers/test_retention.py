"""Conversations are erased once they rested for as long as their company keeps them, and by default never."""

from __future__ import annotations

from datetime import timedelta

import pytest

from storage.companies import companies
from storage.companies.companies import Company
from storage.companies.company_settings import CompanySettings, OwnSettings, as_made
from storage.conversations import conversations
from storage.database.database import Database
from tests.clock import START, Clock
from workers import retention
from workers.retention import Retention


def begin(database: Database, company: Company, count: int = 1) -> None:
    for number in range(count):
        name = f"{company.key}-{number}"
        database.write_now(
            lambda conn, name=name: conversations.create(  # type: ignore[misc]
                conn, company.id, public_id=name, token_hash=name, language="en", now=START
            )
        )


def has(database: Database, company: Company) -> bool:
    return database.read_now(lambda conn: conversations.any_yet(conn, company.id))


def set_own(database: Database, company: Company, own: OwnSettings) -> None:
    database.write_now(lambda conn: companies.set_own(conn, company.id, own))


async def test_by_default_they_are_kept_for_ever(database: Database, company: Company) -> None:
    begin(database, company)
    await Retention(database, as_made, lambda: START + timedelta(days=36_500)).tick()
    assert has(database, company)


async def test_each_company_keeps_them_as_long_as_it_has_set(database: Database, company: Company) -> None:
    clock = Clock()
    erasing = Retention(database, lambda key: CompanySettings(kept_days=30), clock)
    begin(database, company)
    for own, days, stays in (({}, 29, True), ({"kept_days": 0}, 2, True), ({"kept_days": 60}, 2, True), ({}, 0, False)):
        set_own(database, company, own)
        clock.goes_on(days=days)
        await erasing.tick()
        assert has(database, company) is stays, own


async def test_a_day_is_never_erased_before_it_was_counted(database: Database, company: Company) -> None:
    clock = Clock()
    begin(database, company)
    erasing = Retention(database, lambda key: CompanySettings(kept_days=1), clock)
    clock.goes_on(days=1, hours=23)
    await erasing.tick()
    assert has(database, company)
    clock.goes_on(hours=2)
    await erasing.tick()
    assert not has(database, company)


async def test_many_go_in_small_steps(database: Database, company: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "AT_ONCE", 2)
    begin(database, company, 5)
    await Retention(database, lambda key: CompanySettings(kept_days=2), lambda: START + timedelta(days=3)).tick()
    assert not has(database, company)
