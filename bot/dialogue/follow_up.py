"""Whether a message adds to what was answered last: by words that say so, or as nothing but another place. Pure."""

from __future__ import annotations

from typing import Final

from bot.dialogue.context import Context
from nlu.steps.follow_ups import follows
from nlu.wishes.words import WishWords
from nlu.words.length import length
from nlu.words.normalise import considered
from nlu.words.question_form import ends_in_a_mark
from nlu.words.text_words import words

_MOST_BESIDE: Final = 1
"""Words beside a place ("in", 在) where nothing else is said; more of them ask in a sentence of their own."""


def is_follow_up(context: Context, said: WishWords) -> bool:
    """Tell whether a message that says this of jobs adds to the last answer ("and in Berlin?", "in Ulm?")."""
    if context.topic is None:
        return False
    return follows(context.text, context.understanding.language) or _asks_of_a_place(context, said)


def _asks_of_a_place(context: Context, said: WishWords) -> bool:
    """Whether it says nothing but a place, right after an answer and outside a search: is it so there?

    A bare name may be where a job is sought.
    """
    if context.search is not None or not context.just_answered or said.rest:
        return False
    seeks = said.professions or said.refining or said.ruled_out or "job" in said.marks
    beside = context.text
    for name in context.understanding.entities:
        beside = beside.replace(name.text, "")
    asks = ends_in_a_mark(context.text) or bool(words(beside))
    return bool(said.cities or said.areas) and not seeks and asks and length(considered(beside)) <= _MOST_BESIDE
