"""What sections of the configuration are, and those of the schedule and of alerts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Final, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationInfo, field_validator

from training.timetable import Trouble, trouble_of

Share = Annotated[float, Field(ge=0, le=1)]
LONGEST_SECONDS: Final = 24 * 3600
LONGEST_MINUTES: Final = 366 * 24 * 60
_OF_NO_USE: Final[Mapping[Trouble, str]] = {
    "wrong": 'this is no timetable: write the five fields of crontab, such as "0 3 * * *"',
    "never": "this timetable never comes: no year has such a day",
    "often": 'this timetable comes more than once an hour: name one minute, such as "0 * * * *" or "0 3 * * *"',
}


class Section(BaseModel):
    """A part of the configuration: unknown keys are refused, values cannot change later."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    @field_validator("*", mode="before")
    @classmethod
    def _no_switch_for_a_number(cls, value: Any, info: ValidationInfo) -> Any:
        """YAML reads yes and on as true, and true would count as the number 1."""
        if _holds_switch(value) and _takes_numbers(cls.model_fields[str(info.field_name)].annotation):
            raise ValueError("write a number, not true or false")
        return value


def _holds_switch(value: Any) -> bool:
    return isinstance(value, bool) or (isinstance(value, list | tuple) and any(map(_holds_switch, value)))


def _takes_numbers(annotation: Any) -> bool:
    return annotation in (int, float) or any(map(_takes_numbers, get_args(annotation)))


class SettingsError(ValueError):
    """The configuration cannot be used; the message is one line that says what to change."""


def _cron(expression: str) -> str:
    trouble = trouble_of(expression)
    if trouble is not None:
        raise ValueError(_OF_NO_USE[trouble])
    return expression


def _web_address(typed: str) -> str:
    if not re.fullmatch(r"https?://\S+", typed):
        raise ValueError("write an address such as https://hooks.example.com/alerts")
    return typed


class ScheduleSettings(Section):
    """When companies are retrained and measured without anybody asking."""

    enabled: bool = True
    retrain_cron: Annotated[str, AfterValidator(_cron)] = "0 3 * * *"
    minutes_after_correction: float = Field(10, gt=0, le=LONGEST_MINUTES)
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
    webhook_url: Annotated[str, AfterValidator(_web_address)] | None = None
    webhook_secret: str | None = Field(None, repr=False)
    timeout_seconds: float = Field(10, gt=0, le=LONGEST_SECONDS)
