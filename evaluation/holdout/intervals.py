"""How far the figures of a test set can be trusted: 95 % intervals over questions like those of the test."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from evaluation.classifier import NoAnswer
from evaluation.measures.intervals import Interval
from evaluation.measures.outcomes import Case, Outcome
from evaluation.measures.share_interval import wilson
from evaluation.splits.near_copies import near_copies

IsCounted = Callable[[Case], bool]


def _answered(case: Case) -> bool:
    return not isinstance(case.answer, NoAnswer)


def _negative(case: Case) -> bool:
    return isinstance(case.gold, NoAnswer)


def _in_scope(case: Case) -> bool:
    return not _negative(case)


def _all(case: Case) -> bool:
    return True


def _wrong(case: Case) -> bool:
    return case.outcome is Outcome.F


_SHARES: Final[Mapping[str, tuple[IsCounted, IsCounted]]] = {
    "answered": (_answered, _all),
    "answered_wrongly": (_wrong, _all),
    "in_scope_accuracy": (lambda case: case.outcome is Outcome.T, _in_scope),
    "wrong_answers": (_wrong, _answered),
    "out_of_scope_recall": (lambda case: case.outcome is Outcome.TO, _negative),
    "top1_accuracy": (lambda case: case.is_right, _in_scope),
    "accuracy": (lambda case: case.is_accurate, _all),
}
"""Figure -> what is counted, among which cases."""


def intervals(cases: Sequence[Case]) -> dict[str, Interval]:
    """Return each figure that is a share of cases with its 95 % interval: Wilson's, near-copies being one question.

    The share counts every case; the interval is that of so many independent questions as the cases are worth by Kish's
    effective size, (sum of group sizes) squared / sum of their squares, groups being near-copies of a question.
    """
    groups = near_copies([case.text for case in cases])
    return {name: _interval(cases, groups, counted, among) for name, (counted, among) in _SHARES.items()}


def _interval(cases: Sequence[Case], groups: Sequence[int], counted: IsCounted, among: IsCounted) -> Interval:
    chosen = [place for place, case in enumerate(cases) if among(case)]
    if not chosen:
        return wilson(0, 0)
    share = sum(counted(cases[place]) for place in chosen) / len(chosen)
    sizes = Counter(groups[place] for place in chosen).values()
    worth = sum(sizes) ** 2 / sum(size * size for size in sizes)
    return wilson(share * worth, worth)
