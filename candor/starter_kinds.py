"""The kinds of model that all companies of a language share: what each is learnt of, and how."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final

from nlu import said_data, starter
from nlu.classifier.in_any_words import fit_in_any_words, in_any_words_recipe
from nlu.classifier.text_classifier import TextClassifier
from nlu.danger.data import danger_examples, danger_signs, sign_lists
from nlu.danger.signs import ENGLISH
from nlu.danger.training import danger_recipe, fit_danger
from nlu.embeddings import embedding_digest
from nlu.entities.finder import EntityFinder
from nlu.general.stage import fit_general
from nlu.recipe import Recipe

_READ_TOO: Final = ("cities", "concepts", "courtesies", "negation", "professions")


class StarterKind(StrEnum):
    """What a model learnt of the starter data tells; the value names its folder too."""

    GENERAL = "general"
    DANGER = "danger"
    WISHES = "wishes"
    STEPS = "steps"
    DETAILS = "details"


@dataclass(frozen=True, slots=True)
class Source:
    """The folder of the starter data, the language, and the source of its encoder as `Recipe.general` takes it."""

    data: Path
    language: str
    encoder: str | None = None


@dataclass(frozen=True, slots=True)
class _Learning:
    """`learnt_of` gives, as JSON values, all that decides what `learn` makes of a source."""

    learnt_of: Callable[[Source], list[object]]
    learn: Callable[[Source, EntityFinder], TextClassifier]


@cache
def fingerprint(kind: StarterKind, source: Source) -> str:
    """Return the SHA-256 of what decides what this kind learns; raises DataError, or EmbeddingError for its encoder."""
    content = json.dumps(_LEARNING[kind].learnt_of(source), ensure_ascii=True)
    return hashlib.sha256(content.encode()).hexdigest()


def learn(kind: StarterKind, source: Source, finder: EntityFinder) -> TextClassifier:
    """Learn a model in one to some seconds; `finder` knows the source's language."""
    return _LEARNING[kind].learn(source, finder)


def _general_of(source: Source) -> list[object]:
    recipe = Recipe.general(source.language, source.encoder)
    examples = starter.general_examples(source.data, source.language)
    negatives = starter.general_negatives(source.data, source.language)
    return [examples, negatives, _read_too(source.data), recipe.to_dict(), *embedding_digest(recipe)]


def _learn_general(source: Source, finder: EntityFinder) -> TextClassifier:
    return fit_general(
        starter.general_examples(source.data, source.language),
        starter.general_negatives(source.data, source.language),
        find=lambda text: finder.find(text, source.language),
        language=source.language,
        encoder=source.encoder,
    )


def _danger_of(source: Source) -> list[object]:
    lists = [asdict(sign_lists(source.data, each)) for each in sorted({source.language, ENGLISH})]
    return [danger_examples(source.data, source.language), lists, danger_recipe(source.language).to_dict()]


def _learn_danger(source: Source, _: EntityFinder) -> TextClassifier:
    signs = danger_signs(source.data, source.language)
    return fit_danger(danger_examples(source.data, source.language), signs, source.language)


def _in_any_words(examples: Callable[[Path, str], list[tuple[str, str]]]) -> _Learning:
    """What is said in words that stand in no list, learnt of these (label, text) examples."""

    def learnt_of(source: Source) -> list[object]:
        recipe = in_any_words_recipe(source.language)
        return [examples(source.data, source.language), _read_too(source.data), recipe.to_dict()]

    def learn(source: Source, _: EntityFinder) -> TextClassifier:
        return fit_in_any_words(examples(source.data, source.language), source.language)

    return _Learning(learnt_of, learn)


def _read_too(data: Path) -> list[str]:
    """What texts are read by."""
    files = sorted([each for folder in _READ_TOO for each in (data / folder).glob("*.csv")])
    return [file.read_text(encoding="utf-8") for file in files]


_LEARNING: Final[Mapping[StarterKind, _Learning]] = {
    StarterKind.GENERAL: _Learning(_general_of, _learn_general),
    StarterKind.DANGER: _Learning(_danger_of, _learn_danger),
    StarterKind.WISHES: _in_any_words(said_data.said_wish_examples),
    StarterKind.STEPS: _in_any_words(said_data.said_step_examples),
    StarterKind.DETAILS: _in_any_words(said_data.said_detail_examples),
}
