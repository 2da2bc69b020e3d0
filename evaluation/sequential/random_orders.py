"""Learning curves of data whose dates tell no order: the mean of several random orders, with intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from itertools import chain
from typing import Any, Final

from evaluation.classifier import ClassifierFactory, Progress, part_of
from evaluation.errors import EvaluationError
from evaluation.measures.figures import FIGURES
from evaluation.measures.intervals import Interval
from evaluation.measures.share_interval import over_retries
from evaluation.sequential import sequential
from evaluation.sequential.result import Course, SequentialResult
from evaluation.sequential.timeline import Timeline

_COURSE: Final = Course()
_BEGINNING: Final = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class RandomOrders:
    """The curves of several random orders, step by step of the same sizes.

    `same_date` is the one date of all examples, where that is why the orders are random.
    """

    curves: tuple[SequentialResult, ...]
    same_date: datetime | None = None

    def interval_of(self, step: int, figure: str) -> Interval:
        """Return mean and 95 % interval over the orders of one of FIGURES at a step."""
        steps = [curve.steps[step] for curve in self.curves]
        overlap = sum(len(one.cases) for one in steps) / sum(one.trained for one in steps)
        cases = chain.from_iterable(one.cases for one in steps)
        return over_retries([getattr(one.figures(), figure) for one in steps], cases, overlap=overlap)

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form of a curve whose figures are means over the orders.

        Each step has `intervals` {figure: {mean, low, high}} too, and `until` is None.
        """
        first: dict[str, Any] = self.curves[0].to_dict()
        return {
            **first,
            "steps": [self._step(place, step) for place, step in enumerate(first["steps"])],
            "orders": len(self.curves),
            "same_date": self.same_date.isoformat() if self.same_date else None,
            "seconds": sum(curve.seconds for curve in self.curves),
        }

    def _step(self, place: int, first: dict[str, object]) -> dict[str, object]:
        found = {name: self.interval_of(place, name) for name in FIGURES}
        means = {name: one.mean for name, one in found.items()}
        return {**first, **means, "until": None, "intervals": {name: one.to_dict() for name, one in found.items()}}


def same_date(created: Sequence[datetime | None]) -> datetime | None:
    """Return the date when all dated examples, at least two, have the same one, else None."""
    dates = [date for date in created if date is not None]
    return dates[0] if len(dates) > 1 and len(set(dates)) == 1 else None


def run(
    texts: Sequence[str],
    categories: Sequence[str],
    classifier_factory: ClassifierFactory,
    course: Course = _COURSE,
    *,
    orders: int,
    same_date: datetime | None = None,
    progress: Progress | None = None,
) -> RandomOrders:
    """Measure learning over `orders` random orders, each with other questions held back; dates play no part.

    The orders follow from seed and texts, whatever the order of rows. Raises EvaluationError as `sequential.run` does.
    """
    if orders < 1:
        raise EvaluationError(f"orders must be 1 or more, not {orders}.")
    curves = []
    for place in range(orders):
        its = _with_seed(course, course.holdback.seed + place)
        timeline = Timeline.of(texts, categories, _shuffled(texts, its.holdback.seed))
        curves.append(sequential.run(timeline, classifier_factory, its, part_of(progress, place, orders)))
    return RandomOrders(tuple(curves), same_date)


def _with_seed(course: Course, seed: int) -> Course:
    return replace(course, holdback=replace(course.holdback, seed=seed))


def _shuffled(texts: Sequence[str], seed: int) -> list[datetime | None]:
    """A day for each text in a random order."""
    drawn = [blake2b(f"order {seed}\0{text}".encode("utf-8", "surrogatepass")).digest() for text in texts]
    days: list[datetime | None] = [None] * len(texts)
    for day, place in enumerate(sorted(range(len(texts)), key=drawn.__getitem__)):
        days[place] = _BEGINNING + timedelta(minutes=day)
    return days
