"""What a nex-cv evaluation found, and its JSON form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import chain

from evaluation.classifier import Label, NoAnswer
from evaluation.errors import EvaluationError
from evaluation.general_stage import MeasuredStage
from evaluation.invariance.invariance import Invariance
from evaluation.measures import metrics
from evaluation.measures.calibration_metrics import confidence_figures
from evaluation.measures.figures import FIGURES, Figures, figures
from evaluation.measures.intervals import Interval
from evaluation.measures.outcomes import Case, Outcome
from evaluation.measures.pairs import RankedPair
from evaluation.measures.problems import biggest_problems
from evaluation.measures.samples import case_to_dict, sample_outcomes
from evaluation.measures.share_interval import over_retries
from evaluation.splits.plan import SplitPlan
from evaluation.splits.settings import PAIRS_SETTING, NexCvSettings
from nlu.classifier.calibration import Calibration


@dataclass(frozen=True)
class RetryResult:
    """One retry: its test cases, how many examples were trained, and the seconds it took."""

    retry: int
    trained: int
    cases: tuple[Case, ...]
    seconds_fit: float
    seconds_predict: float

    def figures(self) -> Figures:
        """Return the figures of this retry alone."""
        return self._figures

    @cached_property
    def _figures(self) -> Figures:
        return figures(self.cases)  # each of the report's intervals asks for one of them

    def to_dict(self) -> dict[str, object]:
        """Return the figures, sizes and timings of the retry as JSON values."""
        sizes = {
            "train": self.trained,
            "test": len(self.cases),
            "negatives": sum(isinstance(case.gold, NoAnswer) for case in self.cases),
        }
        seconds = {"seconds_fit": self.seconds_fit, "seconds_predict": self.seconds_predict}
        return {"retry": self.retry} | self.figures().to_dict() | sizes | seconds


@dataclass(frozen=True, slots=True)
class SettingResult:
    """All retries of one setting."""

    settings: NexCvSettings
    retries: tuple[RetryResult, ...]
    low_population: tuple[str, ...]
    untested_categories: tuple[str, ...]

    def cases(self) -> list[Case]:
        """Return the cases of every retry, pooled."""
        return list(chain.from_iterable(retry.cases for retry in self.retries))

    def interval_of(self, figure: str) -> Interval:
        """Return mean and 95 % interval over the retries of one of FIGURES."""
        return self._interval([getattr(retry.figures(), figure) for retry in self.retries])

    def answered_wrongly(self) -> Interval:
        """Return mean and 95 % interval over the retries of the share of all questions that got a wrong answer."""
        counts = [metrics.weigh_outcomes(retry.cases) for retry in self.retries]
        return self._interval([count[Outcome.F] / sum(count.values()) for count in counts])

    def _interval(self, shares: Sequence[float | None]) -> Interval:
        overlap = sum(len(retry.cases) for retry in self.retries) / sum(retry.trained for retry in self.retries)
        return over_retries(shares, self.cases(), overlap=overlap)

    def to_dict(self, *, samples: int, seed: int, with_cases: bool) -> dict[str, object]:
        """Return intervals over the retries, each retry, and what the pooled cases show, as JSON values."""
        pooled = self.cases()
        counts = metrics.confusion(pooled)
        intervals = {name: self.interval_of(name).to_dict() for name in FIGURES}
        result: dict[str, object] = {**self.settings.to_dict(), **intervals}
        result |= {
            "answered_wrongly": self.answered_wrongly().to_dict(),
            "retries": [retry.to_dict() for retry in self.retries],
            "pooled": figures(pooled).to_dict(),
            "confidence": confidence_figures(pooled),
            "confusion": confusion_to_list(counts),
            "per_category": [asdict(category) for category in metrics.per_category(counts)],
            "low_population": list(self.low_population),
            "untested_categories": list(self.untested_categories),
            "samples": {
                outcome.value: [case_to_dict(case) for case in chosen]
                for outcome, chosen in sample_outcomes(pooled, samples, seed).items()
            },
        }
        if with_cases:
            result["cases"] = [{"retry": r.retry} | case_to_dict(case) for r in self.retries for case in r.cases]
        return result


@dataclass(frozen=True, slots=True)
class NexCvResult:
    """A whole evaluation; `skipped` pairs each setting that could not be run with the reason.

    `plan` is what the examples were parted by, `stage` what was measured. `calibration` is what all its splits teach
    about the classifier's confidence, None where that cannot be taught; `invariance` what became of questions that were
    asked in other ways (None: none were), `all_taught` the accuracy to expect of the bot that learns all examples
    (`evaluation.all_taught`; None: not asked for).
    """

    settings: tuple[SettingResult, ...]
    skipped: tuple[tuple[NexCvSettings, str], ...]
    engine: str
    examples: int
    categories: int
    plan: SplitPlan
    threshold: float
    stage: MeasuredStage
    seconds: float
    calibration: Calibration | None = None
    invariance: Invariance | None = None
    all_taught: Interval | None = None

    def of(self, settings: NexCvSettings) -> SettingResult:
        """Return the result of that setting; raises EvaluationError when it was not run."""
        for result in self.settings:
            if result.settings == settings:
                return result
        raise EvaluationError(f"This evaluation has no result for {settings}.")

    def worst_pairs(self, limit: int = 10) -> list[RankedPair]:
        """Rank pairs as reports do (`biggest_problems`) at (0, 0.15), or at the first setting when that was not run."""
        ran = [result.settings for result in self.settings]
        chosen = self.of(PAIRS_SETTING if PAIRS_SETTING in ran else ran[0])
        return biggest_problems(list(chosen.cases()), limit, seed=self.plan.seed)

    def to_dict(self, *, samples: int = 10, with_cases: bool = False) -> dict[str, object]:
        """Return the JSON form: at most `samples` questions per outcome, and every single case only when asked for."""
        seed = self.plan.seed
        return {
            "settings": [s.to_dict(samples=samples, seed=seed, with_cases=with_cases) for s in self.settings],
            "worst_pairs": [pair.to_dict() for pair in self.worst_pairs()],
            "seconds": self.seconds,
            "seed": seed,
            "engine": self.engine,
            "stage": self.stage,
            "folds": self.plan.folds.value,
            "examples": self.examples,
            "categories": self.categories,
            "test_fraction": self.plan.test_fraction,
            "threshold": self.threshold,
            "invariance": self.invariance.to_dict() if self.invariance else None,
            "accuracy_all_taught": self.all_taught.to_dict() if self.all_taught else None,
            "calibration": self.calibration.to_dict() if self.calibration else None,
            "skipped_settings": [setting.to_dict() | {"reason": reason} for setting, reason in self.skipped],
            "untested_categories": sorted({name for s in self.settings for name in s.untested_categories}),
        }


def confusion_to_list(counts: metrics.Confusion) -> list[dict[str, object]]:
    """Return [{gold, answered, count}], ordered by name; null stands for no answer."""
    labels: Sequence[Label] = metrics.labels_in_order(label for pair in counts for label in pair)
    rank = {label: i for i, label in enumerate(labels)}
    return [
        {"gold": _name(gold), "answered": _name(answered), "count": n}
        for (gold, answered), n in sorted(counts.items(), key=lambda item: (rank[item[0][0]], rank[item[0][1]]))
    ]


def _name(label: Label) -> str | None:
    return None if isinstance(label, NoAnswer) else label
