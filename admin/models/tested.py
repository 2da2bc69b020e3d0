"""The test cases of a version, and the examples that they were made of."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from evaluation.gate_cases import KeptCases, question_id
from storage import Connection, categories, example_lists, models
from storage.models import ModelVersion
from training.evidence import CASES


@dataclass(frozen=True, slots=True)
class Standing:
    """An example as it stands now."""

    id: int
    text: str
    category_id: int


def cases_of(conn: Connection, company_id: int, version: ModelVersion) -> KeptCases | None:
    """Return a version's test cases, with the names that categories have now; None where none were kept."""
    record = models.evaluation(conn, company_id, version.id, CASES)
    if not record:
        return None
    standing = {one.name: one.id for one in categories.categories(conn, company_id)}
    return KeptCases.from_dict(record).called(standing, categories.merged(conn, company_id))


def examples_of(conn: Connection, company_id: int, language: str, questions: Collection[str]) -> dict[str, Standing]:
    """Return the examples that evaluations know by these ids; what was deleted or reworded since is left out."""
    if not questions:
        return {}
    found = (Standing(*row) for row in example_lists.texts(conn, company_id, language))
    return {question: one for one in found if (question := question_id(one.text)) in questions}
