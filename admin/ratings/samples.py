"""Drawing question-answer pairs of a model version for people to rate."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from admin.errors import DeskError
from evaluation.ratings.ratings import draw
from storage import Connection
from storage.answers import answers
from storage.companies.companies import Company
from storage.models import models, score_history
from storage.models.models import ModelVersion
from storage.reviews import ratings
from storage.reviews.ratings import NewPair, Source

MOST_PAIRS = 300


def draw_sample(
    conn: Connection,
    company: Company,
    version: ModelVersion,
    *,
    source: Source,
    size: int,
    seed: int,
    author: str,
    now: datetime,
) -> int:
    """Keep a random sample of the version's question-answer pairs and return its id.

    Source "conversations" takes what candidates asked; "nightly" the held-back questions of the newest night that
    measured this version. A pair's answer is that of the best guess, however unsure (nex-cv paper, section 4.2: many
    guesses were adequate and held back). Raises DeskError when there is nothing to draw from.
    """
    found = _asked(conn, company, version) if source == "conversations" else _tested(conn, company, version)
    pairs = draw({pair.question: pair for pair in found}, min(size, MOST_PAIRS), seed)
    if not pairs:
        raise DeskError(f"nothing_to_rate_{source}", status=409, version=version.name)
    return ratings.add_sample(conn, company.id, version.id, pairs, source=source, seed=seed, author=author, now=now)


def versions_to_rate(conn: Connection, company_id: int) -> list[ModelVersion]:
    """Return the versions that answer or answered, newest first."""
    return sorted(models.was_live(conn, company_id), key=lambda version: -version.number)


def _asked(conn: Connection, company: Company, version: ModelVersion) -> Iterable[NewPair]:
    written = _answers(conn, company)
    for asked in ratings.asked_of(conn, company.id, version.name):
        answer = _answer(written, company, asked.guess, asked.language)
        yield NewPair(
            asked.question, answer, asked.guess, asked.category, asked.confidence, asked.threshold,
            asked.conversation_id,
        )  # fmt: skip


def _tested(conn: Connection, company: Company, version: ModelVersion) -> Iterable[NewPair]:
    written = _answers(conn, company)
    for case in score_history.cases_of(conn, company.id, version.id):
        answer = _answer(written, company, case["guess"], version.language)
        yield _of_case(case, answer)


def _of_case(case: Mapping[str, Any], answer: str) -> NewPair:
    return NewPair(case["text"], answer, case["guess"], case["category"], case["confidence"], case["threshold"])


def _answers(conn: Connection, company: Company) -> dict[tuple[str, str], str]:
    return {(each.category, each.language): each.text.strip() for each in answers.of_company(conn, company.id)}


def _answer(written: Mapping[tuple[str, str], str], company: Company, category: str, language: str) -> str:
    return written.get((category, language)) or written.get((category, company.default_language), "")
