"""When something is, as it is said in a message. Pure."""

from __future__ import annotations

from datetime import datetime

from texts import Texts


def said_moment(texts: Texts, language: str, moment: datetime, now: datetime) -> str:
    """Return "tomorrow at 9:00": both moments are in the time zone that is spoken of."""
    days = (moment.date() - now.date()).days
    names = {
        "day": texts.get(language, "moment.weekdays").split()[moment.weekday()],
        "month": texts.get(language, "jobs.months").split()[moment.month - 1],
        "date": moment.day,
        "time": f"{moment.hour}:{moment.minute:02}",
    }
    key = ("today", "tomorrow")[days] if days < 2 else "weekday" if days < 7 else "date"
    return texts.get(language, f"moment.{key}", **names)
