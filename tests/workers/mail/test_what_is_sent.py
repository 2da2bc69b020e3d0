"""Of the new openings those are sent that fit a wish and can still be applied for."""

from __future__ import annotations

from datetime import timedelta

import pytest

from storage import Database
from storage.companies.companies import Company
from storage.openings.openings import OpeningContent, Place
from storage.openings.wishes import Wish
from storage.outbox import outbox
from tests.clock import START
from tests.subscribing import Feed, Post, goes_by, nurse, subscribes
from tests.workers.mail.conftest import Sending, run, subjects
from workers.mail.matching import SubscriptionMatching


@pytest.mark.parametrize(
    "other",
    [
        nurse(9, professions=("cook",), title="Cook"),
        nurse(9, places=(Place("Munich", country="DE", latitude=48.1, longitude=11.6),)),
        nurse(9, professions=("cook",), title="Cook", places=()),
    ],
)
async def test_only_what_fits_is_sent(
    database: Database,
    company: Company,
    feed: Feed,
    post: Post,
    matching: SubscriptionMatching,
    sending: Sending,
    other: OpeningContent,
) -> None:
    subscribes(database, company)
    feed.offers(other)
    await run(matching, sending)
    assert post.mails == []


@pytest.mark.parametrize(("zone", "told"), [("UTC", 1), ("Pacific/Auckland", 0)])
async def test_an_opening_past_its_last_day_where_the_company_is_is_no_news(
    database: Database,
    company: Company,
    feed: Feed,
    matching: SubscriptionMatching,
    zone: str,
    told: int,
) -> None:
    goes_by(database, company, zone)
    subscribes(database, company)
    feed.offers(nurse(1, valid_through=START.date()), at=START + timedelta(minutes=1))
    await matching.tick()
    assert len(database.read_now(lambda conn: outbox.of_kind(conn, company.id, "openings"))) == told


async def test_anything_anywhere_is_a_wish(
    database: Database,
    company: Company,
    feed: Feed,
    post: Post,
    matching: SubscriptionMatching,
    sending: Sending,
) -> None:
    subscribes(database, company, wish=Wish((), ()))
    feed.offers(nurse(1, professions=(), title="Odd job", places=()))
    await run(matching, sending)
    assert subjects(post) == ["New at Demo: Odd job"]


async def test_who_wants_a_general_profession_hears_of_its_special_kinds(
    database: Database,
    company: Company,
    feed: Feed,
    post: Post,
    matching: SubscriptionMatching,
    sending: Sending,
) -> None:
    subscribes(database, company, wish=Wish(("nurse",), ()))
    feed.offers(nurse(1, professions=("pediatric_nurse",), title="Children's nurse"))
    await run(matching, sending)
    assert subjects(post) == ["New at Demo: Children's nurse"]
