"""An application as the company gets it: a mail with the file attached, or JSON that is signed."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime

from bot.letter import answered_to, in_header, set_header
from storage.applications.applications import Application, ApplySetting
from storage.companies.companies import Company
from storage.openings.openings import Opening
from texts.cleaning import one_line
from workers.outbox.webhook import signed


@dataclass(frozen=True, slots=True)
class ApplicationLetter:
    """All that is delivered of one application."""

    application: Application
    company: Company
    opening: Opening
    wanted: ApplySetting
    content: bytes | None


def mail_of(letter: ApplicationLetter, sender: str) -> EmailMessage:
    """Return the mail; its Message-ID is the same for every attempt, answers go to the candidate.

    To the sender where no header can hold their address; the mail's text has it in any case.
    """
    its, opening = letter.application, letter.opening.content
    assert its.sent is not None, "it was let go"
    mail = EmailMessage()
    set_header(mail, "Subject", in_header(f"{opening.title}: {its.name}"))
    set_header(mail, "From", Address(in_header(f"{letter.company.name} (Candor)"), addr_spec=sender))
    set_header(mail, "To", letter.wanted.deliver_to or "")
    answered_to(mail, its.email or "")
    mail["Date"] = format_datetime(its.sent)
    mail["Message-ID"] = f"<candor-application-{its.key}@{sender.rpartition('@')[2] or 'localhost'}>"
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content("\n".join(f"{name}: {value}" for name, value in _facts(letter).items()) + "\n")
    if letter.content is not None and its.file_type is not None:
        kind, _, subtype = its.file_type.partition("/")
        mail.add_attachment(letter.content, maintype=kind, subtype=subtype, filename=in_header(its.file_name or ""))
    return mail


def json_of(letter: ApplicationLetter) -> tuple[bytes, dict[str, str]]:
    """Return the body and its headers, signed where the company has a secret."""
    its = letter.application
    body: dict[str, object] = dict(_facts(letter))
    if letter.content is not None:
        content = base64.b64encode(letter.content).decode("ascii")
        body["file"] = {"name": its.file_name, "type": its.file_type, "content": content}
    written = json.dumps(body, ensure_ascii=False).encode()
    return written, {"Idempotency-Key": its.key, **signed(written, letter.wanted.secret)}


def _facts(letter: ApplicationLetter) -> dict[str, str]:
    its, opening = letter.application, letter.opening.content
    facts = {
        "application": its.key,
        "opening": opening.external_id,
        "title": one_line(opening.title),
        "url": opening.url or opening.apply_url or "",
        "name": its.name or "",
        "email": its.email or "",
        "language": its.language,
        "sent": its.sent.isoformat() if its.sent else "",
    }
    return {name: value for name, value in facts.items() if value}
