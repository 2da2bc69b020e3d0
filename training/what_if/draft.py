"""A change of one language's questions that nobody has saved yet. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from evaluation.gate.cases import question_id
from evaluation.gate.data import TaughtExample
from nlu.words.normalise import normalise
from training.snapshot import DatasetSnapshot

DraftRow: TypeAlias = tuple[str, str]
"""A question and its category."""


@dataclass(frozen=True, slots=True)
class DatasetDraft:
    """Where questions would stand: `placed` gives the category of each, None for one that would go.

    A question that stands somewhere moves, any other is added. All questions of the first category `merged` would
    stand in the second. `alike` are two categories that give the same answer, as those of a split do at first.
    `threshold` is that with which answers would be given (None: as now).
    """

    placed: Mapping[str, str | None] = field(default_factory=dict)
    merged: tuple[str, str] | None = None
    alike: tuple[str, str] | None = None
    threshold: float | None = None

    @property
    def changes_questions(self) -> bool:
        """Whether a model would learn anything else."""
        return bool(self.placed or self.merged)


def drafted(snapshot: DatasetSnapshot, draft: DatasetDraft) -> DatasetSnapshot:
    """Return the snapshot as it would be after the draft, in the order of any snapshot."""
    rows = placed([(one.text, one.category) for one in snapshot.examples], draft)
    taught = tuple(TaughtExample(question_id(text), text, category, ()) for text, category in rows)
    return replace(snapshot, examples=taught)


def placed(rows: Sequence[DraftRow], draft: DatasetDraft) -> list[DraftRow]:
    """Return the questions as they would stand, by category and text.

    >>> rows = [("Pay?", "salary"), ("Lunch?", "benefits")]
    >>> placed(rows, DatasetDraft({"pay": "benefits", "Parking?": "parking", "Lunch?": None}))
    [('Pay?', 'benefits'), ('Parking?', 'parking')]
    >>> placed(rows, DatasetDraft(merged=("salary", "benefits")))
    [('Lunch?', 'benefits'), ('Pay?', 'benefits')]
    """
    new = {normalise(text): (text, category) for text, category in draft.placed.items() if normalise(text)}
    found: list[DraftRow] = []
    for text, category in rows:
        _, goes_to = new.pop(normalise(text), (text, category))
        if goes_to is not None:
            found.append((text, _merged(goes_to, draft)))
    found += [(text, _merged(category, draft)) for text, category in new.values() if category is not None]
    return sorted(found, key=lambda row: (row[1], row[0]))


def _merged(category: str, draft: DatasetDraft) -> str:
    return draft.merged[1] if draft.merged and category == draft.merged[0] else category
