"""What a message does in a job search: starts or changes it, turns its pages, picks or asks about an opening. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from bot.openings.changing import changed
from nlu.normalise import normalise
from nlu.opening_questions import OpeningQuestion, Pointing, Topic
from nlu.understanding import Guess, Stage, Understanding
from nlu.wish_words import REFINING, WishWords
from storage.job_searches import JobSearch
from storage.wishes import NOTHING_SAID, Wish

JOB_BUTTONS = ("search:", "opening:", "apply:")
"""How the ids of the buttons of a job search begin."""
COMPARED = 3
"""How many openings are compared at most."""

_ANYWHERE: dict[str, Any] = {"cities": (), "countries": (), "regions": ()}
_UNFILTERED: dict[str, Any] = {"work_mode": None, "employment_types": (), "level": None}
CHANGES: dict[str, dict[str, Any]] = {
    "anything": {"professions": (), "words": ""},
    "anywhere": _ANYWHERE,
    "remote": {"work_mode": "remote"},
    "unfiltered": _UNFILTERED,
    "loosened": _ANYWHERE | _UNFILTERED,
}
"""What the buttons of a search change in a wish."""

_UNDECIDED = frozenset({"affirm", "deny", "greet", "thanks", "small_talk", "praise", "help", "repeat", "job_subscribe"})
"""General intents that short words of a search are easily taken for ("no, rather Munich", "the next ones")."""
_ALWAYS = frozenset({"crisis", "delete_my_data"})
"""General intents that only a single phrase of a search ("back"), or exactly what the bot asked for, goes before."""
_HARDLY = 0.6
"""The confidence below which any other general intent is easily taken wrongly."""
_QUESTION_ENDS = frozenset("?？吗呢么")
_WORDS = 3
_STATED = 5
"""How many words that say nothing of a search stand at most beside the profession that somebody says to have."""


class Kind(StrEnum):
    """What is done: search, turn a page, go on where it was left, show one opening, answer about it, compare, apply."""

    SEARCH = "search"
    MORE = "more"
    BACK = "back"
    GO_ON = "go_on"
    OPEN = "open"
    ASK = "ask"
    WHICH = "which"
    COMPARE = "compare"
    APPLY = "apply"


@dataclass(frozen=True, slots=True)
class Move:
    """One step of a job search: with the new `wish` to SEARCH, with the ids of `openings` to OPEN, ASK or COMPARE.

    `question` is the number of the message that asked for the `topic`, where it is not the one that is answered.
    `applying` is what to APPLY means: what is done, and with what ("start", an opening's id; "name", a name).
    """

    kind: Kind
    wish: Wish = NOTHING_SAID
    openings: tuple[int, ...] = ()
    topic: Topic | None = None
    question: int | None = None
    applying: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class Listening:
    """What is known when a typed message is heard: what it means, its words, and the search so far if there is one.

    `titles` are the titles of the openings shown last, by id; `threshold` is that of an FAQ answer.
    """

    understanding: Understanding
    said: WishWords
    question: OpeningQuestion | None
    search: JobSearch | None
    titles: Mapping[int, str]
    threshold: float

    @property
    def starts_a_search(self) -> bool:
        """Whether it says by itself that a job is looked for.

        Where nothing else explains it, so does a message that names a profession or a place, or speaks of jobs.
        """
        seen, said = self.understanding, self.said
        if "job" in said.marks and not said.rest and "not" not in said.marks:
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
    def is_open(self) -> bool:
        """Whether nothing else explains it: nothing is understood, or a general intent that is easily taken wrongly."""
        seen = self.understanding
        if seen.stage is Stage.GENERAL:
            return seen.intent in _UNDECIDED or (seen.intent not in _ALWAYS and seen.confidence < _HARDLY)
        return seen.stage is Stage.NONE or seen.confidence < self.threshold

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
        return self.starts_a_search or self.is_open or self.says_nothing_else or self.answers or self.refines

    @property
    def answers(self) -> bool:
        """Whether it names what the bot has just asked for, and asks nothing itself."""
        said, asked = self.said, self.search.asked if self.search else None
        if self.is_question:
            return False
        if asked == "profession":
            return bool(said.professions) or not said.marks.isdisjoint(("anything", "whatever"))
        return asked == "city" and (said.places or "whatever" in said.marks)

    @property
    def answers_exactly(self) -> bool:
        """Whether it answers that with names alone or with a single phrase, and says nothing else at all."""
        said, phrases = self.said, self.said.marks - {"job"}
        named = said.professions or said.cities or said.areas
        return self.answers and not said.rest and (not phrases or (len(phrases) == 1 and not named))

    @property
    def refines(self) -> bool:
        """Whether it names a profession, a place or what an opening must be, with few other words, and asks nothing."""
        said = self.said
        most = _WORDS - 1 if self.understanding.stage is Stage.GENERAL else _WORDS
        few = len(said.rest) <= most and not self.is_question
        named = said.professions or said.places or said.km or said.dropped
        return few and bool(named or not said.marks.isdisjoint(REFINING))

    @property
    def is_question(self) -> bool:
        """Whether it is put as a question."""
        return self.understanding.text.rstrip()[-1:] in _QUESTION_ENDS

    @property
    def asks(self) -> bool:
        """Whether it is put as a question, or points at one opening."""
        pointing = self.question is not None and self.question.pointing in (Pointing.THIS, Pointing.IT)
        return pointing or self.is_question


def listen(heard: Listening) -> Move | None:
    """Return what the message does in the search, None when it has nothing to do with one."""
    if heard.search is None:
        return Move(Kind.SEARCH, changed(Wish(), heard.said)) if heard.starts_a_search else None
    if heard.understanding.stage is Stage.GENERAL and not heard.may_be_search:
        return None
    return _about_openings(heard, heard.search) or _about_search(heard, heard.search)


def _about_openings(heard: Listening, search: JobSearch) -> Move | None:
    """What it does with openings that were shown."""
    picked, question = _picked(heard, search), heard.question
    if question and len(picked) == 1 and "details" not in heard.said.marks:
        return Move(Kind.ASK, openings=picked, topic=question.topic)
    if "compare" in heard.said.marks and len(search.shown) > 1:
        several = picked if len(picked) > 1 else search.shown
        return Move(Kind.COMPARE, openings=several[:COMPARED])
    if len(picked) == 1 and (heard.may_be_search or "details" in heard.said.marks):
        return Move(Kind.OPEN, openings=picked)
    if question is None or heard.said.cities or heard.starts_a_search or _refines(heard, search):
        return None
    if search.opening is not None:
        return Move(Kind.ASK, openings=(search.opening,), topic=question.topic) if _means_it(heard, question) else None
    asks_of_them = question.pointing is Pointing.THIS or (question.pointing is Pointing.IT and heard.is_open)
    if asks_of_them and len(search.shown) > 1 and not heard.said.professions:
        return Move(Kind.WHICH, topic=question.topic)
    return None


def _about_search(heard: Listening, search: JobSearch) -> Move | None:
    if not heard.may_be_search:
        return None
    said, turns = heard.said, {"more": Kind.MORE, "back": Kind.BACK, "go_on": Kind.GO_ON}
    wish = changed(search.wish, said, search.asked)
    if wish != search.wish:
        return Move(Kind.SEARCH, wish)
    turn = next((kind for mark, kind in turns.items() if mark in said.marks), None)
    if turn and (heard.starts_a_search or len(said.rest) <= _WORDS):
        return Move(turn)
    if (
        heard.starts_a_search
        or "compare" in said.marks
        or (said.picks and not said.rest)
        or (said.says_something and said.professions + said.cities + said.areas)
    ):
        return Move(Kind.GO_ON)
    return _named_in_words(heard, search)


def _named_in_words(heard: Listening, search: JobSearch) -> Move | None:
    """A profession that no list knows, named when one was asked for, is looked for as it is written."""
    rest = heard.said.rest
    unknown = heard.understanding.stage is not Stage.GENERAL and heard.is_open
    if search.asked != "profession" or not unknown or not 0 < len(rest) <= _WORDS or heard.asks:
        return None
    return Move(Kind.SEARCH, replace(search.wish, words=" ".join(rest)))


def _picked(heard: Listening, search: JobSearch) -> tuple[int, ...]:
    """The shown openings that it names: by place in the list or by title."""
    text = normalise(heard.understanding.text)
    titled = tuple(id_ for id_, title in heard.titles.items() if normalise(title) and normalise(title) in text)
    if titled:
        return titled
    if "instead" in heard.said.marks and (heard.said.professions or heard.said.places):
        return ()  # "on second thoughts Munich" speaks of no place in the list
    places = [place - 1 if place > 0 else len(search.shown) + place for place in heard.said.picks]
    return tuple(search.shown[place] for place in places if 0 <= place < len(search.shown))


def _refines(heard: Listening, search: JobSearch) -> bool:
    """Whether it asks for other openings ("only part-time") rather than about one ("is it part-time?")."""
    return not heard.asks and heard.may_be_search and changed(search.wish, heard.said, search.asked) != search.wish


def _means_it(heard: Listening, question: OpeningQuestion) -> bool:
    """Whether a question asked while one opening is talked of is about that opening.

    A long one that points at nothing, and that the FAQ explains, is about the company.
    """
    if heard.said.professions and question.pointing is not Pointing.THIS:
        return False
    return question.pointing is not Pointing.NOT or heard.is_open


def pressed(button_id: str, search: JobSearch | None) -> Move | None:
    """Return what a button "search:..." or "opening:..." does; None for any other."""
    wish = search.wish if search else Wish()
    kind, _, rest = button_id.partition(":")
    what, _, value = rest.partition(":")
    if kind == "apply":
        return Move(Kind.APPLY, applying=(what, value))
    if kind == "opening":
        return _pressed_opening(int(what), value)
    if kind != "search":
        return None
    if what in (Kind.MORE, Kind.BACK, Kind.GO_ON):
        return Move(Kind(what))
    if what == "all":
        return Move(Kind.SEARCH, Wish(professions=(), cities=()))
    named: dict[str, Any] = {
        "city": {**_ANYWHERE, "cities": (value,)},
        "profession": {"professions": (value,), "words": ""},
    }
    return Move(Kind.SEARCH, replace(wish, **(named | CHANGES).get(what, {})))


def _pressed_opening(opening: int, what: str) -> Move:
    asked, _, number = what.partition(":")
    if asked in list(Topic):
        return Move(Kind.ASK, openings=(opening,), topic=Topic(asked), question=int(number) if number else None)
    return Move(Kind.OPEN, openings=(opening,))


def as_search(understanding: Understanding) -> Understanding:
    """Return a message that is part of a job search as such."""
    guess = Guess("job_search", 1.0)
    return replace(understanding, stage=Stage.GENERAL, intent=guess.intent, confidence=1.0, ranking=(guess,))


def search_button(what: str, value: str = "") -> str:
    """Return the id of a button of the search.

    >>> search_button("city", "Bonn"), search_button("more")
    ('search:city:Bonn', 'search:more')
    """
    return ":".join(filter(None, ("search", what, value)))


def opening_button(opening: int, what: str) -> str:
    """Return the id of a button about an opening."""
    return f"opening:{opening}:{what}"
