"""Annotated dialogues as the challenge's files hold them, and the utterances in them that are to be judged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from nlu.breakdown.dialogue import LABELS, Distribution, Label, Utterance

Extra: TypeAlias = Mapping[str, object]
"""What a file says beyond the fields that are used here, by its own names; written back unchanged."""


@dataclass(frozen=True, slots=True)
class Annotation:
    """What one annotator said of one system utterance."""

    label: Label
    annotator: str = ""
    comment: str = ""
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DialogueTurn:
    """One turn; only system turns have annotations, and the leading prompt often has none."""

    index: int
    utterance: Utterance
    annotations: tuple[Annotation, ...] = ()
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Dialogue:
    """One dialogue, its turns in order and numbered from 0.

    `system` names who talked with the users, `file` where it was read: a path below the folder, with `/`.
    """

    id: str
    turns: tuple[DialogueTurn, ...]
    extra: Extra = field(default_factory=dict)
    system: str = field(default="", compare=False)
    file: str = field(default="", compare=False)

    def utterances(self) -> tuple[Utterance, ...]:
        """Return what was said, a turn each."""
        return tuple(turn.utterance for turn in self.turns)

    def ratings(self) -> tuple[Distribution | None, ...]:
        """Return the shares of the annotators of each turn, None where there are none."""
        return tuple(shares(turn.annotations) if turn.annotations else None for turn in self.turns)


@dataclass(frozen=True, slots=True)
class JudgedUtterance:
    """An annotated system utterance: the last one of `context`, which is all that a detector may see."""

    dialogue: str
    system: str
    turn: int
    context: tuple[Utterance, ...]
    gold: Distribution


def targets(dialogues: Iterable[Dialogue]) -> list[JudgedUtterance]:
    """Return every annotated turn in order; turns without annotations are context only."""
    return [target for dialogue in dialogues for target in _targets(dialogue)]


def shares(annotations: Iterable[Annotation]) -> Distribution:
    """Return the shares of the labels among at least one annotation.

    >>> shares([Annotation(Label.NB), Annotation(Label.B), Annotation(Label.B), Annotation(Label.B)])
    Distribution(nb=0.25, pb=0.0, b=0.75)
    """
    said = [annotation.label for annotation in annotations]
    nb, pb, b = (said.count(label) / len(said) for label in LABELS)
    return Distribution(nb, pb, b)


def _targets(dialogue: Dialogue) -> list[JudgedUtterance]:
    utterances = dialogue.utterances()
    return [
        JudgedUtterance(dialogue.id, dialogue.system, turn, utterances[: turn + 1], gold)
        for turn, gold in enumerate(dialogue.ratings())
        if gold is not None
    ]
