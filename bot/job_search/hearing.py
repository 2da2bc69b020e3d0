"""A typed message heard in a job search: what it does there, and which opening it is about."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.applications.offers import offer_of
from bot.dialogue.state import SEARCH_SLOTS, DialogueState, JobSearch, Slot
from bot.dialogue.talk import Talk
from bot.job_search.listening import Listening
from bot.job_search.moves import Kind, Move, listen
from nlu.entities.words import words
from nlu.understanding import Understanding
from openings import questions
from openings.wording import Wording
from storage import openings

_FEW_WORDS = 6


@dataclass(frozen=True, slots=True)
class InSearch:
    """The search that is going on, what the message does in it, and the id of the opening that the talk is about."""

    search: JobSearch | None = None
    move: Move | None = None
    opening: int | None = None


NO_SEARCH = InSearch()


def expected_in(state: DialogueState, text: str) -> frozenset[str]:
    """Return the names of entities for which little is needed in `text`: of both in a few words during a search."""
    search = state.current_search
    if search is None:
        return frozenset(state.expected)
    asks = text.rstrip()[-1:] in ("?", "？")
    if not asks and len(words(text)) <= _FEW_WORDS:
        return frozenset(SEARCH_SLOTS)
    return frozenset({Slot.CITY} if asks or search.asked is None else {Slot.CITY, search.asked})


def hear_in_search(talk: Talk, understanding: Understanding) -> InSearch:
    """Return what a typed message does in the job search of its conversation, or in the one that it starts."""
    search, service = talk.state.current_search, talk.service
    text, language, jobs = understanding.text, understanding.language, service.jobs
    heard = Listening(
        understanding,
        jobs.wishes.read(text, understanding.entities, language),
        jobs.questions.hear(text, language),
        search,
        service.thresholds.faq,
        assumes=talk.state.expected <= SEARCH_SLOTS,
    )
    move = listen(heard)
    opening = search.opening if search else None
    if move is not None and move.kind is Kind.ASK:
        opening = move.openings[0]
        if not answerable(talk, move, language):
            move = None
    if move is not None and move.kind in (Kind.WHICH, Kind.UNKNOWN, Kind.UNCLEAR):
        move = replace(move, question=talk.conversation.last_seq + 1)
    return InSearch(search, move, opening)


def answerable(talk: Talk, move: Move, language: str) -> bool:
    """Tell whether the opening that a question is about says something on it (one that is gone says that it is)."""
    service, company = talk.service, talk.company
    found = openings.by_ids(talk.conn, company.id, move.openings)
    if not found or found[0].status != "open" or move.topic is None:
        return True
    wording = Wording(service.texts, language, service.jobs, offer_of(talk.conn, company, service))
    return questions.answer(found[0], move.topic, wording) is not None
