"""What a message plainly says of job alerts: one's own, the one that is being made or was, those on offer. Pure."""

from __future__ import annotations

from typing import Final

from bot.addresses import says_little_else
from bot.dialogue.acts import Fulfil
from bot.dialogue.alert_acts import (
    SUBSCRIBE,
    UNSUBSCRIBE,
    CallOffAlert,
    ChangeAlert,
    Subscribe,
    TellOfAlert,
    Unsubscribe,
)
from bot.dialogue.buttons import Request, act_of, offered_last
from bot.dialogue.changed_alerts import asks_for_mails, narrowed_wish, other_wish
from bot.dialogue.context import Context
from bot.dialogue.cues import Cues
from bot.dialogue.how_often import frequency_alone, frequency_in
from bot.dialogue.open_steps import likely_steps
from bot.dialogue.own_alerts import is_new, is_spoken_of
from bot.dialogue.readings import Reading
from bot.dialogue.said_forms import is_one_of
from bot.dialogue.state import MAKING_AN_ALERT
from bot.dialogue.tasks.answer_by_mail import question_of_a_mail
from nlu.steps.said import ABOUT_ALERT, NO_ALERT, AboutAlert
from nlu.words.negation import denies
from storage.subscriptions.subscriptions import Frequency

ALERT: Final = "alert"


def plainly(context: Context, cues: Cues) -> Reading | None:
    """Return a message as the wish to see one's alerts, to have none after all, or for those like what is shown.

    An address alone is that for the alert just offered, and how often is meant for the one that is being made.
    """
    opening = cues.search.opening if cues.search else None
    own = context.service.texts.get(context.understanding.language, "subscription.words.own")
    if is_one_of(context.text, own):
        return Reading(ALERT, act=Unsubscribe(), opening=opening)
    asked = _asked_of_it(context, cues)
    if asked is not None:
        return Reading(ALERT, act=TellOfAlert(asked), opening=opening)
    if is_spoken_of(context) and cues.understanding.intent == UNSUBSCRIBE and not cues.asks_in_any_form:
        return Reading(ALERT, act=Unsubscribe() if cues.names_something else Fulfil(UNSUBSCRIBE), opening=opening)
    if _wants_none_after_all(context, cues):
        return Reading(ALERT, act=CallOffAlert(), opening=opening)
    wish = other_wish(context, cues)
    if wish is not None:
        return Reading(ALERT, act=ChangeAlert(wish), opening=opening)
    narrowed = narrowed_wish(context, cues)
    if narrowed is not None:
        return Reading(ALERT, act=Subscribe(narrowed), opening=opening)
    often = _says_how_often(context, cues)
    if often is not None:
        return Reading(ALERT, act=Subscribe(frequency=often), opening=opening)
    gives_one = len(cues.addresses) == 1 and says_little_else(context.text, cues.addresses)
    if _wants_such_by_mail(context, cues):
        return Reading(ALERT, act=Subscribe(), opening=opening)
    is_offered = Request(SUBSCRIBE) in map(act_of, offered_last(context.recent))
    return Reading(ALERT, act=Subscribe(), opening=opening) if gives_one and is_offered else None


def _says_how_often(context: Context, cues: Cues) -> Frequency | None:
    """How often the alert that is being made is wanted, by who says little else."""
    if not context.state.expected & MAKING_AN_ALERT or cues.addresses or cues.asks_in_any_form:
        return None
    return frequency_alone(context.text, context.understanding.language, context.service.texts)


def _asked_of_it(context: Context, cues: Cues) -> AboutAlert | None:
    """What is asked of an alert that is being made or was made lately; who asks if it can be stopped stops nothing."""
    step = next((each for each in ABOUT_ALERT if cues.step == each), None)
    if step is None or not is_spoken_of(context) or cues.addresses:
        return None
    ends = _wants_an_end(cues) and cues.asks_in_any_form
    surely = not cues.comes_first and likely_steps(context)[step] >= cues.thresholds.plain
    return step if ends or surely or cues.plainly_takes(step) else None


def _wants_an_end(cues: Cues) -> bool:
    return cues.understanding.says("stop", UNSUBSCRIBE)


def _wants_none_after_all(context: Context, cues: Cues) -> bool:
    """Whether the alert that is being made, or was made lately, is not wanted, in words of no list.

    Who wants to stop then means the mails, not the chat. What gives anything up means the alert with the next message.
    """
    is_open = is_new(context) or context.made_alert is not None
    asks = cues.is_question or (cues.asks_in_any_form and not asks_for_mails(context))
    if not is_open or cues.names_something or asks or cues.is_courtesy or cues.how_often:
        return False
    if frequency_in(context.text, cues.understanding.language, context.service.texts):
        return False
    if _wants_an_end(cues):
        return True
    likely = likely_steps(context)
    if cues.step == "no_alert" and not cues.comes_first and likely["no_alert"] >= cues.thresholds.plain:
        return not cues.addresses  # also where the company's answers know how an application is withdrawn
    if cues.plainly_takes("no_alert") and (not is_new(context) or asks_for_mails(context)):
        return True
    if not is_new(context):
        return False
    surely = sum(likely.get(step, 0.0) for step in NO_ALERT) >= cues.thresholds.understood
    return surely and any(map(cues.plainly_takes, NO_ALERT))


def _wants_such_by_mail(context: Context, cues: Cues) -> bool:
    """Whether openings like those shown are wanted by mail, in words of no list, while nothing is asked for one."""
    wants = context.offers_alerts and cues.plainly_takes("by_mail") and not cues.names_something
    asked = cues.expected or context.just_passed_on or question_of_a_mail(context) is not None
    return wants and not asked and not denies(context.text, cues.understanding.language)
