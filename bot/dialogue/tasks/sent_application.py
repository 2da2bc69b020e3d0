"""What is said of the application that was just sent: did it arrive, take it back, it is wrong, a word to add."""

from __future__ import annotations

from typing import Final

from bot.dialogue.acts import STATUS, Defer
from bot.dialogue.application_acts import TellOfSent
from bot.dialogue.context import Context
from bot.dialogue.cues import Cues
from bot.dialogue.open_steps import likely_steps
from bot.dialogue.readings import Reading
from bot.dialogue.response import Asking, Reply, Response, is_undelivered
from bot.dialogue.task import Task
from nlu.steps.said import Step

SENT: Final = "sent"
_FOR_PEOPLE: Final[tuple[Step, ...]] = ("take_back", "correct", "add_words")


def plainly(context: Context, cues: Cues) -> Reading | None:
    """Return what a message says of the application that was just sent, in words of no list.

    What is asked about an application then is about this one, also where the company's answers know of applications in
    general. To take it back, mend it or add to it is for people: as a rule it is delivered within seconds.
    """
    if context.just_sent is None:
        return None
    opening = cues.search.opening if cues.search else None
    if any(_takes(context, cues, each) for each in _FOR_PEOPLE):
        return Reading("about_sent", act=Defer("sent"), opening=opening)
    asks = cues.understanding.says(STATUS)
    return Reading(SENT, act=TellOfSent(), opening=opening) if asks or _takes(context, cues, "arrived") else None


def _takes(context: Context, cues: Cues, step: Step) -> bool:
    """Whether a message sounds like this step plainly, or asks nothing and does so surely: then no answer is meant."""
    if cues.step != step or cues.comes_first:
        return False
    surely = not cues.asks_in_any_form and likely_steps(context)[step] >= context.service.thresholds.plain
    return surely or cues.plainly_takes(step)


def tell(context: Context, act: TellOfSent) -> Asking[Response]:
    """Say whether it was delivered, and that there is nothing more to do."""
    sent = context.just_sent
    if sent is None:
        return Response((Reply(context.say("apply.nothing")),), context.unchanged)
    key = "waiting" if (yield from is_undelivered(sent.id)) else "delivered"
    return Response((Reply(context.say(f"apply.{key}", title=sent.title)),), context.unchanged)


TASK: Final = Task("sent_application", plainly=plainly, respond={TellOfSent: tell})
