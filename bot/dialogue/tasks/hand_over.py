"""A person takes over: the bot defers or passes a wish on, says how the question stands, and comes back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.brevity import is_brief
from bot.dialogue.acts import STATUS, Act, CallBotBack, Confirm, Defer, Fulfil, NeedNoAnswer, StaySilent
from bot.dialogue.buttons import CallBack, button_for
from bot.dialogue.clarification import named_button
from bot.dialogue.context import TO_A_PERSON, Context
from bot.dialogue.cues import Cues
from bot.dialogue.evidence import asks_for_the_answer, asks_when_of_something
from bot.dialogue.readings import Reading
from bot.dialogue.response import Reply, Response
from bot.dialogue.search.going_on import in_search
from bot.dialogue.search_acts import JOB_SEARCH
from bot.dialogue.task import Task
from nlu.pipeline import UNTRAINED
from nlu.steps.turn_words import says
from nlu.words.length import length
from nlu.words.normalise import considered

STATUS_OF_A_QUESTION: Final = "status"
_DELETE: Final = "delete_my_data"
_MOST_WORDS: Final = 12
"""Words of a message that tells which opening was applied for, two Chinese characters counting as one."""
_SEEKS: Final = frozenset({"job", "all", "anything", "more", "also"})
"""What a message says of a search that looks for openings."""
_LATELY: Final = 3
"""Messages after a request within which is asked what became of it."""
_PHONE: Final = re.compile(
    r"(?<![\w.,-])(?!\d{1,2}[.]\d{1,2}[.]\d{2,4})"
    r"(?:(?:\+|00|\(?0(?=[1-9]))(?:[ ()/.-]{0,2}\d){6,14}|1[3-9]\d(?:[ -]?\d{4}){2})(?![\w])"
)
"""A telephone number: from "+" or 0 on, or a Chinese mobile's; pay and years begin otherwise."""
_KEYS: Final = {
    "added": "added",
    "sent": "apply.about_sent",
    "kept_back": "kept_back",
    "guard": "guard.hand_over",
    "doubted": "guard.doubted.hand_over",
}


def interpret(context: Context, cues: Cues) -> Iterator[Reading]:
    """Yield the message as the question when somebody answers what was passed on, where it speaks of an answer.

    Who only says "they", or asks when something else is, may ask something new, which would be lost.
    """
    asks = asks_for_the_answer(cues) and not asks_when_of_something(cues)
    if context.waits_for_a_person and (asks or "reply" in cues.turns):
        yield _status(cues)


def plainly(context: Context, cues: Cues) -> Reading | None:
    """Return what a message says, in words of no list, to a question that has just been passed on.

    It asks when somebody answers (after an answer it may ask how long something takes that the answer told of), needs
    no answer any more, or adds something.
    """
    if context.application is None and _gives_a_phone_number(context, cues):
        return Reading("adds", act=Defer("added"), opening=cues.search.opening if cues.search else None)
    if _asks_whether_it_was_deleted(context, cues):
        return _status(cues)
    if not cues.just_passed_on:
        return None
    if context.topic is None and cues.plainly_takes("how_long") and not asks_when_of_something(cues):
        return _status(cues)
    if context.application is None and _says_what_was_applied_for(context, cues):
        return Reading("adds", act=Defer("added"), opening=cues.search.opening if cues.search else None)
    if context.application is not None or _seeks_jobs(cues):
        return None
    opening = cues.search.opening if cues.search else None
    if cues.plainly_takes("never_mind") and not cues.asks_in_any_form:
        return Reading("never_mind", act=NeedNoAnswer(), opening=opening)
    return Reading("adds", act=Defer("added"), opening=opening) if cues.plainly_takes("adds") else None


def _says_what_was_applied_for(context: Context, cues: Cues) -> bool:
    """Whether it says in a few words which opening that is for whose application was asked after: it seeks none now."""
    said, language = cues.words, context.understanding.language
    names = said.professions or said.places or cues.referred or says(context.text, language, "applied_for")
    seeks = cues.asks_in_any_form or said.refining or said.ruled_out or not said.marks.isdisjoint(_SEEKS)
    is_brief_enough = length(considered(context.text)) <= _MOST_WORDS
    return _was_asked_which(context) and bool(names) and is_brief_enough and not (seeks or cues.comes_first)


def _was_asked_which(context: Context) -> bool:
    """Whether the message before this one asked how an application stands, while nothing lately said waited."""
    said = [each for each in context.recent if each.author == "candidate"]
    waited = any(each.kind == "defer" or each.intent in TO_A_PERSON for each in said[:-1])
    return bool(said) and said[-1].intent == STATUS and not waited


