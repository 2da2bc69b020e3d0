"""How examples are parted into a training and a test side (nex-cv, Algorithms 1 to 3), stably."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2b
from typing import TypeAlias

from evaluation.classifier import NO_ANSWER, Label, NoAnswer
from evaluation.errors import EvaluationError
from evaluation.splits.near_copies import near_copies
from evaluation.splits.settings import PLAIN, NexCvSettings
from evaluation.splits.units import Unit, units_of

Task: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""Positions of the training and of the test examples."""


class Folds(StrEnum):
    """What is dealt out to the two sides."""

    GROUPED = "grouped"
    """Groups of near-copies, which stay together, so that no test question has its copy in training."""
    PLAIN = "plain"
    """Every example by itself, as the reference implementation of nex-cv does."""

    def groups(self, texts: Sequence[str]) -> list[int] | None:
        """Return the group of each text, None where every example is its own."""
        return near_copies(texts) if self is Folds.GROUPED else None


@dataclass(frozen=True, slots=True)
class Split:
    """One retry: positions of training and test examples; `gold` is parallel to `test`, NO_ANSWER for negatives.

    So are `copy_of`, the question that a near-copy is one of ("": of none), and `weights`, in which near-copies that
    are tested together weigh 1 between them.
    """

    retry: int
    train: tuple[int, ...]
    test: tuple[int, ...]
    gold: tuple[Label, ...]
    negative_categories: tuple[str, ...]
    copy_of: tuple[str, ...]
    weights: tuple[float, ...]

    @property
    def task(self) -> Task:
        """Its two sides, which is all that a classifier gets to see of it."""
        return self.train, self.test


def splits(
    texts: Sequence[str],
    categories: Sequence[str],
    settings: NexCvSettings = PLAIN,
    *,
    retries: int = 5,
    test_fraction: float = 0.2,
    seed: int = 0,
    groups: Sequence[int] | None = None,
) -> list[Split]:
    """Part the examples once per retry, `categories[i]` being the category of `texts[i]`; `settings` say which are low.

    Of every high-population category of n examples int(n * t), at least one, go to the test side; of the m
    low-population categories int(m * t), at least one, go there whole as negative examples (gold NO_ANSWER) and the
    others stay whole on the training side (Algorithm 1). A category of one single example can't be both learnt and
    tested: it stays on the training side (`untested_categories` names it).

    With `groups`, the group of each example (`Folds.groups`), n counts groups, and a group stays on one side: it is
    dealt out with the category that has most of it, goes with a negative example and stays with a rare category that
    is taught; only what a category would have no other example to be taught by stays behind.

    Which examples are tested follows from a hash of seed, retry and normalised text, so adding an example to a
    category moves at most one other, or one group, to the other side. Raises EvaluationError when there is nothing to
    train or test.
    """
    _check(texts, categories, retries, test_fraction)
    low = settings.low_population(categories)
    sizes = Counter(categories)
    _check_enough_left(sizes, low, test_fraction)
    dealer = _Dealer(categories, sizes, units_of(texts, categories, groups), frozenset(low), test_fraction)
    parted = [dealer.split(seed, retry) for retry in range(retries)]
    if not any(split.test for split in parted):
        raise EvaluationError(
            "Every category has one single example (the same text counts once), so nothing can be tested: add examples."
        )
    return parted


def untested_categories(categories: Sequence[str], low: Collection[str], parted: Iterable[Split]) -> tuple[str, ...]:
    """Return the high-population categories, sorted, that no split tests: of one single question, copies aside."""
    tested = {gold for split in parted for gold in split.gold if not isinstance(gold, NoAnswer)}
    return tuple(sorted(set(categories) - tested - set(low)))


