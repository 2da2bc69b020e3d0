"""The head of every mail to a candidate: from the company, answered to the company, recognised when it comes twice."""

from __future__ import annotations

import contextlib
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime

from storage.companies import Company


def head(mail: EmailMessage, company: Company, sender: str, to: str, subject: str, key: str, now: datetime) -> None:
    """Write the headers; the same key always makes the same Message-ID."""
    name = one_line(company.name)
    mail["Subject"] = one_line(subject)
    mail["From"] = Address(name, addr_spec=sender)
    mail["To"] = to
    # A company's contact may be anything that was typed: without a usable one, answers go to the sender.
    with contextlib.suppress(ValueError, IndexError):
        mail["Reply-To"] = Address(name, addr_spec=company.contact_email.strip())
    mail["Date"] = format_datetime(now)
    mail["Message-ID"] = f"<{key}@{sender.rpartition('@')[2]}>"
    mail["Auto-Submitted"] = "auto-generated"


def one_line(text: str) -> str:
    r"""Return the text without line breaks and control characters, so that no header begins in it.

    >>> one_line("Nurse\r\nBcc: all@example.org")
    'Nurse Bcc: all@example.org'
    """
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
