"""What a data check is given and what it finds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Literal

from nlu.language.detector import LanguageDetector


class FindingCode(StrEnum):
    """Kinds of findings, the most important first; `training/data_check/texts` says each in words."""

    TOO_FEW_CATEGORIES = "too_few_categories"
    NO_WORDS = "no_words"
    SAME_IN_TWO = "same_in_two"
    WRONG_CATEGORY = "wrong_category"
    NEARLY_SAME_IN_TWO = "nearly_same_in_two"
    OVERLAP = "overlap"
    GENERAL_EXAMPLE = "general_example"
    GENERAL_NAME = "general_name"
    OTHER_LANGUAGE = "other_language"
    NO_ANSWER = "no_answer"
    ONE_EXAMPLE = "one_example"
    FEW_EXAMPLES = "few_examples"
    REPEATED = "repeated"
    TOO_LONG = "too_long"
    NO_LETTERS = "no_letters"


ERRORS: Final = frozenset({FindingCode.TOO_FEW_CATEGORIES, FindingCode.NO_WORDS, FindingCode.SAME_IN_TWO})
"""What makes the data unusable as it is; everything else is a note, worth a look."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A question in its category; `id` is that of the stored example, None for a row of a file."""

    text: str
    category: str
    id: int | None = None


@dataclass(frozen=True, slots=True)
class DataFinding:
    """One finding: the sentences and categories it is about, and what its words need besides.

    `key` is what it is known by when it is found again (`training.data_check.keys`).
    """

    code: FindingCode
    sentences: tuple[Sentence, ...] = ()
    categories: tuple[str, ...] = ()
    params: Mapping[str, str | int] = field(default_factory=dict)
    key: str = field(default="", compare=False)

    @property
    def level(self) -> Literal["error", "note"]:
        """Whether the data is unusable as it is, or worth a look."""
        return "error" if self.code in ERRORS else "note"


@dataclass(frozen=True, slots=True)
class Reference:
    """What questions are held against: for each language the general intents' examples, and what tells languages.

    `general[language]` maps a normalised sentence to its general intent.
    """

    general: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    detector: LanguageDetector | None = None
