"""Which steps a message may take where the dialogue stands: what stands in no list is listened for only there. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.dialogue.buttons import (
    AnswerToAddress,
    Doubt,
    NoAnswerByMail,
    ReadMore,
    WantAnswerByMail,
    act_of,
    offered_last,
)
from bot.dialogue.context import Context
from bot.dialogue.state import MAKING_AN_ALERT, JobSearch, Slot
from nlu.steps.said import ABOUT_ALERT, ABOUT_SAFETY, AFTER_SENDING, HOW_OFTEN, NO_ALERT, OF_A_LIST, Step
from nlu.words.question_form import is_question
from storage.applications.applications import Application

_ABOUT_A_MAIL: Final = (WantAnswerByMail, NoAnswerByMail, AnswerToAddress)
_UNDER_AN_ANSWER: Final = (Doubt, ReadMore)
_AT: Final[dict[str, Step]] = {"email": "no_address", "file": "no_file", "confirm": "send"}
"""What a step of an application may be answered with, beside what it asks for."""


def heard_step(context: Context) -> Step | None:
    """Return the step that all words of a message sound like, of those that it may take now."""
    among, steps = frozenset(_open_steps(context)), context.service.live.steps(context.understanding.language)
    if not among or steps is None:
        return None
    asks = is_question(context.text, context.understanding.language)
    step = steps.hear(context.text, among, asks=asks)
    if step == "give_up" and asks and "is_kept" in among:  # who asks gives nothing up: may one go on with it later?
        return steps.hear(context.text, among - {"give_up"}, asks=asks)
    return step


def likely_steps(context: Context) -> dict[Step, float]:
    """Return how probable each step is, in [0, 1], that a message may take now."""
    among, steps = frozenset(_open_steps(context)), context.service.live.steps(context.understanding.language)
    return dict(steps.shares(context.text, among)) if among and steps is not None else {}


def _open_steps(context: Context) -> Iterator[Step]:
    if context.state.safety is not None or context.just_helped:
        yield from ABOUT_SAFETY
    if context.state.clarifying is not None or context.state.safety is not None:
        return  # a yes or no to what was asked back, or about somebody's safety, is no step
    if Slot.FREQUENCY in context.state.expected:
        yield from HOW_OFTEN
    if context.state.expected & {Slot.FREQUENCY, *MAKING_AN_ALERT}:
        yield from NO_ALERT
        yield from ABOUT_ALERT
    elif context.made_alert is not None:
        yield "no_alert"
        yield from ABOUT_ALERT
    if context.application is None and _has_told(context):
        yield "noted"
    if context.waits_for_a_person:
        yield "how_long"
    if context.just_passed_on:
        yield from ("never_mind", "adds", "by_mail")
    offered = [act_of(each) for each in offered_last(context.recent)]
    if any(isinstance(each, _ABOUT_A_MAIL) for each in offered):
        yield from ("no_mail", "by_mail")
    if any(isinstance(each, _UNDER_AN_ANSWER) for each in offered):
        yield from ("more_of_it", "not_meant", "plainer", "says_who")
    if context.application is not None:
        yield from _in_application(context.application)
        return
    if context.just_sent is not None:
        yield from AFTER_SENDING
        yield "add_words"
    if (search := context.state.current_search) is not None:
        yield from _in_search(search)


def _has_told(context: Context) -> bool:
    """Whether the bot has told something that may be taken note of, and waits for nothing."""
    search = context.state.current_search
    is_asked = bool(context.state.expected) or (search is not None and search.asked is not None)
    has_shown = search is not None and bool(search.shown)
    return not is_asked and (has_shown or context.topic is not None or context.just_passed_on)


def _in_search(search: JobSearch) -> Iterator[Step]:
    if search.shown:
        yield from ("none_fits", "apply", "open", "over", "by_mail")
    if search.opening is not None:
        yield from ("to_list", "alike", "keep", "fits")
    elif search.shown:
        yield "more"
    if search.shown and (search.opening is None or len(search.shown) == 1):
        yield from OF_A_LIST


def _in_application(application: Application) -> Iterator[Step]:
    yield from ("give_up", "why", "is_kept", "left", "add_words", "one_back", "another")
    if application.step != "email":
        yield "no_phone"  # asked for an address, who speaks of a phone would give that instead
    if application.name and application.step != "name":
        yield "wrong_name"
    if application.email:
        yield "wrong_address"
    if application.step in _AT:
        yield _AT[application.step]
