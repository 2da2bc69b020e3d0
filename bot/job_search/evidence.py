"""What is seen in a message that may speak for or against its being a step of a job search. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from bot.dialogue.arbiter import Evidence, Reading, log_odds
from bot.dialogue.state import JobSearch
from bot.job_search.listening import Listening
from bot.job_search.moves import Kind, Move
from bot.job_search.picking import picked_openings
from nlu.entities.words import words
from nlu.normalise import considered
from nlu.opening_questions import Pointing
from nlu.thesaurus import thesaurus
from nlu.understanding import Stage, Understanding

_TAUGHT: Final = 1.0
_YES_OR_NO: Final = frozenset({"affirm", "deny"})
_COURTESY: Final = frozenset({"greet", "goodbye", "thanks", "small_talk", "praise", "help", "repeat"})
_ABOUT_THE_BOT: Final = frozenset({"who_are_you", "how_are_you", "are_you_a_bot", "insult"})
_STAFF: Final = frozenset(
    """recruiter hr_manager hr_generalist hr_business_partner employment_advisor receptionist hotel_receptionist manager
    managing_director consultant customer_service_representative call_center_agent""".split()  # noqa: SIM905
)
"""Professions that somebody who asks for a person may name ("a recruiter, please")."""
_NOTHING: Final = 0.05
_WHEN: Final = frozenset({"when", "how_long", "processing_time", "waiting"})
_ANSWERS: Final = frozenset({"processing_time", "application_status", "acknowledgement", "talk_to_human"})
"""Concepts (data/concepts) that a question about the answer to come names."""
_START: Final = "start"
_CHANGE: Final = "change"
_ANSWER: Final = "answer"
_ABOUT_ONE: Final = frozenset({Kind.ASK, Kind.WHICH, Kind.OPEN, Kind.COMPARE})


def step_reading(heard: Listening, move: Move, seen: Evidence, *, told: bool) -> Reading:
    """Return a step with what is seen; `told`: whether the opening that it asks about says something on that."""
    return Reading(_kind(heard, move), {**seen, "told": float(told)} if move.kind is Kind.ASK else seen)


def _kind(heard: Listening, move: Move) -> str:
    if move.kind is not Kind.SEARCH:
        return str(move.kind)
    if heard.search is None:
        return _START
    return _ANSWER if heard.answers else _CHANGE


def evidence_of(heard: Listening, moves: Sequence[Move]) -> Evidence:
    """Return what is seen in a message, by name: 1 or 0, log odds, or logarithms of numbers of words."""
    said, length = heard.said, len(words(heard.understanding.text))
    subjects = set(thesaurus(heard.understanding.language).found_in(considered(heard.understanding.text)))
    return {
        "always": 1.0,
        **_understood(heard.understanding),
        "names_a_profession": float(bool(said.professions)),
        "names_a_city": float(bool(said.cities)),
        "names_an_area": float(bool(said.areas)),
        "names_only_a_profession": float(bool(said.professions) and not said.rest),
        "may_mean_staff": float(not _STAFF.isdisjoint(said.professions)),
        "says_nothing_else": float(said.says_something and not said.rest),
        "says_what_it_must_be": float(said.refining),
        "speaks_of_jobs": float("job" in said.marks),
        "turns_pages": float(not said.marks.isdisjoint(("more", "back", "go_on"))),
        "changes_its_mind": float(not said.marks.isdisjoint(("instead", "also", "nearer", "farther"))),
        "denies": float("not" in said.marks),
        "is_one_phrase": float(said.is_one_phrase),
        "any_will_do": float(not said.marks.isdisjoint(("anything", "whatever"))),
        "unexplained_words": math.log1p(len(said.rest)),
        "unexplained_share": len(said.rest) / max(1, length),
        "length": math.log1p(length),
        "question_mark": float(heard.is_question),
        "question_form": float(heard.asks_in_any_form),
        "asks_when": float(not subjects.isdisjoint(_WHEN)),
        "speaks_of_answers": float(not subjects.isdisjoint(_ANSWERS)),
        "adds_to_the_last_answer": float(heard.follows),
        "asked_for_an_alert": float(heard.for_an_alert),
        "may_be_about_openings": float(any(move.kind in _ABOUT_ONE for move in moves)),
        **_of_the_search(heard, heard.search),
    }


def _understood(seen: Understanding) -> dict[str, float]:
    """How sure the models are of what the message means by itself, in log odds."""
    odds = log_odds(max(seen.confidence, _NOTHING))
    general = seen.stage is Stage.GENERAL
    faq = not general  # nothing understood is a guess that is not sure at all
    wants_jobs = general and seen.intent == "job_search"
    request = general and not wants_jobs
    return {
        "faq": float(faq),
        "faq_sure": odds if faq else 0.0,
        "taught_word_for_word": float(faq and seen.confidence >= _TAUGHT),
        "job_search": float(wants_jobs),
        "job_search_sure": odds if wants_jobs else 0.0,
        "request": float(request),
        "request_sure": odds if request else 0.0,
        "yes_or_no": float(request and seen.intent in _YES_OR_NO),
        "courtesy": float(request and seen.intent in _COURTESY),
        "about_the_bot": float(request and seen.intent in _ABOUT_THE_BOT),
    }


def _of_the_search(heard: Listening, search: JobSearch | None) -> dict[str, float]:
    if search is None:
        return {}
    pointing = heard.question.pointing if heard.question else None
    return {
        "asked_for_a_slot": float(search.asked is not None),
        "answers_what_was_asked": float(heard.answers),
        "talks_of_one_opening": float(search.opening is not None),
        "points_at_one": float(pointing is Pointing.THIS),
        "says_it": float(pointing is Pointing.IT),
        "asks_briefly": float(pointing is Pointing.SHORT),
        "asks_what_ads_tell": float(heard.question is not None and heard.question.is_phrase),
        "picks_one": float(bool(picked_openings(heard, search))),
        "wants_details": float("details" in heard.said.marks),
    }
