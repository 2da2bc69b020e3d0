"""What is known when a message is heard in a job search. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from bot.dialogue.state import JobSearch, Slot
from nlu.opening_questions import OpeningQuestion
from nlu.question_form import is_question
from nlu.understanding import Understanding
from nlu.wish_words import WishWords

_QUESTION_ENDS = frozenset("?？吗呢么")


@dataclass(frozen=True, slots=True)
class Listening:
    """What is known when a typed message is heard: what it means by itself, its words, and the search so far if any.

    `assumes`: whether "any" may be assumed where the reply to what the bot asked is not understood; `follows`: whether
    the message adds to what was answered last ("and in Berlin?"); `for_an_alert`: whether the bot has asked what new
    openings are to be told of.
    """

    understanding: Understanding
    said: WishWords
    question: OpeningQuestion | None
    search: JobSearch | None
    assumes: bool = True
    follows: bool = False
    for_an_alert: bool = False

    @property
    def answers(self) -> bool:
        """Whether it names what the bot has just asked for, or says that any will do, and asks nothing itself."""
        said, asked = self.said, self.search.asked if self.search else None
        if self.is_question or asked is None:
            return False
        any_will_do = not said.marks.isdisjoint(("anything", "whatever"))
        return any_will_do or bool(said.professions if asked is Slot.PROFESSION else said.places)

    @property
    def is_question(self) -> bool:
        """Whether it is marked as a question."""
        return self.understanding.text.rstrip()[-1:] in _QUESTION_ENDS

    @property
    def asks_in_any_form(self) -> bool:
        """Whether it is put as a question, with or without a mark."""
        return self.is_question or is_question(self.understanding.text, self.understanding.language)
