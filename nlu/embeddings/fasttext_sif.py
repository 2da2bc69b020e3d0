"""fastText word vectors with the SIF transformation: the sentence vectors of the nex-cv paper's own classifier.

A sentence is the mean of its words' vectors, each weighted a / (a + p(word)), minus its part along the first principal
component of the training sentences (Arora, Liang & Ma 2017, "A Simple but Tough-to-Beat Baseline for Sentence
Embeddings", section 3). p(word) and the component come from the company's examples; the words' vectors from a `.bin`
file of fastText (Bojanowski et al. 2017), or, without one, from the examples as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from nlu.arrays import Floats
from nlu.embeddings.embedding import EmbeddingParts, of_length_one
from nlu.embeddings.word_vectors import PretrainedVectors, TrainedVectors, WordVectors
from nlu.words.normalise import fold_letters
from nlu.words.script import WORD

_A = 1e-3


@dataclass(frozen=True)
class FasttextSif:
    """`weights` maps the words of the examples to a / (a + p(word)), any other counts whole; `direction` is removed."""

    source: str
    words: WordVectors | None
    weights: dict[str, float]
    direction: Floats

    @classmethod
    def open(cls, source: str) -> FasttextSif:
        """Return the embedding with vectors of a `.bin` file ("": to be trained); raises EmbeddingError."""
        return cls(source, PretrainedVectors.open(source) if source else None, {}, np.zeros(0, np.float32))

    @classmethod
    def restore(cls, parts: EmbeddingParts) -> FasttextSif:
        """Return the embedding of these parts; raises EmbeddingError when its vectors file is missing or another."""
        if len(parts.words) != len(parts.weights):
            raise ValueError("its words do not fit their weights")
        source = str(parts.described["source"])
        words: WordVectors
        if source:
            words = PretrainedVectors.open(source, sha256=str(parts.described["sha256"]))
        else:
            words = TrainedVectors.of(parts.words, parts.vectors)
        if len(parts.direction) != words.dimensions:
            raise ValueError("its direction does not fit its word vectors")
        return cls(source, words, dict(zip(parts.words, parts.weights.tolist(), strict=True)), parts.direction)

    @property
    def learns(self) -> bool:
        """True: word frequencies, the common direction and maybe the words' vectors come from the examples."""
        return True

    @property
    def dimensions(self) -> int:
        """Length of a vector."""
        return len(self.direction)

    def fit(self, texts: Sequence[str]) -> FasttextSif:
        """Return the embedding with the frequencies and the common direction of these texts."""
        sentences = [WORD.findall(fold_letters(text)) for text in texts]
        counts = Counter(word for sentence in sentences for word in sentence)
        total = counts.total()
        weights = {word: float(np.float32(_A / (_A + counts[word] / total))) for word in sorted(counts)}
        words = self.words or TrainedVectors.trained(sentences)
        fitted = replace(self, words=words, weights=weights, direction=np.zeros(words.dimensions, np.float32))
        means = np.array([fitted._mean(sentence) for sentence in sentences], np.float32)
        return replace(fitted, direction=np.linalg.svd(means, full_matrices=False)[2][0].astype(np.float32))

    def vectors(self, texts: Sequence[str]) -> Floats:
        """Return float32 of shape (len(texts), dimensions), rows of length one; zeros where no word is known."""
        means = np.array([self._mean(WORD.findall(fold_letters(text))) for text in texts], np.float32).reshape(
            -1, self.dimensions
        )
        return of_length_one(means - np.outer(means @ self.direction, self.direction))

    def parts(self) -> EmbeddingParts:
        """Return the words with their weights, the direction, and the trained vectors or where the others stand."""
        if self.words is None:
            raise ValueError("the embedding is not fitted")
        words, weights = tuple(self.weights), np.array(list(self.weights.values()), np.float32)
        described = {"source": self.source, "sha256": self.words.sha256}
        return EmbeddingParts(described, words, self.words.table(words), weights, self.direction)

    def _mean(self, sentence: Sequence[str]) -> Floats:
        known = self.words
        mean = np.zeros(self.dimensions, np.float32)
        if known is None or not sentence:
            return mean
        for word in sentence:
            mean += np.float32(self.weights.get(word, 1.0)) * known.vector(word)
        return mean / np.float32(len(sentence))
