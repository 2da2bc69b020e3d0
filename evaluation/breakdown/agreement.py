"""How far annotators agree beyond chance."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence


def fleiss_kappa(items: Iterable[Sequence[Hashable]]) -> float | None:
    """Return Fleiss' kappa; each item holds the labels that its annotators gave, in any order.

    1 is perfect agreement, 0 what chance would give. Items may have different numbers of annotators: agreement is the
    mean over items with two or more, chance follows from the mean share of each label over all items (Gwet, Handbook
    of Inter-Rater Reliability, 2014, chapter 2); with equal numbers that is Fleiss (1971). None when no item has two
    annotators, or when all labels are the same.

    >>> round(fleiss_kappa(["aab", "bbb", "aaa"]) or 0, 3)
    0.55
    """
    counts = [Counter(item) for item in items if item]
    paired = [item for item in counts if item.total() >= 2]
    shares: defaultdict[Hashable, float] = defaultdict(float)
    for item in counts:
        for label, count in item.items():
            shares[label] += count / item.total() / len(counts)
    chance = sum(share**2 for share in shares.values())
    if not paired or len(shares) < 2:
        return None
    agreed = sum(_agreement(item) for item in paired) / len(paired)
    return (agreed - chance) / (1 - chance)


def _agreement(item: Counter[Hashable]) -> float:
    """Return the share of pairs of annotators that gave the same label."""
    n = item.total()
    return sum(count * (count - 1) for count in item.values()) / (n * (n - 1))
