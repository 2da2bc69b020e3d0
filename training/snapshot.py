"""The dataset as it is at one moment: what a model is trained on and measured with."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

from nlu.recipe import Recipe
from storage import Connection, dataset, golden
from storage.companies import Company
from storage.golden import GoldenQuestion


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Parallel texts and categories of one company and language, in a fixed order."""

    company: Company
    language: str
    texts: tuple[str, ...]
    categories: tuple[str, ...]
    golden: tuple[GoldenQuestion, ...]

    @property
    def distinct_categories(self) -> int:
        """How many categories have examples."""
        return len(set(self.categories))


def take(conn: Connection, company: Company, language: str) -> Snapshot:
    """Read the company's examples and golden questions of one language, ordered by category and text."""
    rows = sorted((e.category, e.text) for e in dataset.examples(conn, company.id, language=language))
    pinned = tuple(g for g in golden.of_company(conn, company.id) if g.language == language)
    return Snapshot(company, language, tuple(t for _, t in rows), tuple(c for c, _ in rows), pinned)


def fingerprint(snapshot: Snapshot, recipe: Recipe) -> str:
    """Name this data and recipe: equal fingerprints mean an equal model."""
    content = json.dumps([snapshot.texts, snapshot.categories, recipe.to_dict()], sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(content.encode()).hexdigest()
