"""The ways an alert goes out: an e-mail, or a POST of JSON."""

from __future__ import annotations

import hashlib
import hmac
import json
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import format_datetime
from typing import Protocol

import aiohttp

from storage.alerts import Alert
from workers.mail import smtp
from workers.settings import AlertSettings, SettingsError


class NotDelivered(Exception):
    """The alert did not arrive; the message says why in one line."""


class Channel(Protocol):
    """Delivers an alert or raises NotDelivered."""

    @property
    def name(self) -> str:
        """Under which its alerts stand in the outbox."""

    async def deliver(self, alert: Alert) -> None:
        """Deliver the alert; raises NotDelivered."""


@dataclass(frozen=True, slots=True)
class Email:
    """Sends alerts to all recipients by SMTP."""

    settings: AlertSettings
    name: str = "email"

    async def deliver(self, alert: Alert) -> None:
        """Hand the alert to the mail server; raises NotDelivered."""
        try:
            await smtp.deliver(self.settings, self._message(alert), self.settings.recipients)
        except smtp.NotTaken as error:
            raise NotDelivered(str(error)) from error

    def _message(self, alert: Alert) -> EmailMessage:
        mail = EmailMessage()
        mail["Subject"] = _one_line(alert.message["subject"])
        mail["From"], mail["To"] = self.settings.sender, ", ".join(self.settings.recipients)
        mail["Date"] = format_datetime(alert.created)
        # The same for every attempt, so that a mail that was delivered twice is recognised.
        mail["Message-ID"] = f"<candor-alert-{alert.id}-{alert.created:%Y%m%d%H%M%S}@{_domain(self.settings.sender)}>"
        mail["Auto-Submitted"] = "auto-generated"
        mail.set_content(alert.message["text"])
        return mail


@dataclass(frozen=True, slots=True)
class Webhook:
    """Posts alerts as JSON; with a secret, X-Candor-Signature is `sha256=` and the body's HMAC in hexadecimal."""

    settings: AlertSettings
    name: str = "webhook"

    async def deliver(self, alert: Alert) -> None:
        """Post the alert; anything but a 2xx answer raises NotDelivered, redirects are not followed."""
        assert self.settings.webhook_url is not None
        content = {"id": alert.id, "created": alert.created.isoformat(), **alert.message}
        body = json.dumps(content, ensure_ascii=False).encode()
        headers = {"Content-Type": "application/json", **self._signature(body)}
        patience = aiohttp.ClientTimeout(total=self.settings.timeout_seconds)
        try:
            async with (
                aiohttp.ClientSession(timeout=patience) as session,
                session.post(self.settings.webhook_url, data=body, headers=headers, allow_redirects=False) as response,
            ):
                status = response.status
        except (aiohttp.ClientError, OSError, ValueError) as error:
            raise NotDelivered(_one_line(error)) from error
        if not 200 <= status < 300:
            raise NotDelivered(f"the webhook answered {status}")

    def _signature(self, body: bytes) -> dict[str, str]:
        if self.settings.webhook_secret is None:
            return {}
        digest = hmac.new(self.settings.webhook_secret.encode(), body, hashlib.sha256).hexdigest()
        return {"X-Candor-Signature": f"sha256={digest}"}


def channels(settings: AlertSettings) -> tuple[Channel, ...]:
    """Return the channels that are configured; raises SettingsError for half a configuration."""
    found: list[Channel] = []
    if settings.recipients:
        if settings.smtp_host is None:
            raise SettingsError("alerts.smtp_host is empty though there are alerts.recipients: name the mail server")
        found.append(Email(settings))
    if settings.webhook_url is not None:
        found.append(Webhook(settings))
    return tuple(found)


def _domain(sender: str) -> str:
    return sender.rpartition("@")[2].strip(" >") or "localhost"


def _one_line(said: object) -> str:
    return " ".join(str(said).split()) or type(said).__name__
