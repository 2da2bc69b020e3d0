"""The bot keeps quiet while a person answers, and comes back when it is called or nobody answers. Pure."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.clarification import named_button
from bot.dialogue.buttons import CallBack, button_for
from bot.dialogue.talk import Talk
from bot.flows.situation import Draft, Situation, Step
from bot.policy import Decision, Reply
from bot.pressing import Pressed


def called_back(talk: Talk, pressed: Pressed | None, text: str) -> bool:
    """Tell whether a candidate calls the bot back, with the button or its title."""
    if pressed is not None:
        return isinstance(pressed.act, CallBack)
    if talk.conversation.owner == "bot":
        return False
    title = talk.service.texts.get(talk.conversation.language, "button.bot.back")
    return named_button(text, [button_for(CallBack(), title)]) is not None


def waited_too_long(talk: Talk, now: datetime) -> bool:
    """Tell whether the candidate has waited for a person longer than the company allows."""
    before, since = talk.company.overdue_since(now), talk.conversation.waiting_since
    return before is not None and since is not None and since <= before


def back_when_called(situation: Situation) -> Step:
    """Answer from here on; a question that waits for a person waits on."""
    key = "back_called_waiting" if situation.waits_for_a_person else "back_called"
    return Step((Draft(situation.say(key)),), owner="bot")


def back_after_silence(situation: Situation, step: Step, decision: Decision | None) -> Step:
    """Answer from here on, say why, and what the bot knows; the question stays with a person.

    `decision` is None where the bot has dealt with the question already.
    """
    known = step.drafts if isinstance(decision, Reply) else ()
    return replace(step, drafts=(Draft(situation.say("back_after_silence")), *known), owner="bot", status="waiting")
