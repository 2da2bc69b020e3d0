"""Where a fit ended: one of nearly the same examples begins there and needs a few steps instead of dozens.

Kept beside a company's models, so that what a draft would do is found out soon. It changes how long a fit takes; what
it comes to is within the recipe's tolerance. Texts stand in it as hashes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
import numpy.typing as npt

from nlu.classifier.logistic import Softmax, Start


@dataclass(frozen=True, slots=True)
class WarmStart:
    """The `coefficients` of examples (by the hashes of their texts) for each category, float16, and the intercept."""

    texts: npt.NDArray[np.uint64]
    categories: tuple[str, ...]
    coefficients: npt.NDArray[np.float16]
    intercept: npt.NDArray[np.float32]

    @classmethod
    def of(cls, texts: Sequence[str], categories: tuple[str, ...], fitted: Softmax) -> WarmStart:
        """Keep where the fit of these texts ended."""
        return cls(_hashes(texts), categories, fitted.coefficients.astype(np.float16), fitted.intercept)

    def at(self, texts: Sequence[str], categories: Sequence[str]) -> Start:
        """Return where a fit of these texts begins: what was not in the other one begins at zero."""
        rows, mine = _shared(self.texts.tolist(), _hashes(texts).tolist())
        columns, theirs = _shared(self.categories, categories)
        coefficients = np.zeros((len(texts), len(categories)), np.float32)
        coefficients[np.ix_(mine, theirs)] = self.coefficients[np.ix_(rows, columns)]
        intercept = np.zeros(len(categories), np.float32)
        intercept[theirs] = self.intercept[columns]
        return Start(coefficients, intercept)


def _shared(had: Sequence[object], has: Sequence[object]) -> tuple[list[int], list[int]]:
    """Return the places, in one list and in the other, of what stands in both."""
    places = {each: place for place, each in enumerate(had)}
    both = [(places[each], place) for place, each in enumerate(has) if each in places]
    return [old for old, _ in both], [new for _, new in both]


def _hashes(texts: Sequence[str]) -> npt.NDArray[np.uint64]:
    hashed = (blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest() for text in texts)
    return np.frombuffer(b"".join(hashed), np.uint64)
