"""A service as a classifier that can be evaluated."""

from __future__ import annotations

import logging
import math
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import cache
from time import perf_counter
from types import TracebackType
from typing import Self

from evaluation.classifier import NO_ANSWER, Measured, Prediction
from evaluation.engines.remote.description import Description
from evaluation.engines.remote.message import RemoteError, ServiceGone
from evaluation.engines.remote.remote_engine import RemoteEngine, RemoteIntent
from evaluation.engines.remote.turn import turn
from evaluation.errors import EvaluationError
from nlu.understanding import Guess

_LOG = logging.getLogger(__name__)


class RemoteClassifier:
    """Teaches a service the categories as intents of its own naming, and deletes them again.

    Used in a `with` block it has the service to itself, and leaves nothing behind in it. What a killed process left is
    deleted by the next training. An intent that was not taught is no answer, and noted once in the log.
    """

    def __init__(self, name: str, engine: RemoteEngine, description: Description) -> None:
        self._name, self._engine, self._description = name, engine, description
        self._categories: dict[str, str] = {}
        self._turn = ExitStack()

    def fit(self, texts: Sequence[str], categories: Sequence[str]) -> None:
        """Delete what is left of a training before, and teach these; raises RemoteError."""
        self._clean_up()
        names = {name: f"{self._description.prefix}{i:04}" for i, name in enumerate(sorted(set(categories)))}
        examples: dict[str, list[str]] = {intent: [] for intent in names.values()}
        for text, category in zip(texts, categories, strict=True):
            examples[names[category]].append(" ".join(text.split()))
        self._categories = {intent: category for category, intent in names.items()}
        self._engine.create_intents(examples)

    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        """Ask the service about one text after the other; raises RemoteError."""
        return [self._prediction(self._engine.classify(" ".join(text.split()))) for text in texts]

    def prepare(self, texts: Sequence[str]) -> TextsInTurns:
        """Return the texts; their splits are taught one at a time, in however many processes."""
        return TextsInTurns(tuple(texts), self)

    def __enter__(self) -> Self:
        self._turn.enter_context(turn(self._description.base_url))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._turn:
            if error is None:
                self._clean_up()
            elif not isinstance(error, ServiceGone):
                with suppress(EvaluationError):
                    self._clean_up()

    def _clean_up(self) -> None:
        """Delete what carries the prefix until nothing does: a service may list its intents in parts."""
        deleted: set[RemoteIntent] = set()
        while left := {one for one in self._engine.all_intents() if one.name.startswith(self._description.prefix)}:
            if left <= deleted:
                raise RemoteError(f"{self._name}: says that it deleted {min(one.name for one in left)}, but lists it.")
            self._engine.delete_intents(sorted(left, key=lambda one: one.name))
            deleted |= left

    def _prediction(self, guess: Guess | None) -> Prediction:
        if guess is None or guess.intent in self._description.fallback_intents:
            return NO_ANSWER
        if guess.intent not in self._categories:
            _note(self._name, guess.intent)
            return NO_ANSWER
        if not (math.isfinite(guess.confidence) and 0 <= guess.confidence <= 1 + 1e-6):
            raise RemoteError(f"{self._name}: gave the confidence {guess.confidence}: it must be in [0, 1].")
        return Guess(self._categories[guess.intent], min(1.0, guess.confidence))


@dataclass(frozen=True, slots=True)
class TextsInTurns:
    """Texts on which a service is measured, a split at a time."""

    texts: tuple[str, ...]
    classifier: RemoteClassifier

    def fit_and_classify(self, categories: Sequence[str], train: Sequence[int], test: Sequence[int]) -> Measured:
        """Teach the texts at `train`, classify those at `test`, and leave nothing behind."""
        with self.classifier as classifier:
            started = perf_counter()
            classifier.fit([self.texts[i] for i in train], [categories[i] for i in train])
            fitted = perf_counter()
            predictions = classifier.classify([self.texts[i] for i in test])
            return Measured(predictions, fitted - started, perf_counter() - fitted)


@cache
def _note(name: str, intent: str) -> None:
    """Note it once in a process."""
    advice = "it counts as no answer; delete it at the service, or name it under fallback_intents"
    _LOG.warning("%s answered the intent %r, which this evaluation did not teach: %s.", name, intent, advice)
