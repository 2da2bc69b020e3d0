"""How accuracy grows with the number of examples: is it worth writing more?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import blake2b
from itertools import chain
from typing import Final

from evaluation.classifier import Progress
from evaluation.fitting.refit import Refit, cases_of
from evaluation.measures.figures import figures
from evaluation.measures.intervals import Interval
from evaluation.measures.share_interval import over_retries
from evaluation.splits.folds import Split
from nlu.words.normalise import normalise

SHARES: Final = (0.2, 0.4, 0.6, 0.8, 1.0)
"""The shares of each category's training examples that are learnt from."""


@dataclass(frozen=True, slots=True)
class CurveStep:
    """With `share` in (0, 1] of the training examples, `examples` of them on average: the accuracy over the retries."""

    share: float
    examples: int
    accuracy: Interval

    def to_dict(self) -> dict[str, object]:
        """Return {share, examples, accuracy: {mean, low, high}}."""
        return asdict(self)


def learning_curve(
    texts: Sequence[str],
    categories: Sequence[str],
    splits: Sequence[Split],
    refit: Refit,
    *,
    threshold: float,
    shares: Sequence[float] = SHARES,
    seed: int = 0,
    progress: Progress | None = None,
) -> list[CurveStep]:
    """Refit with a growing share of the training side; the test sides stay as they are, and so does every category."""
    report = progress or (lambda done, total: None)
    report(0, len(shares))
    steps = []
    overlap = sum(len(split.test) for split in splits) / sum(len(split.train) for split in splits)
    for share in shares:
        thinned_splits = [thinned(texts, categories, split, share, seed) for split in splits]
        measured = cases_of(texts, categories, thinned_splits, refit, threshold)
        examples = round(sum(len(split.train) for split in thinned_splits) / len(splits))
        accuracies = [figures(cases).accuracy for cases in measured]
        found = over_retries(accuracies, chain.from_iterable(measured), overlap=overlap)
        steps.append(CurveStep(share, examples, found))
        report(len(steps), len(shares))
    return steps


def thinned(
    texts: Sequence[str],
    categories: Sequence[str],
    split: Split,
    share: float,
    seed: int = 0,
    only: frozenset[str] | None = None,
) -> Split:
    """Keep this share of each category's training examples, at least one; `only` these categories lose any.

    Which ones stay follows from a hash of seed, retry and normalised text: a smaller share is part of a larger one.
    """
    by_category: dict[str, list[int]] = {}
    for i in split.train:
        by_category.setdefault(categories[i], []).append(i)
    kept: list[int] = []
    for category, rows in by_category.items():
        size = len(rows) if only is not None and category not in only else max(1, round(share * len(rows)))
        kept += sorted(rows, key=lambda i: (_rank(seed, split.retry, texts[i]), texts[i], i))[:size]
    return replace(split, train=tuple(sorted(kept)))


def _rank(seed: int, retry: int, text: str) -> bytes:
    key = f"kept\0{seed}\0{retry}\0{normalise(text)}".encode("utf-8", "surrogatepass")
    return blake2b(key, digest_size=16).digest()
