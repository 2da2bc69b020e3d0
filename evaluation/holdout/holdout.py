"""Train on one file, test on another: the figures of a fixed test set with negative examples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from evaluation.classifier import NO_ANSWER, ClassifierFactory, NoAnswer
from evaluation.errors import EvaluationError
from evaluation.fitting.runner import measure_one
from evaluation.holdout.intervals import intervals
from evaluation.measures import metrics
from evaluation.measures.calibration_metrics import confidence_figures
from evaluation.measures.outcomes import Case, Outcome, check_threshold

PREDICTION_COLUMNS: Final = ("text", "gold", "predicted", "confidence", "answered", "outcome")
"""Columns of the predictions file."""

_JSON_KEYS: Final = (
    *("accuracy", "in_scope_accuracy", "out_of_scope_recall", "top1_accuracy", "mcc", "aurc", "ece", "threshold"),
    *("n_in_scope", "n_negative", "seconds_fit", "seconds_predict"),
)


@dataclass(frozen=True, slots=True)
class HoldoutResult:
    """Figures of a test set; shares in [0, 1], None where there is no case to take one from.

    accuracy: (T + TO) / all; it rewards never answering where many questions have no answer, so it heads nothing.
    wrong_answers: wrong / answered. coverage_at_10: the largest share answered with at most 10 % of it wrong.
    in_scope_accuracy: T / in-scope cases. out_of_scope_recall: negatives that got no answer / negatives.
    top1_accuracy: in-scope cases whose first guess is right whatever its confidence. mcc: Matthews correlation with "no
    answer" as one class, in [-1, 1]. aurc and ece are taken over all cases, any guess on a negative being wrong; a case
    without a guess has confidence 0, and as a risk it is wrong unless it is a negative.

    `unknown_categories` are categories of the test that training never saw: their cases count as in-scope, though no
    classifier could get them right.
    """

    accuracy: float | None
    in_scope_accuracy: float | None
    out_of_scope_recall: float | None
    top1_accuracy: float | None
    mcc: float
    aurc: float | None
    ece: float | None
    coverage_at_10: float | None
    wrong_answers: float | None
    threshold: float
    n_in_scope: int
    n_negative: int
    seconds_fit: float
    seconds_predict: float
    cases: tuple[Case, ...]
    unknown_categories: tuple[str, ...]

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form: the figures, and nothing else."""
        return {key: getattr(self, key) for key in _JSON_KEYS}

    def to_json(self) -> dict[str, object]:
        """Return the figures with `intervals`, the reliability table and the risk-coverage curve behind ece and aurc.

        `intervals` has {mean, low, high} of every share, and of `answered` and `answered_wrongly` among all questions.
        """
        found = {name: share.to_dict() for name, share in intervals(self.cases).items()}
        return {**self.to_dict(), **confidence_figures(self.cases), "intervals": found}

    def prediction_rows(self) -> list[tuple[str, str, str, float, str, str]]:
        """Return one row per test case under PREDICTION_COLUMNS: `predicted` is the guess, "" when there was none.

        `gold` is "" for a negative; `answered` is "yes" or "no".
        """
        return [_prediction_row(case) for case in self.cases]


def run(
    train: Sequence[tuple[str, str]],
    test: Sequence[tuple[str, str]],
    classifier_factory: ClassifierFactory,
    *,
    negative_label: str | None = None,
    threshold: float = 0.5,
    seed: int = 0,
) -> HoldoutResult:
    """Fit on the (text, category) pairs of `train` and measure on those of `test`.

    A test case is a negative example when its category is empty or `negative_label`; training examples of that label
    are left out, so that the label can't be learnt as if it were an answer. Raises EvaluationError.
    """
    taught = [(text, category) for text, category in train if not _is_negative(category, negative_label)]
    known = {category for _, category in taught}
    _check(known, test, threshold)
    measured = measure_one(taught, [text for text, _ in test], classifier_factory, seed)
    cases = tuple(
        Case(text, category, NO_ANSWER if _is_negative(category, negative_label) else category, prediction, threshold)
        for (text, category), prediction in zip(test, measured.predictions, strict=True)
    )
    return _result(cases, known, threshold, measured.seconds_fit, measured.seconds_predict)


def _result(
    cases: tuple[Case, ...], known: set[str], threshold: float, seconds_fit: float, seconds_predict: float
) -> HoldoutResult:
    in_scope = [case for case in cases if not isinstance(case.gold, NoAnswer)]
    negatives = [case for case in cases if isinstance(case.gold, NoAnswer)]
    trusted = confidence_figures(cases)
    outcomes = metrics.count_outcomes(cases)
    return HoldoutResult(
        accuracy=metrics.accuracy(outcomes),
        in_scope_accuracy=_share(outcomes[Outcome.T], len(in_scope)),
        out_of_scope_recall=_share(outcomes[Outcome.TO], len(negatives)),
        top1_accuracy=_share(sum(case.is_right for case in in_scope), len(in_scope)),
        mcc=metrics.matthews(metrics.confusion(cases)),
        aurc=trusted["aurc"],
        ece=trusted["ece"],
        coverage_at_10=trusted["coverage_at_10"],
        wrong_answers=trusted["wrong_answers"],
        threshold=threshold,
        n_in_scope=len(in_scope),
        n_negative=len(negatives),
        seconds_fit=seconds_fit,
        seconds_predict=seconds_predict,
        cases=cases,
        unknown_categories=tuple(sorted({case.category for case in in_scope} - known)),
    )


def _check(known: set[str], test: Sequence[tuple[str, str]], threshold: float) -> None:
    if len(known) < 2:
        raise EvaluationError(f"Training needs at least two categories; the training data has {len(known)}.")
    if not test:
        raise EvaluationError("The test data has no rows: give at least one question.")
    check_threshold(threshold)


def _is_negative(category: str, negative_label: str | None) -> bool:
    return category in ("", negative_label)


def _prediction_row(case: Case) -> tuple[str, str, str, float, str, str]:
    gold = "" if isinstance(case.gold, NoAnswer) else case.gold
    guess = "" if isinstance(case.prediction, NoAnswer) else case.prediction.intent
    answered = "no" if isinstance(case.answer, NoAnswer) else "yes"
    return case.text, gold, guess, case.confidence, answered, case.outcome.value


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
