"""When something is, as it is said in a message. Pure."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from texts import Texts, locales


def said_moment(texts: Texts, language: str, moment: datetime, now: datetime) -> str:
    """Return "tomorrow at 9:00": both moments are in the time zone that is spoken of."""
    days = (moment.date() - now.date()).days
    names = {
        "day": locales.weekday(language, moment),
        "date": locales.day_and_month(language, moment),
        "time": f"{moment.hour}:{moment.minute:02}",
    }
    key = ("today", "tomorrow")[days] if days < 2 else "weekday" if days < 7 else "date"
    return texts.get(language, f"moment.{key}", **names)


def known_zone(name: str | None) -> str | None:
    """Return the name of a time zone (IANA), None for what is none.

    >>> known_zone("Europe/Paris"), known_zone("Mars/Olympus"), known_zone("../etc/passwd"), known_zone(None)
    ('Europe/Paris', None, None, None)
    """
    try:
        return name if name and ZoneInfo(name) else None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def in_zone(moment: datetime, name: str | None) -> tuple[datetime, bool]:
    """Return a moment by the clock of a time zone, and whether that shows another time than the moment's own.

    >>> at_nine = datetime(2026, 3, 2, 9, tzinfo=ZoneInfo("Europe/Berlin"))
    >>> in_zone(at_nine, "Europe/London")[0].hour, in_zone(at_nine, "Europe/Paris")[1], in_zone(at_nine, None)[1]
    (8, False, False)
    """
    if name is None:
        return moment, False
    there = moment.astimezone(ZoneInfo(name))
    return there, there.utcoffset() != moment.utcoffset()
