"""A process that delivers what is due once: database URL and port of the mail server as arguments."""

from __future__ import annotations

import asyncio
import sys
from email.message import EmailMessage

from storage import Database
from tests.subscribing import letters
from workers.mail.settings import MailSettings
from workers.mail.subscription_sender import SubscriptionSender
from workers.outbox import smtp
from workers.outbox.delivery import OutboxDelivery


async def deliver(url: str, port: int) -> None:
    to = MailSettings(smtp_host="127.0.0.1", smtp_port=port, smtp_starttls=False, timeout_seconds=60)

    async def send(message: EmailMessage, recipient: str) -> None:
        await smtp.deliver(to, message, [recipient])

    with Database.open(url) as database:
        await OutboxDelivery(database, SubscriptionSender(letters(), send, 1000)).tick()


if __name__ == "__main__":
    asyncio.run(deliver(sys.argv[1], int(sys.argv[2])))
