"""Choosing a category for a question: what the model ranked first, then all others, found by name or by their words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from admin.name_search import FAR, matches, nearness
from admin.texts import Say
from storage import Connection
from storage.answers import answer_versions, answers
from storage.answers.answers import Answer
from storage.companies.companies import Company
from storage.dataset import category_titles, dataset
from storage.dataset.dataset import Category, Example
from storage.reviews.reviews import Review

EXAMPLES_SHOWN = 5


@dataclass(frozen=True, slots=True)
class CategoryChoice:
    """A category on offer; `confidence` is what the model gave it, None when it was not in the ranking."""

    name: str
    label: str
    examples: int
    confidence: float | None


@dataclass(frozen=True, slots=True)
class Preview:
    """What a category stands for; `version` is that of the answer which would be sent, 0 where there is none."""

    name: str
    answer: Answer | None
    examples: Sequence[Example]
    version: int


def choices(conn: Connection, company_id: int, review: Review, search: str, say: Say) -> list[CategoryChoice]:
    """Return the categories that match the search, those first whose name does, each kind with the ranked ones first.

    What a person types is meant by name: an answer or a question that holds the same words comes after all names.
    """
    language = review.decision.language
    known = dataset.categories(conn, company_id, language)
    if not search:
        return _ranked_first(known, review, say)
    names = category_titles.every_name(conn, company_id)
    near = {c.name: nearness(search, (say.named(c.name), *names.get(c.id, ()))) for c in known}
    said = _saying(conn, company_id, language, search)
    found = [category for category in known if near[category.name] < FAR or category.name in said]
    return sorted(_ranked_first(found, review, say), key=lambda choice: near[choice.name])


def _ranked_first(known: Sequence[Category], review: Review, say: Say) -> list[CategoryChoice]:
    """Put the categories of the review's ranking first, best first, and the others after them by the alphabet."""
    confidence = {guess.intent: guess.confidence for guess in review.decision.ranking}
    offered = [CategoryChoice(c.name, c.label, c.examples, confidence.get(c.name)) for c in known]
    return sorted(offered, key=lambda choice: (-(choice.confidence or 0.0), say.place(choice.name)))


def _saying(conn: Connection, company_id: int, language: str, search: str) -> set[str]:
    """The categories whose questions or answer hold the words."""
    in_examples = {e.category for e in dataset.examples(conn, company_id, language=language, search=search)}
    known = answers.of_company(conn, company_id, language)
    return in_examples | {each.category for each in known if matches(search, f"{each.title} {each.text}")}


def preview(conn: Connection, company: Company, name: str, language: str) -> Preview | None:
    """Return the category's answer and some of its examples; None when there is no such category.

    Where nothing is written in this language, the answer is that in the company's own, which would be sent.
    """
    company_id = company.id
    category = dataset.category_by_name(conn, company_id, name)
    if category is None:
        return None
    answer = answers.written(conn, company_id, name, language, company.default_language)
    examples = dataset.examples(conn, company_id, language=language, category_id=category.id, limit=EXAMPLES_SHOWN)
    return Preview(name, answer, examples, answer_versions.number_of(conn, company_id, answer))
