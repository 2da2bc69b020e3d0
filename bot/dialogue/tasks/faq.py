"""Questions to the company: answered from its bank, or passed on with what they hang on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.dialogue.acts import Fulfil, GiveAnswer, PassOn, TellMore, TellSource
from bot.dialogue.answering import say_answer, say_rest, say_unsaid, with_also
from bot.dialogue.arbiter import log_odds
from bot.dialogue.buttons import ReadMore, act_of
from bot.dialogue.clarification import named_button
from bot.dialogue.context import Context, its_place, quote
from bot.dialogue.cues import Cues
from bot.dialogue.mentions import asks_anew
from bot.dialogue.questions import (
    as_a_question,
    correction_of,
    follow_up_of,
    named_by_itself,
    of_the_same_topic,
)
from bot.dialogue.readings import CORRECTION, FOLLOW_UP, ITSELF, NAMED, SAME_TOPIC, Reading
from bot.dialogue.response import Reply, Response
from bot.dialogue.search.going_on import in_search
from bot.dialogue.search.wishes import changed
from bot.dialogue.search_acts import Search
from bot.dialogue.state import AnsweredTopic
from bot.dialogue.task import Task
from bot.dialogue.tasks.follow_up_evidence import of_a_follow_up, of_the_topic_before
from bot.dialogue.tasks.language import wanted_language
from nlu.steps.turn_words import says
from nlu.understanding import Stage
from openings.quoting import tells_value
from storage.conversations.messages import Button
from storage.openings.wishes import NOTHING_SAID


def interpret(context: Context, cues: Cues) -> Iterator[Reading]:
    """Yield the message as more of what was answered last, said so or not, and last as what it is by itself."""
    opening = cues.search.opening if cues.search else None
    topic, seen = context.topic, cues.understanding
    if topic is not None and not _wants_data_deleted(cues):
        instead = correction_of(context, topic)
        if instead is not None:
            yield Reading(
                CORRECTION, {"sure": log_odds(instead.understanding.confidence)}, question=instead, opening=opening
            )
        told = _is_told(context, cues, topic)
        stands_alone = seen.confidence >= context.service.thresholds.stands_alone
        if cues.follows or told or not stands_alone or _asks_a_detail(context, cues, topic):
            asked = follow_up_of(context, topic)
            meant = as_a_question(context, asked, topic) if cues.follows else asked
            named = named_by_itself(context, topic) if cues.follows else None
            evidence = of_a_follow_up(context, cues, asked, topic, told=told)
            yield Reading(FOLLOW_UP, evidence, question=meant, opening=opening)
            same = None if asked.on_topic else of_the_same_topic(asked, topic)
            if same is not None:
                evidence = of_the_topic_before(context, cues, same, told=told)
                yield Reading(SAME_TOPIC, evidence, question=same, opening=opening)
            if named is not None:
                sure = {"sure": log_odds(named.understanding.confidence)}
                yield Reading(NAMED, sure, question=named, opening=opening)
    yield Reading(ITSELF, opening=opening)


def plainly(context: Context, cues: Cues) -> Reading | None:
    """Return what a message wants of the last answer, in words of no list: said again, its rest, a person's answer.

    What that answer tells of ("what ages?") is asked.
    """
    if context.topic is not None and _is_told(context, cues, context.topic):
        return None
    if _asks_which(context):
        return which_of(context)
    stays = context.application is None and wanted_language(context) in (None, context.conversation.language)
    if stays and cues.plainly_takes("plainer"):
        return Reading("plainer", act=Fulfil("repeat"))
    if cues.plainly_takes("says_who"):
        return Reading("says_who", act=TellSource())
    if not cues.plainly_takes("more_of_it"):
        return None
    for act in map(act_of, _for_more(context)):
        if isinstance(act, ReadMore):
            return pressed_more(context, act)
    return Reading(FOLLOW_UP, act=PassOn(context.topic.category)) if context.topic else None


def _asks_which(context: Context) -> bool:
    """Whether a message says nothing but "which ones?" or "who's that?" right after an answer."""
    asks = ("which_ones", "who_is_that")
    said = any(says(context.text, context.language, each, (*asks, "beside_which")) for each in asks)
    return said and context.just_answered and context.application is None


def which_of(context: Context) -> Reading | None:
    """Return the openings of the kind that the question before named; else more of its answer, which a person knows."""
    topic = context.topic
    if topic is None:
        return None
    read = context.parse_in(context.language, topic.question)
    said = context.jobs.wishes.read(read.text, read.entities, read.language)
    if said.professions and context.company.openings_revision:
        return Reading("start", act=Search(replace(changed(NOTHING_SAID, said), cities=())))
    return Reading(FOLLOW_UP, act=PassOn(topic.category))


def _wants_data_deleted(cues: Cues) -> bool:
    """Whether it may be a request that must not be lost; put as a question it may ask more of what was answered."""
    return cues.understanding.says("delete_my_data") and not cues.asks_in_any_form


def _is_told(context: Context, cues: Cues, topic: AnsweredTopic) -> bool:
    """Whether the message asks how long, how much, when or elsewhere, of no subject, and the answer before says so."""
    known, seen = context.given(topic.category), context.understanding
    if known is None:
        return False
    place = its_place(context, known.whole, known.language) if cues.search is None else None  # it may be looked in
    return tells_value(known.whole, seen.text, seen.language, known.language, place)


def _asks_a_detail(context: Context, cues: Cues, topic: AnsweredTopic) -> bool:
    """Whether the message is surely of the topic before, in words of its own, and a part of the answer tells it.

    Where openings are shown, it may as well ask of one of these.
    """
    seen, known = context.understanding, context.given(topic.category)
    if cues.search is not None or seen.stage is not Stage.FAQ or seen.intent != topic.category or known is None:
        return False
    return asks_anew(context) and quote(context, known.whole, known.language) is not None


def answer(context: Context, act: GiveAnswer) -> Response:
    """Give the answer of a category, and what there is on a second question."""
    response = in_search(context, say_answer(context, act.category, follows_up=act.follows_up))
    return with_also(context, response, act.also)


def pass_on(context: Context, act: PassOn) -> Response:
    """Say what has not been said yet on the topic, if anything, and that the question has gone to a person."""
    more = say_unsaid(context, act.category)
    if more.status is not None:
        return in_search(context, more)
    told = context.say("follow_up.in_case" if more.replies else "follow_up.passed_on", question=context.text)
    return in_search(context, replace(more.saying(Reply(told)), status="waiting"))


def typed_more(context: Context) -> str | None:
    """Return the category whose button for more, under the bot's last reply, has the title that was typed."""
    named = named_button(context.text, _for_more(context))
    act = act_of(named) if named is not None else None
    return act.category if isinstance(act, ReadMore) else None


def _for_more(context: Context) -> list[Button]:
    """The buttons for more under the bot's last reply."""
    said = [each for each in context.recent if each.author == "bot"]
    offered = [button for each in said if each.reply_to == said[-1].reply_to for button in each.buttons]
    return [button for button in offered if isinstance(act_of(button), ReadMore)]


def pressed_more(context: Context, act: ReadMore) -> Reading:
    """Return that the rest of an answer is wanted."""
    return Reading("more_of_an_answer", act=TellMore(act.category))


def tell_more(context: Context, act: TellMore) -> Response:
    """Say the rest of an answer."""
    return say_rest(context, act.category)


def tell_source(context: Context, act: TellSource) -> Response:
    """Say that people of the company wrote the answer, and offer one of them to ask."""
    return Response((Reply(context.say("source"), (context.button("contact_human"),)),), context.unchanged)


TASK: Final = Task(
    "faq",
    interpret,
    plainly,
    press={ReadMore: pressed_more},
    respond={GiveAnswer: answer, PassOn: pass_on, TellMore: tell_more, TellSource: tell_source},
)
