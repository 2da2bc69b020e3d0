"""Whoever types a stranger's address a hundred times has a few mails sent to it, and learns nothing."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from bot.subscribing import COMPANIES, WantedAlert, ask, ask_for_access
from storage import Database
from storage.companies.companies import Company
from storage.openings.wishes import Wish
from storage.subscriptions import subscriptions
from tests.bot.conftest import NOW
from tests.subscribing import ANNA, Feed, nurse, queued, subscribes
from texts.mail_addresses import checked

PER_DAY = 3


def asks(database: Database, company: Company, email: str, number: int, hours: float = 0) -> None:
    wanted = WantedAlert(Wish(words=f"work {number}"), "daily", "en")
    when = NOW + timedelta(hours=hours)
    database.write_now(lambda conn: ask(conn, company, checked(email), wanted, PER_DAY, when))


def pending(database: Database, company: Company) -> int:
    return database.read_now(lambda conn: subscriptions.counts(conn, company.id))["pending"]


def test_a_hundred_forms_of_one_company(database: Database, new_company: Callable[..., Company]) -> None:
    company = new_company("acme")
    for number in range(100):
        asks(database, company, ANNA, number)
    assert len(queued(database, company)) == PER_DAY
    assert pending(database, company) == PER_DAY


def test_the_next_day_it_may_be_asked_for_again(database: Database, new_company: Callable[..., Company]) -> None:
    company = new_company("acme")
    for hours in (0, 0, 0, 0, 23.9, 24.1, 24.1, 24.1, 24.1):
        asks(database, company, ANNA, 1, hours)
    assert len(queued(database, company)) == 2 * PER_DAY


def test_a_hundred_companies_together(database: Database, new_company: Callable[..., Company]) -> None:
    companies = [new_company(f"c{number}") for number in range(20)]
    for number in range(100):
        asks(database, companies[number % 20], ANNA, number)
    assert sum(pending(database, company) for company in companies) == COMPANIES * PER_DAY


def test_tags_behind_a_plus_are_the_same_mailbox(database: Database, new_company: Callable[..., Company]) -> None:
    company = new_company("acme")
    for number in range(100):
        asks(database, company, f"anna+{number}@example.org", number)
    asks(database, company, "ANNA@Example.org", 100)
    assert len(queued(database, company)) == PER_DAY


def test_neighbours_are_not_counted_with_it(database: Database, new_company: Callable[..., Company]) -> None:
    company = new_company("acme")
    for email in ("annabel@example.org", "anna@other.example", "x+anna@example.org", "an_a+1@example.org"):
        for number in range(PER_DAY):
            asks(database, company, email, number)
    asks(database, company, "an%a+2@example.org", 0)
    asks(database, company, ANNA, 0)
    assert len(queued(database, company)) == 4 * PER_DAY + 2


def test_links_to_what_is_subscribed_count_as_well(database: Database, new_company: Callable[..., Company]) -> None:
    company = new_company("acme")
    Feed.of(database, company).offers(nurse())
    subscribes(database, company)
    for _ in range(100):
        database.write_now(lambda conn: ask_for_access(conn, company, checked(ANNA), PER_DAY, NOW))
    asks(database, company, ANNA, 1)
    assert len(queued(database, company)) == PER_DAY
