"""Reading the figures of a company: what is kept of the days that are over, and the days that are not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from admin.overview.figures import NAMES
from admin.overview.periods import SHOWN, Step, before, first_day_of, period_of, periods
from storage import Connection
from storage.companies.companies import Company
from storage.dataset import imports
from storage.figures import counters, day_counts
from storage.figures.counters import DURATIONS, QUESTIONS, Stretch
from storage.figures.day_counts import Day
from storage.models import models
from storage.models.models import ModelVersion

TOPICS = 10
FEW = 3
"""So many days are counted one by one: while each day is kept when it is over, no more are open."""


@dataclass(frozen=True, slots=True)
class CountedPeriod:
    """A day, week or month with its counts by name, and what changed in it: versions that went live, and imports."""

    name: str
    counts: Mapping[str, int]
    went_live: Sequence[ModelVersion] = ()
    imported: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Read:
    """The periods, the oldest first; what they add up to, and as many before them; questions by language; topics."""

    step: Step
    periods: Sequence[CountedPeriod]
    counts: Mapping[str, int]
    counts_before: Mapping[str, int]
    languages: Sequence[tuple[str, int]]
    topics: Sequence[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class _Open:
    """The counts of the days that are not kept yet, by date."""

    by_day: Mapping[str, counters.Counts]

    def of(self, names: Iterable[str], since: str) -> Iterable[tuple[str, counters.Key, int]]:
        wanted = set(names)
        for day, counts in self.by_day.items():
            if day >= since:
                yield from ((day, key, n) for key, n in counts.items() if key[0] in wanted)


def read(conn: Connection, company: Company, step: Step, now: datetime, shown: int | None = None) -> Read:
    """Read the last `shown` periods (None: all there are), the one of today among them."""
    today = now.astimezone(day_counts.zone_of(company)).date().isoformat()
    days = day_counts.open_days(conn, company, now)
    number = shown or _all_there_are(conn, company, step, today, days)
    names = periods(today, step, 2 * number)
    start, since = first_day_of(names[0]), first_day_of(names[number])
    names = names[number:]
    still_open = _open(conn, days, start)
    by_period = _by_period(conn, company, step, since, still_open)
    return Read(
        step,
        _with_changes(conn, company, [CountedPeriod(name, by_period.get(name, {})) for name in names], step, since),
        _sum(by_period.values()),
        _before(conn, company, start, since, still_open),
        _most(conn, company, QUESTIONS, "language", since, still_open),
        _most(conn, company, ("topic",), "detail", since, still_open),
    )


def lately(conn: Connection, company: Company, now: datetime, days: int = SHOWN["day"]) -> Mapping[str, int]:
    """Return the counts of the last days, today's among them, added up by name."""
    today = now.astimezone(day_counts.zone_of(company)).date()
    since = (today - timedelta(days=days - 1)).isoformat()
    still_open = _open(conn, day_counts.open_days(conn, company, now), since)
    return _sum(_by_period(conn, company, "month", since, still_open).values())


def _open(conn: Connection, days: Sequence[Day], since: str) -> _Open:
    return _Open(_counted(conn, [day for day in days if day.date >= since]))


def _counted(conn: Connection, days: Sequence[Day]) -> Mapping[str, counters.Counts]:
    """Count each of these days that follow each other; a long time in which nothing happened takes one look."""
    if len(days) <= FEW:
        return {day.date: counters.count(conn, day.stretch) for day in days}
    whole = Stretch(days[0].stretch.company, days[0].stretch.since, days[-1].stretch.until)
    if not counters.count(conn, whole):
        return {}
    middle = len(days) // 2
    return {**_counted(conn, days[:middle]), **_counted(conn, days[middle:])}


def _all_there_are(conn: Connection, company: Company, step: Step, today: str, days: Sequence[Day]) -> int:
    dates = [day_counts.first_day(conn, company.id), *(day.date for day in days)]
    first = period_of(min((day for day in dates if day), default=today), step)
    period, number = period_of(today, step), 1
    while period > first:
        period, number = before(period, step), number + 1
    return number


def _by_period(
    conn: Connection, company: Company, step: Step, since: str, still_open: _Open
) -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = {}
    for (name, day), n in day_counts.totals(conn, company.id, NAMES, since, ("day",)).items():
        found.setdefault(period_of(day, step), Counter())[name] += n
    for (name, day, what), n in day_counts.totals(conn, company.id, DURATIONS, since, ("day", "detail")).items():
        found.setdefault(period_of(day, step), Counter())[f"{name}:{what}"] += n
    for day, key, n in still_open.of((*NAMES, *DURATIONS), since):
        found.setdefault(period_of(day, step), Counter())[_named(key)] += n
    return found


def _named(key: counters.Key) -> str:
    """Return the name under which figures look for a count."""
    name, _, what = key
    return f"{name}:{what}" if name in DURATIONS else name


def _before(conn: Connection, company: Company, start: str, until: str, still_open: _Open) -> Counter[str]:
    kept = day_counts.totals(conn, company.id, NAMES, start, (), until)
    found: Counter[str] = Counter({name: n for (name,), n in kept.items()})
    for (name, what), n in day_counts.totals(conn, company.id, DURATIONS, start, ("detail",), until).items():
        found[f"{name}:{what}"] += n
    for day, key, n in still_open.of((*NAMES, *DURATIONS), start):
        found[_named(key)] += n if day < until else 0
    return found


def _most(
    conn: Connection, company: Company, names: Sequence[str], by: day_counts.Group, since: str, still_open: _Open
) -> list[tuple[str, int]]:
    found: Counter[str] = Counter()
    for (_, what), n in day_counts.totals(conn, company.id, names, since, (by,)).items():
        found[what] += n
    for _, (_, language, detail), n in still_open.of(names, since):
        found[language if by == "language" else detail] += n
    return sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))


def _sum(many: Iterable[Mapping[str, int]]) -> Counter[str]:
    found: Counter[str] = Counter()
    for each in many:
        found.update(each)
    return found


def _with_changes(
    conn: Connection, company: Company, found: Sequence[CountedPeriod], step: Step, since: str
) -> list[CountedPeriod]:
    zone = day_counts.zone_of(company)
    start = datetime.combine(date.fromisoformat(since), time(), zone).astimezone(UTC)
    went_live: dict[str, list[ModelVersion]] = {}
    for version in models.was_live(conn, company.id, since=start):
        if version.promoted is not None:
            day = version.promoted.astimezone(zone).date().isoformat()
            went_live.setdefault(period_of(day, step), []).append(version)
    imported: dict[str, list[int]] = {}
    for created, n in imports.made_since(conn, company.id, start):
        day = created.astimezone(zone).date().isoformat()
        imported.setdefault(period_of(day, step), []).append(n)
    return [CountedPeriod(p.name, p.counts, went_live.get(p.name, ()), imported.get(p.name, ())) for p in found]
