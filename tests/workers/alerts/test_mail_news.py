"""Mail that could not be delivered for three days is told to the operator, once for each day it was queued."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from storage import Database
from storage.companies.companies import Company
from storage.companies.company_settings import as_made
from storage.outbox import outbox
from storage.subscriptions import subscription_mails
from tests.clock import START, Clock
from tests.subscribing import Post, asks, delivery
from tests.workers.alerts.test_delivery import Post as Operator
from workers.alerts.delivery import Alerts
from workers.outbox.sender import NotTaken


@pytest.mark.parametrize("language", ["en", "de", "fr", "zh"])
async def test_given_up_mail_is_told_once_without_the_address(
    database: Database, new_company: Callable[..., Company], language: str
) -> None:
    company, clock, post, operator = new_company(default_language=language), Clock(), Post(), Operator()
    for _ in range(2):
        made = asks(database, company)
        database.write_now(lambda conn: subscription_mails.put(conn, company.id, made.id, "confirmation", START))  # noqa: B023
    post.refusals = [NotTaken("451 4.3.0 <anna@example.org>: disk full")] * 100
    told = Alerts(database, [operator], as_made, None, clock)
    while clock.now - START < timedelta(days=4):
        await delivery(database, post, clock).tick()
        await told.tick()
        clock.goes_on(hours=3)
    (alert,) = operator.delivered
    assert "2" in alert.message["text"]
    assert "disk full" in alert.message["text"]
    assert "anna" not in str(alert.message)
    assert len(database.read_now(lambda conn: outbox.of_kind(conn, company.id, "alert"))) == 1
