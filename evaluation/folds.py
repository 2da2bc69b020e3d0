"""How examples are parted into a training and a test side (nex-cv, Algorithms 1 to 3), stably."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

from evaluation.classifier import NO_ANSWER, Label
from evaluation.errors import EvaluationError
from nlu.normalise import normalise


@dataclass(frozen=True, slots=True)
class Split:
    """One retry: positions of training and test examples; `gold` is parallel to `test`, NO_ANSWER for negatives."""

    retry: int
    train: tuple[int, ...]
    test: tuple[int, ...]
    gold: tuple[Label, ...]
    negative_categories: tuple[str, ...]


def low_population(
    categories: Sequence[str], *, min_category_size: int = 0, other_min_prop: float = 0.0
) -> tuple[str, ...]:
    """Return the names, sorted, of the categories that may serve as negative examples.

    With `min_category_size` K > 0 those of fewer than K examples (Algorithm 2); with `other_min_prop` P in (0, 1) the
    rarest, as many as it takes to hold at least the share P of all examples (Algorithm 3). Of two equally rare
    categories the one later in the alphabet goes first, as in the reference implementation. Raises EvaluationError.

    >>> low_population(["pay"] * 8 + ["visa"] + ["dog"], other_min_prop=0.15)
    ('dog', 'visa')
    """
    check_setting(min_category_size, other_min_prop)
    sizes = Counter(categories)
    if min_category_size:
        return tuple(sorted(name for name, size in sizes.items() if size < min_category_size))
    popped: list[str] = []
    covered = 0
    for name in sorted(sorted(sizes, reverse=True), key=sizes.__getitem__):
        if covered / len(categories) >= other_min_prop:
            break
        popped.append(name)
        covered += sizes[name]
    return tuple(sorted(popped))


def check_setting(min_category_size: int, other_min_prop: float) -> None:
    """Raise EvaluationError unless K >= 0, P is in [0, 1) and at most one of them is above 0."""
    if min_category_size < 0:
        raise EvaluationError(f"min_category_size must be 0 or more, not {min_category_size}.")
    if not 0 <= other_min_prop < 1:
        raise EvaluationError(f"other_min_prop must be at least 0 and below 1, not {other_min_prop}.")
    if min_category_size and other_min_prop:
        raise EvaluationError(
            "min_category_size and other_min_prop cannot both be set: choose one and leave the other 0."
        )


def splits(
    texts: Sequence[str],
    categories: Sequence[str],
    *,
    min_category_size: int = 0,
    other_min_prop: float = 0.0,
    retries: int = 5,
    test_fraction: float = 0.2,
    seed: int = 0,
) -> list[Split]:
    """Part the examples once per retry, `categories[i]` being the category of `texts[i]`.

    Of every high-population category of n examples int(n * t), at least one, go to the test side; of the m
    low-population categories int(m * t), at least one, go there whole as negative examples (gold NO_ANSWER) and the
    others stay whole on the training side (Algorithm 1). A category of one single example can't be both learnt and
    tested: it stays on the training side (`untested_categories` names it).

    Which examples are tested follows from a hash of seed, retry and normalised text, so adding an example to a
    category moves at most one other to the other side. Raises EvaluationError when there is nothing to train or test.
    """
    _check(texts, categories, retries, test_fraction)
    low = low_population(categories, min_category_size=min_category_size, other_min_prop=other_min_prop)
    positions: dict[str, list[int]] = {}
    for position, category in enumerate(categories):
        positions.setdefault(category, []).append(position)
    _check_enough_left(positions, low, test_fraction)
    normalised = [normalise(text) for text in texts]
    return [_split(texts, normalised, positions, low, retry, test_fraction, seed) for retry in range(retries)]


def untested_categories(categories: Sequence[str], low: Sequence[str]) -> tuple[str, ...]:
    """Return the high-population categories, sorted, that have a single example and so are never tested."""
    return tuple(sorted(name for name, size in Counter(categories).items() if size == 1 and name not in set(low)))


def _split(
    texts: Sequence[str],
    normalised: Sequence[str],
    positions: dict[str, list[int]],
    low: Sequence[str],
    retry: int,
    test_fraction: float,
    seed: int,
) -> Split:
    negatives = sorted(low, key=lambda name: _rank(seed, retry, name))[: _tested(len(low), test_fraction)]
    gold: dict[int, Label] = {}
    for category in negatives:
        gold.update(dict.fromkeys(positions[category], NO_ANSWER))
    for category in positions.keys() - set(low):
        ranked = sorted(positions[category], key=lambda i: (_rank(seed, retry, normalised[i]), texts[i], i))
        size = min(_tested(len(ranked), test_fraction), len(ranked) - 1)
        gold.update(dict.fromkeys(ranked[:size], category))
    test = tuple(sorted(gold))
    train = tuple(i for i in range(len(texts)) if i not in gold)
    return Split(retry, train, test, tuple(gold[i] for i in test), tuple(sorted(negatives)))


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


def _check_enough_left(positions: dict[str, list[int]], low: Sequence[str], test_fraction: float) -> None:
    high = positions.keys() - set(low)
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
    if not low and all(len(positions[name]) == 1 for name in high):
        raise EvaluationError("Every category has one single example, so nothing can be tested: add examples.")
