"""Questions that nobody answers, gathered into topics by density clustering over the FAQ stage's own features."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from nlu.classifier.tfidf import NgramIndex
from nlu.recipe import Recipe
from nlu.words.normalise import normalise
from training.low_priority import one_thread
from training.topics.naming import HeldNames, proposed_name

FEWEST: Final = 3
"""Different questions that a topic has at least."""
MOST: Final = 2000
"""Different questions that are looked at, the newest."""
BESIDE: Final = 200
"""Answered questions that are clustered beside them: a topic of its own lies apart from what is answered."""
_CHANGED: Final = 1.5
"""How many times as often the newer half of the time must be asked for a topic to grow, or the older one to fade."""
_FEW: Final = 4
"""Below this many askings nothing is said of growing or fading."""


class Trend(StrEnum):
    """Whether a topic is asked about more or less often than before."""

    GROWING = "growing"
    STEADY = "steady"
    FADING = "fading"


@dataclass(frozen=True, slots=True)
class RepeatedQuestion:
    """Questions that say the same: the newest wording, their reviews, when they were asked, and what people replied."""

    text: str
    reviews: tuple[int, ...]
    asked: tuple[datetime, ...]
    replies: tuple[str, ...] = ()

    @property
    def n_replies(self) -> int:
        """How often a person replied."""
        return len(self.replies)


@dataclass(frozen=True, slots=True)
class UncoveredTopic:
    """Questions of one topic, those asked most first, with a name for it."""

    name: str
    questions: tuple[RepeatedQuestion, ...]
    trend: Trend

    @property
    def asked(self) -> int:
        """How often it was asked about."""
        return sum(len(question.asked) for question in self.questions)

    @property
    def replies(self) -> tuple[str, ...]:
        """What people wrote to it, each wording once."""
        return tuple(dict.fromkeys(reply for question in self.questions for reply in question.replies))


def topics(
    asked: Sequence[RepeatedQuestion],
    known: Sequence[str],
    language: str,
    middle: datetime,
    taken: Collection[str] = (),
) -> list[UncoveredTopic]:
    """Return the topics among questions that come newest first; those asked about most come first.

    `known` are the questions that are answered: they tell which n-grams say much, and what is no new topic. `middle` is
    half-way through the time that is looked at. Names `taken` are not proposed. The clusters are the leaves of HDBSCAN
    (Campello, Moulavi and Sander 2013) over cosine distances.
    """
    different = _merged(asked)[:MOST]
    if len(different) < FEWEST:
        return []
    texts = [question.text for question in different]
    labels, found, names = _labels(texts, known, language), list[UncoveredTopic](), set(taken)
    every = HeldNames.of([*known, *texts], language)
    for label in sorted(set(labels.tolist()) - {-1}):
        inside = [question for question, own in zip(different, labels.tolist(), strict=True) if own == label]
        said = [question.text for question in inside]
        name = proposed_name(said, every.without(said), names)
        names.add(name)
        ordered = sorted(inside, key=lambda question: (-len(question.asked), question.text))
        found.append(
            UncoveredTopic(name, tuple(ordered), trend_of([when for each in inside for when in each.asked], middle))
        )
    return sorted(found, key=lambda topic: (-topic.asked, topic.name))


def _merged(asked: Sequence[RepeatedQuestion]) -> list[RepeatedQuestion]:
    """Those that say the same as one, in the order they come."""
    same: defaultdict[str, list[RepeatedQuestion]] = defaultdict(list)
    for question in asked:
        same[normalise(question.text)].append(question)
    same.pop("", None)
    return [
        RepeatedQuestion(
            group[0].text,
            tuple(review for each in group for review in each.reviews),
            tuple(when for each in group for when in each.asked),
            tuple(reply for each in group for reply in each.replies),
        )
        for group in same.values()
    ]


def _labels(texts: Sequence[str], known: Sequence[str], language: str) -> npt.NDArray[np.intp]:
    """The cluster of each text, -1 for none and for clusters that are mostly answered questions."""
    from sklearn.cluster import HDBSCAN

    every = [*texts, *random.Random(0).sample(known, len(known))]  # noqa: S311
    here = len(texts) + min(BESIDE, len(known))
    if here <= FEWEST:
        return np.full(len(texts), -1)
    with one_thread():
        tfidf, matrix = NgramIndex.of(every, Recipe.faq(language)).fit(np.arange(len(every)))
        own: Any = matrix[:here]
        cosines = (own @ own.T).toarray().astype(np.float64) / len(tfidf.blocks)
        distances = np.sqrt(np.maximum(2 - 2 * cosines, 0))
        np.fill_diagonal(distances, 0)
        model = HDBSCAN(
            min_cluster_size=FEWEST, min_samples=1, metric="precomputed", cluster_selection_method="leaf", copy=True
        )
        labels: npt.NDArray[np.intp] = model.fit_predict(distances)
    sizes, asked = np.bincount(labels + 1), np.bincount(labels[: len(texts)] + 1, minlength=labels.max() + 2)
    is_topic = (asked >= FEWEST) & (2 * asked > sizes)
    is_topic[0] = False
    return np.where(is_topic[labels[: len(texts)] + 1], labels[: len(texts)], -1)


def trend_of(asked: Sequence[datetime], middle: datetime) -> Trend:
    """Return whether more of these moments lie after the middle of the time looked at, or before it.

    >>> january, june = datetime(2026, 1, 9), datetime(2026, 6, 9)
    >>> trend_of([january, june, june, june], datetime(2026, 4, 1)).value, trend_of([june], january).value
    ('growing', 'steady')
    """
    if len(asked) < _FEW:
        return Trend.STEADY
    newer = sum(when > middle for when in asked)
    older = len(asked) - newer
    if newer >= _CHANGED * older:
        return Trend.GROWING
    return Trend.FADING if older >= _CHANGED * newer else Trend.STEADY
