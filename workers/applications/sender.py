"""Delivering applications to the companies: by mail or by POST, and forgotten right after."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.message import EmailMessage
from functools import partial
from typing import Final

from bot.applications.offers import is_webhook
from bot.letter import UnwritableAddress
from network.addresses import AddressRefused, PublicResolver, checked_url
from storage import Connection
from storage.applications import applications
from storage.companies import companies
from storage.database.database import Database
from storage.openings import openings
from storage.outbox.outbox import DeliveryOutcome, Entry, Kind
from texts import Texts
from workers.applications.expiring import ApplicationsExpiring
from workers.applications.letters import ApplicationLetter, json_of, mail_of
from workers.applications.settings import ApplicationsSettings
from workers.mail.settings import MailSettings
from workers.outbox import smtp
from workers.outbox.delivery import OutboxDelivery
from workers.outbox.sender import NotTaken, Pace
from workers.outbox.webhook import code_of, post
from workers.ticks import Tick

LATER: Final = timedelta(hours=12)
"""So often one is tried once the usual attempts are over, until it may be kept no longer."""

SECONDS: Final = 5.0

SendMail = Callable[[EmailMessage, str], Awaitable[None]]
"""Hands a mail for one address to the mail server; raises NotTaken."""

Post = Callable[[str, bytes, dict[str, str]], Awaitable[None]]
"""Posts a body with these headers; raises NotTaken."""


@dataclass(frozen=True, slots=True)
class Ways:
    """How applications leave the house; without a mail server there is no `mail`."""

    post: Post
    mail: SendMail | None = None
    sender: str = "candor@localhost"


class ApplicationSender:
    """Sends applications under their keys, until they were taken or may be kept no longer."""

    kinds: tuple[Kind, ...] = ("application",)
    pace = Pace(afterwards=LATER)

    def __init__(self, ways: Ways) -> None:
        self._ways = ways

    def letter(self, conn: Connection, entry: Entry, now: datetime) -> ApplicationLetter:
        """Look up the application, and what the company wants now."""
        assert entry.application_id is not None, "this kind is about an application"
        its, company = entry.company_id, companies.by_id(conn, entry.company_id)
        assert company is not None, "an application is made to a company"
        sent = applications.get(conn, its, entry.application_id)
        content = applications.content(conn, its, sent.id)
        opening = openings.get(conn, its, sent.opening_id)
        return ApplicationLetter(sent, company, opening, applications.setting(conn, its), content)

    async def send(self, letter: ApplicationLetter) -> None:
        """Deliver it where the company wants it; what is refused for good is not lost either, but tried again."""
        try:
            await self._send(letter)
        except (NotTaken, UnwritableAddress) as error:
            raise NotTaken(error) from error

    async def _send(self, letter: ApplicationLetter) -> None:
        to = letter.wanted.deliver_to
        if to is not None and is_webhook(to):
            body, headers = json_of(letter)
            await self._ways.post(to, body, headers)
        elif to is not None and self._ways.mail is not None:
            await self._ways.mail(mail_of(letter, self._ways.sender), to)
        else:
            raise NotTaken("no_mail" if to is not None else "nowhere")

    def concluded(
        self, conn: Connection, entry: Entry, letter: ApplicationLetter | None, outcome: DeliveryOutcome, now: datetime
    ) -> None:
        """Forget what was delivered; its entry in the outbox goes with it."""
        if outcome == "sent" and letter is not None:
            applications.forget(conn, letter.application)


async def post_outside(
    url: str, body: bytes, headers: dict[str, str], *, timeout_seconds: float, allowed: Collection[str]
) -> None:
    """Post to a public address, or to one of the `allowed` hosts; raises NotTaken."""
    try:
        checked_url(url, allowed)
        await post(url, body, headers, timeout_seconds=timeout_seconds, resolver=PublicResolver(allowed))
    except AddressRefused:
        raise NotTaken("private_address") from None
    except NotTaken as error:
        raise NotTaken(code_of(error)) from error


def application_ticks(
    settings: ApplicationsSettings,
    mail_settings: MailSettings,
    database: Database,
    texts: Texts,
    allowed: Collection[str] = (),
) -> list[Tick]:
    """Return what delivers applications and forgets them, and how often; `allowed` hosts may have private addresses."""

    async def send(message: EmailMessage, recipient: str) -> None:
        await smtp.deliver(mail_settings, message, [recipient])

    posting = partial(post_outside, timeout_seconds=settings.timeout_seconds, allowed=allowed)
    mail = send if mail_settings.smtp_host is not None else None
    delivery = OutboxDelivery(database, ApplicationSender(Ways(posting, mail, mail_settings.sender)))
    return [Tick(SECONDS, delivery.tick), Tick(SECONDS, ApplicationsExpiring(database, texts).tick)]
