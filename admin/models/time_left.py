"""How long a retrain has left, by what each step of the ones before took. Pure."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from storage.jobs import JobRun, RunStep

_SOONEST: Final = 0.15
"""So much of its first part must be over, after its first step, for a first retrain to tell its time."""
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
    if not usual and _is_too_soon(taken):
        return None
    over, left = _usual_seconds(list(dict.fromkeys(step.part for step in steps)), taken, usual)
    left += next((_end(run) for run in before), 0.0)
    spent = (steps[-1].at - steps[0].at).total_seconds()
    pace = min(max(spent / over, _PACE[0]), _PACE[1]) if over else 1.0
    seconds = max(left * pace - (now - steps[-1].at).total_seconds(), 0.0)
    whole = (now - steps[0].at).total_seconds() + seconds
    return TimeLeft(1 - seconds / whole if whole else 1.0, timedelta(seconds=seconds))


def _is_too_soon(taken: Mapping[str, PartTaken]) -> bool:
    shares = [share for part in taken.values() for _, share in part.reached]
    return len(taken) < 2 and (not shares or max(shares) - min(shares) < _SOONEST)


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

    A part that no retrain had takes what the others take; in a first retrain it goes as those of it that are over.
    """
    *_, (newest, (time, share)) = [(part, max(one.reached)) for part, one in taken.items()] or [("", (1, 0.0))]
    whole = {part: one.seconds for part, one in usual.items()}
    own = {part: one.seconds for part, one in taken.items()}
    if newest and time == 1:
        own[newest] += _rest(taken[newest], share, [one for part, one in taken.items() if part != newest])
    each = whole or own
    mean = sum(each.values()) / len(each)
    over = left = 0.0
    for part in planned:
        all_of_it = whole.get(part, own.get(part, mean) if not whole else mean)
        if part == newest:
            done = usual[part].at((time, share)) if part in usual else min(taken[part].seconds, all_of_it)
        else:
            done = all_of_it if part in taken else 0.0
        over, left = over + done, left + all_of_it - done
    return over, left


def _rest(newest: PartTaken, share: float, ended: Sequence[PartTaken]) -> float:
    """Return the seconds that a part has left which came to a share: what the parts before it took from there on.

    The first of all goes on at its own pace; what came before its first step (a version is fitted) comes once.
    """
    if ended:
        return sum(one.seconds - one.at((1, share)) for one in ended) / len(ended)
    (_, first), after = min(newest.reached.items())
    return (1 - share) * (newest.seconds - after) / (share - first) if share > first else 0.0


def _end(run: JobRun) -> float:
    """Return the seconds from a run's last step to its end."""
    return (run.finished - run.steps[-1].at).total_seconds() if run.finished and run.steps else 0.0
