"""What the gate knows of a model."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from evaluation.gate.cases import CaseAnswer, KeptCases, Varied
from evaluation.gate.data import TaughtExample
from evaluation.general_stage import MeasuredStage
from evaluation.splits.folds import Folds
from evaluation.splits.settings import PLAIN, NexCvSettings


@dataclass(frozen=True, slots=True)
class GoldenAnswer:
    """What a model says to a pinned question: `answer` is the category it answers, None when it gives no answer."""

    question: str
    expected: str
    answer: str | None


@dataclass(frozen=True, slots=True)
class GateEvidence:
    """What is known of one model: categories in its data, nex-cv accuracy per setting, answers to golden questions.

    `coverage` is the share of questions answered on all topics; `cases` what each test question came to. Of a
    candidate also the `examples` it learnt from (near-copies of one question have the same number in `groups`, which is
    parallel to them), the questions that imports `removed`, the names of the company's `standing` categories, the
    `variants`: what questions asked in another way were, how many `milliseconds` of processor time an answer takes and
    how many `megabytes` its file has. None: not known. `stage` is what was measured; two models can be compared where
    that is the same. Of a live model `reviewed` holds what it answered to candidates' questions (ids) that people have
    reviewed.
    """

    categories: int
    accuracy: Mapping[NexCvSettings, float] = field(default_factory=dict)
    golden: Sequence[GoldenAnswer] = ()
    coverage: float | None = None
    cases: KeptCases | None = None
    examples: Sequence[TaughtExample] = ()
    groups: Sequence[int] = ()
    removed: Collection[str] = ()
    standing: Collection[str] = ()
    variants: Mapping[Varied, str] = field(default_factory=dict)
    milliseconds: float | None = None
    megabytes: float | None = None
    stage: MeasuredStage = "faq"
    folds: Folds = Folds.GROUPED
    reviewed: Mapping[str, CaseAnswer] = field(default_factory=dict)

    @classmethod
    def from_record(
        cls,
        record: Mapping[str, Any],
        golden: Sequence[GoldenAnswer] = (),
        cases: KeptCases | None = None,
        **known: Any,
    ) -> GateEvidence:
        """Return the evidence in the JSON form of a nex-cv result (`NexCvResult.to_dict`), and what else is known."""
        return cls(
            categories=record["categories"],
            accuracy=_means(record, "accuracy"),
            golden=golden,
            coverage=_means(record, "coverage").get(PLAIN),
            stage=record.get("stage", "faq"),
            folds=Folds(record.get("folds", Folds.PLAIN)),  # earlier versions of Candor did not say
            cases=cases,
            **known,
        )


def _means(record: Mapping[str, Any], figure: str) -> dict[NexCvSettings, float]:
    means = {
        NexCvSettings(one["min_category_size"], one["other_min_prop"]): one[figure]["mean"]
        for one in record["settings"]
    }
    return {setting: mean for setting, mean in means.items() if mean is not None}


@dataclass(frozen=True, slots=True)
class Anchor:
    """An earlier version that a candidate must not fall far behind, beside the live one: its name and evidence."""

    version: str
    evidence: GateEvidence
