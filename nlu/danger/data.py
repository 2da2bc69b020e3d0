"""The starter data of danger: sign lists, and lots of messages that speak of danger or only sound so."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

from nlu import said_data, starter
from nlu.ads.working_times import WORKING_TIMES, tells_working_times
from nlu.classifier.text_classifier import TextClassifier
from nlu.danger.signs import ENGLISH, SignLists, Signs
from nlu.danger.stage import DANGER, SAFE, Bounds, DangerStage
from nlu.data_rows import numbered_lines, sentences
from nlu.errors import DataError
from nlu.steps.said import ABOUT_ALERT, ABOUT_SAFETY

CONCEPTS: Final = (
    "suicide",
    "self_harm",
    "farewell",
    "violence",
    "abuse",
    "hunted",
    "emergency",
    "means",
    "despair",
    "person",
    "place",
    "body",
    "substance",
    "time",
    "deed",
    "feeling",
    "plain",
    "fraud",
)
"""What signs of danger speak of, and what is read beside them: the sections of a sign list."""

_LIKE_DANGER: Final = frozenset({*ABOUT_SAFETY, *ABOUT_ALERT, *(f"no_{time}" for time in WORKING_TIMES)})
"""Labels of said wishes and steps of which some sound like danger."""

BOUNDS: Final = {
    "en": Bounds(0.38, 0.82),
    "de": Bounds(0.37, 0.87),
    "fr": Bounds(0.27, 0.83),
    "zh": Bounds(0.45, 0.88),
}
"""The bounds by language (docs/crisis.md says how they were chosen)."""


def sign_lists(data: Path, language: str) -> SignLists:
    """Return the lists `crisis/signs.<language>.txt` and `crisis/idioms.<language>.txt` below the folder `data`.

    Raises DataError, naming file and line, for a phrase outside a section or a section that is none of CONCEPTS.
    """
    path = data / "crisis" / f"signs.{language}.txt"
    found: dict[str, list[str]] = {concept: [] for concept in CONCEPTS}
    section: list[str] | None = None
    for number, line in numbered_lines(path):
        if line.startswith("["):
            name = line.strip("[]")
            if name not in found:
                raise DataError(f"{path}, line {number}: {name!r} is none of {', '.join(CONCEPTS)}")
            section = found[name]
        elif section is None:
            raise DataError(f"{path}, line {number}: a phrase stands before the first [section]")
        else:
            section.append(line)
    idioms = tuple(line for _, line in numbered_lines(data / "crisis" / f"idioms.{language}.txt"))
    return SignLists({concept: tuple(phrases) for concept, phrases in found.items()}, idioms)


def lots(data: Path, language: str) -> dict[str, list[tuple[str, str]]]:
    """Return the (message, "danger" or "safe") examples of `crisis/<language>/*.csv` by the lot's name.

    Raises DataError, naming file and line, where a row is none.
    """
    return {path.stem: list(_lot(path)) for path in sorted((data / "crisis" / language).glob("*.csv"))}


def danger_examples(data: Path, language: str) -> list[tuple[str, str]]:
    """Return all (message, "danger" or "safe") examples that a language's classifier learns from; raises DataError.

    English lots are among them, for English signs count in every language.
    """
    read = [rows for each in sorted({language, ENGLISH}) for rows in lots(data, each).values()]
    return [*(row for rows in read for row in rows), *general_lot(data, language)]


def danger_signs(data: Path, language: str, ordinary: Iterable[str] = ()) -> Signs:
    """Return the signs of a language, English ones beside its own; raises DataError."""
    elsewhere = None if language == ENGLISH else sign_lists(data, ENGLISH)
    return Signs(sign_lists(data, language), language, elsewhere=elsewhere, ordinary=ordinary)


def danger_stage(
    data: Path, language: str, classifier: TextClassifier, whole: Callable[[], TextClassifier | None] | None = None
) -> DangerStage:
    """Return the stage that judges with this classifier; what it was taught is never taken for a misspelt sign.

    `whole` is as in `DangerStage`.
    """
    words = classifier.features.tfidf.blocks[0].ids if classifier.features.tfidf.blocks else ()
    signs = danger_signs(data, language, (word for word in words if " " not in word))
    bounds, elsewhere = BOUNDS.get(language, BOUNDS[ENGLISH]), sentences(data / "crisis" / "not_spoken.txt")
    return DangerStage(signs, classifier, bounds, language, whole=whole, not_spoken=elsewhere)


def general_lot(data: Path, language: str) -> list[tuple[str, str]]:
    """Return what other starter data says of danger: the crises; all else, also in said wishes and steps, is safe.

    What answers whether somebody is safe speaks of danger itself and is left out, and so is what says why no nights, or
    why nights: often for a reason that sounds like it ("my nerves can't take it any more"), and what asks how an alert
    is ended.
    """
    crises = [(text, DANGER) for text in starter.crisis_examples(data, language)]
    questions = starter.demo_questions(data, language)
    harmless = [text for text, _ in starter.general_examples(data, language)]
    said = said_data.said_wishes(data, language) + said_data.said_steps(data, language)
    harmless += [text for label, text in said if label not in _LIKE_DANGER and not tells_working_times().search(text)]
    return crises + [(text, SAFE) for text in (*harmless, *starter.general_negatives(data, language), *questions)]


def _lot(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the rows of a lot, whose first lines say in comments who wrote it how."""
    numbered = numbered_lines(path)
    reader = csv.reader((line for _, line in numbered), strict=True)
    try:
        for place, row in enumerate(reader):
            if place and (len(row) != 2 or row[1] not in (DANGER, SAFE) or not row[0].strip()):
                raise DataError(f"{path}, line {numbered[place][0]}: not a text and one of {DANGER}, {SAFE}")
            if not place and row != ["text", "category"]:
                raise DataError(f"{path}, line {numbered[0][0]}: the columns are not text,category")
            if place:
                yield row[0], row[1]
    except csv.Error as error:
        raise DataError(f"{path}: {error}") from error
