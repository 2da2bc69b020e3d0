"""The mail with a person's answer: the question and the answer quoted, and two links."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from pathlib import Path
from typing import Any, Final

from bot.answers.links import link
from bot.letter import LetterBody, head, header_line
from storage.answers.answer_links import WORKS_FOR
from storage.applications.answer_mails import KEPT_FOR
from storage.companies.companies import Company
from texts import Texts
from texts.markup import Worded

_TEMPLATES = Path(__file__).parent / "templates"
_LONGEST_QUOTE: Final = 2000


@dataclass(frozen=True, slots=True)
class AnswerLetter:
    """All that a mail says; its tokens open and end the conversation. `key` stays the same for every attempt."""

    company: Company
    language: str
    email: str
    key: str
    question: str
    answers: tuple[Worded, ...]
    open_token: str
    end_token: str


class AnswerLetters:
    """Writes answers in the name of the companies, from one sender."""

    def __init__(self, texts: Texts, public_url: str, sender: str) -> None:
        self._texts = texts
        self._public_url = public_url
        self._sender = sender
        self._body = LetterBody(_TEMPLATES, "answer")

    def write(self, letter: AnswerLetter, now: datetime) -> EmailMessage:
        """Return the mail; the same letter always has the same Message-ID."""
        given = self._words(letter)
        mail = EmailMessage()
        head(mail, letter.company, self._sender, letter.email, given["subject"], letter.key, now)
        self._body.write(mail, given)
        return mail

    def _words(self, letter: AnswerLetter) -> dict[str, Any]:
        company = letter.company
        common = {"company": header_line(company.name), "email": company.contact_email}
        common |= {"days": str(KEPT_FOR.days), "link_days": str(WORKS_FOR.days)}
        keys = ("subject", "intro", "asked", "answered", "open", "end", "why", "links")
        said = {key: self._texts.get(letter.language, f"mail.answer.{key}", **common) for key in keys}
        return said | {
            "language": letter.language,
            "company": common["company"],
            "question": shortened(letter.question),
            "answer": "\n\n".join(each.text for each in letter.answers),
            "answers": letter.answers,
            "colon": self._texts.get(letter.language, "mail.colon"),
            "contact": self._texts.get(letter.language, "mail.contact", **common) if company.contact_email else "",
            "open_link": link(self._public_url, letter.open_token),
            "end_link": link(self._public_url, letter.end_token),
        }


def shortened(question: str) -> str:
    """Return what of a question is quoted.

    >>> len(shortened("a" * 5000))
    2001
    """
    return question if len(question) <= _LONGEST_QUOTE else f"{question[:_LONGEST_QUOTE]}…"
