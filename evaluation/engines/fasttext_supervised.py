"""fastText's supervised classifier (Joulin et al., 2017), trained so that the same examples give the same model."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from evaluation.classifier import NO_ANSWER, Prediction
from evaluation.errors import EvaluationError
from nlu.embeddings.word_vectors import HOW_TO_ADD_FASTTEXT
from nlu.understanding import Guess
from nlu.words.ngrams import word_ngrams
from nlu.words.normalise import considered

_DIMENSIONS, _RATE, _EPOCHS, _NGRAMS = 100, 1.0, 50, (1, 2)
_END: Final = "</s>"
_LABEL: Final = "\x01"  # no token begins with it: `considered` takes control characters out of a text


class FasttextSupervised:
    """Learns words and pairs of words by fastText, bit for bit the same from the same examples and seed.

    fastText itself fills its table of vectors at random only with ten threads or more, and with several threads no two
    trainings agree (see docs/features.md). So it trains in one thread, from random vectors that are given to it; pairs
    of words are handed over as words of their own, since its own n-grams can be given none.
    """

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._categories: list[str] = []
        self._known: set[str] = set()
        self._model: Any = None

    def fit(self, texts: Sequence[str], categories: Sequence[str]) -> None:
        """Train a model; raises EvaluationError when fastText is not installed."""
        try:
            import fasttext
        except ImportError as error:
            raise EvaluationError(f"The engine fasttext needs fastText: {HOW_TO_ADD_FASTTEXT}.") from error
        self._categories = sorted(set(categories))
        rows = [_tokens(text) for text in texts]
        self._known = {token for row in rows for token in row}
        with tempfile.TemporaryDirectory() as folder:
            examples, start = Path(folder) / "examples", Path(folder) / "start.vec"
            examples.write_text(self._lines(rows, categories), encoding="utf-8")
            start.write_text(_random_vectors([*sorted(self._known), _END], self._seed), encoding="utf-8")
            self._model = fasttext.train_supervised(
                str(examples), dim=_DIMENSIONS, lr=_RATE, epoch=_EPOCHS, wordNgrams=1, minn=0, maxn=0, bucket=0,
                minCount=1, loss="softmax", thread=1, label=_LABEL, pretrainedVectors=str(start), verbose=0,
            )  # fmt: skip

    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        """Return the most probable category, NO_ANSWER where no word of the text was taught."""
        if self._model is None:
            raise EvaluationError("The classifier was not fitted: call fit first.")
        rows = [[token for token in _tokens(text) if token in self._known] for text in texts]
        labels, shares = self._model.predict([" ".join(row) for row in rows]) if rows else ([], [])
        return [
            self._guess(label[0], float(share[0])) if row else NO_ANSWER
            for row, label, share in zip(rows, labels, shares, strict=True)
        ]

    def _guess(self, label: str, share: float) -> Guess:
        return Guess(self._categories[int(label.removeprefix(_LABEL))], min(1.0, share))

    def _lines(self, rows: Sequence[Sequence[str]], categories: Sequence[str]) -> str:
        """Return fastText's training file, the examples in an order drawn by the seed."""
        place = {category: number for number, category in enumerate(self._categories)}
        lines = [f"{_LABEL}{place[name]} {' '.join(row)}\n" for row, name in zip(rows, categories, strict=True)]
        return "".join(lines[i] for i in np.random.default_rng(self._seed).permutation(len(lines)))


def _tokens(text: str) -> list[str]:
    return [gram.replace(" ", "\x02") for gram in word_ngrams(considered(text), _NGRAMS)]


def _random_vectors(words: Sequence[str], seed: int) -> str:
    """Return the text of a .vec file."""
    rows = np.random.default_rng(seed).uniform(-1 / _DIMENSIONS, 1 / _DIMENSIONS, (len(words), _DIMENSIONS))
    lines = (f"{word} " + " ".join(f"{x:.6f}" for x in row) for word, row in zip(words, rows.tolist(), strict=True))
    return f"{len(words)} {_DIMENSIONS}\n" + "\n".join(lines) + "\n"
