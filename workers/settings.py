"""What sections of the configuration are, and those of the schedule and of alerts."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from training.timetable import next_time

Share = Annotated[float, Field(ge=0, le=1)]


class Section(BaseModel):
    """A part of the configuration: unknown keys are refused, values cannot change later."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class SettingsError(ValueError):
    """The configuration cannot be used; the message is one line that says what to change."""


def _cron(expression: str) -> str:
    if next_time(expression, "UTC", datetime.now(UTC)) is None:
        raise ValueError("this timetable never comes: no year has such a day")
    return expression


class ScheduleSettings(Section):
    """When companies are retrained and measured without anybody asking."""

    enabled: bool = True
    retrain_cron: Annotated[str, AfterValidator(_cron)] = "0 3 * * *"
    minutes_after_correction: float = Field(10, gt=0)
    evaluation_cron: Annotated[str, AfterValidator(_cron)] = "0 4 * * *"
    evaluation_retries: int = Field(10, ge=2)
    drift_tolerance: Share = 0.02


class AlertSettings(Section):
    """Who is told of blocked models and drifting scores, and how."""

    recipients: tuple[str, ...] = ()
    sender: str = "candor@localhost"
    smtp_host: str | None = None
    smtp_port: int = Field(587, ge=1, le=65535)
    smtp_starttls: bool = True
    smtp_user: str | None = None
    smtp_password: str | None = Field(None, repr=False)
    webhook_url: str | None = Field(None, pattern=r"^https?://\S+$")
    webhook_secret: str | None = Field(None, repr=False)
    timeout_seconds: float = Field(10, gt=0)
