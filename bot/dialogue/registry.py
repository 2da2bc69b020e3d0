"""The tasks of the bot, and who does what. A new task is one more line here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.dialogue.acts import Act, Fulfil
from bot.dialogue.buttons import ButtonAct
from bot.dialogue.context import Context
from bot.dialogue.cues import Cues
from bot.dialogue.readings import Reading
from bot.dialogue.response import Asking, Response
from bot.dialogue.task import Task
from bot.dialogue.tasks import (
    answer_by_mail,
    application,
    asking_back,
    faq,
    hand_over,
    job_search,
    language,
    one_opening,
    rating,
    safety,
    sent_application,
    several_openings,
    shown_opening,
    small_talk,
    subscription,
)
from bot.errors import InvalidMessage

TASKS: Final[tuple[Task, ...]] = (
    safety.TASK,
    asking_back.TASK,
    application.TASK,
    sent_application.TASK,
    language.TASK,
    subscription.TASK,
    one_opening.TASK,
    several_openings.TASK,
    shown_opening.TASK,
    job_search.TASK,
    hand_over.TASK,
    answer_by_mail.TASK,
    rating.TASK,
    small_talk.TASK,
    faq.TASK,
)
"""In this order; of equally probable readings of a message the last is taken, in which it is a question by itself."""
FULFIL: Final = {intent: does for task in TASKS for intent, does in task.fulfil.items()}
_RESPOND: Final = {act: does for task in TASKS for act, does in task.respond.items()}
_PRESS: Final = {act: read for task in TASKS for act, read in task.press.items()}


def readings_of(context: Context, cues: Cues) -> Iterator[Reading]:
    """Yield all that a typed message may mean to any task."""
    for task in TASKS:
        yield from task.interpret(context, cues)


def plain_reading_of(context: Context, cues: Cues) -> Reading | None:
    """Return what a typed message can hardly mean but to one task."""
    return next((found for task in TASKS if (found := task.plainly(context, cues)) is not None), None)


def reading_of_button(context: Context, pressed: ButtonAct) -> Reading:
    """Return what a button means; raises InvalidMessage."""
    read = _PRESS.get(type(pressed))
    if read is None:
        raise InvalidMessage("unknown_button")
    return read(context, pressed)


def respond(context: Context, act: Act) -> Asking[Response]:
    """Return what the task does whose act this is."""
    does = FULFIL[act.intent](context) if isinstance(act, Fulfil) else _RESPOND[type(act)](context, act)
    return does if isinstance(does, Response) else (yield from does)
