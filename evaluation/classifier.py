"""What an evaluation asks of a classifier, and what a classifier may say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Final, Protocol, TypeAlias, runtime_checkable

from nlu.understanding import Guess


class NoAnswer(Enum):
    """The absence of an answer: a type of its own, so that no category name can be mistaken for it."""

    NO_ANSWER = "no answer"

    def __repr__(self) -> str:
        return "NO_ANSWER"


NO_ANSWER: Final = NoAnswer.NO_ANSWER

Label: TypeAlias = str | NoAnswer
Prediction: TypeAlias = Guess | NoAnswer
Progress: TypeAlias = Callable[[int, int], None]


class Classifier(Protocol):
    """Anything that learns categories from examples and then sorts texts into them."""

    def fit(self, texts: Sequence[str], categories: Sequence[str]) -> None:
        """Learn from scratch, forgetting what was learnt before: `categories[i]` is the category of `texts[i]`."""

    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        """Return the best guess for each text, in order, or NO_ANSWER where the classifier has none."""


ClassifierFactory: TypeAlias = Callable[[int], Classifier]


class PreparedTexts(Protocol):
    """A fixed list of texts, prepared once, on which many splits are fitted and classified."""

    def fit_and_classify(
        self, train: Sequence[int], categories: Sequence[str], test: Sequence[int]
    ) -> tuple[list[Prediction], float, float]:
        """Fit on the texts at `train` and classify those at `test`; returns predictions, seconds to fit, to predict.

        `categories[i]` belongs to the text at `train[i]`. The predictions are those that a fresh `fit` on the same
        texts followed by `classify` would give.
        """


@runtime_checkable
class SharesTexts(Protocol):
    """A classifier that can share work between many splits of the same texts (beside being a Classifier)."""

    def prepare(self, texts: Sequence[str]) -> PreparedTexts:
        """Do the work that does not depend on the split."""
