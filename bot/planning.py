"""What the bot is about to do with a message that has been understood."""

from __future__ import annotations

from dataclasses import replace

from bot.answering import is_kept_back, say_answer
from bot.applications.flow import resumed
from bot.dialogue.context import is_sure
from bot.dialogue.state import Topic
from bot.dialogue.talk import Talk
from bot.flows import general
from bot.flows.job_search import in_search
from bot.flows.situation import Situation
from bot.guarding import Planned
from bot.hearing import Heard
from bot.policy import Decision, Deferral, Reply, Thresholds, decide
from bot.rendering import answered_on_topic, passed_on, render, with_the_other
from nlu.understanding import Stage
from storage.decisions import AlsoAsked
from storage.messages import Message

MOST_REMEMBERED = 300
"""Characters of a question that a follow-up may hang on."""


def plan(talk: Talk, situation: Situation, heard: Heard, message: Message) -> Planned:
    """Return what is decided about a message and the messages that come of it."""
    thresholds, asked = talk.service.thresholds, heard.asked
    held_against = replace(thresholds, faq=thresholds.corrected) if asked and asked.corrects else thresholds
    decision = decide(heard.understanding, held_against, may_ask=talk.state.clarifying is None)
    if asked is not None and asked.on_topic:
        decision = answered_on_topic(situation, decision)
    if is_kept_back(situation, decision):
        return Planned(Deferral(), resumed(situation, in_search(situation, general.kept_back(situation))))
    topic = heard.understanding.intent if asked is not None and asked.on_topic else None
    if isinstance(decision, Deferral) and topic is not None and asked is not None and asked.question is not None:
        step = in_search(situation, passed_on(situation, topic, asked.question))
    elif topic is not None and isinstance(decision, Reply) and decision.stage is Stage.FAQ:
        step = in_search(situation, say_answer(situation, decision.intent, follows_up=True))
    else:
        step = render(situation, decision, message.seq)
    if asked is not None and isinstance(decision, Reply):
        step = with_the_other(situation, step, asked, thresholds)
    return Planned(decision, resumed(situation, step))


def topic_after(talk: Talk, heard: Heard, decision: Decision, message: Message) -> Topic | None:
    """Return what a follow-up of the next messages hangs on: the question answered now; None for the one before."""
    if not isinstance(decision, Reply) or decision.stage is not Stage.FAQ:
        return None
    before, asked = talk.topic, heard.asked
    if before is not None and asked is not None and asked.on_topic:
        return replace(before, seq=message.seq)
    question = (asked.question if asked else None) or message.text
    return Topic(decision.intent, question[:MOST_REMEMBERED], message.seq)


def also_asked(heard: Heard, thresholds: Thresholds) -> AlsoAsked | None:
    """Return the second question of a message, and what answers it."""
    other = heard.asked.also if heard.asked else None
    if other is None:
        return None
    return AlsoAsked(other.text, other.intent if is_sure(other, thresholds) else None, other.confidence)
