"""Which two topics are the biggest problem: pairs of categories ranked by how often they are taken for each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from evaluation.classifier import NoAnswer
from evaluation.general_stage import general_intent
from evaluation.measures.intervals import Interval
from evaluation.measures.metrics import Confusion


@dataclass(frozen=True, slots=True)
class ConfusedPair:
    """Two categories, `a` before `b` by name.

    `a_as_b` counts the test questions of `a` that were taken for `b`; `confusion` in (0, 1] is the share of the test
    questions of both that went to the other.
    """

    a: str
    b: str
    confusion: float
    a_as_b: int
    b_as_a: int

    def to_dict(self) -> dict[str, object]:
        """Return the pair as JSON values."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class RankedPair(ConfusedPair):
    """A pair judged by different questions: near-copies and retries of a question count as one.

    `a_as_b` counts questions that were taken for `b` at least once; `confusion` is the mean over the `questions` of
    both of how often each went to the other; `gain` is the share of all questions that were lost between the two, with
    its 95 % interval, which is what repairing the pair would gain; `stands_out` whether it is surely worth that.
    """

    questions: int
    gain: Interval
    stands_out: bool


def standing_out(pairs: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the pairs (JSON form) that stand out; those of a result that does not say all do.

    >>> standing_out([{"a": "pay", "stands_out": False}, {"a": "visa"}])
    [{'a': 'visa'}]
    """
    return [pair for pair in pairs if pair.get("stands_out", True)]


def is_of_categories(pair: ConfusedPair) -> bool:
    """Tell whether both are categories of the company's; a general intent may be one of a pair, too."""
    return len(categories_of(pair.a, pair.b)) == 2


def categories_of(*names: str) -> list[str]:
    """Return those of the names of a pair that are categories of the company's.

    >>> categories_of("general:help", "visa")
    ['visa']
    """
    return [name for name in names if general_intent(name) is None]


def worst_pairs(counts: Confusion, limit: int = 10) -> list[ConfusedPair]:
    """Return the `limit` most confused pairs, worst first (nex-cv paper, section 4.1); "no answer" is in none.

    >>> worst_pairs({("pay", "pay"): 6, ("pay", "perks"): 2, ("perks", "perks"): 2})
    [ConfusedPair(a='pay', b='perks', confusion=0.2, a_as_b=2, b_as_a=0)]
    """
    totals: Counter[str] = Counter()
    swapped: Counter[tuple[str, str]] = Counter()
    for (gold, answered), n in counts.items():
        if isinstance(gold, NoAnswer):
            continue
        totals[gold] += n
        if not isinstance(answered, NoAnswer) and answered != gold:
            swapped[gold, answered] += n
    names = {(min(pair), max(pair)) for pair, n in swapped.items() if n}
    pairs = [
        ConfusedPair(a, b, (swapped[a, b] + swapped[b, a]) / (totals[a] + totals[b]), swapped[a, b], swapped[b, a])
        for a, b in names
    ]
    return sorted(pairs, key=lambda p: (-p.confusion, -(p.a_as_b + p.b_as_a), p.a, p.b))[:limit]
