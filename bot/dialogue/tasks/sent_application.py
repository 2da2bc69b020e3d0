"""What is said of the application that was just sent: did it arrive, take it back, it is wrong, a word to add."""

from __future__ import annotations

from typing import Final

from bot.dialogue.acts import STATUS, Defer
from bot.dialogue.context import Context
from bot.dialogue.cues import Cues
from bot.dialogue.job_acts import TellOfSent
from bot.dialogue.readings import Reading
from bot.dialogue.response import Asking, Reply, Response, is_undelivered
from bot.dialogue.task import Task
from nlu.steps.said import Step
from nlu.understanding import Stage

SENT: Final = "sent"
_FOR_PEOPLE: Final[tuple[Step, ...]] = ("take_back", "correct", "add_words")


def plainly(context: Context, cues: Cues) -> Reading | None:
    """Return what a message says of the application that was just sent, in words of no list.

    What is asked about an application then is about this one. To take it back, mend it or add to it is for people: as a
    rule it is delivered within seconds.
    """
    if context.just_sent is None:
        return None
    opening = cues.search.opening if cues.search else None
    if any(cues.plainly_takes(each) for each in _FOR_PEOPLE):
        return Reading("about_sent", act=Defer("sent"), opening=opening)
    seen, surely = cues.understanding, context.service.thresholds.understood
    asks = seen.stage is Stage.GENERAL and seen.intent == STATUS and seen.confidence >= surely
    return Reading(SENT, act=TellOfSent(), opening=opening) if asks or cues.plainly_takes("arrived") else None


def tell(context: Context, act: TellOfSent) -> Asking[Response]:
    """Say whether it was delivered, and that there is nothing more to do."""
    sent = context.just_sent
    if sent is None:
        return Response((Reply(context.say("apply.nothing")),), context.unchanged)
    key = "waiting" if (yield from is_undelivered(sent.id)) else "delivered"
    return Response((Reply(context.say(f"apply.{key}", title=sent.title)),), context.unchanged)


TASK: Final = Task("sent_application", plainly=plainly, respond={TellOfSent: tell})
