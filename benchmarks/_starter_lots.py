"""The general stage learnt from some of the starter lots, so that the voices of the others can judge it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from candor.house import entity_finder
from candor.product import DATA_FOLDER
from nlu.data_rows import rows, sentences
from nlu.general.stage import CRISIS, GeneralStage, fit_general
from nlu.understanding import Entity, Guess


def general_lots(language: str) -> dict[str, list[tuple[str, str]]]:
    """Return the lots of general examples and, with no intent, of background sentences as (text, intent) pairs."""
    found: dict[str, list[tuple[str, str]]] = {}
    for path in sorted(Path(DATA_FOLDER / "general" / language).glob("*.csv")):
        read = [(row["text"], row["category"]) for _, row in rows(path, ("text", "category"))]
        found[path.stem] = [(text, intent) for text, intent in read if intent != CRISIS]
    for path in sorted(Path(DATA_FOLDER / "background" / language).glob("*.txt")):
        found[f"background {path.stem}"] = [(text, "") for text in sentences(path)]
    return found


class LearntStage:
    """A general stage fitted on (text, intent) pairs, of which those without intent are background."""

    def __init__(self, language: str, taught: Sequence[tuple[str, str]]) -> None:
        self._language, self._finder = language, entity_finder()
        examples = [(text, intent) for text, intent in taught if intent]
        background = [text for text, intent in taught if not intent]
        self._stage = GeneralStage(fit_general(examples, background, find=self._find, language=language))

    def best(self, text: str) -> Guess:
        """Return the likeliest general intent."""
        ranking = self._stage.rank(text, 1, entities=self._find(text))
        return ranking[0] if ranking else Guess("", 0.0)

    def _find(self, text: str) -> tuple[Entity, ...]:
        return self._finder.find(text, self._language)
