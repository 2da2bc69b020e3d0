"""What a message does in a job search: starts or changes it, turns its pages, picks or asks about an opening. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from bot.dialogue.state import JobSearch, Slot
from bot.job_search.changing import changed
from bot.job_search.listening import Listening
from nlu.normalise import normalise
from nlu.opening_questions import OpeningQuestion, Pointing, Topic
from nlu.understanding import Guess, Stage, Understanding
from storage.wishes import NOTHING_SAID, Wish

JOB_BUTTONS = ("search:", "opening:", "apply:")
"""How the ids of the buttons of a job search begin."""
COMPARED = 3
"""How many openings are compared at most."""

_ANYWHERE: dict[str, Any] = {"cities": (), "countries": (), "regions": ()}
_ANY_PAY: dict[str, Any] = {"pay_from": None, "pay_unit": None, "pay_currency": None}
_UNFILTERED: dict[str, Any] = {"work_mode": None, "employment_types": (), "level": None} | _ANY_PAY
CHANGES: dict[str, dict[str, Any]] = {
    "anything": {"professions": (), "words": "", "said": ()},
    "anywhere": _ANYWHERE,
    "remote": {"work_mode": "remote"},
    "any_pay": _ANY_PAY,
    "unfiltered": _UNFILTERED,
    "loosened": _ANYWHERE | _UNFILTERED,
}
"""What the buttons of a search change in a wish."""

_QUESTION = "search:question:"
_ASSUMED = {Slot.PROFESSION: CHANGES["anything"], Slot.CITY: _ANYWHERE}
_WORDS = 3


class Kind(StrEnum):
    """What is done: search, turn a page, go on where it was left, show one opening, answer about it, compare, apply.

    UNKNOWN: look for a profession that no list knows. UNCLEAR: show all there is, where the reply to what was asked is
    not understood. UNSHOWN: say that nothing is shown to choose from.
    """

    SEARCH = "search"
    UNKNOWN = "unknown"
    UNCLEAR = "unclear"
    UNSHOWN = "unshown"
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

    UNKNOWN and UNCLEAR come with the wish that assumes any. `words` are the UNKNOWN profession. `question` is the
    number of the message that asked for the `topic`, where it is not the one that is answered, or that is UNCLEAR.
    `applying` is what to APPLY means: what is done, and with what ("start", an opening's id; "name", a name).
    """

    kind: Kind
    wish: Wish = NOTHING_SAID
    openings: tuple[int, ...] = ()
    topic: Topic | None = None
    question: int | None = None
    words: str = ""
    applying: tuple[str, str] = ("", "")


def listen(heard: Listening) -> Move | None:
    """Return what the message does in the search, None when it has nothing to do with one."""
    if heard.search is None:
        return Move(Kind.SEARCH, changed(Wish(), heard.said)) if heard.starts_a_search else None
    if heard.understanding.stage is Stage.GENERAL and not heard.may_be_search:
        return None
    return (
        _about_openings(heard, heard.search)
        or _about_search(heard, heard.search)
        or _not_understood(heard, heard.search)
    )


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
    said = heard.said
    wish = changed(search.wish, said, search.asked)
    if wish != search.wish or heard.answers:
        return Move(Kind.SEARCH, wish)
    turn = _turn(heard)
    if turn is Kind.GO_ON or (turn and (search.shown or not search.asked)):
        return Move(turn)
    if said.says_something and said.professions + said.cities + said.areas:
        return Move(Kind.GO_ON)
    if "compare" in said.marks or (said.picks and not said.rest):
        return Move(Kind.GO_ON if search.shown and "compare" not in said.marks else Kind.UNSHOWN)
    return _not_understood(heard, search) or (Move(Kind.GO_ON) if turn or heard.starts_a_search else None)


def _turn(heard: Listening) -> Kind | None:
    """Whether pages are turned, or the search gone on with where it was left."""
    turns = {"more": Kind.MORE, "back": Kind.BACK, "go_on": Kind.GO_ON}
    turn = next((kind for mark, kind in turns.items() if mark in heard.said.marks), None)
    return turn if heard.starts_a_search or len(heard.said.rest) <= _WORDS else None


def _not_understood(heard: Listening, search: JobSearch) -> Move | None:
    """A reply to what was asked that says nothing known: a profession that no list has, or any is assumed.

    That is done once; what is not understood after that is a question for a person.
    """
    asked, rest = search.asked, heard.said.rest
    if asked is None or not heard.is_unclear or not heard.assumes:
        return None
    if (search.wish.professions if asked is Slot.PROFESSION else search.wish.cities) is not None:
        return None
    wish = replace(search.wish, **_ASSUMED[asked])
    if asked is Slot.PROFESSION and 0 < len(rest) <= _WORDS:
        return Move(Kind.UNKNOWN, wish, words=" ".join(rest))
    return Move(Kind.UNCLEAR, wish)


def _picked(heard: Listening, search: JobSearch) -> tuple[int, ...]:
    """The shown openings that it names: by place in the list or by title."""
    text = normalise(heard.understanding.text)
    shown = zip(search.shown, map(normalise, search.titles), strict=False)  # a search of long ago has no titles
    titled = tuple(id_ for id_, title in shown if title and title in text)
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
        "profession": {"professions": (value,), "words": "", "said": ()},
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


def question_button(number: int) -> str:
    """Return the id of the button that says that the message with this number was a question."""
    return f"{_QUESTION}{number}"


def meant_as_question(button_id: str) -> int | None:
    """Return the number of the message that a button says was a question, None for any other button.

    >>> meant_as_question(question_button(7)), meant_as_question("search:more")
    (7, None)
    """
    return int(button_id.removeprefix(_QUESTION)) if button_id.startswith(_QUESTION) else None


def search_button(what: str, value: str = "") -> str:
    """Return the id of a button of the search.

    >>> search_button("city", "Bonn"), search_button("more")
    ('search:city:Bonn', 'search:more')
    """
    return ":".join(filter(None, ("search", what, value)))


def opening_button(opening: int, what: str) -> str:
    """Return the id of a button about an opening."""
    return f"opening:{opening}:{what}"
