"""`kill -9` after the mail server took a mail and before that was noted: one double, with the same Message-ID."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from datetime import UTC, datetime, timedelta
from functools import partial

from storage import Database
from storage.companies.companies import Company
from storage.subscriptions import subscription_mails
from tests.clock import Clock
from tests.subscribing import Post, asks, delivery, outcomes
from tests.workers.outbox.mail_server import mail_server
from workers.mail.subscription_sender import SESSIONS
from workers.outbox.sender import LEASE

COMMAND = [sys.executable, "-m", "tests.workers.mail.delivering_process"]
MANY, KILLED_AT = 40, 10


async def test_a_mail_is_sent_again_and_recognised(database_url: str, database: Database, company: Company) -> None:
    now = datetime.now(UTC)
    made = asks(database, company, now=now)
    database.write_now(lambda conn: subscription_mails.put(conn, company.id, made.id, "confirmation", now))
    async with mail_server() as server:
        server.silent_at = "QUIT"
        process = await asyncio.create_subprocess_exec(*COMMAND, database_url, str(server.port))
        async with asyncio.timeout(300):
            while "QUIT" not in server.commands:
                await server.reached.wait()
                server.reached.clear()
        process.kill()
        await process.wait()
        (taken,) = server.mails
    assert outcomes(database, company) == ["waiting"]
    post = Post()
    await delivery(database, post, Clock(now + LEASE - timedelta(minutes=1))).tick()
    assert post.mails == []
    await delivery(database, post, Clock(datetime.now(UTC) + LEASE)).tick()
    assert [each["Message-ID"] for each in post.mails] == [taken["Message-ID"]]
    assert outcomes(database, company) == ["sent"]


async def test_in_the_middle_of_many_none_is_lost_and_only_those_at_hand_are_sent_twice(
    database_url: str, database: Database, company: Company
) -> None:
    now = datetime.now(UTC)
    addresses = {f"anna{number}@example.org" for number in range(MANY)}
    for address in addresses:
        made = asks(database, company, email=address, now=now)
        database.write_now(
            partial(
                subscription_mails.put, company_id=company.id, subscription_id=made.id, kind="confirmation", now=now
            )
        )
    async with mail_server() as server:
        process = await asyncio.create_subprocess_exec(*COMMAND, database_url, str(server.port))
        async with asyncio.timeout(300):
            while len(server.mails) < KILLED_AT:
                await server.reached.wait()
                server.reached.clear()
        process.kill()
        await process.wait()
        before = list(server.mails)
        assert KILLED_AT <= len(before) < MANY
    post = Post()
    for clock in (Clock(datetime.now(UTC)), Clock(datetime.now(UTC) + LEASE)):
        await delivery(database, post, clock).tick()
    assert outcomes(database, company) == ["sent"] * MANY
    arrived = Counter(each["To"] for each in [*before, *post.mails])
    assert arrived.keys() == addresses
    assert max(arrived.values()) <= 2
    doubled = {address for address, times in arrived.items() if times > 1}
    assert len(doubled) <= SESSIONS
    for address in doubled:
        assert len({each["Message-ID"] for each in [*before, *post.mails] if each["To"] == address}) == 1
