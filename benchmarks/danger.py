"""How well danger is told: recall in voices never learnt from, false alarms and needless questions.

    .venv/bin/python benchmarks/danger.py [LANGUAGE]...

Each lot of data/crisis/ is judged by a stage that learnt from all the others (leave one lot out), the harmless
sentences of the starter data in five folds. With CANDOR_DATA the stage of all data judges public sets in which nobody
is in danger.
"""

from __future__ import annotations

import csv
import json
import os
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from _shared import LANGUAGES, machine

from candor.product import DATA_FOLDER
from nlu.danger.data import danger_examples, danger_signs, danger_stage, general_lot, lots
from nlu.danger.signs import ENGLISH
from nlu.danger.stage import DANGER, DangerStage
from nlu.danger.training import Example, fit_danger
from nlu.understanding import Level

FOLDS = 5
SEED = 0


def main() -> None:
    """Print a block for each language."""
    print(machine())
    for language in sys.argv[1:] or LANGUAGES:
        print(language)
        voices, harmless = lots(DATA_FOLDER, language), general_lot(DATA_FOLDER, language)
        seen = by_lot(language, voices, harmless)
        for kind in (DANGER, "safe"):
            tell(f"lots, {kind}", seen[kind])
        tell("starter data, harmless", in_folds(language, voices, harmless))
        stage = learnt(language, danger_examples(DATA_FOLDER, language))
        for name, texts in public_sets(language).items():
            tell(name, Counter(stage.judge(text).level for text in texts))


def learnt(language: str, examples: Iterable[Example]) -> DangerStage:
    """Return the stage that learns from these examples."""
    return danger_stage(DATA_FOLDER, language, fit_danger(examples, danger_signs(DATA_FOLDER, language), language))


def by_lot(language: str, voices: dict[str, list[Example]], harmless: list[Example]) -> dict[str, Counter[Level]]:
    """Return the levels of the sentences of each kind, every lot judged by a stage that learnt from the others."""
    seen: dict[str, Counter[Level]] = {DANGER: Counter(), "safe": Counter()}
    for left_out, sentences in voices.items():
        others = [row for name, rows in voices.items() if name != left_out for row in rows]
        stage = learnt(language, [*others, *english(language), *harmless])
        for text, kind in sentences:
            seen[kind][stage.judge(text).level] += 1
    return seen


def in_folds(language: str, voices: dict[str, list[Example]], harmless: list[Example]) -> Counter[Level]:
    """Return the levels of the harmless starter data, each fold judged by a stage that learnt from the others."""
    told = [row for rows in voices.values() for row in rows] + english(language)
    place = np.random.default_rng(SEED).integers(0, FOLDS, len(harmless))
    seen: Counter[Level] = Counter()
    for fold in range(FOLDS):
        stage = learnt(language, told + [row for row, at in zip(harmless, place, strict=True) if at != fold])
        judged = (text for (text, kind), at in zip(harmless, place, strict=True) if at == fold and kind != DANGER)
        seen.update(stage.judge(text).level for text in judged)
    return seen


def english(language: str) -> list[Example]:
    """Return the English lots that every other language learns from too."""
    return [] if language == ENGLISH else [row for rows in lots(DATA_FOLDER, ENGLISH).values() for row in rows]


def public_sets(language: str) -> dict[str, list[str]]:
    """Return texts of the public sets in which nobody is in danger, by name."""
    folder = os.environ.get("CANDOR_DATA")
    if folder is None:
        return {}
    found = {"chit-chat": column(Path(folder) / "chitchat" / f"{language}.csv")}
    if language == ENGLISH:
        clinc = json.loads((Path(folder) / "clinc150" / "data_small.json").read_text(encoding="utf-8"))
        found["BANKING77, test"] = column(Path(folder) / "banking77" / "test.csv")
        found["CLINC150, test"] = [text for name in ("test", "oos_test") for text, _ in clinc[name]]
    return found


def column(path: Path) -> list[str]:
    """Return the column `text` of a CSV file."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        return [row["text"] for row in csv.DictReader(file)]


def tell(name: str, seen: Counter[Level]) -> None:
    """Print the size of a set and how many in a thousand are taken for danger or asked about."""
    alarms, asked = (1000 * seen[level] / seen.total() for level in (Level.DANGER, Level.UNSURE))
    print(
        f"  {name:24} {seen.total():6}  alarms {alarms:6.1f}  asked {asked:6.1f}  either {alarms + asked:6.1f} in 1,000"
    )


if __name__ == "__main__":
    main()
