"""Which steps a message may take where the dialogue stands: what stands in no list is listened for only there. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.dialogue.buttons import AnswerToAddress, NoAnswerByMail, WantAnswerByMail, act_of, offered_last
from bot.dialogue.context import Context
from bot.dialogue.state import Slot
from nlu.said_steps import HOW_OFTEN, Step
from storage.applications import Application

_ABOUT_A_MAIL: Final = (WantAnswerByMail, NoAnswerByMail, AnswerToAddress)
_AT: Final[dict[str, Step]] = {"file": "no_file", "confirm": "send"}
"""What a step of an application may be answered with, beside what it asks for."""


def heard_step(context: Context) -> Step | None:
    """Return the step that all words of a message sound like, of those that it may take now."""
    among, steps = frozenset(_open_steps(context)), context.service.live.steps(context.understanding.language)
    return steps.hear(context.text, among) if among and steps is not None else None


def _open_steps(context: Context) -> Iterator[Step]:
    if Slot.FREQUENCY in context.state.expected:
        yield from HOW_OFTEN
    if context.waits_for_a_person:
        yield "how_long"
    if any(isinstance(act_of(each), _ABOUT_A_MAIL) for each in offered_last(context.recent)):
        yield "no_mail"
    if context.application is not None:
        yield from _in_application(context.application)
    elif (search := context.state.current_search) is not None and search.asked is None:
        if search.shown:
            yield "none_fits"
        if search.opening is not None:
            yield "to_list"


def _in_application(application: Application) -> Iterator[Step]:
    yield from ("give_up", "why")
    if application.name and application.step != "name":
        yield "wrong_name"
    if application.step in _AT:
        yield _AT[application.step]
