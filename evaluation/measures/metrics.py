"""The figures of nex-cv, from outcomes and confusion counts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from evaluation.classifier import NO_ANSWER, Label, NoAnswer
from evaluation.general_stage import general_intent
from evaluation.measures.outcomes import Case, Outcome

Outcomes: TypeAlias = Mapping[Outcome, float]
Confusion: TypeAlias = Mapping[tuple[Label, Label], int]
"""(gold, answered) -> number of test cases; suppressed guesses count as answered NO_ANSWER."""
Weighed: TypeAlias = Mapping[tuple[Label, Label], float]
"""The same with the weights of the cases instead of their number."""


@dataclass(frozen=True, slots=True)
class CategoryFigures:
    """How one category fared: `total` test cases, the share that got no answer, and scores over the answered ones.

    `recall` is taken over the answered cases only, as nex-cv does. A figure without cases to take it from is None.
    """

    category: str
    total: int
    answered_right: int
    precision: float | None
    recall: float | None
    f1: float | None
    no_answer: float | None


def count_outcomes(cases: Iterable[Case]) -> dict[Outcome, int]:
    """Count each outcome, zeros included."""
    counts = Counter(case.outcome for case in cases)
    return {outcome: counts[outcome] for outcome in Outcome}


def confusion(cases: Iterable[Case]) -> dict[tuple[Label, Label], int]:
    """Count the cases of each (gold, answered) pair."""
    return dict(Counter((case.gold, case.answer) for case in cases))


def weigh_outcomes(cases: Iterable[Case]) -> dict[Outcome, float]:
    """Add up the weights of the cases of each outcome, zeros included."""
    weights = dict.fromkeys(Outcome, 0.0)
    for case in cases:
        weights[case.outcome] += case.weight
    return weights


def weigh_confusion(cases: Iterable[Case]) -> dict[tuple[Label, Label], float]:
    """Add up the weights of the cases of each (gold, answered) pair."""
    weights: dict[tuple[Label, Label], float] = defaultdict(float)
    for case in cases:
        weights[case.gold, case.answer] += case.weight
    return dict(weights)


def accuracy(outcomes: Outcomes) -> float | None:
    """Return (T + TO) / all, None without cases.

    >>> accuracy({Outcome.T: 2, Outcome.TO: 1, Outcome.F: 1})
    0.75
    """
    return _share(_of(outcomes, Outcome.T, Outcome.TO), sum(outcomes.values()))


def carefulness(outcomes: Outcomes) -> float | None:
    """Return (FO + TO) / (FO + TO + FCO): of the cases given no answer, the share whose guess was wrong.

    As the paper defines it (section 4.3); None when every case was answered, for then there is nothing to judge.

    >>> carefulness({Outcome.FO: 1, Outcome.TO: 1, Outcome.FCO: 2})
    0.5
    """
    return _share(_of(outcomes, Outcome.FO, Outcome.TO), _of(outcomes, Outcome.FO, Outcome.TO, Outcome.FCO))


def coverage(outcomes: Outcomes) -> float | None:
    """Return (T + F) / all, the share of cases that were answered (the automation rate); None without cases."""
    return _share(_of(outcomes, Outcome.T, Outcome.F), sum(outcomes.values()))


def f1_macro(counts: Weighed) -> float | None:
    """Return the plain mean of F1 over the categories and "no answer" that occur as gold or answered; in [0, 1].

    A general intent is no category: taking a question for one costs that question's category its recall.
    """
    scores = _f1_scores(counts)
    return sum(scores.values()) / len(scores) if scores else None


def f1_weighted(counts: Weighed) -> float | None:
    """Return the mean of F1 weighted by the number of gold cases of each class, "no answer" being one; in [0, 1]."""
    scores, support = _f1_scores(counts), _gold_totals(counts)
    total = sum(support.values())
    return sum(scores[label] * n for label, n in support.items()) / total if total else None


def per_category(counts: Confusion) -> list[CategoryFigures]:
    """Return the figures of every category that occurs, by name; "no answer" is no category and has none."""
    gold, answered = _gold_totals(counts), _answered_totals(counts)
    categories = (label for label in gold.keys() | answered.keys() if general_intent(label) is None)
    names = sorted(label for label in categories if not isinstance(label, NoAnswer))
    return [_category_figures(counts, name, int(gold[name]), int(answered[name])) for name in names]


def _category_figures(counts: Confusion, name: str, total: int, answered_as: int) -> CategoryFigures:
    right, suppressed = counts.get((name, name), 0), counts.get((name, NO_ANSWER), 0)
    precision, recall = _share(right, answered_as), _share(right, total - suppressed)
    f1 = None if precision is None or recall is None else _harmonic(precision, recall)
    return CategoryFigures(name, total, right, precision, recall, f1, _share(suppressed, total))


def matthews(counts: Confusion) -> float:
    """Return the multi-class Matthews correlation of gold and answered in [-1, 1], "no answer" being one class.

    Gorodkin (2004), as the HINT3 paper reports it; 0 when either side has one class only.
    """
    gold, answered = _gold_totals(counts), _answered_totals(counts)
    total, right = sum(counts.values()), sum(n for (g, a), n in counts.items() if g == a)
    covariance = right * total - sum(gold[label] * answered[label] for label in gold)
    spread = (total**2 - sum(n * n for n in answered.values())) * (total**2 - sum(n * n for n in gold.values()))
    return covariance / spread**0.5 if spread else 0.0


def labels_in_order(labels: Iterable[Label]) -> Sequence[Label]:
    """Sort labels by name, NO_ANSWER last."""
    return sorted(set(labels), key=lambda label: (isinstance(label, NoAnswer), str(label)))


def _f1_scores(counts: Weighed) -> dict[Label, float]:
    gold, answered = _gold_totals(counts), _answered_totals(counts)
    return {
        label: 2 * counts.get((label, label), 0) / (gold[label] + answered[label])
        for label in labels_in_order(gold.keys() | answered.keys())
        if general_intent(label) is None
    }


def _gold_totals(counts: Weighed) -> dict[Label, float]:
    totals: dict[Label, float] = defaultdict(float)
    for (gold, _), n in counts.items():
        totals[gold] += n
    return totals


def _answered_totals(counts: Weighed) -> dict[Label, float]:
    totals: dict[Label, float] = defaultdict(float)
    for (_, answered), n in counts.items():
        totals[answered] += n
    return totals


def _of(outcomes: Outcomes, *wanted: Outcome) -> float:
    return sum(outcomes.get(outcome, 0) for outcome in wanted)


def _share(part: float, whole: float) -> float | None:
    return part / whole if whole else None


def _harmonic(a: float, b: float) -> float:
    return 2 * a * b / (a + b) if a + b else 0.0
