"""What is known when a message is heard in a job search, and what speaks for its being part of one. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from bot.dialogue.state import JobSearch, Slot
from nlu.entities.words import words
from nlu.opening_questions import OpeningQuestion, Pointing
from nlu.question_form import is_question
from nlu.understanding import Stage, Understanding
from nlu.wish_words import WishWords

_UNDECIDED = frozenset({"affirm", "deny", "greet", "thanks", "small_talk", "praise", "help", "repeat", "job_subscribe"})
"""General intents that short words of a search are easily taken for ("no, rather Munich", "the next ones")."""
_ALWAYS = frozenset({"delete_my_data"})
"""General intents that only a single phrase of a search ("back"), or exactly what the bot asked for, goes before."""
_YES_AND_NO = frozenset({"affirm", "deny"})
_PUT_AS_QUESTIONS = frozenset({"who_are_you", "how_are_you", "are_you_a_bot"})
_TALKS_FOR_THE_COMPANY = frozenset(
    """recruiter hr_manager hr_generalist hr_business_partner employment_advisor receptionist hotel_receptionist manager
    managing_director consultant customer_service_representative call_center_agent""".split()  # noqa: SIM905
)
"""Professions that somebody who asks for a person may name ("a recruiter, please")."""
_HARDLY = 0.6
"""The confidence below which any other general intent is easily taken wrongly."""
_BEYOND_DOUBT = 0.9
_CHATTY = 0.8
"""How sure such an intent must be of a reply to the bot's own question."""
_STATED_QUESTION = 0.7
"""How sure the FAQ must be of a reply to the bot's own question that is not put as a question."""
_QUESTION_ENDS = frozenset("?？吗呢么")
_WORDS = 3
_STATED = 5
"""How many words that say nothing of a search stand at most beside the profession that somebody says to have."""


