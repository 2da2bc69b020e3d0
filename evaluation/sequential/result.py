"""What an evaluation over time found, and its JSON form."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

import numpy as np

from evaluation.classifier import NoAnswer
from evaluation.errors import EvaluationError
from evaluation.measures.figures import Figures, figures
from evaluation.measures.outcomes import Case, check_threshold
from evaluation.splits.plan import Holdback


class TestOn(StrEnum):
    """Which of the held-back questions a step is tested on."""

    __test__ = False

    PAST = "past"
    """Those that existed by then: an examination that grows with the data."""
    ALL = "all"
    """Those of the whole time: the same examination at every step."""


@dataclass(frozen=True, slots=True)
class GrowthSchedule:
    """Start with the oldest `start_share` of the examples, then add the others, oldest first, in `steps` equal parts.

    At most `max_added` are added in all (None: every one); each step is tested on `test_on`. Raises EvaluationError for
    values that make no sense.
    """

    start_share: float = 0.3
    steps: int = 10
    max_added: int | None = None
    test_on: TestOn = TestOn.ALL

    def __post_init__(self) -> None:
        if not 0 < self.start_share <= 1:
            raise EvaluationError(f"start_share must be above 0 and at most 1, not {self.start_share}.")
        if self.steps < 1:
            raise EvaluationError(f"steps must be 1 or more, not {self.steps}.")
        if self.max_added is not None and self.max_added < 1:
            raise EvaluationError(f"max_added must be 1 or more, not {self.max_added}.")

    def sizes(self, examples: int) -> list[int]:
        """Return how many examples are known at the start and after each step; fewer steps when there are too few.

        >>> GrowthSchedule(0.3, 2).sizes(100), GrowthSchedule(0.3, 2, max_added=20).sizes(100)
        ([30, 65, 100], [30, 40, 50])
        """
        start = max(1, int(examples * self.start_share))
        end = examples if self.max_added is None else min(examples, start + self.max_added)
        return sorted({round(size) for size in np.linspace(start, end, self.steps + 1).tolist()})


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """How a classifier is measured over time: results call it `engine`, and it answers from `threshold` on.

    Raises EvaluationError for a threshold that makes no sense.
    """

    schedule: GrowthSchedule = field(default_factory=GrowthSchedule)
    holdback: Holdback = field(default_factory=Holdback)
    threshold: float = 0.5
    engine: str = ""

    def __post_init__(self) -> None:
        check_threshold(self.threshold)


@dataclass(frozen=True, slots=True)
class SequentialStep:
    """One moment: `known` examples were there, the last of them created at `until`; `trained` of them were learnt from.

    The rest was held back. `categories` counts those that were learnt.
    """

    known: int
    until: datetime
    trained: int
    categories: int
    cases: tuple[Case, ...]
    seconds_fit: float
    seconds_predict: float

    def figures(self) -> Figures:
        """Return the figures of this step."""
        return figures(self.cases)

    def to_dict(self) -> dict[str, object]:
        """Return sizes, figures and timings as JSON values; `until` is an ISO date and time."""
        sizes = {
            "known": self.known,
            "until": self.until.isoformat(),
            "train": self.trained,
            "categories": self.categories,
            "test": len(self.cases),
            "negatives": sum(isinstance(case.gold, NoAnswer) for case in self.cases),
        }
        seconds = {"seconds_fit": self.seconds_fit, "seconds_predict": self.seconds_predict}
        return sizes | self.figures().to_dict() | seconds


@dataclass(frozen=True, slots=True)
class SequentialResult:
    """The curve; `undated` examples had no date and were left out, `unused` came after the last step."""

    steps: tuple[SequentialStep, ...]
    course: Course
    dated: int
    undated: int
    seconds: float

    @property
    def unused(self) -> int:
        """How many dated examples the cap on added examples kept out."""
        return self.dated - self.steps[-1].known

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        course, schedule, holdback = self.course, self.course.schedule, self.course.holdback
        return {
            "steps": [step.to_dict() for step in self.steps],
            "start_share": schedule.start_share,
            "max_added": schedule.max_added,
            "test_on": schedule.test_on.value,
            "folds": holdback.folds.value,
            "test_fraction": holdback.test_fraction,
            "threshold": course.threshold,
            "seed": holdback.seed,
            "engine": course.engine,
            "dated": self.dated,
            "undated": self.undated,
            "unused": self.unused,
            "seconds": self.seconds,
        }
