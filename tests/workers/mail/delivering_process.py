"""A process that delivers what is due once: database URL and port of the mail server as arguments."""

from __future__ import annotations

import asyncio
import sys
from datetime import UTC, datetime
from email.message import EmailMessage

from storage import Database
from tests.subscribing import letters
from workers.mail import smtp
from workers.mail.delivery import MailDelivery
from workers.mail.settings import MailSettings


async def deliver(url: str, port: int) -> None:
    to = MailSettings(smtp_host="127.0.0.1", smtp_port=port, smtp_starttls=False, timeout_seconds=60)

    async def send(message: EmailMessage, recipient: str) -> None:
        await smtp.deliver(to, message, [recipient])

    with Database.open(url) as database:
        await MailDelivery(database, letters(), send, 1000, lambda: datetime.now(UTC)).tick()


if __name__ == "__main__":
    asyncio.run(deliver(sys.argv[1], int(sys.argv[2])))
