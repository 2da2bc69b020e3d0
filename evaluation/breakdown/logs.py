"""Dialogue logs of the challenge: `<dialogue-id>.log.json`, with the annotations of every judged system turn."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from reprlib import repr as brief
from typing import Final

from evaluation.breakdown import fields
from evaluation.breakdown.dialogues import Annotation, Dialogue, DialogueTurn
from evaluation.breakdown.documents import DialogueDocument, Values, documents, parse
from evaluation.breakdown.places import FilePlace
from evaluation.formats.reasons import UnreadableFile
from nlu.breakdown.dialogue import Utterance

ENDING: Final = ".log.json"


def read_dialogues(folder: Path) -> list[Dialogue]:
    """Return the dialogues of all logs below `folder`, which may lie inside a ZIP file or be one `.json` file, by path.

    A file holds one log or a list of them. Raises DataFileError, one line that names file, dialogue and turn: for what
    is not in the format, for a turn that is missing or there twice, for annotations on a user's turn, and for a
    dialogue that is there twice.
    """
    found: dict[str, Dialogue] = {}
    for document in documents(folder, ENDING):
        dialogue = _dialogue(document)
        if dialogue.id in found:
            first = found[dialogue.id].file
            raise UnreadableFile("dialogue_twice", document.name, name=dialogue.id, first=first)
        found[dialogue.id] = dialogue
    return list(found.values())


def parse_log(name: str, content: bytes, *, system: str = "") -> Dialogue:
    """Return the dialogue of one log that does not come from a folder; raises DataFileError with `name` in it."""
    return _dialogue(DialogueDocument(name, system, parse(name, content)))


def log_json(dialogue: Dialogue) -> str:
    """Return the log as the challenge writes it; `parse_log` gives back an equal dialogue."""
    values = {"dialogue-id": dialogue.id, **dialogue.extra, "turns": [_turn_values(turn) for turn in dialogue.turns]}
    return json.dumps(values, ensure_ascii=False, indent=2) + "\n"


def _dialogue(document: DialogueDocument) -> Dialogue:
    values, name = document.values, document.name
    known = fields.dialogue_id(FilePlace(name), values)
    where = FilePlace(name, known)
    turns = sorted((_turn(where, turn) for turn in fields.objects(where, values, "turns")), key=lambda t: t.index)
    if not turns:
        raise where.refused("no_turns")
    for place, turn in enumerate(turns):
        if turn.index != place:
            raise where.refused("turn_missing" if turn.index > place else "turn_twice", number=min(place, turn.index))
    extra = _extra(values, "dialogue-id", "turns")
    return Dialogue(known, tuple(turns), extra, document.system, name)


def _turn(where: FilePlace, values: Values) -> DialogueTurn:
    index = fields.turn_index(where, values)
    where = where.at(index)
    speaker = fields.text(where, values, "speaker")
    if speaker not in ("S", "U"):
        raise where.refused("speaker", value=brief(speaker))
    annotations = fields.objects(where, values, "annotations", [])
    if speaker == "U" and annotations:
        raise where.refused("users_turn")
    return DialogueTurn(
        index,
        Utterance(fields.text(where, values, "utterance"), speaker == "S"),
        tuple(_annotation(where, annotation) for annotation in annotations),
        _extra(values, "turn-index", "speaker", "utterance", "annotations"),
    )


def _annotation(where: FilePlace, values: Values) -> Annotation:
    return Annotation(
        fields.label(where, values),
        fields.text(where, values, "annotator-id", ""),
        fields.text(where, values, "comment", ""),
        _extra(values, "breakdown", "annotator-id", "comment"),
    )


def _extra(values: Values, *used: str) -> Mapping[str, object]:
    return {name: value for name, value in values.items() if name not in used}


def _turn_values(turn: DialogueTurn) -> Values:
    return {
        "turn-index": turn.index,
        "speaker": "S" if turn.utterance.by_system else "U",
        **turn.extra,
        "utterance": turn.utterance.text,
        "annotations": [_annotation_values(annotation) for annotation in turn.annotations],
    }


def _annotation_values(annotation: Annotation) -> Values:
    return {
        "annotator-id": annotation.annotator,
        "breakdown": fields.letter(annotation.label),
        "comment": annotation.comment,
        **annotation.extra,
    }
