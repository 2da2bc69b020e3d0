"""A company's questions as they are stored, ready to be checked."""

from __future__ import annotations

from storage import Connection, answers, dataset
from training.data_check.finding import Sentence


def questions_of(conn: Connection, company_id: int, language: str) -> tuple[list[Sentence], frozenset[str]]:
    """Return the company's questions in a language and the categories that have an answer in it."""
    sentences = [Sentence(e.text, e.category, e.id) for e in dataset.examples(conn, company_id, language=language)]
    written = {a.category for a in answers.of_company(conn, company_id, language) if a.text.strip()}
    return sentences, frozenset(written)
