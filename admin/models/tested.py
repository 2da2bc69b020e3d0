"""The test cases of a version, and the examples that they were made of."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from evaluation.gate_cases import KeptCases, question_id
from storage import Connection, categories, example_lists, models
from storage.models import ModelVersion
from training.evidence import CASES

_REMEMBERED: Final = 4
"""Records that are kept as they were read: two versions side by side, and two more. One takes some megabytes."""
_QUESTIONS: Final = 20_000
"""Questions whose ids are kept: all of a large company are asked for them, to find a few."""


@dataclass(frozen=True, slots=True)
class ExampleNow:
    """An example as it stands now."""

    id: int
    text: str
    category_id: int


def cases_of(conn: Connection, company_id: int, version: ModelVersion) -> KeptCases | None:
    """Return what a version was tested with on all topics, by the names of now; None where nothing was kept."""
    record = models.evaluation_text(conn, company_id, version.id, CASES)
    if record is None:
        return None
    standing = {one.name: one.id for one in categories.categories(conn, company_id)}
    return _plain(record).called(standing, categories.merged(conn, company_id))


_id_of = lru_cache(_QUESTIONS)(question_id)


@lru_cache(_REMEMBERED)
def _plain(text: str) -> KeptCases:
    """Read a record, and remember it by its very text: a version is looked at again and again, and keeps its cases."""
    record = json.loads(text)
    plain = [one for one in record["settings"] if (one["min_category_size"], one["other_min_prop"]) == (0, 0)]
    return KeptCases.from_dict({**record, "settings": plain, "varied": ()})


def examples_of(
    conn: Connection, company_id: int, language: str, questions: Collection[str], within: Collection[int] | None = None
) -> dict[str, ExampleNow]:
    """Return the examples that evaluations know by these ids, those that stand in some categories (None: in any).

    What was deleted or reworded since is left out.
    """
    if not questions:
        return {}
    stored = ((_id_of(row[1]), row) for row in example_lists.texts(conn, company_id, language, within))
    return {question: ExampleNow(*row) for question, row in stored if question in questions}
