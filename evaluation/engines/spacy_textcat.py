"""spaCy's text categoriser on a blank pipeline: no model to download, four languages."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Final

import numpy as np

from evaluation.classifier import NO_ANSWER, ClassifierFactory, Prediction
from evaluation.errors import EvaluationError
from nlu.understanding import Guess
from nlu.words.normalise import considered

LANGUAGES: Final = ("en", "de", "fr", "zh")
_EPOCHS: Final = 10
_BATCH: Final = 32
_RATE: Final = 0.01
_MODEL: Final = {
    "@architectures": "spacy.TextCatBOW.v3",
    "exclusive_classes": True,
    "ngram_size": 2,
    "length": 2**14,
    "no_output_layer": False,
}


class SpacyTextcat:
    """Learns spaCy's bag-of-words `textcat` on the tokens of a language (zh: characters), repeatably from a seed."""

    def __init__(self, seed: int = 0, language: str = "en") -> None:
        self._seed, self._language = seed, language
        self._pipeline: Any = None

    @classmethod
    def of_language(cls, language: str) -> ClassifierFactory:
        """Return the factory for one of LANGUAGES; raises EvaluationError for another."""
        if language not in LANGUAGES:
            raise EvaluationError(f"The engine spacy knows {', '.join(LANGUAGES)}, not {language!r}: spacy:de.")
        return partial(cls, language=language)

    def fit(self, texts: Sequence[str], categories: Sequence[str]) -> None:
        """Train a pipeline."""
        import spacy

        with _seeded(self._seed):
            self._pipeline = spacy.blank(self._language)
            self._pipeline.add_pipe("textcat", config={"model": _MODEL})
            self._train(_examples(self._pipeline, texts, categories))

    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        """Return the most probable category, NO_ANSWER for a text without a word."""
        if self._pipeline is None:
            raise EvaluationError("The classifier was not fitted: call fit first.")
        return [_guess(doc.cats) if len(doc) else NO_ANSWER for doc in self._pipeline.pipe(map(considered, texts))]

    def _train(self, examples: list[Any]) -> None:
        optimizer = self._pipeline.initialize(lambda: examples)
        optimizer.learn_rate = _RATE
        order = random.Random(self._seed)  # noqa: S311 - an order to learn in, not a secret
        for _ in range(_EPOCHS):
            order.shuffle(examples)
            for start in range(0, len(examples), _BATCH):
                self._pipeline.update(examples[start : start + _BATCH], sgd=optimizer)


def _examples(pipeline: Any, texts: Sequence[str], categories: Sequence[str]) -> list[Any]:
    from spacy.training import Example

    names = sorted(set(categories))
    return [
        Example.from_dict(pipeline.make_doc(considered(text)), {"cats": {name: float(name == own) for name in names}})
        for text, own in zip(texts, categories, strict=True)
    ]


def _guess(cats: dict[str, float]) -> Guess:
    name = min(cats, key=lambda one: (-cats[one], one))
    return Guess(name, min(1.0, max(0.0, float(cats[name]))))


@contextmanager
def _seeded(seed: int) -> Iterator[None]:
    """Seed the generators that spaCy draws from, and give them back as they were."""
    from thinc.util import fix_random_seed

    before, numpy_before = random.getstate(), np.random.get_state()
    fix_random_seed(seed)
    try:
        yield
    finally:
        random.setstate(before)
        np.random.set_state(numpy_before)
