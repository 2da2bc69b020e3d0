"""Mails as they go out: text and HTML, in the subscriber's language, nothing in them that reports back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.policy import EmailPolicy
from pathlib import Path
from typing import Any

from bot.letter import LetterBody, head, header_line
from bot.subscription_links import Links
from openings.job_words import JobWords
from openings.links import LINK_ONLY, WayToApply
from openings.wording import Wording
from storage.companies.companies import Company
from storage.openings.openings import Opening
from storage.outbox.outbox import Entry
from storage.subscriptions.subscriptions import PENDING_FOR, Subscription
from texts import Texts
from texts.web_addresses import is_web_page

_TEMPLATES = Path(__file__).parent / "templates"
_LONGEST_TITLE = 150
Say = Callable[..., str]


class _WholeLinks(EmailPolicy):
    """Writes List-Unsubscribe as it is: folding would take a long link apart into encoded words."""

    def fold(self, name: str, value: Any) -> str:
        """Return the header as lines of the mail."""
        return self._whole(name, value) or str(super().fold(name, value))

    def fold_binary(self, name: str, value: Any) -> bytes:
        """Return the header as lines of the mail, in bytes."""
        return self._whole(name, value).encode("ascii") or bytes(super().fold_binary(name, value))

    def _whole(self, name: str, value: Any) -> str:
        return f"{name}: {value}{self.linesep}" if name.lower() == "list-unsubscribe" else ""


@dataclass(frozen=True, slots=True)
class OpeningsLetter:
    """A mail that is due with all it says: `openings` are shown, the others of `opening_ids` are only counted.

    `token` opens the subscription's page for whoever reads the mail; `offer` is how one applies.
    """

    mail: Entry
    subscription: Subscription
    company: Company
    token: str
    openings: tuple[Opening, ...] = ()
    opening_ids: tuple[int, ...] = ()
    offer: WayToApply = LINK_ONLY

    @property
    def more(self) -> int:
        """How many openings are not shown."""
        return len(self.opening_ids) - len(self.openings)


class Letters:
    """Writes letters in the name of the companies, from one sender."""

    def __init__(self, texts: Texts, jobs: JobWords, links: Links, sender: str) -> None:
        self._texts = texts
        self._jobs = jobs
        self._links = links
        self._sender = sender
        self._body = LetterBody(_TEMPLATES, "subscription")

    def write(self, letter: OpeningsLetter, now: datetime) -> EmailMessage:
        """Return the mail; the same letter always has the same Message-ID."""
        words = self._words(letter)
        mail = self._headed(letter, words["subject"], now)
        given = {**words, "language": letter.subscription.language, "company": header_line(letter.company.name)}
        self._body.write(mail, given)
        return mail

    def _headed(self, letter: OpeningsLetter, subject: str, now: datetime) -> EmailMessage:
        mail = EmailMessage(policy=_WholeLinks())
        head(mail, letter.company, self._sender, letter.subscription.email or "", subject, letter.mail.key, now)
        if letter.mail.kind == "openings":
            mail["List-Unsubscribe"] = f"<{self._links.end(letter.token)}>"
            mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        return mail

    def _words(self, letter: OpeningsLetter) -> dict[str, Any]:
        seen, company = letter.subscription, letter.company
        wording = Wording(self._texts, seen.language, self._jobs)
        say = self._saying(seen.language, company=header_line(company.name), email=company.contact_email)
        kind, page = letter.mail.kind, self._links.page(letter.token)
        another = self._links.form(company.key, seen.language)
        footer = [
            (say("mail.manage"), page),
            (say("mail.end"), self._links.end(letter.token)),
            (say("mail.another"), another),
        ]
        return {
            "subject": header_line(_subject(letter, say)),
            "intro": say(f"mail.{kind}.intro"),
            "wish": "" if kind == "access" else wording.wish(seen.wish),
            "action": None if kind == "openings" else (say(f"mail.{kind}.action"), page),
            "items": [_item(opening, letter, wording, say) for opening in letter.openings],
            "more": say("mail.more", count=letter.more) if letter.more else None,
            "careers": (say("mail.careers"), company.careers_url) if is_web_page(company.careers_url) else None,
            "colon": say("mail.colon"),
            "why": _why(letter, wording, say),
            "contact": say("mail.contact") if company.contact_email else "",
            "footer": footer if kind == "openings" else [],
        }

    def _saying(self, language: str, **common: object) -> Say:
        return lambda key, /, **params: self._texts.get(language, key, **common, **params)


def _subject(letter: OpeningsLetter, say: Say) -> str:
    if letter.mail.kind != "openings":
        return say(f"mail.{letter.mail.kind}.subject")
    if len(letter.opening_ids) == 1:
        return say("mail.openings.subject_one", title=shortened(letter.openings[0].content.title))
    return say("mail.openings.subject", count=len(letter.opening_ids))


def _why(letter: OpeningsLetter, wording: Wording, say: Say) -> str:
    since = letter.subscription.confirmed or letter.subscription.created
    return say(f"mail.{letter.mail.kind}.why", days=PENDING_FOR.days, date=wording.date(since.date()))


def _item(opening: Opening, letter: OpeningsLetter, wording: Wording, say: Say) -> dict[str, str]:
    content, offer = opening.content, letter.offer
    there = (offer.to_read(content), offer.to_apply(content), letter.company.careers_url)
    links = [link for link in there if link and is_web_page(link)]
    mode = wording.work_mode(content) if content.work_mode != "onsite" else None
    posted = say("mail.posted", date=wording.date(content.posted)) if content.posted else None
    facts = [wording.places(content.places), wording.types(content), mode, posted]
    told = wording.say("parts").join(header_line(fact) for fact in facts if fact)
    return {"title": shortened(content.title), "facts": told, "link": next(iter(links), "")}


def shortened(title: str) -> str:
    """Return a title in one line that fits a subject."""
    title = header_line(title)
    return title if len(title) <= _LONGEST_TITLE else f"{title[: _LONGEST_TITLE - 1]}…"
