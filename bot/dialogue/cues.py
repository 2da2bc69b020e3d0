"""What is seen in a typed message where it stands, before it is known what it means. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.dialogue.context import Context
from bot.dialogue.policy import USUAL
from bot.dialogue.state import SEARCH_SLOTS, DialogueState, JobSearch, Slot
from nlu.entities.words import words
from nlu.follow_ups import follows
from nlu.opening_questions import OpeningQuestion
from nlu.question_form import is_question
from nlu.understanding import Stage, Understanding
from nlu.wish_words import WishWords

_QUESTION_ENDS: Final = frozenset("?？吗呢么")
_FEW_WORDS: Final = 6


@dataclass(frozen=True, slots=True)
class Cues:
    """What a message says by itself, its words about jobs and openings, and the search that is going on, if any.

    `follows`: whether it adds to what was answered last ("and in Berlin?"); `expected` are the slots that the bot would
    like to hear.
    """

    understanding: Understanding
    words: WishWords
    about_opening: OpeningQuestion | None
    search: JobSearch | None
    expected: frozenset[Slot] = frozenset()
    follows: bool = False

    @property
    def answers(self) -> bool:
        """Whether it names what the bot has just asked for, or says that any will do, and asks nothing itself."""
        words, asked = self.words, self.search.asked if self.search else None
        if self.is_question or asked is None:
            return False
        any_will_do = not words.marks.isdisjoint(("anything", "whatever"))
        return any_will_do or bool(words.professions if asked is Slot.PROFESSION else words.places)

    @property
    def is_question(self) -> bool:
        """Whether it is marked as a question."""
        return self.understanding.text.rstrip()[-1:] in _QUESTION_ENDS

    @property
    def asks_in_any_form(self) -> bool:
        """Whether it is put as a question, with or without a mark."""
        return self.is_question or is_question(self.understanding.text, self.understanding.language)

    @property
    def may_be_a_step(self) -> bool:
        """Whether it may be a step of a search: what plainly wants a person, or data deleted, must say nothing else."""
        seen = self.understanding
        plain = seen.intent == "delete_my_data" or (seen.intent == "contact_human" and seen.confidence >= USUAL.plain)
        plain = seen.stage is Stage.GENERAL and plain
        return not plain or self.words.is_one_phrase or not self.words.rest


def cues_of(context: Context) -> Cues:
    """Return what is seen in the message of a context."""
    seen, jobs = context.understanding, context.jobs
    return Cues(
        seen,
        jobs.wishes.read(seen.text, seen.entities, seen.language),
        jobs.questions.hear(seen.text, seen.language),
        context.state.current_search,
        context.state.expected,
        follows=context.topic is not None and follows(seen.text, seen.language),
    )


def expected_in(state: DialogueState, text: str) -> frozenset[str]:
    """Return the names of entities for which little is needed in `text`: of both in a few words during a search."""
    search = state.current_search
    if search is None:
        return frozenset(state.expected)
    asks = text.rstrip()[-1:] in ("?", "？")
    if not asks and len(words(text)) <= _FEW_WORDS:
        return frozenset(SEARCH_SLOTS)
    return frozenset({Slot.CITY} if asks or search.asked is None else {Slot.CITY, search.asked})
