"""Mail goes out once, is tried again while a server is in trouble, and is not sent any more when nothing is to say."""

from __future__ import annotations

from datetime import timedelta

import pytest

from storage import Database
from storage.applications import applications
from storage.applications.applications import ApplySetting
from storage.companies.companies import Company
from storage.outbox import outbox
from storage.subscriptions import subscription_mails, subscriptions
from storage.subscriptions.subscription_mails import KINDS, MailKind
from storage.subscriptions.subscriptions import Subscription
from tests.clock import START, Clock
from tests.subscribing import Feed, Post, again, asks, delivery, goes_by, nurse, outcomes, subscribes
from workers.mail.subscription_sender import MOST_SHOWN
from workers.outbox.sender import LEASE, NotTaken


class Killed(BaseException):
    """Ends a process wherever it is."""


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def post() -> Post:
    return Post()


@pytest.fixture
def feed(database: Database, company: Company) -> Feed:
    return Feed.of(database, company)


def queue(database: Database, subscription: Subscription, kind: MailKind, ids: list[int] | None = None) -> int:
    its = (subscription.company_id, subscription.id)
    return database.write_now(lambda conn: subscription_mails.put(conn, *its, kind, START, ids or []))


async def test_new_openings_go_out_once(
    database: Database, company: Company, feed: Feed, post: Post, clock: Clock
) -> None:
    queue(database, subscribes(database, company), "openings", feed.offers(nurse(1), nurse(2)))
    for _ in range(2):
        await delivery(database, post, clock).tick()
    (text,) = post.texts
    assert "Nurse 1" in text
    assert "https://jobs.example/n2" in text
    assert outcomes(database, company) == ["sent"]


async def test_links_carry_the_companys_reference(
    database: Database, company: Company, feed: Feed, post: Post, clock: Clock
) -> None:
    database.write_now(lambda conn: applications.put_setting(conn, company.id, ApplySetting("ref=candor")))
    queue(database, subscribes(database, company), "openings", feed.offers(nurse(1)))
    await delivery(database, post, clock).tick()
    assert "https://jobs.example/n1?ref=candor" in post.texts[0]


async def test_an_opening_that_closed_in_the_meantime_is_left_out_and_may_be_sent_when_it_opens_again(
    database: Database, company: Company, feed: Feed, post: Post, clock: Clock
) -> None:
    made, ids = subscribes(database, company), feed.offers(nurse(1), nurse(2))
    queue(database, made, "openings", ids)
    feed.offers(nurse(1))
    await delivery(database, post, clock).tick()
    assert "Nurse 2" not in post.texts[0]
    queue(database, made, "openings", [ids[1]])  # would break the key if it counted as sent


@pytest.mark.parametrize(("zone", "hours"), [("UTC", 12), ("Pacific/Auckland", 0)])
async def test_an_opening_past_its_last_day_is_left_out_where_the_company_is(
    database: Database, company: Company, feed: Feed, post: Post, clock: Clock, zone: str, hours: int
) -> None:
    goes_by(database, company, zone)
    ids = feed.offers(nurse(1, valid_through=START.date()), nurse(2))
    queue(database, subscribes(database, company), "openings", ids)
    clock.goes_on(hours=hours)
    await delivery(database, post, clock).tick()
    assert "Nurse 1" not in post.texts[0]


async def test_an_empty_mail_is_not_sent(
    database: Database, company: Company, feed: Feed, post: Post, clock: Clock
) -> None:
    queue(database, subscribes(database, company), "openings", feed.offers(nurse()))
    feed.offers()
    await delivery(database, post, clock).tick()
    assert post.mails == []
    assert outcomes(database, company) == ["dropped"]


async def test_nothing_goes_to_somebody_who_has_unsubscribed(
    database: Database, company: Company, feed: Feed, post: Post, clock: Clock
) -> None:
    made = subscribes(database, company)
    queue(database, made, "openings", feed.offers(nurse()))
    database.write_now(lambda conn: subscriptions.end(conn, company.id, made.id, START))
    await delivery(database, post, clock).tick()
    assert post.mails == []


async def test_nothing_but_the_confirmation_goes_to_somebody_who_has_not_confirmed(
    database: Database, company: Company, feed: Feed, post: Post, clock: Clock
) -> None:
    made = asks(database, company)
    queue(database, made, "openings", feed.offers(nurse()))
    queue(database, made, "access")
    queue(database, made, "confirmation")
    await delivery(database, post, clock).tick()
    assert [each["Subject"] for each in post.mails] == ["Please confirm your job alert at Demo"]


async def test_a_server_in_trouble_is_tried_again_later_with_the_same_message_id(
    database: Database, company: Company, feed: Feed, post: Post, clock: Clock
) -> None:
    seen: list[str] = []
    queue(database, subscribes(database, company), "openings", feed.offers(nurse()))
    post.refusals = [NotTaken("451 later"), NotTaken("421 busy")]
    for minutes in (0, 1, 2):
        clock.goes_on(minutes=minutes)
        await delivery(database, post, clock).tick()
        seen.append(outcomes(database, company)[0])
    assert seen == ["waiting", "waiting", "sent"]


