"""`kill -9` after the mail server took a mail and before that was noted: one double, with the same Message-ID."""

from __future__ import annotations

import asyncio
import sys
from datetime import UTC, datetime, timedelta

from candor.mail_delivery import LEASE
from storage import Database, mail
from storage.companies import Company
from tests.candor.mail_server import mail_server
from tests.subscribing import Clock, Post, asks, delivery, outcomes

COMMAND = [sys.executable, "-m", "tests.candor.delivering_process"]


async def test_a_mail_is_sent_again_and_recognised(database_url: str, database: Database, company: Company) -> None:
    now = datetime.now(UTC)
    made = asks(database, company, now=now)
    database.write_now(lambda conn: mail.put(conn, company.id, made.id, "confirmation", now))
    async with mail_server() as server:
        server.silent_at = "QUIT"
        process = await asyncio.create_subprocess_exec(*COMMAND, database_url, str(server.port))
        async with asyncio.timeout(60):
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
