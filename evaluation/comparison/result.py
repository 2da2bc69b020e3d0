"""What a comparison of classifiers found, and its JSON form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from statistics import fmean

from evaluation.measures.figures import FIGURES
from evaluation.measures.outcomes import Case
from evaluation.measures.paired import PairedDifference
from evaluation.measures.samples import case_to_dict
from evaluation.nexcv_result import NexCvResult
from evaluation.splits.settings import NexCvSettings


@dataclass(frozen=True, slots=True)
class Range:
    """Mean, smallest and largest of a figure's means in each setting (nex-cv paper, figure 6); None where unknown."""

    mean: float | None
    low: float | None
    high: float | None

    @classmethod
    def of(cls, means: Sequence[float | None]) -> Range:
        """Return the range of the means that are known.

        >>> Range.of([0.5, 0.7, None])
        Range(mean=0.6, low=0.5, high=0.7)
        """
        known = [mean for mean in means if mean is not None]
        return cls(fmean(known), min(known), max(known)) if known else cls(None, None, None)

    def to_dict(self) -> dict[str, float | None]:
        """Return {mean, low, high}."""
        return {"mean": self.mean, "low": self.low, "high": self.high}


@dataclass(frozen=True, slots=True)
class EngineResult:
    """One engine's nex-cv evaluation."""

    measured: NexCvResult

    def range_of(self, figure: str) -> Range:
        """Return the range over the settings of one of FIGURES."""
        return Range.of([setting.interval_of(figure).mean for setting in self.measured.settings])

    def to_dict(self) -> dict[str, object]:
        """Return {engine, ranges: {figure: {mean, low, high}}, settings, seconds...} as JSON values.

        `seconds` is the whole evaluation's; `seconds_fit` and `seconds_predict` are means of one training and one test.
        """
        retries = [retry for setting in self.measured.settings for retry in setting.retries]
        return {
            "engine": self.measured.engine,
            "ranges": {name: self.range_of(name).to_dict() for name in FIGURES},
            "settings": [
                {**one.settings.to_dict(), **{name: one.interval_of(name).to_dict() for name in FIGURES}}
                for one in self.measured.settings
            ],
            "seconds": self.measured.seconds,
            "seconds_fit": fmean(retry.seconds_fit for retry in retries),
            "seconds_predict": fmean(retry.seconds_predict for retry in retries),
        }


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two engines in one setting, or over all of them (`settings` is None): the accuracy of `a` minus that of `b`.

    `cases` were compared, from so many different `questions`; `apart` are those that one got right and one wrong, each
    as (case of a, case of b).
    """

    a: str
    b: str
    settings: NexCvSettings | None
    difference: PairedDifference
    cases: int
    questions: int
    apart: tuple[tuple[Case, Case], ...]

    def to_dict(self, samples: int, seed: int) -> dict[str, object]:
        """Return the comparison as JSON values, with a seeded sample of the questions that tell the two apart."""
        setting = self.settings.to_dict() if self.settings else {"min_category_size": None, "other_min_prop": None}
        return {
            "a": self.a,
            "b": self.b,
            **setting,
            **self.difference.to_dict(),
            "cases": self.cases,
            "questions": self.questions,
            "apart": [{"a": case_to_dict(a), "b": case_to_dict(b)} for a, b in self._sample(samples, seed)],
        }

    def _sample(self, size: int, seed: int) -> list[tuple[Case, Case]]:
        by_text: dict[str, tuple[Case, Case]] = {}
        for pair in self.apart:
            by_text.setdefault(pair[0].text, pair)
        rank = {text: blake2b(f"{seed}\0{text}".encode("utf-8", "surrogatepass")).digest() for text in by_text}
        return [by_text[text] for text in sorted(by_text, key=rank.__getitem__)[:size]]


@dataclass(frozen=True, slots=True)
class ComparisonResult:
    """Engines in the order they were named, every two of them compared; `failed` pairs a name with the reason.

    `recorded` names those that answered from a recording; `left_out` counts the examples that one of them lacks.
    """

    engines: tuple[EngineResult, ...]
    comparisons: tuple[Comparison, ...]
    failed: tuple[tuple[str, str], ...]
    seconds: float
    recorded: tuple[str, ...] = ()
    left_out: int = 0

    def to_dict(self, *, samples: int = 10) -> dict[str, object]:
        """Return the JSON form, with at most `samples` questions for each comparison."""
        first = self.engines[0].measured
        return {
            "engines": [engine.to_dict() for engine in self.engines],
            "comparisons": [one.to_dict(samples, first.plan.seed) for one in self.comparisons],
            "failed": [{"engine": name, "reason": reason} for name, reason in self.failed],
            "recorded": list(self.recorded),
            "left_out": self.left_out,
            "retries": len(first.settings[0].retries),
            "examples": first.examples,
            "categories": first.categories,
            "test_fraction": first.plan.test_fraction,
            "threshold": first.threshold,
            "seed": first.plan.seed,
            "skipped_settings": [setting.to_dict() | {"reason": reason} for setting, reason in first.skipped],
            "seconds": self.seconds,
        }
