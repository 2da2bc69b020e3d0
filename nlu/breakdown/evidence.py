"""Everything a strong detector looks at, as one row of numbers: cues, topics and, where there is one, an encoder."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from nlu.arrays import Floats
from nlu.breakdown.cues import CONSIDERED_TURNS, COUNT, cues
from nlu.breakdown.dialogue import Utterance
from nlu.breakdown.topics import Topics, fit_topics
from nlu.embeddings import Embedding
from nlu.embeddings.embedding import of_length_one
from nlu.words.normalise import considered

TOPICS = 40
AXES = 40
_NO_AXES: Floats = np.zeros((0, 0), np.float32)


@dataclass(frozen=True, slots=True)
class BreakdownFeatures:
    """From a dialogue to a row; `axes` is float32 of shape (encoder.dimensions, number of axes), without one (0, 0)."""

    topics: Topics
    encoder: Embedding | None = None
    axes: Floats = field(default_factory=_NO_AXES.copy)

    @property
    def size(self) -> int:
        """Number of features: the cues, then three likenesses and two places for the topics and for the encoder."""
        directions: int = self.topics.directions.shape[1]
        return COUNT + 3 + 2 * directions + (3 + 2 * int(self.axes.shape[1]) if self.encoder else 0)

    def rows(self, dialogues: Iterable[Sequence[Utterance]]) -> Floats:
        """Return float32 of shape (dialogues, features), each row about the last utterance of a dialogue."""
        return np.array([self._row(turns[-CONSIDERED_TURNS:], len(turns)) for turns in dialogues], np.float32)

    def _row(self, turns: Sequence[Utterance], place: int) -> Floats:
        latest = [turns[-1].text, _last(turns, by_system=False), _last(turns, by_system=True)]
        parts = [np.array(cues(turns, place), np.float32), *_compared(self.topics.vectors(latest))]
        if self.encoder is not None:
            vectors = self.encoder.vectors([considered(text) for text in latest])
            parts += _compared(vectors, self.axes)
        return np.concatenate(parts)


def fit_evidence(dialogues: Sequence[Sequence[Utterance]], encoder: Embedding | None, seed: int) -> BreakdownFeatures:
    """Return the evidence whose topics and axes are those of the utterances of these dialogues."""
    texts = sorted({turn.text for dialogue in dialogues for turn in dialogue})
    topics = fit_topics(texts, TOPICS, seed)
    if encoder is None:
        return BreakdownFeatures(topics)
    vectors = encoder.vectors([considered(text) for text in texts])
    centred = vectors - vectors.mean(axis=0)
    directions = np.linalg.svd(centred, full_matrices=False)[2][:AXES]
    return BreakdownFeatures(topics, encoder, np.ascontiguousarray(directions.T))


def _last(turns: Sequence[Utterance], *, by_system: bool) -> str:
    """Return the text of the latest utterance of one side before the judged one, "" where there is none."""
    return next((turn.text for turn in reversed(turns[:-1]) if turn.by_system == by_system), "")


def _compared(vectors: Floats, axes: Floats | None = None) -> list[Floats]:
    """Return how alike target, user and previous system utterance are, then where the first two stand."""
    target, user, before = of_length_one(vectors)
    alike = np.array([target @ user, target @ before, user @ before], np.float32)
    placed = vectors if axes is None else vectors @ axes
    return [alike, placed[0], placed[1]]
