"""Which threshold is worth its price: a wrong answer costs more than a question handed to a person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from evaluation.classifier import NoAnswer
from evaluation.errors import EvaluationError
from evaluation.measures.outcomes import Case
from evaluation.nexcv_result import NexCvResult

THRESHOLDS: Final = tuple(hundredth / 100 for hundredth in range(1, 100))
"""The thresholds that can be recommended."""

RESAMPLES: Final = 1000

_Table = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Price:
    """What a threshold brings: the shares `answered` and `wrong` (of those answered; None where none is), and the cost.

    `cost` is counted in deferrals for each 100 questions.
    """

    threshold: float
    answered: float
    wrong: float | None
    cost: float


@dataclass(frozen=True, slots=True)
class Recommendation:
    """The cheapest threshold, the ends of its 95 % interval and the price of every threshold in THRESHOLDS.

    `prior` is the share of questions that fit no category; None when no case shows how those are guessed.
    """

    threshold: float
    low: float
    high: float
    wrong_costs: float
    prior: float | None
    prices: tuple[Price, ...]
    n_in_scope: int
    n_negative: int

    @property
    def price(self) -> Price:
        """The price of the recommended threshold."""
        return self.prices[THRESHOLDS.index(self.threshold)]

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        return asdict(self) | {"prices": [asdict(price) for price in self.prices]}


def recommend(cases: Sequence[Case], *, wrong_costs: float, prior: float, seed: int = 0) -> Recommendation:
    """Return the threshold at which a wrong answer, `wrong_costs` deferrals dear, and a deferral, 1, cost the least.

    Negative examples count as the share `prior` of all questions, near-copies as one question. The interval comes from
    resampling questions, the same one in several retries as one (bootstrap, percentiles of 1,000 resamples). Raises
    EvaluationError.
    """
    check_price(wrong_costs, prior)
    in_scope = _Stratum.of([case for case in cases if not isinstance(case.gold, NoAnswer)])
    if not in_scope.size:
        raise EvaluationError("No question of a known category could be tested: add examples.")
    negative = _Stratum.of([case for case in cases if isinstance(case.gold, NoAnswer)])
    share = prior if negative.size else 0.0
    random = np.random.default_rng(seed)
    tables = [
        (1 - share) * in_scope.resampled(random) + (share * negative.resampled(random) if share else 0.0)
        for _ in range(RESAMPLES)
    ]
    best = [THRESHOLDS[int(_costs(table, wrong_costs).argmin())] for table in tables]
    table = (1 - share) * in_scope.mean() + (share * negative.mean() if share else 0.0)
    low, high = np.percentile(best, [2.5, 97.5], method="nearest").tolist()
    chosen = THRESHOLDS[int(_costs(table, wrong_costs).argmin())]
    known = prior if negative.size else None
    sizes = in_scope.size, negative.size
    return Recommendation(chosen, low, high, wrong_costs, known, _prices(table, wrong_costs), *sizes)


def cases_of(result: NexCvResult) -> list[Case]:
    """Return the cases of all settings of a nex-cv evaluation."""
    return [case for setting in result.settings for case in setting.cases()]


@dataclass(frozen=True, slots=True)
class _Stratum:
    """Cases by question (0 to `questions` - 1), by how many of the thresholds they reach, by weight, and if wrong."""

    questions: int
    question: npt.NDArray[np.intp]
    reached: npt.NDArray[np.intp]
    weight: npt.NDArray[np.float64]
    wrong: npt.NDArray[np.bool_]

    @classmethod
    def of(cls, cases: Sequence[Case]) -> _Stratum:
        places = {asked: place for place, asked in enumerate(dict.fromkeys(case.question for case in cases))}
        question = np.array([places[case.question] for case in cases], np.intp)
        reached = np.searchsorted(THRESHOLDS, [case.confidence for case in cases], side="right")
        weight = np.array([case.weight for case in cases], np.float64)
        return cls(len(places), question, reached, weight, np.array([not case.is_right for case in cases], np.bool_))

    @property
    def size(self) -> int:
        return len(self.question)

    def mean(self, times: _Table | None = None) -> _Table:
        """Return the shares answered and answered wrongly at each threshold, each question counted so many times."""
        weights = self.weight if times is None else self.weight * times[self.question]
        wrong = np.where(self.wrong, weights, 0.0)
        shares: _Table = np.array([self._at_least(weights), self._at_least(wrong)]) / weights.sum()
        return shares

    def _at_least(self, weights: _Table) -> _Table:
        """Return the weight of the cases that reach each threshold."""
        exactly = np.bincount(self.reached, weights, minlength=len(THRESHOLDS) + 1)
        return exactly[:0:-1].cumsum()[::-1]

    def resampled(self, random: np.random.Generator) -> _Table:
        drawn = random.integers(self.questions, size=self.questions)
        return self.mean(np.bincount(drawn, minlength=self.questions).astype(float))


def _costs(table: _Table, wrong_costs: float) -> _Table:
    answered, wrong = table
    costs: _Table = wrong_costs * wrong + 1 - answered
    return np.round(costs, 9)  # equal costs stay equal, and the lowest threshold wins


def _prices(table: _Table, wrong_costs: float) -> tuple[Price, ...]:
    columns = zip(THRESHOLDS, *table.tolist(), _costs(table, wrong_costs).tolist(), strict=True)
    return tuple(
        Price(threshold, answered, wrong / answered if answered else None, 100 * cost)
        for threshold, answered, wrong, cost in columns
    )


def check_price(wrong_costs: float, prior: float) -> None:
    """Raise EvaluationError unless `wrong_costs` is above 0 and `prior` in [0, 1)."""
    if not 0 < wrong_costs < float("inf"):
        raise EvaluationError(
            f"wrong-costs must be above 0, not {wrong_costs:g}: say what a mistake costs in deferrals."
        )
    if not 0 <= prior < 1:
        raise EvaluationError(f"prior must be at least 0 and below 1, not {prior:g}.")
