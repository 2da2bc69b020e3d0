"""Subscriptions and their outbox as they are kept: confirmed once, forgotten in time, taken by one process."""

from __future__ import annotations

from datetime import timedelta

from storage import Database
from storage.companies import companies
from storage.companies.companies import Company
from storage.database.engine import open_engines, parse_url
from storage.outbox import outbox
from storage.subscriptions import subscription_mails, subscription_matches, subscriptions
from storage.subscriptions.subscription_matches import next_due
from tests.clock import START
from tests.subscribing import ANNA, again, asks, subscribes

LATER = START + timedelta(hours=5)


def test_confirming_again_changes_neither_the_hour_nor_how_often(database: Database, company: Company) -> None:
    made = subscribes(database, company)
    database.write_now(lambda conn: subscriptions.confirm(conn, company.id, made.id, "weekly", LATER))
    assert again(database, made) == made


def test_a_refused_address_is_active_again_only_after_it_is_asked_for_anew(
    database: Database, company: Company
) -> None:
    made = subscribes(database, company)
    database.write_now(lambda conn: subscriptions.bounce(conn, company.id, ANNA.upper(), START))
    database.write_now(lambda conn: subscriptions.confirm(conn, company.id, made.id, "daily", LATER))
    assert (again(database, made).status, again(database, made).next_due) == ("bounced", None)
    anew = subscribes(database, company)
    assert (again(database, anew).status, again(database, made).status) == ("active", "bounced")


def test_a_refused_address_is_forgotten_after_a_month(database: Database, company: Company) -> None:
    made = subscribes(database, company)
    database.write_now(lambda conn: subscriptions.bounce(conn, company.id, ANNA, START))
    for days, email in ((29, ANNA), (31, None)):
        now = START + timedelta(days=days)
        database.write_now(lambda conn: subscriptions.forget_stale(conn, now))  # noqa: B023
        assert again(database, made).email == email
    assert database.read_now(lambda conn: subscriptions.counts(conn, company.id))["bounced"] == 1


def test_the_next_time_is_whole_periods_after_the_last(database: Database, company: Company) -> None:
    daily, at_once = subscribes(database, company), subscribes(database, company, email="b@b.org", frequency="at_once")
    assert next_due(daily, START) == START + timedelta(days=1)
    assert next_due(daily, START + timedelta(days=3, hours=2)) == START + timedelta(days=4)
    assert next_due(at_once, LATER) == LATER


def test_a_mail_that_one_process_is_taking_is_passed_over_by_another(
    postgresql_url: str,
) -> None:
    with Database.open(postgresql_url) as database:
        company = new(database)
        made = asks(database, company)
        ids = [
            database.write_now(lambda conn: subscription_mails.put(conn, company.id, made.id, "access", START))
            for _ in range(2)
        ]
        engines = open_engines(parse_url(postgresql_url), readers=1)
        with engines.writer.connect() as one, engines.writer.connect() as two, one.begin(), two.begin():
            two.exec_driver_sql("SET LOCAL lock_timeout = '5s'")
            taken = [outbox.take_due(conn, subscription_mails.KINDS, START, LATER) for conn in (one, two)]
        engines.dispose()
    assert [each.id for each in taken if each] == ids


def new(database: Database) -> Company:
    return database.write_now(lambda conn: companies.add(conn, companies.CompanyProfile("demo", "Demo"), START))


def test_figures_count_every_status(database: Database, company: Company) -> None:
    asks(database, company, email="a@example.org")
    ended = subscribes(database, company, email="b@example.org")
    subscribes(database, company, email="c@example.org")
    database.write_now(lambda conn: subscriptions.end(conn, company.id, ended.id, START))
    database.write_now(lambda conn: subscription_mails.put(conn, company.id, ended.id, "openings", START))
    counts = database.read_now(lambda conn: subscriptions.counts(conn, company.id))
    assert counts == {"pending": 1, "active": 1, "ended": 1, "bounced": 0, "expired": 0}
    assert database.read_now(lambda conn: outbox.counts(conn, company.id)) == {("openings", "waiting"): 1}
    assert database.read_now(lambda conn: subscription_matches.due(conn, START)) != []
