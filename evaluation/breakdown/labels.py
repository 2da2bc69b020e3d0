"""Label files of the challenge: `<dialogue-id>.labels.json`, what a detector says of the system turns of a dialogue."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from evaluation.breakdown import fields
from evaluation.breakdown.dialogues import Dialogue, JudgedUtterance
from evaluation.breakdown.documents import DialogueDocument, Values, documents
from evaluation.breakdown.places import FilePlace
from evaluation.errors import DataFileError
from nlu.breakdown.dialogue import Distribution, Verdict

ENDING: Final = ".labels.json"
TOLERANCE: Final = 0.01
"""How far the three probabilities may be from summing to one: two decimals of a third three times make 0.99."""


@dataclass(frozen=True, slots=True)
class Labels:
    """The verdicts on one dialogue by turn index; `file` is where they were read, a path below the folder."""

    dialogue: str
    verdicts: Mapping[int, Verdict]
    file: str = field(default="", compare=False)


def read_labels(folder: Path) -> list[Labels]:
    """Return the label files below `folder`, which may lie inside a ZIP file, by path.

    Raises DataFileError, one line that names file, dialogue and turn: for what is not in the format, for probabilities
    that do not sum to one, and for a turn or a dialogue that is predicted twice.
    """
    found: dict[str, Labels] = {}
    for document in documents(folder, ENDING):
        labels = _labels(document)
        if labels.dialogue in found:
            first = found[labels.dialogue].file
            raise DataFileError(f"{labels.file}: dialogue {labels.dialogue} is already predicted in {first}.")
        found[labels.dialogue] = labels
    return list(found.values())


def labels_json(labels: Labels) -> str:
    """Return the label file as the challenge writes it; reading it gives back equal labels."""
    turns = [
        {"turn-index": turn, "labels": [_verdict_values(verdict)]} for turn, verdict in sorted(labels.verdicts.items())
    ]
    return json.dumps({"dialogue-id": labels.dialogue, "turns": turns}, ensure_ascii=False, indent=2) + "\n"


def verdicts_for(
    targets: Sequence[JudgedUtterance], dialogues: Iterable[Dialogue], labels: Iterable[Labels]
) -> list[Verdict]:
    """Return the verdict on each target, matched by dialogue and turn index, never by position.

    Verdicts on system turns without annotation (the leading prompt) and on other dialogues are passed over. Raises
    DataFileError for a target without a verdict, and for a verdict on a turn that the dialogue does not have or that is
    the user's.
    """
    predicted = {of_dialogue.dialogue: of_dialogue for of_dialogue in labels}
    for dialogue in dialogues:
        if dialogue.id in predicted:
            _check_turns(dialogue, predicted[dialogue.id])
    return [_verdict_for(target, predicted.get(target.dialogue)) for target in targets]


def _check_turns(dialogue: Dialogue, labels: Labels) -> None:
    for turn in labels.verdicts:
        where = FilePlace(labels.file, dialogue.id, turn)
        if turn >= len(dialogue.turns):
            raise DataFileError(f"{where}: {dialogue.file} has no such turn: predict the same dialogue.")
        if not dialogue.turns[turn].utterance.by_system:
            raise DataFileError(f"{where}: is the user's in {dialogue.file}: predict system turns only.")


def _verdict_for(target: JudgedUtterance, labels: Labels | None) -> Verdict:
    if labels is None:
        raise DataFileError(f"dialogue {target.dialogue}: no {ENDING} file predicts it: write one for every dialogue.")
    if target.turn not in labels.verdicts:
        where = FilePlace(labels.file, target.dialogue, target.turn)
        raise DataFileError(f"{where}: no prediction: every annotated turn needs one.")
    return labels.verdicts[target.turn]


def _labels(document: DialogueDocument) -> Labels:
    known = fields.dialogue_id(FilePlace(document.name), document.values)
    where = FilePlace(document.name, known)
    verdicts: dict[int, Verdict] = {}
    for values in fields.objects(where, document.values, "turns"):
        index = fields.turn_index(where, values)
        if index in verdicts:
            raise DataFileError(f"{where.at(index)}: predicted twice: keep one prediction.")
        verdicts[index] = _verdict(where.at(index), values)
    return Labels(known, verdicts, document.name)


def _verdict(where: FilePlace, turn: Values) -> Verdict:
    labels = fields.objects(where, turn, "labels")
    if len(labels) != 1:
        raise DataFileError(f"{where}: {len(labels)} labels: a turn has one.")
    found = Distribution(*(fields.share(where, labels[0], f"prob-{letter}") for letter in fields.LETTERS))
    total = sum(found.shares())
    if abs(total - 1) > TOLERANCE + 1e-9:
        raise DataFileError(f"{where}: the probabilities sum to {total:.3f}: prob-O, prob-T and prob-X must sum to 1.")
    return Verdict(fields.label(where, labels[0]), found)


def _verdict_values(verdict: Verdict) -> Values:
    shares = zip(fields.LETTERS, verdict.distribution.shares(), strict=True)
    return {"breakdown": fields.letter(verdict.label), **{f"prob-{letter}": share for letter, share in shares}}
