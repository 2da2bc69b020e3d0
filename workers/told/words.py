"""What is told of the inbox, in words. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal

from admin.forms import clean
from admin.texts import Say
from texts.cleaning import one_line
from workers.words import speaker as speaker_of

_TEXTS = Path(__file__).parent / "texts"
_HOUR, _DAY = 60, 24 * 60

News = Literal["waiting", "given", "danger", "overdue", "escalated", "answered", "test"]


@dataclass(frozen=True, slots=True)
class Talk:
    """The conversation that something is told of; `waited` from the beginning of the wait to what is told."""

    number: int
    language: str
    assignee: str | None
    urgent: bool
    began: datetime
    waited: timedelta
    link: str | None


@dataclass(frozen=True, slots=True)
class InboxNews:
    """Something that is told of a company's inbox; a test is of no conversation."""

    news: News
    company: str
    at: datetime
    talk: Talk | None = None


def speaker(language: str) -> Say:
    """Return who speaks that language, or English where nobody does."""
    return speaker_of(_TEXTS, language)


def lines_of(say: Say, told: InboxNews) -> list[str]:
    """Return what is told, line by line, as plain text; what a candidate wrote is never part of it."""
    talk = told.talk
    waited = duration(say, talk.waited) if talk else ""
    lines = [say(f"told.{told.news}", company=tidy(told.company), waited=waited)]
    if talk is not None:
        about = {"number": talk.number, "language": say.language_name(talk.language)}
        if talk.assignee is None:
            lines.append(say("told.conversation_of_nobody", **about))
        else:
            lines.append(say("told.conversation", **about, name=tidy(talk.assignee)))
    return lines


def tidy(name: str) -> str:
    """Return a name as one line that leaves the order of the words around it alone; markup stays what was typed.

    >>> tidy("Ada\u202e <b>\\n Lovelace")
    'Ada <b> Lovelace'
    """
    return one_line(clean(name))


def duration(say: Say, time: timedelta) -> str:
    """Say how long something took, in the largest unit that fits.

    >>> say = speaker("en")
    >>> [duration(say, timedelta(minutes=n)) for n in (0, 59, 60, 47 * 60, 48 * 60)]
    ['0 min', '59 min', '1 h', '47 h', '2 days']
    """
    minutes = int(time.total_seconds() // 60)
    if minutes < _HOUR:
        return say("told.minutes", n=minutes)
    if minutes < 2 * _DAY:
        return say("told.hours", n=minutes // _HOUR)
    return say("told.days", n=minutes // _DAY)
