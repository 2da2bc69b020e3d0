"""Whether a message says that no job is looked for: "I'm not after work", "zeigen Sie mir bitte keine Jobs"."""

from __future__ import annotations

from typing import Final

from nlu.recipe import KNOWN_LANGUAGES
from nlu.steps.turn_words import turns_in
from nlu.words.negation import negation
from nlu.words.normalise import considered
from nlu.words.question_form import is_question
from nlu.words.thesaurus import thesaurus

_JOBS: Final = frozenset({"job", "vacancies"})
"""Concepts (data/concepts) of what is denied."""


def wants_no_job(text: str, language: str, *, plainly: bool = False) -> bool:
    """Tell whether a message that speaks of jobs wants none; who has no work, or asks whether there is none, does.

    `plainly`: by a phrase that says so and not by what is denied alone.

    >>> wants_no_job("I am not after your vacancies", "en"), wants_no_job("ich finde keine Arbeit", "de")
    (True, False)
    """
    turns = turns_in(text, language)
    if "no_job" in turns or plainly or "no_work" in turns or language not in KNOWN_LANGUAGES:
        return "no_job" in turns
    if is_question(text, language):
        return False
    denied = negation(language).denied(considered(text))
    return any(not _JOBS.isdisjoint(thesaurus(language).found_in(passage)) for passage in denied)