@dataclass(frozen=True, slots=True)
class Listening:
    """What is known when a typed message is heard: what it means, its words, and the search so far if there is one.

    `threshold` is that of an FAQ answer. `assumes`: whether
    "any" may be assumed where the reply to what the bot asked is not understood.
    """

    understanding: Understanding
    said: WishWords
    question: OpeningQuestion | None
    search: JobSearch | None
    threshold: float
    assumes: bool = True

    @property
    def starts_a_search(self) -> bool:
        """Whether it says by itself that a job is looked for.

        Where nothing else explains it, so does a message that names a profession or a place, or speaks of jobs.
        """
        seen, said = self.understanding, self.said
        if "job" in said.marks and not said.rest and "not" not in said.marks:
            return True
        if self._states_a_wish:
            return True
        if seen.stage is Stage.GENERAL:
            return seen.intent == "job_search"
        if not self.is_open:
            return False
        speaks_of_jobs = "job" in said.marks and (said.professions or said.places or len(said.rest) < _WORDS)
        mentions = (said.professions or said.places) and self.refines
        is_one = said.professions and not self.is_question and len(said.rest) <= _STATED
        return bool((said.professions and said.places) or speaks_of_jobs or mentions or is_one)

    @property
    def _states_a_wish(self) -> bool:
        """Whether it names a profession and nothing else, or one and a place with few words, and asks nothing.

        That is more than a guess of what it may mean, but less than an example that was typed exactly.
        """
        seen, said = self.understanding, self.said
        if not said.professions or "not" in said.marks or seen.confidence >= 1.0 or self.asks_in_any_form:
            return False
        if seen.stage is Stage.GENERAL:
            person = not _TALKS_FOR_THE_COMPANY.isdisjoint(said.professions)
            return seen.intent == "contact_human" and not said.rest and not person
        return not said.rest or (said.places and len(said.rest) <= _WORDS)

    @property
    def is_open(self) -> bool:
        """Whether nothing else explains it: nothing is understood, or a general intent that is easily taken wrongly."""
        seen = self.understanding
        if seen.stage is Stage.GENERAL:
            return seen.intent in _UNDECIDED or (seen.intent not in _ALWAYS and seen.confidence < _HARDLY)
        return seen.stage is Stage.NONE or seen.confidence < self.threshold

    @property
    def is_unclear(self) -> bool:
        """Whether, as a reply to the bot's own question, it says nothing that anybody understands, and asks nothing.

        So does who says again that a job is looked for, or says yes or no to it in a sentence.
        """
        seen = self.understanding
        if seen.stage is Stage.GENERAL:
            if seen.intent == "job_search":
                return True
            long = len(words(seen.text)) >= _WORDS
            guessed = seen.intent in _UNDECIDED | _PUT_AS_QUESTIONS and seen.confidence < _CHATTY
            return not self.asks_in_any_form and (guessed or (seen.intent in _YES_AND_NO and long))
        unsure = seen.stage is Stage.NONE or seen.confidence < max(self.threshold, _STATED_QUESTION)
        return unsure and not self.asks and not self.asks_in_any_form

    @property
    def says_nothing_else(self) -> bool:
        """Whether all its words belong to a search."""
        return not self.said.rest and self.said.says_something

    @property
    def may_be_search(self) -> bool:
        """Whether it can be part of the search: it says so, says nothing else, or nothing else explains it."""
        seen = self.understanding
        if seen.stage is Stage.GENERAL and seen.intent in _ALWAYS:
            return self.said.is_one_phrase or self.answers_exactly
        if self.starts_a_search or self.is_open or self.says_nothing_else or self.refines:
            return True
        if self.answers and (seen.stage is not Stage.GENERAL or len(self.said.rest) <= self._unexplained):
            return True
        return bool(self.said.areas) and seen.stage is not Stage.GENERAL and not self.asks_in_any_form

    @property
    def _unexplained(self) -> int:
        """How many words that say nothing of a search an answer has at most where a general intent is heard in it."""
        return 0 if self.understanding.confidence >= _BEYOND_DOUBT else _WORDS - 1

    @property
    def answers(self) -> bool:
        """Whether it names what the bot has just asked for, or says that any will do, and asks nothing itself."""
        said, asked = self.said, self.search.asked if self.search else None
        if self.is_question or asked is None:
            return False
        any_will_do = not said.marks.isdisjoint(("anything", "whatever"))
        return any_will_do or bool(said.professions if asked is Slot.PROFESSION else said.places)

    @property
    def answers_exactly(self) -> bool:
        """Whether it answers that with names alone or with a single phrase, and says nothing else at all."""
        said, phrases = self.said, self.said.marks - {"job"}
        named = said.professions or said.cities or said.areas
        return self.answers and not said.rest and (not phrases or (len(phrases) == 1 and not named))

    @property
    def refines(self) -> bool:
        """Whether it names a profession, a place or what an opening must be, with few other words, and asks nothing."""
        said, seen = self.said, self.understanding
        if self.is_question:
            return False
        explained = seen.stage is Stage.FAQ and seen.confidence >= self.threshold
        asks = explained and self.asks_in_any_form  # "is there parking in Berlin", but "is that there part-time"
        most = int(said.refining) if asks else _WORDS - 1 if seen.stage is Stage.GENERAL else _WORDS
        return len(said.rest) <= most and bool(said.refining or said.professions or said.places)

    @property
    def is_question(self) -> bool:
        """Whether it is marked as a question."""
        return self.understanding.text.rstrip()[-1:] in _QUESTION_ENDS

    @property
    def asks_in_any_form(self) -> bool:
        """Whether it is put as a question, with or without a mark."""
        return self.is_question or is_question(self.understanding.text, self.understanding.language)

    @property
    def asks(self) -> bool:
        """Whether it is marked as a question, or points at one opening."""
        pointing = self.question is not None and self.question.pointing in (Pointing.THIS, Pointing.IT)
        return pointing or self.is_question
