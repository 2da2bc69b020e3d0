"""The steps of a job search: start or change it, turn pages, pick or ask about an opening. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from bot.dialogue.buttons import AboutOpening, ChangeSearch, StepInApplication
from bot.dialogue.state import JobSearch, Slot
from nlu.opening_questions import Topic
from storage.wishes import NOTHING_SAID, Wish

JOB_SEARCH: Final = "job_search"
"""The general intent that every step of a job search stands for."""
SearchAct = ChangeSearch | AboutOpening | StepInApplication
"""The buttons of a job search."""
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


def pressed(act: SearchAct, search: JobSearch | None) -> Move:
    """Return what a button does in a job search."""
    match act:
        case StepInApplication(step, value):
            return Move(Kind.APPLY, applying=(step, value))
        case AboutOpening(opening, topic, question) if topic in list(Topic):
            return Move(Kind.ASK, openings=(opening,), topic=Topic(topic), question=question or None)
        case AboutOpening(opening):
            return Move(Kind.OPEN, openings=(opening,))
        case ChangeSearch(Kind.MORE | Kind.BACK | Kind.GO_ON as step):
            return Move(Kind(step))
        case ChangeSearch("all"):
            return Move(Kind.SEARCH, Wish(professions=(), cities=()))
    return Move(Kind.SEARCH, replace(search.wish if search else Wish(), **_changed_by(act)))


def _changed_by(act: ChangeSearch) -> dict[str, Any]:
    """What a button changes in a wish."""
    named: dict[str, dict[str, Any]] = {
        "city": {**_ANYWHERE, "cities": (act.value,)},
        "profession": {"professions": (act.value,), "words": "", "said": ()},
    }
    return (named | CHANGES).get(act.step, {})
