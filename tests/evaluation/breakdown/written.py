"""Challenge files written for tests."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from evaluation.breakdown.dialogues import JudgedUtterance
from nlu.breakdown.dialogue import LABELS, Distribution, Label, Utterance, Verdict

PROMPT, ASKED, GOOD, BAD = "Hello, what would you like to know?", "Where is the office?", "In Berlin.", "I like cats."


def annotation(letter: str, annotator: str = "a1") -> dict[str, Any]:
    return {"annotator-id": annotator, "breakdown": letter, "comment": "", "ungrammatical-sentence": ""}


def turn(index: int, speaker: str, utterance: str, letters: str = "") -> dict[str, Any]:
    annotations = [annotation(letter, f"a{place}") for place, letter in enumerate(letters)]
    values = {"turn-index": index, "speaker": speaker, "time": "", "utterance": utterance}
    return {**values, "annotations": annotations}


def log(name: str = "d1", turns: Sequence[dict[str, Any]] | None = None) -> dict[str, Any]:
    given = [turn(0, "S", PROMPT), turn(1, "U", ASKED), turn(2, "S", GOOD, "OOT"), turn(3, "U", ASKED)]
    given.append(turn(4, "S", BAD, "XXT"))
    return {
        "dialogue-id": name,
        "speaker-id": "ann",
        "group-id": "g",
        "turns": list(given if turns is None else turns),
    }


def prediction(index: int, letter: str = "O", shares: tuple[float, float, float] = (1.0, 0.0, 0.0)) -> dict[str, Any]:
    probabilities = dict(zip(("prob-O", "prob-T", "prob-X"), shares, strict=True))
    return {"turn-index": index, "labels": [{"breakdown": letter, **probabilities}]}


def labels(name: str = "d1", turns: Sequence[dict[str, Any]] | None = None) -> dict[str, Any]:
    given = [prediction(2), prediction(4, "X", (0.1, 0.2, 0.7))]
    return {"dialogue-id": name, "turns": list(given if turns is None else turns)}


def write(folder: Path, values: object, name: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(values, ensure_ascii=False), encoding="utf-8")
    return folder


def target(
    shares: tuple[float, float, float], dialogue: str = "d1", system: str = "s", turn: int = 0
) -> JudgedUtterance:
    return JudgedUtterance(dialogue, system, turn, (Utterance(GOOD, by_system=True),), Distribution(*shares))


def verdict(label: Label, shares: tuple[float, float, float] | None = None) -> Verdict:
    certain = tuple(float(one is label) for one in LABELS)
    return Verdict(label, Distribution(*(shares or (certain[0], certain[1], certain[2]))))
