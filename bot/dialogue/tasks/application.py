"""A short application in the chat: name, address, a file, the candidate's word; it may be left at any step."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from bot.applications.names import is_name, says_its_name
from bot.brevity import is_brief
from bot.dialogue.acts import Act, CheckSafety, Confirm, Fulfil
from bot.dialogue.application_acts import ApplyInstead, BeginApplication, GoOnApplying
from bot.dialogue.buttons import StepInApplication
from bot.dialogue.context import Context
from bot.dialogue.cues import Cues
from bot.dialogue.effects import ForgetApplication
from bot.dialogue.readings import Evidence, Reading
from bot.dialogue.response import Reply, Response
from bot.dialogue.task import Task
from bot.dialogue.tasks.application_heard import answered, left_in_so_many_words, plain_step
from bot.dialogue.tasks.application_instead import another_opening, apply_instead
from bot.dialogue.tasks.application_steps import begin, go_on, question
from nlu.steps.turn_words import says
from nlu.understanding import Level

APPLY: Final = "apply"
GO_ON: Final = "go_on_applying"
GIVE_UP: Final = "give_up"
ENDING: Final = frozenset({"stop", "start_over", "delete_my_data"})
"""General intents that end an application that is being made."""
_DELETE: Final = "delete_my_data"
_BESIDE: Final = ("beside_it",)
PERSON: Final = frozenset({"crisis", "contact_human"})
"""General intents after which a person comes first: nothing is asked for."""


def interpret(context: Context, cues: Cues) -> Iterator[Reading]:
    """Yield the message as what an application that is being made asks for."""
    application, opening = context.application, cues.search.opening if cues.search else None
    if application is None:
        return
    if not cues.turns.isdisjoint(("go_on", "apply")):
        yield Reading(GO_ON, act=GoOnApplying("go_on"), opening=opening)
    if cues.gives_up:
        step = "cancel" if _plainly_ends(context, cues) else "put_off"
        yield Reading(GIVE_UP, act=GoOnApplying(step), opening=opening)
    act = answered(context, cues, application)
    if act is not None:
        seen = {
            f"at_{application.step}": 1.0,
            "says_its_name": float(says_its_name(context.text)),
            "may_be_a_name": float(is_name(context.text)),
        }
        yield _said(context, act, opening, seen)


def _plainly_ends(context: Context, cues: Cues) -> bool:
    """Whether a message ends an application for good; what may be meant otherwise deletes nothing.

    It does in a few words, or where it wants to have what was typed deleted.
    """
    if "give_up" not in cues.turns or "put_off" in cues.turns or cues.asks_in_any_form:
        return False
    floor = cues.thresholds.request_floor
    wants_deleted = any(each.intent == _DELETE and each.confidence >= floor for each in cues.understanding.ranking)
    return is_brief(context.text) or wants_deleted


def plainly(context: Context, cues: Cues) -> Reading | None:
    """Return a message as a step of the application that is being made, where it can hardly be anything else."""
    opening = cues.search.opening if cues.search else None
    left = left_in_so_many_words(context, cues)
    if left is not None:
        return Reading(GIVE_UP, act=left, opening=opening)
    another = another_opening(context, cues)
    if another is not None:
        return Reading(APPLY, act=another, opening=opening)
    act = plain_step(context, cues)
    if act is not None:
        return _said(context, act, opening)
    if context.application is not None and cues.understanding.says("start_over"):
        step = "go_on" if context.application.name is None else "put_off"  # nobody's word deletes what was entered
        return Reading(GO_ON, act=GoOnApplying(step), opening=opening)
    if _gives_up_in_so_many_words(context):
        return Reading(GIVE_UP, act=GoOnApplying("cancel"), opening=opening)
    puts_off = context.application is not None and cues.puts_off and cues.plainly_takes("give_up")
    return Reading(GIVE_UP, act=GoOnApplying("put_off"), opening=opening) if puts_off else None


def _gives_up_in_so_many_words(context: Context) -> bool:
    """Whether it gives up and says nothing else ("oh, forget it"); asked for a file, that may be what is left out."""
    application, language = context.application, context.understanding.language
    asked = application is not None and application.step != "file"
    return asked and says(context.text, language, "give_up", _BESIDE)


def _said(context: Context, act: GoOnApplying, opening: int | None, seen: Evidence = MappingProxyType({})) -> Reading:
    """A bare name is in no language: the bot goes on in the one it spoke."""
    bare = act.step == "name" and not says_its_name(act.value)
    return Reading(APPLY, seen, act, opening=opening, language=context.conversation.language if bare else None)


def pressed(context: Context, act: StepInApplication) -> Reading:
    """Return what a button of an application does."""
    search, value = context.state.search, act.value
    begins = BeginApplication(int(value) if value.isdigit() else 0)
    does = begins if act.step == "start" else GoOnApplying(act.step, value)
    return Reading(APPLY, act=does, opening=search.opening if search else None)


def resumed(context: Context, act: Act, response: Response) -> Response:
    """Return an answer given in the middle of an application with the question that is still open."""
    application = context.application
    if application is None or isinstance(act, ApplyInstead | BeginApplication | GoOnApplying):
        return response
    intent = act.intent if isinstance(act, Fulfil | Confirm) else None
    if isinstance(act, Confirm | CheckSafety):
        return response
    if intent in ENDING:
        return response.saying(Reply(context.say("apply.cancelled"))).doing(ForgetApplication(application))
    if context.understanding.danger is not Level.NONE or intent in PERSON:
        return response
    if context.opened(application.opening_id) is None:
        return response.saying(Reply(context.say("apply.gone"))).doing(ForgetApplication(application))
    return response.saying(question(context, application))


TASK: Final = Task(
    "application",
    interpret,
    plainly,
    press={StepInApplication: pressed},
    respond={BeginApplication: begin, GoOnApplying: go_on, ApplyInstead: apply_instead},
)