def _gives_a_phone_number(context: Context, cues: Cues) -> bool:
    """Whether it gives the people for whom its writer waits a number to call, and asks nothing."""
    text = context.text
    return (
        context.waits_for_a_person
        and bool(_PHONE.search(text))
        and is_brief(_PHONE.sub(" ", text))
        and not (cues.is_question or cues.names_something or "job" in cues.words.marks)
    )


def _asks_whether_it_was_deleted(context: Context, cues: Cues) -> bool:
    """Whether it asks if data are deleted yet, of which that was wanted a few messages ago."""
    said = [each for each in context.recent if each.author == "candidate"][-_LATELY:]
    wanted = any(each.intent == _DELETE and each.kind != Confirm.kind for each in said)
    asks = cues.asks_in_any_form or context.text.rstrip()[-1:] in "?？"
    return (
        wanted and context.waits_for_a_person and asks and says(context.text, context.understanding.language, "is_done")
    )


def _seeks_jobs(cues: Cues) -> bool:
    """Whether it asks after a trade or jobs, says where in a search, or surely seeks jobs.

    "Tell them it's for the forklift" names a trade and seeks none.
    """
    said = cues.words
    named = (cues.asks_in_any_form and said.professions) or "job" in said.marks
    named = named or (cues.search is not None and cues.names_something)
    return bool(named) or cues.understanding.says(JOB_SEARCH, least=cues.thresholds.understood)


def _status(cues: Cues) -> Reading:
    return Reading(STATUS_OF_A_QUESTION, act=Fulfil(STATUS), opening=cues.search.opening if cues.search else None)


def defer(context: Context, act: Defer) -> Response:
    """Say that the bot does not know (or has not learnt anything yet), and what happens next."""
    has_learnt = context.understanding.model_version != UNTRAINED
    unsure = "deferral" if act.by_ad is None else "deferral_below_an_ad"
    key = _KEYS.get(act.why) or (unsure if has_learnt else "deferral_untrained")
    return in_search(context, Response((Reply(context.say(key)),), status="waiting"))


def need_no_answer(context: Context, act: NeedNoAnswer) -> Response:
    """Tell the people who would answer that they need not; they see it, and what else waits for them waits on."""
    return in_search(context, Response((Reply(context.say("need_no_answer")),), context.unchanged))


def hands_over(key: str) -> Callable[[Context], Response]:
    """Return what says the text of this key and leaves the conversation to a person."""
    return lambda context: Response((Reply(context.say(key)),), status="waiting")


def application_status(context: Context) -> Response:
    """Say how the question stands that waits for a person; of an application only a person knows."""
    return hands_over("question_waiting" if context.waits_for_a_person else "application_status")(context)


def is_called_back(context: Context, pressed: object, text: str) -> bool:
    """Tell whether a candidate calls the bot back, with the button (`pressed` is what it says) or its title."""
    if pressed is not None:
        return isinstance(pressed, CallBack)
    if context.conversation.owner == "bot":
        return False
    title = context.service.texts.get(context.conversation.language, "button.bot.back")
    return named_button(text, [button_for(CallBack(), title)]) is not None


def waited_too_long(context: Context, now: datetime) -> bool:
    """Tell whether the candidate has waited for a person longer than the company allows."""
    before, since = context.company.overdue_since(now), context.conversation.waiting_since
    return before is not None and since is not None and since <= before


def back_when_called(context: Context, act: CallBotBack) -> Response:
    """Answer from here on; a question that waits for a person waits on."""
    key = "back_called_waiting" if context.waits_for_a_person else "back_called"
    return Response((Reply(context.say(key)),), owner="bot")


def beside_a_person(context: Context, response: Response) -> Response:
    """Let the bot be called back from whatever it says while a person goes on answering."""
    if context.conversation.owner == "bot" or response.owner == "bot" or not response.replies:
        return response
    return response.offering(button_for(CallBack(), context.say("button.bot.back")))


def back_after_silence(context: Context, act: Act | None, response: Response) -> Response:
    """Answer from here on, say why, and what the bot knows; the question stays with a person.

    `act` is None where the bot has dealt with the question already.
    """
    known = response.replies if act is not None and act.kind == "reply" else ()
    drafts = (Reply(context.say("back_after_silence")), *known)
    return replace(response, replies=drafts, owner="bot", status="waiting")


def stay_silent(context: Context, act: StaySilent) -> Response:
    """Leave the message to the person who answers."""
    return Response((), status="waiting")


TASK: Final = Task(
    "hand_over",
    interpret,
    plainly,
    respond={
        Defer: defer,
        NeedNoAnswer: need_no_answer,
        CallBotBack: back_when_called,
        StaySilent: stay_silent,
    },
    fulfil={
        "contact_human": hands_over("contact_human"),
        "delete_my_data": hands_over("delete_my_data"),
        STATUS: application_status,
    },
)
