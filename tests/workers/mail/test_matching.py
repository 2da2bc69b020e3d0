"""New openings are found for whoever wants to hear of them: each once, when it is due, whatever was missed."""

from __future__ import annotations

from datetime import timedelta

import pytest

from storage import Database
from storage.companies.companies import Company
from storage.subscriptions import subscription_matches, subscriptions
from storage.subscriptions.subscriptions import Frequency
from tests.clock import START, Clock
from tests.subscribing import Feed, Post, again, asks, nurse, outcomes, subscribes
from tests.workers.mail.conftest import Sending, run, subjects
from workers.mail.matching import SubscriptionMatching
from workers.outbox.sender import NotTaken


async def test_what_was_open_before_is_not_news_and_what_comes_later_is_sent_once(
    database: Database,
    company: Company,
    feed: Feed,
    clock: Clock,
    post: Post,
    matching: SubscriptionMatching,
    sending: Sending,
) -> None:
    feed.offers(nurse(1), at=START - timedelta(days=1))
    subscribes(database, company, frequency="at_once")
    await run(matching, sending)
    feed.offers(nurse(1), nurse(2), at=START + timedelta(minutes=1))
    for _ in range(3):
        clock.goes_on(minutes=2)
        await run(matching, sending)
    assert subjects(post) == ["New at Demo: Nurse 2"]


@pytest.mark.parametrize(("frequency", "hours"), [("at_once", 3), ("daily", 24), ("weekly", 168)])
async def test_it_is_sent_as_often_as_wanted_at_the_hour_it_was_confirmed(
    database: Database,
    company: Company,
    feed: Feed,
    clock: Clock,
    post: Post,
    matching: SubscriptionMatching,
    sending: Sending,
    frequency: Frequency,
    hours: int,
) -> None:
    subscribes(database, company, frequency=frequency)
    await run(matching, sending)
    sent_after: list[int] = []
    offered = []
    for hour in range(1, 400):
        clock.goes_on(hours=1)
        if hour % 3 == 0:
            offered.append(nurse(hour))
            feed.offers(*offered, at=clock.now)
        await run(matching, sending)
        if len(post.mails) > len(sent_after):
            sent_after.append(hour)
        if len(sent_after) == 2:
            break
    assert sent_after == [hours, 2 * hours]


async def test_a_run_that_was_missed_is_made_up_for_once(
    database: Database,
    company: Company,
    feed: Feed,
    clock: Clock,
    post: Post,
    matching: SubscriptionMatching,
    sending: Sending,
) -> None:
    made = subscribes(database, company)
    await run(matching, sending)
    feed.offers(nurse(1), at=START + timedelta(hours=1))
    clock.goes_on(days=4, hours=5)
    await run(matching, sending)
    feed.offers(nurse(1), nurse(2), at=clock.now)
    await run(matching, sending)
    assert subjects(post) == ["New at Demo: Nurse 1"]
    assert again(database, made).next_due == START + timedelta(days=5)


@pytest.mark.both_databases
async def test_several_processes_queue_one_mail(
    database: Database, company: Company, feed: Feed, clock: Clock, post: Post, sending: Sending
) -> None:
    made = subscribes(database, company)
    feed.offers(nurse())
    (seen,) = database.read_now(lambda conn: subscription_matches.due(conn, clock.now))
    ids = [1]
    results = [
        database.write_now(lambda conn: subscription_matches.settle(conn, company.id, seen, ids, clock.now))
        for _ in range(2)
    ]
    assert results == [True, False]
    assert again(database, made).next_due == START + timedelta(days=1)
    assert outcomes(database, company) == ["waiting"]


async def test_while_a_mail_waits_there_is_no_second_one_and_nothing_is_lost(
    database: Database,
    company: Company,
    feed: Feed,
    clock: Clock,
    post: Post,
    matching: SubscriptionMatching,
    sending: Sending,
) -> None:
    subscribes(database, company, frequency="at_once")
    feed.offers(nurse(1))
    post.refusals = [NotTaken("451 later")]
    await run(matching, sending)
    feed.offers(nurse(1), nurse(2))
    await run(matching, sending)
    assert outcomes(database, company) == ["waiting"]
    for _ in range(3):
        clock.goes_on(minutes=2)
        await run(matching, sending)
    assert subjects(post) == ["New at Demo: Nurse 1", "New at Demo: Nurse 2"]


async def test_what_was_given_up_is_matched_again(
    database: Database,
    company: Company,
    feed: Feed,
    clock: Clock,
    post: Post,
    matching: SubscriptionMatching,
    sending: Sending,
) -> None:
    subscribes(database, company, frequency="at_once")
    feed.offers(nurse(1))
    post.refusals = [NotTaken("451 later")] * 20
    for _ in range(200):
        await run(matching, sending)
        clock.goes_on(hours=1)
    assert outcomes(database, company) == ["given_up", "sent"]


async def test_an_opening_that_closed_before_it_was_sent_and_opened_again_is_sent(
    database: Database,
    company: Company,
    feed: Feed,
    clock: Clock,
    post: Post,
    matching: SubscriptionMatching,
    sending: Sending,
) -> None:
    subscribes(database, company, frequency="at_once")
    feed.offers(nurse(1))
    await matching.tick()
    feed.offers()
    await sending.tick()
    feed.offers(nurse(1))
    await run(matching, sending)
    assert subjects(post) == ["New at Demo: Nurse 1"]


async def test_nothing_is_matched_before_it_is_confirmed_or_after_it_has_ended(
    database: Database,
    company: Company,
    feed: Feed,
    post: Post,
    matching: SubscriptionMatching,
    sending: Sending,
) -> None:
    asks(database, company)
    made = subscribes(database, company, email="bo@example.org")
    database.write_now(lambda conn: subscriptions.end(conn, company.id, made.id, START))
    feed.offers(nurse())
    await run(matching, sending)
    assert outcomes(database, company) == []


async def test_an_opening_that_came_before_the_confirmation_is_sent_after_it(
    database: Database,
    company: Company,
    feed: Feed,
    clock: Clock,
    post: Post,
    matching: SubscriptionMatching,
    sending: Sending,
) -> None:
    made = asks(database, company)
    feed.offers(nurse(), at=START + timedelta(hours=1))
    clock.goes_on(hours=2)
    database.write_now(lambda conn: subscriptions.confirm(conn, company.id, made.id, "daily", clock.now))
    await run(matching, sending)
    assert len(post.mails) == 1


async def test_addresses_are_forgotten_that_nobody_confirmed(
    database: Database, company: Company, clock: Clock, matching: SubscriptionMatching
) -> None:
    made = asks(database, company)
    clock.goes_on(days=6)
    await matching.tick()
    assert again(database, made).status == "pending"
    clock.goes_on(days=2)
    await matching.tick()
    assert (again(database, made).status, again(database, made).email) == ("expired", None)
