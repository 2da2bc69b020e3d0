"""The ways an alert goes out: an e-mail, or a POST of JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime
from typing import Any, Final, Protocol

from bot.letter import in_header, set_header
from workers.outbox import smtp
from workers.outbox.sender import NotTaken
from workers.outbox.webhook import post, signed
from workers.settings import AlertSettings, SettingsError

EMAIL: Final = "email"


@dataclass(frozen=True, slots=True)
class Alert:
    """One thing to tell; its number stays the same for every attempt. `recipients` are those who get it as a mail."""

    id: int
    message: Mapping[str, Any]
    created: datetime
    recipients: tuple[str, ...] = ()


class AlertChannel(Protocol):
    """Delivers an alert or raises NotTaken."""

    @property
    def name(self) -> str:
        """Under which its alerts stand in the outbox."""

    async def deliver(self, alert: Alert) -> None:
        """Deliver the alert; raises NotTaken."""


@dataclass(frozen=True, slots=True)
class Email:
    """Sends alerts to the recipients that a company has by SMTP."""

    settings: AlertSettings
    name: str = EMAIL

    async def deliver(self, alert: Alert) -> None:
        """Hand the alert to the mail server; raises NotTaken."""
        if not alert.recipients:
            raise NotTaken("nobody is to be told by mail any more")
        await smtp.deliver(self.settings, self._message(alert), alert.recipients)

    def _message(self, alert: Alert) -> EmailMessage:
        mail = EmailMessage()
        set_header(mail, "Subject", in_header(str(alert.message["subject"])))
        set_header(mail, "From", self.settings.sender)
        set_header(mail, "To", ", ".join(alert.recipients))
        mail["Date"] = format_datetime(alert.created)
        # The same for every attempt, so that a mail that was delivered twice is recognised.
        mail["Message-ID"] = f"<candor-alert-{alert.id}-{alert.created:%Y%m%d%H%M%S}@{_domain(self.settings.sender)}>"
        mail["Auto-Submitted"] = "auto-generated"
        mail.set_content(alert.message["text"])
        return mail


@dataclass(frozen=True, slots=True)
class WebhookAlerts:
    """Posts alerts as JSON, signed where there is a secret."""

    settings: AlertSettings
    name: str = "webhook"

    async def deliver(self, alert: Alert) -> None:
        """Post the alert; raises NotTaken."""
        assert self.settings.webhook_url is not None
        content = {"id": alert.id, "created": alert.created.isoformat(), **alert.message}
        body = json.dumps(content, ensure_ascii=False).encode()
        headers = signed(body, self.settings.webhook_secret)
        await post(self.settings.webhook_url, body, headers, timeout_seconds=self.settings.timeout_seconds)


def channels(settings: AlertSettings) -> tuple[AlertChannel, ...]:
    """Return the channels that are configured; raises SettingsError for half a configuration."""
    found: list[AlertChannel] = []
    if settings.recipients and settings.smtp_host is None:
        raise SettingsError("alerts.smtp_host is empty though there are alerts.recipients: name the mail server")
    if settings.smtp_host is not None:
        found.append(Email(settings))
    if settings.webhook_url is not None:
        found.append(WebhookAlerts(settings))
    return tuple(found)


def _domain(sender: str) -> str:
    return sender.rpartition("@")[2].strip(" >") or "localhost"
