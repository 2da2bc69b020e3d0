"""Every step of a job search that a message may be, whatever else it may mean. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.dialogue.state import JobSearch, Slot
from bot.job_search.changing import changed
from bot.job_search.listening import Listening
from bot.job_search.moves import ASSUMED, COMPARED, Kind, Move
from bot.job_search.picking import named_openings, picked_openings
from bot.policy import PLAIN_CONFIDENCE
from nlu.understanding import Stage, Understanding
from storage.wishes import Wish

_PAGES = {"more": Kind.MORE, "back": Kind.BACK, "go_on": Kind.GO_ON}
_UNDERSTOOD = 0.7
"""From here on a reply to what was asked is a question that the FAQ answers."""
_UNKNOWN_WORDS = 3
"""Of how many words a profession is at most that no list knows."""


def possible_moves(heard: Listening) -> list[Move]:
    """Return each step that the message can be in the search, or the one that starts a search; none twice.

    What plainly asks for a person or to have data deleted is none, unless all its words belong to a search.
    """
    if _is_plain_request(heard.understanding) and not heard.said.is_one_phrase and heard.said.rest:
        return []
    found = _starts(heard) if heard.search is None else _goes_on(heard, heard.search)
    return list(dict.fromkeys(found))


def _starts(heard: Listening) -> Iterator[Move]:
    if heard.said.says_something or "job" in heard.said.marks or _wants_jobs(heard):
        yield Move(Kind.SEARCH, changed(Wish(), heard.said))


def _goes_on(heard: Listening, search: JobSearch) -> Iterator[Move]:
    yield from _about_openings(heard, search)
    yield from _about_search(heard, search)
    yield from _not_understood(heard, search)


def _about_openings(heard: Listening, search: JobSearch) -> Iterator[Move]:
    picked = picked_openings(heard, search)
    named = picked or named_openings(heard, search)
    if heard.question is not None or heard.asks_in_any_form:
        yield from _questions(heard, search, named)
    if "compare" in heard.said.marks and len(search.shown) > 1:
        yield Move(Kind.COMPARE, openings=(picked if len(picked) > 1 else search.shown)[:COMPARED])
    if len(named) == 1:
        yield Move(Kind.OPEN, openings=named)


def _questions(heard: Listening, search: JobSearch, named: tuple[int, ...]) -> Iterator[Move]:
    """A question about the opening that it names, that is talked of, or that is the only one shown."""
    topic = heard.question.topic if heard.question else None
    talked_of = named if len(named) == 1 else (search.opening,) if search.opening is not None else ()
    about = talked_of or (search.shown if len(search.shown) == 1 else ())
    if about:
        yield Move(Kind.ASK, openings=about, topic=topic)
    elif topic is not None and len(search.shown) > 1:
        yield Move(Kind.WHICH, topic=topic)


def _about_search(heard: Listening, search: JobSearch) -> Iterator[Move]:
    said = heard.said
    wish = changed(search.wish, said, search.asked)
    if wish != search.wish or heard.answers:
        yield Move(Kind.SEARCH, wish)
    turn = next((kind for mark, kind in _PAGES.items() if mark in said.marks), None)
    if turn is Kind.GO_ON or (turn and (search.shown or not search.asked)):
        yield Move(turn)
    if "compare" in said.marks or said.picks:
        yield Move(Kind.GO_ON if search.shown and "compare" not in said.marks else Kind.UNSHOWN)
    if _wants_jobs(heard) or "job" in said.marks or said.professions or said.cities or said.areas:
        yield Move(Kind.GO_ON)


def _not_understood(heard: Listening, search: JobSearch) -> Iterator[Move]:
    """A reply to what was asked that says nothing known: a profession that no list has, or any is assumed.

    That is done once; what is not understood after that is a question for a person.
    """
    asked, rest = search.asked, heard.said.rest
    if asked is None or not heard.assumes or heard.asks_in_any_form or _is_understood(heard.understanding):
        return
    if (search.wish.professions if asked is Slot.PROFESSION else search.wish.cities) is not None:
        return
    wish = replace(search.wish, **ASSUMED[asked])
    if asked is Slot.PROFESSION and 0 < len(rest) <= _UNKNOWN_WORDS:
        yield Move(Kind.UNKNOWN, wish, words=" ".join(rest))
    else:
        yield Move(Kind.UNCLEAR, wish)


def _is_understood(seen: Understanding) -> bool:
    return seen.stage is Stage.FAQ and seen.confidence >= _UNDERSTOOD


def _is_plain_request(seen: Understanding) -> bool:
    plain = seen.intent == "delete_my_data" or (seen.intent == "contact_human" and seen.confidence >= PLAIN_CONFIDENCE)
    return seen.stage is Stage.GENERAL and plain


def _wants_jobs(heard: Listening) -> bool:
    seen = heard.understanding
    return seen.stage is Stage.GENERAL and seen.intent == "job_search"
