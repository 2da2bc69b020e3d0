"""The steps of a job search: start or change it, turn pages, pick or ask about an opening; and their buttons. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from bot.dialogue.state import JobSearch, Slot
from nlu.opening_questions import Topic
from storage.wishes import NOTHING_SAID, Wish

JOB_SEARCH: Final = "job_search"
"""The general intent that every step of a job search stands for."""
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
ASSUMED = {Slot.PROFESSION: CHANGES["anything"], Slot.CITY: _ANYWHERE}
"""What is assumed where the reply to what was asked is not understood."""


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
