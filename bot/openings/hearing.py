"""A typed message heard in a job search: what it does there, and which opening it is about."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.openings import questions
from bot.openings.job_words import JobWords
from bot.openings.moves import Kind, Listening, Move, listen
from bot.openings.wording import Wording
from bot.texts import Texts
from nlu.entities.words import words
from nlu.understanding import Understanding
from storage import Connection, job_searches, openings
from storage.companies import Company
from storage.conversations import Conversation
from storage.job_searches import JobSearch

SEARCHING = "search"
"""Stands in what a conversation expects as long as a job search is going on."""
VALUES = frozenset({"profession", "city"})
_FEW_WORDS = 6


@dataclass(frozen=True, slots=True)
class InSearch:
    """The search that is going on, what the message does in it, and the id of the opening that the talk is about."""

    search: JobSearch | None = None
    move: Move | None = None
    opening: int | None = None


NO_SEARCH = InSearch()


def expected_in(conversation: Conversation, text: str) -> frozenset[str]:
    """Return the names of entities for which little is needed in `text`: of both in a few words during a search."""
    expected = frozenset((conversation.expects or "").split())
    if SEARCHING not in expected:
        return expected
    asks = text.rstrip()[-1:] in ("?", "？")
    if not asks and len(words(text)) <= _FEW_WORDS:
        return VALUES
    return frozenset({"city"}) | (frozenset() if asks else expected - {SEARCHING})


def is_searching(conversation: Conversation) -> bool:
    """Tell whether a search is going on."""
    return SEARCHING in (conversation.expects or "").split()


def hear_in_search(
    conn: Connection,
    company: Company,
    conversation: Conversation,
    understanding: Understanding,
    jobs: JobWords,
    texts: Texts,
    threshold: float,
) -> InSearch:
    """Return what a typed message does in the job search of its conversation, or in the one that it starts."""
    search = job_searches.load(conn, company.id, conversation.id) if is_searching(conversation) else None
    text, language = understanding.text, understanding.language
    heard = Listening(
        understanding,
        jobs.wishes.read(text, understanding.entities, language),
        jobs.questions.hear(text, language),
        search,
        job_searches.titles(conn, company.id, search.shown) if search else {},
        threshold,
    )
    move = listen(heard)
    opening = search.opening if search else None
    if move is not None and move.kind is Kind.ASK:
        opening = move.openings[0]
        if not answerable(conn, company, move, texts, language, jobs):
            move = None
    if move is not None and move.kind is Kind.WHICH:
        move = replace(move, question=conversation.last_seq + 1)
    return InSearch(search, move, opening)


def answerable(conn: Connection, company: Company, move: Move, texts: Texts, language: str, jobs: JobWords) -> bool:
    """Tell whether the opening that a question is about says something on it (one that is gone says that it is)."""
    found = openings.by_ids(conn, company.id, move.openings)
    if not found or found[0].status != "open" or move.topic is None:
        return True
    return questions.answer(found[0], move.topic, Wording(texts, language, jobs)) is not None