async def test_a_mail_that_nobody_takes_is_given_up_after_about_three_days(
    database: Database, company: Company, feed: Feed, post: Post, clock: Clock
) -> None:
    made = subscribes(database, company)
    queue(database, made, "openings", feed.offers(nurse()))
    post.refusals = [NotTaken("451 later")] * 100
    while outcomes(database, company) == ["waiting"]:
        await delivery(database, post, clock).tick()
        clock.goes_on(hours=1)
    assert timedelta(days=2.5) < clock.now - START < timedelta(days=4)
    given_up = database.read_now(lambda conn: outbox.given_up_since(conn, company.id, KINDS, START))
    assert [each.error for each in given_up] == ["451 later"]
    assert again(database, made).status == "active"
    queue(database, made, "openings", feed.offers(nurse()))  # they are matched again


async def test_an_address_that_is_refused_for_good_is_written_to_no_more(
    database: Database, company: Company, feed: Feed, post: Post, clock: Clock
) -> None:
    made, other = subscribes(database, company), subscribes(database, company, email="bo@example.org")
    ids = feed.offers(nurse())
    queue(database, made, "openings", ids)
    queue(database, other, "openings", ids)
    post.refusals = [NotTaken("550 <Anna@example.org>: no such user", for_good=True)]
    await delivery(database, post, clock).tick()
    assert again(database, made).status == "bounced"
    assert again(database, other).status == "active"
    assert outcomes(database, company) == ["bounced", "sent"]


async def test_what_a_server_said_is_kept_without_the_address(
    database: Database, company: Company, post: Post, clock: Clock
) -> None:
    queue(database, asks(database, company), "confirmation")
    post.refusals = [NotTaken("451 <Anna@example.org>: greylisted")]
    await delivery(database, post, clock).tick()
    clock.goes_on(minutes=1)
    due = database.write_now(lambda conn: outbox.take_due(conn, KINDS, clock.now, clock.now))
    assert due is not None
    assert due.error == "451 <…>: greylisted"


@pytest.mark.both_databases
async def test_two_processes_send_a_mail_once(
    database: Database, company: Company, feed: Feed, post: Post, clock: Clock
) -> None:
    queue(database, subscribes(database, company), "openings", feed.offers(nurse()))
    other = Post()

    async def overtake() -> None:
        await delivery(database, other, clock).tick()

    post.before = overtake
    await delivery(database, post, clock).tick()
    assert (len(post.mails), len(other.mails)) == (1, 0)


async def test_a_process_that_dies_after_the_server_took_a_mail_makes_a_double_that_is_recognised(
    database: Database, company: Company, feed: Feed, post: Post, clock: Clock
) -> None:
    queue(database, subscribes(database, company), "openings", feed.offers(nurse()))
    dying = Post(refusals=[Killed()])
    with pytest.raises(Killed):
        await delivery(database, dying, clock).tick()
    await delivery(database, post, clock).tick()
    assert post.mails == []  # it still belongs to the one who died
    clock.goes_on(seconds=LEASE.total_seconds())
    await delivery(database, post, clock).tick()
    assert [each["Message-ID"] for each in post.mails] == dying.tried
    assert outcomes(database, company) == ["sent"]


@pytest.mark.parametrize("address", ["a\nb@example.org", '"a =?utf-8?q?=0d=0aX-Evil:_1?= b"@example.org'])
async def test_an_address_that_no_header_can_hold_is_given_up_and_does_not_hold_up_the_others(
    database: Database, company: Company, feed: Feed, post: Post, clock: Clock, address: str
) -> None:
    broken = subscribes(database, company, email=address)
    ids = feed.offers(nurse())
    queue(database, broken, "openings", ids)
    queue(database, subscribes(database, company), "openings", ids)
    await delivery(database, post, clock).tick()
    assert [each["To"] for each in post.mails] == ["anna@example.org"]
    assert outcomes(database, company) == ["bounced", "sent"]
    assert again(database, broken).status == "bounced"


async def test_no_more_mails_go_out_in_a_minute_than_allowed_and_what_was_asked_for_goes_first(
    database: Database, company: Company, feed: Feed, post: Post, clock: Clock
) -> None:
    ids = feed.offers(nurse())
    for number in range(3):
        queue(database, subscribes(database, company, email=f"p{number}@example.org"), "openings", ids)
    queue(database, asks(database, company), "confirmation")
    per_minute: list[int] = []
    for _ in range(3):
        await delivery(database, post, clock, per_minute=2).tick()
        per_minute.append(len(post.mails))
        clock.goes_on(seconds=61)
    assert per_minute == [2, 4, 4]
    assert "confirm" in post.mails[0]["Subject"] + post.mails[1]["Subject"]


async def test_of_many_openings_some_are_listed_and_the_others_counted(
    database: Database, company: Company, feed: Feed, post: Post, clock: Clock
) -> None:
    ids = feed.offers(*(nurse(number) for number in range(MOST_SHOWN + 7)))
    made = subscribes(database, company)
    queue(database, made, "openings", ids)
    await delivery(database, post, clock).tick()
    assert post.texts[0].count("\n* ") == MOST_SHOWN
    assert "And 7 more" in post.texts[0]
    assert post.mails[0]["Subject"] == f"{MOST_SHOWN + 7} new jobs at Demo"
