"""Measuring the weeks of live traffic of one company and language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final

from evaluation.ratings.forecast import forecasts_of
from evaluation.traffic.traffic import distance
from evaluation.traffic.words import new_words
from storage import Connection
from storage.companies.companies import Company
from storage.database.database import Database
from storage.models import models
from storage.reviews import traffic
from storage.reviews.traffic import Confirmation, JudgedQuestion, Period, TrafficWeek
from training.snapshot import DatasetSnapshot

LOOK_BACK: Final = 4
"""So many finished weeks are looked at again: reviews come later than the questions."""


def measure_weeks(
    database: Database, company: Company, snapshot: DatasetSnapshot, now: datetime, seed: int
) -> list[str]:
    """Keep the figures of the finished weeks not kept yet, and what people said of recent ones; return the new weeks.

    Weeks before the language's first model went live are left out.
    """
    language, added = snapshot.language, []
    known = database.read_now(partial(traffic.known, company_id=company.id, language=language))
    for period in finished_weeks(language, now):
        said = database.read_now(partial(_confirmation, company=company, period=period))
        if said is None:
            continue
        name = f"{period.since:%Y-%m-%d}"
        if name not in known:
            asked = database.read_now(partial(traffic.asked, company_id=company.id, period=period))
            week = _week(name, asked, snapshot, said, now, seed)
            database.write_now(partial(traffic.add, company_id=company.id, week=week))
            added.append(name)
        else:
            database.write_now(partial(traffic.confirm, company_id=company.id, language=language, week=name, said=said))
    return added


def finished_weeks(language: str, now: datetime) -> list[Period]:
    """Return the last `LOOK_BACK` weeks that are over, Monday to Monday in UTC, the oldest first.

    >>> [f"{week.since:%d.%m.}" for week in finished_weeks("en", datetime(2026, 3, 2, tzinfo=UTC))]
    ['02.02.', '09.02.', '16.02.', '23.02.']
    """
    today = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    monday = today - timedelta(days=today.weekday())
    starts = [monday - timedelta(weeks=back) for back in range(LOOK_BACK, 0, -1)]
    return [Period(language, start, start + timedelta(weeks=1)) for start in starts]


def _week(
    name: str, asked: Sequence[tuple[str, int]], snapshot: DatasetSnapshot, said: Confirmation, now: datetime, seed: int
) -> TrafficWeek:
    apart = distance([text for text, _ in asked], snapshot.texts, seed)
    return TrafficWeek(
        language=snapshot.language,
        week=name,
        asked=len(asked),
        distance=asdict(apart) if apart else None,
        words=[list(one) for one in new_words(asked, snapshot.texts)],
        created=now,
        **asdict(said),
    )


def _confirmation(conn: Connection, company: Company, period: Period) -> Confirmation | None:
    versions = [v for v in models.was_live(conn, company.id, period.language) if v.promoted]
    begun = [v for v in versions if v.promoted and v.promoted < period.until]
    if not begun:
        return None
    judged = traffic.judged(conn, company.id, period)
    audits = [one for one in judged if one.audited]
    by_name = {v.name: v.id for v in versions}
    told = [name for name, _ in Counter(one.version for one in judged).most_common() if name in by_name]
    record = models.evaluation(conn, company.id, by_name[told[0]]) if told else None
    forecasts = [asdict(each) for each in forecasts_of(record)]
    return Confirmation(forecasts, len(judged), _right(judged), len(audits), _right(audits))


def _right(judged: Sequence[JudgedQuestion]) -> int:
    """Return how many were decided right as nex-cv counts it: the right answer, or none where no category fits."""
    return sum(one.answered == one.category for one in judged)
