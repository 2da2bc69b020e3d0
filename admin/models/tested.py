"""The test cases of a version, and the examples that they were made of."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from evaluation.gate.cases import KeptCases, normalised_id, question_id
from storage import Connection
from storage.dataset import categories, example_lists
from storage.models import models
from storage.models.models import ModelVersion
from training.evidence import CASES

_REMEMBERED: Final = 4
"""Records that are kept as they were read: two versions side by side, and two more. One takes some megabytes."""
_PLACES: Final[dict[tuple[int, str, str], int]] = {}
"""Which example a question (by company, language and id) was seen in: to find a few, all of a company are read once."""
_MOST_PLACES: Final = 100_000


@dataclass(frozen=True, slots=True)
class ExampleNow:
    """An example as it stands now."""

    id: int
    text: str
    category_id: int


@dataclass(frozen=True, slots=True)
class Tested:
    """What a version was tested with, as it stands in the database, and what its categories are called now.

    Two that are equal come to the same, so that what is made of one can be remembered by it.
    """

    record: str
    standing: frozenset[tuple[str, int]]
    merged: frozenset[tuple[int, int]]

    @property
    def cases(self) -> KeptCases:
        """The cases on all topics, by the names of now."""
        return _plain(self.record).called(dict(self.standing), dict(self.merged))


def tested_with(conn: Connection, company_id: int, version: ModelVersion) -> Tested | None:
    """Return what a version was tested with; None where nothing was kept."""
    record = models.evaluation_text(conn, company_id, version.id, CASES)
    if record is None:
        return None
    standing = frozenset(categories.numbers(conn, company_id).items())
    return Tested(record, standing, frozenset(categories.merged(conn, company_id).items()))


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
    found = _seen(conn, company_id, language, questions)
    if len(found) < len(questions):
        _look(conn, company_id, language, within)
        found = _seen(conn, company_id, language, questions)
    return {question: one for question, one in found.items() if within is None or one.category_id in within}


def _seen(conn: Connection, company_id: int, language: str, questions: Collection[str]) -> dict[str, ExampleNow]:
    """Return those that still stand where they were seen."""
    known = [id_ for question in questions if (id_ := _PLACES.get((company_id, language, question))) is not None]
    return {
        question: ExampleNow(one.id, one.text, one.category_id)
        for one in example_lists.of_ids(conn, company_id, known)
        if (question := question_id(one.text)) in questions and one.language == language
    }


def _look(conn: Connection, company_id: int, language: str, within: Collection[int] | None) -> None:
    read = example_lists.normalised(conn, company_id, language, within)
    if len(_PLACES) + len(read) > _MOST_PLACES:
        _PLACES.clear()
    _PLACES.update({(company_id, language, normalised_id(words)): id_ for id_, words in read})
