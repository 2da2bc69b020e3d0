"""How often conversations break down and recover, by week and language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from storage import Connection
from storage.reviews import guard_figures
from storage.reviews.guard_figures import Followed, Stopped, Talked

WEEKS = 12


@dataclass(slots=True)
class StopFigures:
    """Counts of conversations and of stops (replies the guard kept back).

    A stop is `followed` when the candidate asked, or chose, something afterwards, and `recovered` when the first of
    that was answered and not doubted.
    """

    talks: int = 0
    broken: set[int] = field(default_factory=set)
    stops: int = 0
    followed: int = 0
    recovered: int = 0
    judged: int = 0
    false_alarms: int = 0

    @property
    def per_hundred(self) -> float | None:
        """Conversations that broke down at least once, of 100; None without any conversation."""
        return 100 * len(self.broken) / self.talks if self.talks else None

    @property
    def recovery(self) -> float | None:
        """The share of followed stops that recovered."""
        return self.recovered / self.followed if self.followed else None

    @property
    def false_alarm_share(self) -> float | None:
        """The share of judged stops that recruiters called a false alarm."""
        return self.false_alarms / self.judged if self.judged else None


@dataclass(frozen=True, slots=True)
class WeekOfStops:
    """The figures of the conversations in one language that began in the week of this Monday (UTC)."""

    week: date
    language: str
    figures: StopFigures


def first_week(now: datetime) -> datetime:
    """Return the beginning (UTC) of the oldest week that is shown."""
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    return midnight - timedelta(days=now.weekday(), weeks=WEEKS - 1)


def counted(conn: Connection, company_id: int, now: datetime) -> tuple[StopFigures, list[WeekOfStops]]:
    """Return the figures of all weeks that are shown, and those of each week and language, newest first."""
    since = first_week(now)
    talks = guard_figures.talked(conn, company_id, since)
    stops = guard_figures.stopped(conn, company_id, since)
    return count(talks, stops, guard_figures.followed(conn, company_id, since))


def count(
    talks: Iterable[Talked], stops: Iterable[Stopped], questions: Iterable[Followed]
) -> tuple[StopFigures, list[WeekOfStops]]:
    """Count conversations, stops and what came of them: in all, and by week and language."""
    whole, rows = StopFigures(), dict[tuple[date, str], StopFigures]()
    for talk in talks:
        for figures in (whole, rows.setdefault((_monday(talk.created), talk.language), StopFigures())):
            figures.talks += 1
    later: dict[int, list[Followed]] = {}
    for question in questions:
        later.setdefault(question.conversation_id, []).append(question)
    for stop in stops:
        for figures in (whole, rows.setdefault((_monday(stop.began), stop.language), StopFigures())):
            _add(figures, stop, later.get(stop.conversation_id, ()))
    return whole, [WeekOfStops(*key, rows[key]) for key in sorted(rows, key=lambda key: (-key[0].toordinal(), key[1]))]


def _add(figures: StopFigures, stop: Stopped, questions: Sequence[Followed]) -> None:
    following = next((each for each in questions if each.message_seq > stop.message_seq), None)
    figures.stops += 1
    figures.broken.add(stop.conversation_id)
    figures.followed += following is not None
    figures.recovered += following is not None and following.answered and not following.doubted
    figures.judged += stop.verdict is not None
    figures.false_alarms += stop.verdict == "false_alarm"


def _monday(moment: datetime) -> date:
    return (moment - timedelta(days=moment.weekday())).date()
