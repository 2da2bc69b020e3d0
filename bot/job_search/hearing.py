"""A typed message heard in a job search: what it does there, and which opening it is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.applications.offers import offer_of
from bot.dialogue.arbiter import Evidence, Reading
from bot.dialogue.state import SEARCH_SLOTS, DialogueState, JobSearch, Slot
from bot.dialogue.talk import Talk
from bot.job_search.evidence import step_reading
from bot.job_search.listening import Listening
from bot.job_search.moves import Kind, Move
from nlu.entities.words import words
from nlu.follow_ups import follows
from nlu.understanding import Understanding
from openings import questions
from openings.wording import Wording

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


def listening_to(talk: Talk, understanding: Understanding) -> Listening:
    """Return what is known of a typed message where it stands."""
    text, language, jobs = understanding.text, understanding.language, talk.service.jobs
    return Listening(
        understanding,
        jobs.wishes.read(text, understanding.entities, language),
        jobs.questions.hear(text, language),
        talk.state.current_search,
        assumes=talk.state.expected <= SEARCH_SLOTS,
        follows=talk.topic is not None and follows(text, language),
        for_an_alert=Slot.WISH in talk.state.expected,
    )


def steps(talk: Talk, heard: Listening, moves: Sequence[Move], seen: Evidence) -> list[tuple[Reading, InSearch]]:
    """Return what a typed message may do in the job search of its conversation, or in the one that it starts.

    A question that the advertisement does not answer is no step of the search, though it is about the opening.
    """
    found = []
    for move in moves:
        told = move.kind is Kind.ASK and answerable(talk, move, heard.understanding.language, heard.understanding.text)
        found.append((step_reading(heard, move, seen, told=told), _in_search(talk, move, told=told)))
    return found


def _in_search(talk: Talk, move: Move, *, told: bool) -> InSearch:
    search = talk.state.current_search
    if move.kind is Kind.ASK:
        return InSearch(search, move if told else None, move.openings[0])
    if move.kind in (Kind.WHICH, Kind.UNKNOWN, Kind.UNCLEAR):
        move = replace(move, question=talk.conversation.last_seq + 1)
    return InSearch(search, move, search.opening if search else None)


def answerable(talk: Talk, move: Move, language: str, question: str = "") -> bool:
    """Tell whether the opening that a question is about says something on it (one that is gone says that it is)."""
    service = talk.service
    found = talk.snapshot.openings(talk.conn, move.openings)
    if not found or found[0].status != "open":
        return True
    wording = Wording(service.texts, language, service.jobs, offer_of(talk.snapshot.applying, service))
    return questions.answer(found[0], move.topic, wording, question) is not None
