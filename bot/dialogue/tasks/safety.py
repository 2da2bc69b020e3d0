"""Is the candidate safe? What a message says of danger, what answers the question about it, and the help there is."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import Final

from bot.dialogue.acts import CRISIS, Act, CheckSafety, Fulfil
from bot.dialogue.buttons import SaySafety, button_for
from bot.dialogue.context import Context
from bot.dialogue.open_steps import heard_step, likely_steps
from bot.dialogue.policy import is_sure
from bot.dialogue.readings import Reading
from bot.dialogue.response import Reply, Response
from bot.dialogue.said_forms import is_one_of
from bot.dialogue.task import Task
from nlu.understanding import Level, Stage
from nlu.words.question_form import is_question

_BY_INTENT: Final = {"affirm": "safe", "deny": "help", "contact_human": "help", "help": "help"}


class WriterSafety(StrEnum):
    """What a message says of its writer's safety: they may be in danger, need help, or are safe."""

    MAYBE = "maybe"
    HELP = "help"
    SAFE = "safe"


def said_of_safety(context: Context, *, alone: bool = True) -> SaySafety | None:
    """Return what a typed message says of its writer's safety, None when it says nothing of it.

    A yes or no counts as the answer to the bot's question where the bot speaks `alone` with the candidate, and so does
    a wish for a person that is sure. Who is asked and says again what may be danger is helped; so is who asks for help
    some messages after help was shown.
    """
    seen, asked = context.understanding, context.state.safety
    said = _answer(context, alone=alone) if asked is not None else None
    is_open = alone and (asked is not None or context.just_helped)
    if said is None and is_open and seen.danger is Level.NONE:
        said = _in_any_words(context, asked)
    wants_help = seen.says("help") and not is_question(seen.text, seen.language)
    if said is None and alone and context.lately_helped and wants_help:
        said = WriterSafety.HELP
    if said is not None:
        return SaySafety(said, asked or 0)
    if seen.danger is Level.DANGER or (seen.danger is Level.UNSURE and asked is not None):
        return SaySafety(WriterSafety.HELP, asked or 0)
    return SaySafety(WriterSafety.MAYBE, 0) if seen.danger is Level.UNSURE else None


def _answer(context: Context, *, alone: bool) -> WriterSafety | None:
    seen, texts = context.understanding, context.service.texts
    language = seen.language
    for each in (WriterSafety.SAFE, WriterSafety.HELP):
        words = f"{texts.get(language, f'button.safety.{each}')}|{texts.get(language, f'safety.words.{each}')}"
        if is_one_of(seen.text, words):
            return each
    intent = seen.intent if seen.stage is Stage.GENERAL else None
    if not alone or seen.danger is not Level.NONE or intent not in _BY_INTENT:
        return None
    if intent == "deny" and heard_step(context) == "safe":
        return WriterSafety.SAFE  # "no no, I was only joking"
    if intent == "contact_human" and seen.confidence < context.service.thresholds.person:
        return None
    return WriterSafety(_BY_INTENT[intent])


def _in_any_words(context: Context, asked: int | None) -> WriterSafety | None:
    """What a message says of it in words of no list, unless it is surely a question to the company.

    After help was shown unasked it must surely say that somebody is not safe.
    """
    seen, thresholds = context.understanding, context.service.thresholds
    step = None if is_sure(seen, thresholds) else heard_step(context)
    if step == "safe":
        return WriterSafety.SAFE
    if step != "unsafe" or (asked is None and likely_steps(context).get(step, 0.0) < thresholds.understood):
        return None
    return WriterSafety.HELP


def reading_of(said: SaySafety) -> Reading:
    """Return what is done for the safety of who said this; for who is safe, what they say besides."""
    acts: dict[str, Act] = {WriterSafety.MAYBE: CheckSafety(), WriterSafety.HELP: Fulfil(CRISIS)}
    return Reading("danger" if said.answer != WriterSafety.SAFE else "safe", act=acts.get(said.answer))


def check(context: Context, act: CheckSafety) -> Response:
    """Ask whether who wrote the message is safe; what the conversation waited for waits on."""
    return Response((_question(context, "safety.ask"),), replace(context.state, safety=context.seq))


def checked(context: Context, response: Response) -> Response:
    """Return a response that asks first, where it is seen, whether who wrote the message is safe."""
    state = replace(response.state or context.after(), safety=context.seq)
    return replace(response, replies=(_question(context, "safety.ask_besides"), *response.replies), state=state)


def _question(context: Context, key: str) -> Reply:
    answers = (WriterSafety.SAFE, WriterSafety.HELP)
    buttons = tuple(button_for(SaySafety(each, context.seq), context.say(f"button.safety.{each}")) for each in answers)
    return Reply(context.say(key), buttons)


def help_at_once(context: Context) -> Response:
    """Show the company's helpline text to somebody in danger, and that a person is told."""
    helpline = context.company.helpline.get(context.language)
    told = Reply(context.say("crisis_again" if helpline and context.lately_helped else "crisis"))
    return Response((Reply(helpline), told) if helpline else (told,), status="waiting", urgent=True)


def relieved(context: Context, response: Response) -> Response:
    """Return a response after the candidate has said to be safe."""
    return replace(response, replies=(Reply(context.say("safety.glad")), *response.replies))


TASK: Final = Task("safety", respond={CheckSafety: check}, fulfil={CRISIS: help_at_once})
