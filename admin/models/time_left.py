"""How long a retrain has left, by what each step of the ones before took. Pure."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from storage.jobs import JobRun, RunStep

_SOONEST: Final = 0.1
"""From this share of its first part on a first retrain tells its time by itself."""
_PACE: Final = (1 / 3, 3.0)
"""So much faster or slower than the ones before a retrain may seem; what exceeds it is chance."""


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """The share in [0, 1] of a retrain that is over, and the time that it has left."""

    share: float
    left: timedelta


@dataclass(frozen=True, slots=True)
class PartTaken:
    """How far a part was after so many seconds of it: pairs of (which time it is done, share) and seconds."""

    reached: Mapping[tuple[int, float], float]
    seconds: float

    def at(self, step: tuple[int, float]) -> float:
        """Return after how many seconds it was as far as this."""
        return max((after for each, after in self.reached.items() if each <= step), default=0.0)


def time_left(steps: Sequence[RunStep], before: Sequence[JobRun], now: datetime) -> TimeLeft | None:
    """Return what is left of a retrain with these steps, by the ones `before`, newest first; None: not known yet."""
    if not steps:
        return None
    taken = parts_taken(steps)
    usual = {part: one for run in reversed(before) for part, one in parts_taken(run.steps).items()}
    if not usual and (not taken or (len(taken) == 1 and steps[-1].share < _SOONEST)):
        return None
    over, left = _usual_seconds(list(dict.fromkeys(step.part for step in steps)), taken, usual)
    left += next((_end(run) for run in before), 0.0)
    spent = (steps[-1].at - steps[0].at).total_seconds()
    pace = min(max(spent / over, _PACE[0]), _PACE[1]) if over else 1.0
    seconds = max(left * pace - (now - steps[-1].at).total_seconds(), 0.0)
    whole = (now - steps[0].at).total_seconds() + seconds
    return TimeLeft(1 - seconds / whole if whole else 1.0, timedelta(seconds=seconds))


def parts_taken(steps: Sequence[RunStep]) -> dict[str, PartTaken]:
    """Return how far each part that was begun came, and when; a part begins where the one before it ended."""
    found: dict[str, PartTaken] = {}
    begun = steps[0].at if steps else None
    for part, group in itertools.groupby((step for step in steps if step.share), key=lambda step: step.part):
        reached: dict[tuple[int, float], float] = {}
        time, last = 1, 0.0
        for step in group:
            time, last, end = time + (step.share < last), step.share, step.at
            reached[time, step.share] = (step.at - (begun or step.at)).total_seconds()
        found[part], begun = PartTaken(reached, max(reached.values())), end
    return found


def _usual_seconds(
    planned: Sequence[str], taken: Mapping[str, PartTaken], usual: Mapping[str, PartTaken]
) -> tuple[float, float]:
    """Return what the steps that are over, and those that are left, usually take.

    A part that no retrain had takes what the others take; in a first retrain it takes what it seems to.
    """
    *_, (newest, (time, share)) = [(part, max(one.reached)) for part, one in taken.items()] or [("", (1, 0.0))]
    whole = {part: one.seconds for part, one in usual.items()}
    own = {part: one.seconds / (share if part == newest and time == 1 else 1) for part, one in taken.items()}
    each = whole or own
    mean = sum(each.values()) / len(each)
    over = left = 0.0
    for part in planned:
        all_of_it = whole.get(part, own.get(part, mean) if not whole else mean)
        if part == newest:
            done = usual[part].at((time, share)) if part in usual else all_of_it * share
        else:
            done = all_of_it if part in taken else 0.0
        over, left = over + done, left + all_of_it - done
    return over, left


def _end(run: JobRun) -> float:
    """Return the seconds from a run's last step to its end."""
    return (run.finished - run.steps[-1].at).total_seconds() if run.finished and run.steps else 0.0
