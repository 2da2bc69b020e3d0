"""What matches new openings with wishes, and sends what it finds."""

from __future__ import annotations

import pytest

from bot.subscriptions.letters import OpeningsLetter
from storage import Database
from storage.companies.companies import Company
from tests.clock import Clock
from tests.subscribing import JOBS, Feed, Post, delivery
from workers.mail.matching import SubscriptionMatching
from workers.outbox.delivery import OutboxDelivery

Sending = OutboxDelivery[OpeningsLetter]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def post() -> Post:
    return Post()


@pytest.fixture
def feed(database: Database, company: Company) -> Feed:
    return Feed.of(database, company)


@pytest.fixture
def matching(database: Database, clock: Clock) -> SubscriptionMatching:
    return SubscriptionMatching(database, JOBS, clock)


@pytest.fixture
def sending(database: Database, post: Post, clock: Clock) -> Sending:
    return delivery(database, post, clock)


async def run(matching: SubscriptionMatching, sending: Sending) -> None:
    await matching.tick()
    await sending.tick()


def subjects(post: Post) -> list[str]:
    return [str(mail["Subject"]) for mail in post.mails]
