"""The test cases of a version, and the examples that they were made of."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from evaluation.gate_cases import KeptCases, question_id
from storage import Connection, categories, example_lists, models
from storage.models import ModelVersion
from training.evidence import CASES


@dataclass(frozen=True, slots=True)
class ExampleNow:
    """An example as it stands now."""

    id: int
    text: str
    category_id: int


def cases_of(conn: Connection, company_id: int, version: ModelVersion) -> KeptCases | None:
    """Return what a version was tested with on all topics, by the names of now; None where nothing was kept."""
    record = models.evaluation(conn, company_id, version.id, CASES)
    if not record:
        return None
    standing = {one.name: one.id for one in categories.categories(conn, company_id)}
    plain = [one for one in record["settings"] if (one["min_category_size"], one["other_min_prop"]) == (0, 0)]
    kept = KeptCases.from_dict({**record, "settings": plain, "varied": ()})
    return kept.called(standing, categories.merged(conn, company_id))


def examples_of(
    conn: Connection, company_id: int, language: str, questions: Collection[str], within: Collection[int] | None = None
) -> dict[str, ExampleNow]:
    """Return the examples that evaluations know by these ids, those that stand in some categories (None: in any).

    What was deleted or reworded since is left out.
    """
    if not questions:
        return {}
    found = (ExampleNow(*row) for row in example_lists.texts(conn, company_id, language, within))
    return {question: one for one in found if (question := question_id(one.text)) in questions}
