"""The settings of mail to candidates: by which server, from whom, and how much of it."""

from __future__ import annotations

from email.headerregistry import Address

from pydantic import Field, field_validator

from workers.settings import Section


class MailSettings(Section):
    """How mail goes out to candidates; without a server nothing that needs mail is offered."""

    sender: str = "candor@localhost"
    smtp_host: str | None = None
    smtp_port: int = Field(587, ge=1, le=65535)
    smtp_starttls: bool = True
    smtp_user: str | None = None
    smtp_password: str | None = Field(None, repr=False)
    timeout_seconds: float = Field(30, gt=0, le=120)
    per_minute: int = Field(60, ge=1)
    confirmations_per_day: int = Field(3, ge=1)
    answer_after_minutes: float = Field(3, gt=0, le=1440)
    answers_per_day: int = Field(5, ge=1)

    @field_validator("sender")
    @classmethod
    def _one_address(cls, sender: str) -> str:
        try:
            Address(addr_spec=sender)
        except (ValueError, IndexError) as error:
            raise ValueError(
                "must be one address such as jobs@example.com (the company's name is put before it)"
            ) from error
        return sender
