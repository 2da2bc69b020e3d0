"""A sample as its annotators see it: the turns to be judged, who said what of them, how far people agree."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from admin.errors import DeskError
from evaluation.breakdown.agreement import fleiss_kappa
from nlu.breakdown.dialogue import LABELS, Label
from storage import Connection
from storage.annotations import annotating, annotation_samples
from storage.annotations.annotating import MOST_CONVERSATIONS, GivenLabel, Source, SpokenTurn
from storage.annotations.annotation_samples import AnnotationSample

MOST_DRAWN = 200

TurnId = tuple[int, int]
"""Number of the conversation, number of the turn's first message."""


@dataclass(frozen=True)
class LabelledSample:
    """A sample with its conversations, in order, and everybody's labels."""

    sample: AnnotationSample
    talks: tuple[Sequence[SpokenTurn], ...]
    said: Sequence[GivenLabel]

    @cached_property
    def judged(self) -> list[SpokenTurn]:
        """The turns that are to be judged, in order."""
        return [turn for talk in self.talks for turn in talk if turn.judged]

    @cached_property
    def labels(self) -> dict[TurnId, dict[str, Label]]:
        """The labels of each turn by the name of the annotator; turns without one are not there."""
        found: dict[TurnId, dict[str, Label]] = {}
        for each in self.said:
            found.setdefault((each.conversation_id, each.message_seq), {})[each.annotator] = each.label
        return {id_of(turn): found[id_of(turn)] for turn in self.judged if id_of(turn) in found}

    def own(self, name: str) -> dict[TurnId, Label]:
        """Return the labels that this annotator gave."""
        return {turn: labels[name] for turn, labels in self.labels.items() if name in labels}

    @property
    def annotators(self) -> int:
        """How many people labelled something."""
        return len({name for labels in self.labels.values() for name in labels})

    def kappa(self) -> tuple[float | None, float | None]:
        """Return Fleiss' kappa of the three labels, and of NB against PB+B; None where nobody can be compared."""
        items = [list(labels.values()) for labels in self.labels.values()]
        return fleiss_kappa(items), fleiss_kappa([[label is Label.NB for label in item] for item in items])


def id_of(turn: SpokenTurn) -> TurnId:
    """Return what names a turn within its company."""
    return turn.conversation_id, turn.seq


def sheet(conn: Connection, company_id: int, sample_id: int) -> LabelledSample:
    """Return the sample; raise NotFound."""
    return _filled(conn, company_id, annotation_samples.get(conn, company_id, sample_id))


def sheets(conn: Connection, company_id: int) -> list[LabelledSample]:
    """Return every sample, newest first."""
    return [_filled(conn, company_id, sample) for sample in annotation_samples.of_company(conn, company_id)]


def draw(conn: Connection, company_id: int, *, source: Source, size: int, seed: int, author: str, now: datetime) -> int:
    """Keep a sample of conversations and return its id; raises DeskError when there is nothing to draw from.

    "random" draws from the newest `MOST_CONVERSATIONS`; the same seed draws the same of the same conversations.
    """
    limit = MOST_CONVERSATIONS if source == "random" else size
    found = annotating.to_annotate(conn, company_id, source, limit)
    if source == "random":
        found = random.Random(seed).sample(found, min(size, len(found)))  # noqa: S311
    if not found:
        raise DeskError("nothing_to_annotate_stopped" if source == "stopped" else "nothing_to_annotate", status=409)
    given = {"seed": seed, "author": author, "now": now}
    return annotation_samples.add(conn, company_id, found, source=source, **given)  # type: ignore[arg-type]


def disagreement(labels: Sequence[Label]) -> float:
    """Return the mean distance of two annotators' labels, 0 to 1: half a step lies between NB and PB, and PB and B.

    >>> disagreement([Label.NB, Label.B]), disagreement([Label.PB, Label.PB])
    (1.0, 0.0)
    """
    steps = [LABELS.index(label) / 2 for label in labels]
    pairs = [abs(a - b) for place, a in enumerate(steps) for b in steps[:place]]
    return sum(pairs) / len(pairs) if pairs else 0.0


def _filled(conn: Connection, company_id: int, sample: AnnotationSample) -> LabelledSample:
    spoken = annotating.turns(conn, company_id, sample.conversations)
    said = annotating.of_conversations(conn, company_id, sample.conversations)
    return LabelledSample(sample, tuple(spoken[talk] for talk in sample.conversations if talk in spoken), said)