@dataclass(frozen=True, slots=True)
class _Dealer:
    categories: Sequence[str]
    sizes: Counter[str]
    units: Sequence[Unit]
    low: frozenset[str]
    test_fraction: float

    def split(self, seed: int, retry: int) -> Split:
        drawn = sorted(self.low, key=lambda name: _rank(seed, retry, name))
        negatives = set(drawn[: _tested(len(self.low), self.test_fraction)])
        taught, test = Counter(self.sizes), set[int]()
        homes: dict[str, list[Unit]] = {}
        dealt: Counter[str] = Counter()
        for unit in self.units:
            if not negatives.isdisjoint(unit.sizes):
                test.update(self._with_negatives(unit, negatives, taught))
                dealt[unit.home] += 1
            homes.setdefault(unit.home, []).append(unit)
        for name in sorted(homes.keys() - self.low):
            ranked = sorted(homes[name], key=lambda unit: (_rank(seed, retry, unit.key), unit.text, unit.rows))
            missing = _tested(len(ranked), self.test_fraction) - dealt[name]
            for unit in ranked:
                if missing > 0 and self._can_be_tested(unit, taught):
                    test.update(unit.rows)
                    taught.subtract(unit.sizes)
                    missing -= 1
        rows = sorted(test)
        gold = tuple(NO_ANSWER if self.categories[i] in negatives else self.categories[i] for i in rows)
        train = tuple(i for i in range(len(self.categories)) if i not in test)
        copy_of, weights = self._copies(test)
        copies = tuple(copy_of.get(i, "") for i in rows), tuple(weights.get(i, 1.0) for i in rows)
        return Split(retry, train, tuple(rows), gold, tuple(sorted(negatives)), *copies)

    def _copies(self, test: set[int]) -> tuple[dict[int, str], dict[int, float]]:
        copy_of: dict[int, str] = {}
        weights: dict[int, float] = {}
        for unit in self.units:
            if len(unit.rows) > 1:
                asked = test.intersection(unit.rows)
                copy_of |= dict.fromkeys(asked, unit.key)
                weights |= {i: 1 / len(asked) for i in asked}
        return copy_of, weights

    def _can_be_tested(self, unit: Unit, taught: Counter[str]) -> bool:
        return not any(name in self.low for name in unit.sizes) and all(
            taught[name] > n for name, n in unit.sizes.items()
        )

    def _with_negatives(self, unit: Unit, negatives: set[str], taught: Counter[str]) -> list[int]:
        """Copies of a negative example are tested with it; what another category cannot spare stays."""
        leaving = {name for name, n in unit.sizes.items() if name in negatives or taught[name] > n}
        taught.subtract({name: unit.sizes[name] for name in leaving})
        return [i for i in unit.rows if self.categories[i] in leaving]


def _tested(size: int, test_fraction: float) -> int:
    return min(max(1, int(size * test_fraction)), size)


def _rank(seed: int, retry: int, text: str) -> bytes:
    key = f"{seed}\0{retry}\0{text}".encode("utf-8", "surrogatepass")
    return blake2b(key, digest_size=16).digest()


def _check(texts: Sequence[str], categories: Sequence[str], retries: int, test_fraction: float) -> None:
    if len(texts) != len(categories):
        raise EvaluationError(f"There are {len(texts)} texts but {len(categories)} categories: give one for each text.")
    if retries < 1:
        raise EvaluationError(f"retries must be 1 or more, not {retries}.")
    if not 0 < test_fraction < 1:
        raise EvaluationError(f"test_fraction must be above 0 and below 1, not {test_fraction}.")
    if len(set(categories)) < 2:
        raise EvaluationError(f"An evaluation needs at least two categories; the data has {len(set(categories))}.")


def _check_enough_left(sizes: Counter[str], low: Sequence[str], test_fraction: float) -> None:
    high = sizes.keys() - set(low)
    if not high:
        raise EvaluationError(
            "Every category is rare under this setting, so nothing is left to train: "
            "lower min_category_size or other_min_prop, or add examples."
        )
    if len(high) + len(low) - (_tested(len(low), test_fraction) if low else 0) < 2:
        raise EvaluationError(
            "This setting leaves one single category to train: "
            "lower min_category_size or other_min_prop, or add categories."
        )
