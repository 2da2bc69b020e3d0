"""What a retrain learns from: one company's examples of one language, as they stand at one moment."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import Final

from evaluation.gate.cases import question_id
from evaluation.gate.data import ExampleSource, TaughtExample
from evaluation.splits.near_copies import near_copies
from nlu.embeddings import embedding_digest
from nlu.recipe import Recipe
from nlu.words.thesaurus import digest
from storage import Connection
from storage.companies.companies import Company
from storage.dataset import categories, dataset, golden, imports
from storage.dataset.dataset import Example
from storage.dataset.golden import GoldenQuestion
from storage.models.gate_settings import DAYS
from storage.reviews import reviews

REMEMBERED: Final = timedelta(days=2 * DAYS)
"""How long it counts that an import removed a question: longer than any anchor is sought back."""


@dataclass(frozen=True)
class DatasetSnapshot:
    """The examples of one company and language, in a fixed order, with where each came from.

    `standing` names the company's categories, empty ones too, with their ids; `merged` are the ids of those that people
    merged, and what into; `removed` are the questions (ids) that imports removed in the last days. Of the company's
    `reviewed` questions so many were `dismissed`: they fit no category. `origins` says of each example where it came
    from, and when it was added.
    """

    company: Company
    language: str
    examples: tuple[TaughtExample, ...]
    standing: Mapping[str, int]
    golden: tuple[GoldenQuestion, ...]
    merged: Mapping[int, int] = field(default_factory=dict)
    removed: frozenset[str] = frozenset()
    dismissed: int = 0
    reviewed: int = 0
    origins: tuple[tuple[str, datetime], ...] = ()

    @property
    def texts(self) -> tuple[str, ...]:
        """The sentences."""
        return tuple(one.text for one in self.examples)

    @property
    def categories(self) -> tuple[str, ...]:
        """The category of each sentence."""
        return tuple(one.category for one in self.examples)

    @property
    def distinct_categories(self) -> int:
        """How many categories have examples."""
        return len({one.category for one in self.examples})

    @cached_property
    def groups(self) -> list[int]:
        """The number of each example's group of near-copies."""
        return near_copies(self.texts)

    def without(self, left_out: Collection[TaughtExample]) -> DatasetSnapshot:
        """Return the snapshot without these examples."""
        gone = {one.question for one in left_out}
        return replace(self, examples=tuple(one for one in self.examples if one.question not in gone))


def take(conn: Connection, company: Company, language: str, now: datetime) -> DatasetSnapshot:
    """Read the company's examples and golden questions of one language, ordered by category and text."""
    rows = sorted(dataset.examples(conn, company.id, language=language), key=lambda one: (one.category, one.text))
    standing = categories.numbers(conn, company.id)
    pinned = tuple(g for g in golden.of_company(conn, company.id) if g.language == language)
    counts = reviews.counts(conn, company.id)
    reviewed = counts["confirmed"] + counts["corrected"] + counts["dismissed"]
    examples = tuple(_taught(one) for one in rows)
    merged = categories.merged(conn, company.id)
    gone = imports.removed(conn, company.id, language, now - REMEMBERED)
    removed = frozenset(question_id(text) for text in gone)
    return DatasetSnapshot(
        company,
        language,
        examples,
        standing,
        pinned,
        merged,
        removed,
        counts["dismissed"],
        reviewed,
        tuple((one.origin, one.created) for one in rows),
    )


def fingerprint(snapshot: DatasetSnapshot, recipe: Recipe) -> str:
    """Name this data and recipe: equal fingerprints mean an equal model."""
    learnt_by = [{**recipe.to_dict(), "concepts": digest(recipe.concepts)}, *embedding_digest(recipe)]
    content = json.dumps([snapshot.texts, snapshot.categories, *learnt_by], sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(content.encode()).hexdigest()


def start_file(snapshot: DatasetSnapshot, models_dir: Path) -> Path:
    """Name the file of where the last fit of this company's language ended (`nlu.classifier.warm_start`)."""
    return models_dir / snapshot.company.key / f"{snapshot.language}.start"


def _taught(one: Example) -> TaughtExample:
    sources = []
    if one.import_ref is not None:
        sources.append(ExampleSource("import", one.import_ref, one.created_by))
    if one.created_by is not None:
        sources.append(ExampleSource("author", one.created_by, one.created_by))
    return TaughtExample(question_id(one.text), one.text, one.category, tuple(sources))
