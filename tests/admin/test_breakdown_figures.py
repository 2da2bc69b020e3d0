"""The figures of breakdowns, by week and language."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from admin.breakdowns.figures import WEEKS, StopFigures, count, first_week
from storage.reviews.guard_figures import Followed, Stopped, Talked

MONDAY = datetime(2026, 3, 2, 8, 0, tzinfo=UTC)
SUNDAY = MONDAY - timedelta(days=1)


def stopped(talk: int, seq: int = 3, began: datetime = MONDAY, verdict: str | None = None) -> Stopped:
    return Stopped(talk, seq, "en", began, verdict)  # type: ignore[arg-type]


def test_a_conversation_that_broke_down_twice_counts_once() -> None:
    whole, _ = count([Talked(n, "en", MONDAY) for n in range(8)], [stopped(1), stopped(1, 7), stopped(2)], [])
    assert (whole.talks, len(whole.broken), whole.stops, whole.per_hundred) == (8, 2, 3, 25)


def test_it_recovered_when_the_next_question_was_answered_and_not_doubted() -> None:
    stops = [stopped(talk) for talk in range(1, 6)]
    questions = [
        Followed(1, 3, True, False),  # the very question that was kept back
        Followed(1, 5, True, False),
        Followed(1, 7, False, False),  # only the next one counts
        Followed(2, 5, True, True),
        Followed(3, 5, False, False),
        Followed(4, 1, True, False),  # before the breakdown
    ]
    whole, _ = count([], stops, questions)
    assert (whole.stops, whole.followed, whole.recovered) == (5, 3, 1)
    assert whole.recovery == 1 / 3


def test_false_alarms_are_a_share_of_what_was_judged() -> None:
    whole, _ = count([], [stopped(1, verdict="right"), stopped(2, verdict="false_alarm"), stopped(3)], [])
    assert (whole.judged, whole.false_alarm_share) == (2, 0.5)


def test_without_conversations_there_are_no_shares() -> None:
    nothing = StopFigures()
    assert (nothing.per_hundred, nothing.recovery, nothing.false_alarm_share) == (None, None, None)


def test_rows_stand_by_week_and_language_newest_first() -> None:
    talks = [Talked(1, "en", SUNDAY), Talked(2, "de", MONDAY), Talked(3, "en", MONDAY)]
    _, rows = count(talks, [stopped(1, began=SUNDAY)], [])
    assert [(row.week, row.language, row.figures.talks, row.figures.stops) for row in rows] == [
        (date(2026, 3, 2), "de", 1, 0),
        (date(2026, 3, 2), "en", 1, 0),
        (date(2026, 2, 23), "en", 1, 1),
    ]


def test_the_oldest_week_begins_on_a_monday() -> None:
    first = first_week(SUNDAY)
    assert (first.weekday(), first.hour) == (0, 0)
    assert timedelta(weeks=WEEKS - 1) < SUNDAY - first < timedelta(weeks=WEEKS)
