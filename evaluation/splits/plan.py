"""Which questions an evaluation holds back: everything that examples are parted by, and the splits that follow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from evaluation.errors import EvaluationError
from evaluation.splits.folds import Folds, Split, Task, splits
from evaluation.splits.settings import THREE_SETTINGS, NexCvSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class Holdback:
    """Which share of each category is held back, the seed that draws it, and whether near-copies stay together."""

    test_fraction: float = 0.2
    seed: int = 0
    folds: Folds = Folds.GROUPED

    def split(self, texts: Sequence[str], categories: Sequence[str]) -> Split:
        """Part the examples once, no category being low; raises EvaluationError as `splits` does."""
        fraction, groups = self.test_fraction, self.folds.groups(texts)
        return splits(texts, categories, retries=1, test_fraction=fraction, seed=self.seed, groups=groups)[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitPlan(Holdback):
    """The splits of a nex-cv evaluation: in each of `settings` so many `retries`, which hold other questions back.

    Raises EvaluationError where there is no setting.
    """

    settings: tuple[NexCvSettings, ...] = THREE_SETTINGS
    retries: int = 5

    def __post_init__(self) -> None:
        if not self.settings:
            raise EvaluationError("No setting was given: name at least one (min_category_size, other_min_prop).")

    def at(self, *settings: NexCvSettings) -> SplitPlan:
        """Return the same plan in these settings."""
        return replace(self, settings=settings)

    def part(self, texts: Sequence[str], categories: Sequence[str]) -> PartedData:
        """Part the examples in every setting that they can have.

        Raises EvaluationError for data or values that cannot be evaluated, which is when no setting can be had.
        """
        deal = partial(
            splits,
            texts,
            categories,
            retries=self.retries,
            test_fraction=self.test_fraction,
            seed=self.seed,
            groups=self.folds.groups(texts),
        )
        found: dict[NexCvSettings, tuple[Split, ...]] = {}
        skipped: list[tuple[NexCvSettings, str]] = []
        for one in self.settings:
            try:
                found[one] = tuple(deal(one))
            except EvaluationError as error:
                skipped.append((one, str(error)))
        if not found:
            raise EvaluationError(skipped[-1][1])
        return PartedData(found, tuple(skipped))


@dataclass(frozen=True, slots=True)
class PartedData:
    """The splits of each setting, and (setting, reason) of each that the data cannot have."""

    splits: Mapping[NexCvSettings, tuple[Split, ...]]
    skipped: tuple[tuple[NexCvSettings, str], ...] = ()

    @property
    def tasks(self) -> list[Task]:
        """What there is to fit and classify: each two sides once, however many settings share them."""
        return list(dict.fromkeys(split.task for parted in self.splits.values() for split in parted))
