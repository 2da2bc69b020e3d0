"""What every mail to a candidate has: from the company, answered to it, recognised when it comes twice, in one look."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Mapping
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path

import jinja2

from storage.companies.companies import Company

_COMMON = Path(__file__).parent / "templates"
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]")
"""What an ID must not have: with a colon in it, a mail's writer cuts the header off there."""
_NEW_HEADER = re.compile(r"[\r\n](?![ \t\n])")


class UnwritableAddress(ValueError):
    """Nothing can be sent to this address: no header holds it."""


class LetterBody:
    """Writes a mail's words as plain text and as HTML: the templates `name`.txt and `name`.html of a folder."""

    def __init__(self, folder: Path, name: str) -> None:
        self._name = name
        loader = jinja2.FileSystemLoader([folder, _COMMON])
        self._html = jinja2.Environment(loader=loader, autoescape=True, undefined=jinja2.StrictUndefined)
        self._text = jinja2.Environment(
            loader=loader,
            autoescape=False,  # noqa: S701  plain text is no markup: escaping would show as it stands
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )

    def write(self, mail: EmailMessage, given: Mapping[str, object]) -> None:
        """Fill the mail with what is given to the templates."""
        mail.set_content(self._text.get_template(f"{self._name}.txt").render(given), cte="quoted-printable")
        html = self._html.get_template(f"{self._name}.html").render(given)
        mail.add_alternative(html, subtype="html", cte="quoted-printable")


def head(mail: EmailMessage, company: Company, sender: str, to: str, subject: str, key: str, now: datetime) -> None:
    """Write the headers; the same key always makes the same Message-ID, whatever characters the key has."""
    set_header(mail, "Subject", in_header(subject))
    set_header(mail, "From", Address(in_header(company.name), addr_spec=sender))
    set_header(mail, "To", to)
    answered_to(mail, company.contact_email.strip(), company.name)
    mail["Date"] = format_datetime(now)
    mail["Message-ID"] = f"<{_UNSAFE.sub('-', key)}@{sender.rpartition('@')[2]}>"
    mail["Auto-Submitted"] = "auto-generated"


def answered_to(mail: EmailMessage, address: str, name: str = "") -> None:
    """Have answers go to an address; to the sender where no header can hold it.

    A company's contact may be anything that was typed; letters beyond ASCII before the "@" stand in no usual header.
    """
    with contextlib.suppress(ValueError, IndexError):
        set_header(mail, "Reply-To", Address(in_header(name), addr_spec=address))


def set_header(mail: EmailMessage, name: str, value: str | Address) -> None:
    """Set a header; raises ValueError where no single one comes of it, UnwritableAddress for "To"."""
    try:
        mail[name] = value
        if _NEW_HEADER.search(mail.policy.fold(name, mail[name]).rstrip("\r\n")):
            raise ValueError("another header begins in it")
    except (ValueError, IndexError) as error:
        del mail[name]
        raise (UnwritableAddress if name == "To" else ValueError)(f"this cannot be the {name} of a mail") from error


def in_header(text: str) -> str:
    r"""Return the text in one line that a header shows as it stands.

    What looks like an encoded word (RFC 2047) would be decoded, with the line breaks in it, when the header is set.

    >>> in_header("Nurse\r\nBcc: =?utf-8?q?all=0d=0aX:_1?=")
    'Nurse Bcc: = ?utf-8?q?all=0d=0aX:_1?='
    """
    return header_line(text).replace("=?", "= ?")


def header_line(text: str) -> str:
    r"""Return the text without line breaks and control characters, so that no header begins in it.

    >>> header_line("Nurse\r\nBcc: all@example.org")
    'Nurse Bcc: all@example.org'
    """
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
