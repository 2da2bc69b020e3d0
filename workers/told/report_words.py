"""What the weekly report says: the week's figures beside the week before, what waits, what the retrains changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final

from admin.models.changed import changes_of
from admin.models.verdict import verdict_in_words
from admin.overview.figures import FIGURES
from admin.overview.reading import read
from admin.overview.waiting import waiting
from admin.overview.words import in_words
from admin.texts import Say
from storage import Connection
from storage.companies.companies import Company
from storage.figures import day_counts
from storage.models import models
from storage.models.models import ModelVersion
from storage.people.users import User
from workers.told.talks import desk_link
from workers.told.words import tidy

WEEKS: Final = 4
"""Weeks that are read: the one that has begun, the report's, the one before, and one more where a mail comes late."""
VERSIONS: Final = 30
"""Versions among which those of the week are looked for."""


def report_in_words(
    conn: Connection, company: Company, person: User, say: Say, monday: date, now: datetime, public_url: str
) -> dict[str, Any]:
    """Return what the mail's templates are given: the report of the week that ended with this Monday."""
    week, before = (monday - timedelta(weeks=n) for n in (1, 2))
    counts = {each.name: each.counts for each in read(conn, company, "week", now, WEEKS).periods}
    name, days = tidy(company.name), {"first": say.day(week), "last": say.day(monday - timedelta(days=1))}
    return {
        "say": say,
        "language": say.language,
        "company": name,
        "subject": say("report.subject", company=name, **days),
        "week": say("report.week", **days),
        "figures": list(_figures(say, counts.get(week.isoformat(), {}), counts.get(before.isoformat(), {}))),
        "waits": [
            (say(f"waiting.{each.key}", n=each.n, what=each.what), _link(public_url, each.address))
            for each in waiting(conn, company, person, now)
        ],
        "retrains": list(_retrains(conn, company, say, week, monday, public_url)),
        "overview": desk_link(public_url, ""),
        "why": desk_link(public_url, "told"),
    }


def _figures(say: Say, week: Mapping[str, int], before: Mapping[str, int]) -> Iterator[dict[str, str]]:
    """Yield the figures that there are, of this week or the one before."""
    for figure in FIGURES:
        if figure.value(week) is None and figure.value(before) is None:
            continue
        yield {
            "name": say(f"overview_figure.{figure.key}"),
            "value": in_words(say, figure, week),
            "before": in_words(say, figure, before),
            "means": say(f"overview_means.{figure.key}"),
        }


def _retrains(
    conn: Connection, company: Company, say: Say, week: date, monday: date, public_url: str
) -> Iterator[tuple[str, str]]:
    """Yield a line and a link for each version that was trained in the week, the oldest first."""
    zone = day_counts.zone_of(company)
    begins, ends = (datetime.combine(day, time(), zone).astimezone(UTC) for day in (week, monday))
    for version in reversed(models.history(conn, company.id, limit=VERSIONS)):
        if begins <= version.created < ends:
            yield _retrained(conn, company, say, version), desk_link(public_url, f"models/{version.id}/changes")


def _retrained(conn: Connection, company: Company, say: Say, version: ModelVersion) -> str:
    gate = models.gate(conn, company.id, version.id)
    verdict = verdict_in_words(say, gate, version) if gate else say(f"model_status.{version.status}")
    line = say("report.retrain", version=version.name, language=say.language_name(version.language), verdict=verdict)
    found = changes_of(conn, company.id, version)
    if found is None or found.before.accuracy is None or found.after.accuracy is None:
        return line
    changed = say(
        "report.changed",
        before=say.percent(found.before.accuracy, 1),
        after=say.percent(found.after.accuracy, 1),
        better=found.counts.get("better", 0),
        worse=found.counts.get("worse", 0),
    )
    return f"{line}{say.gap}{changed}"


def _link(public_url: str, address: str) -> str:
    return desk_link(public_url, address.removeprefix("/admin/"))
