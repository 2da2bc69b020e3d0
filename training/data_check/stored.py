"""A company's questions as they are stored, ready to be checked."""

from __future__ import annotations

from collections.abc import Iterable

from storage import Connection
from storage.answers import answers
from storage.dataset import dataset, example_lists
from storage.dataset.dataset import Example
from training.data_check.finding import DataFinding, Sentence


def questions_of(conn: Connection, company_id: int, language: str) -> tuple[list[Sentence], frozenset[str]]:
    """Return the company's questions in a language and the categories that have an answer in it."""
    names = {one.id: one.name for one in dataset.categories(conn, company_id)}
    stored = example_lists.texts(conn, company_id, language)
    return [Sentence(text, names[its], id_) for id_, text, its in stored], answered_in(conn, company_id, language)


def answered_in(conn: Connection, company_id: int, language: str) -> frozenset[str]:
    """Return the categories that have an answer in a language."""
    return frozenset(a.category for a in answers.of_company(conn, company_id, language) if a.text.strip())


def still_standing(conn: Connection, company_id: int, findings: Iterable[DataFinding]) -> list[DataFinding]:
    """Return the findings whose questions all still stand as they were: what was repaired is no finding any more."""
    findings = list(findings)
    ids = {sentence.id for finding in findings for sentence in finding.sentences if sentence.id is not None}
    stored = {_sentence(one) for one in example_lists.of_ids(conn, company_id, ids)}
    return [finding for finding in findings if stored.issuperset(finding.sentences)]


def _sentence(one: Example) -> Sentence:
    return Sentence(one.text, one.category, one.id)
