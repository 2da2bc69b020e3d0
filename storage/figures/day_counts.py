"""What is counted by day: days that are over are kept, the others are counted when somebody looks."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Any, Final, Literal
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, delete, func, insert, select, update

from storage.companies.companies import Company
from storage.database.rows import unique_or
from storage.figures.counters import JUDGED, Counts, Stretch, count, count_verdicts
from storage.tables.conversation import decision, review
from storage.tables.figure import counted_day, day_count
from storage.tables.job_search import search_log
from storage.tables.promise import audit_sample, audited_answer

SETTLED_AFTER: Final = timedelta(hours=12)
"""So long after its end a day is kept: what was asked back before midnight has been chosen by then."""
AT_ONCE: Final = 60
"""So many days are counted at once."""

Group = Literal["day", "language", "detail"]


@dataclass(frozen=True, slots=True)
class Day:
    """A day by its date, and the time that is counted as its own."""

    date: str
    stretch: Stretch


@dataclass(frozen=True, slots=True)
class CountedDay:
    """What a day's counts are; `judged_only`: only what verdicts change was counted again."""

    day: Day
    counts: Counts
    judged_only: bool = False


def zone_of(company: Company) -> tzinfo:
    """Return the time zone in which the company's days begin: that of its office hours, else UTC."""
    return UTC if company.office_hours is None else ZoneInfo(company.office_hours.zone)


def open_days(conn: Connection, company: Company, now: datetime) -> list[Day]:
    """Return the days that are not kept yet, the oldest first."""
    newest = select(counted_day.c.day, counted_day.c.until).where(counted_day.c.company_id == company.id)
    last = conn.execute(newest.order_by(counted_day.c.until.desc()).limit(1)).one_or_none()
    if last is not None:
        return list(_days(company, last.until, now, date.fromisoformat(last.day) + timedelta(days=1)))
    first = _first_moment(conn, company.id)
    return [] if first is None else list(_days(company, first, now))


def _days(company: Company, since: datetime, now: datetime, earliest: date = date.min) -> Iterator[Day]:
    zone = zone_of(company)
    day = max(since.astimezone(zone).date(), earliest)
    while since <= now:
        until = datetime.combine(day + timedelta(days=1), time(), zone).astimezone(UTC)
        if until > since:
            yield Day(day.isoformat(), Stretch(company, since, until))
            since = until
        day += timedelta(days=1)


def _first_moment(conn: Connection, company_id: int) -> datetime | None:
    moments = [
        conn.scalar(select(func.min(table.c.created)).where(table.c.company_id == company_id))
        for table in (decision, search_log)
    ]
    return min((moment for moment in moments if moment is not None), default=None)


def due(conn: Connection, company: Company, now: datetime) -> list[CountedDay]:
    """Count the days that are to be kept: those that verdicts changed since, and those that are over by now."""
    over = [day for day in open_days(conn, company, now) if day.stretch.until + SETTLED_AFTER <= now]
    changed = [CountedDay(day, count_verdicts(conn, day.stretch), True) for day in _judged_since(conn, company)]
    return [*changed, *(CountedDay(day, count(conn, day.stretch)) for day in over[:AT_ONCE])]


def _judged_since(conn: Connection, company: Company) -> list[Day]:
    """Return the kept days of whose questions some were judged, or drawn for an audit, since the last look.

    A verdict that was taken back counts as well: its question is open again.
    """
    its = counted_day.c.company_id == company.id
    looked, until = conn.execute(
        select(func.max(counted_day.c.counted), func.max(counted_day.c.until)).where(its)
    ).one()
    if looked is None:
        return []
    mine = (review.c.company_id == company.id, review.c.created < until)
    said = select(review.c.created).where(*mine, review.c.updated >= looked)
    drawn = (
        select(review.c.created)
        .join(audited_answer, audited_answer.c.decision_id == review.c.id)
        .join(audit_sample, audit_sample.c.id == audited_answer.c.sample_id)
        .where(*mine, audited_answer.c.company_id == company.id, audit_sample.c.created >= looked)
    )
    moments = sorted({*conn.scalars(said), *conn.scalars(drawn)})
    if not moments:
        return []
    kept = select(counted_day.c.day, counted_day.c.since, counted_day.c.until)
    rows = conn.execute(kept.where(its, counted_day.c.until > moments[0]))
    return [
        Day(row.day, Stretch(company, row.since, row.until))
        for row in rows
        if any(row.since <= moment < row.until for moment in moments)
    ]


def keep(conn: Connection, company_id: int, days: Sequence[CountedDay], now: datetime) -> None:
    """Keep counts that `due` returned at that moment; raise AlreadyExists where another process kept a day first."""
    for each in days:
        own = (day_count.c.company_id == company_id, day_count.c.day == each.day.date)
        its = {"company_id": company_id, "day": each.day.date}
        if each.judged_only:
            conn.execute(delete(day_count).where(*own, day_count.c.name.in_(JUDGED)))
            same = (counted_day.c.company_id == company_id, counted_day.c.day == each.day.date)
            conn.execute(update(counted_day).where(*same).values(counted=now))
        else:
            span = {"since": each.day.stretch.since, "until": each.day.stretch.until, "counted": now}
            with unique_or(conn, "This day is kept already."):
                conn.execute(insert(counted_day).values(**its, **span))
        own_rows = [(key, n) for key, n in each.counts.items() if n and (key[0] in JUDGED or not each.judged_only)]
        rows = [{**its, "name": name, "language": its_, "detail": what, "n": n} for (name, its_, what), n in own_rows]
        if rows:
            conn.execute(insert(day_count), rows)


def totals(
    conn: Connection, company_id: int, names: Collection[str], since: str, by: Sequence[Group], until: str = "9999"
) -> dict[tuple[str, ...], int]:
    """Return the kept counts from a day until before another, added up by name and `by`; days are dates."""
    columns: list[Any] = [day_count.c.name, *(day_count.c[group] for group in by)]
    its = (day_count.c.company_id == company_id, day_count.c.name.in_(names))
    when = (day_count.c.day >= since, day_count.c.day < until)
    rows = conn.execute(select(*columns, func.sum(day_count.c.n)).where(*its, *when).group_by(*columns))
    return {tuple(key): int(n) for *key, n in rows}


def first_day(conn: Connection, company_id: int) -> str | None:
    """Return the date of the first day that is kept."""
    day: str | None = conn.scalar(select(func.min(counted_day.c.day)).where(counted_day.c.company_id == company_id))
    return day
