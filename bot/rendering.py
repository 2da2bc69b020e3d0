"""A decision as messages: a flow, an answer, a question back, or the deferral."""

from __future__ import annotations

from dataclasses import replace

from bot.answering import say_answer, speaks_of_it
from bot.clarification import ask_back, ask_to_confirm
from bot.dialogue.context import Asked, is_sure
from bot.flows import general
from bot.flows.job_search import in_search
from bot.flows.situation import Draft, Situation, Step
from bot.policy import Clarification, Concern, Confirmation, Decision, Deferral, Reply, Thresholds
from nlu.understanding import Stage


def render(situation: Situation, decision: Decision, seq: int) -> Step:
    """Turn a decision about the message `seq` into messages."""
    if isinstance(decision, Concern):
        return general.ask_if_safe(situation, seq)
    if isinstance(decision, Confirmation):
        return in_search(situation, ask_to_confirm(situation, decision.intent, seq))
    if isinstance(decision, Clarification):
        return in_search(situation, ask_back(situation, decision.options, seq))
    if isinstance(decision, Deferral):
        return in_search(situation, general.defer(situation))
    if decision.stage is Stage.GENERAL:
        return general.FLOWS[decision.intent](situation)
    return in_search(situation, say_answer(situation, decision.intent))


def answered_on_topic(situation: Situation, decision: Decision) -> Decision:
    """Return what to do with a question on what was answered last: answer again only where the answer speaks of it."""
    if not isinstance(decision, Reply) or decision.stage is not Stage.FAQ:
        return decision
    return decision if speaks_of_it(situation, decision.intent) else Deferral()


def passed_on(situation: Situation, category: str, question: str) -> Step:
    """Say again what is known on the topic, and that the question has gone to a person with its topic."""
    known = say_answer(situation, category)
    told = Draft(situation.say("follow_up.passed_on", question=question))
    return known if known.status else Step((*known.drafts, told), status="waiting")


def with_the_other(situation: Situation, step: Step, asked: Asked, thresholds: Thresholds) -> Step:
    """Return the answer to one question of a message with that to the other, or with where that has gone."""
    other = asked.also
    if other is None:
        return step
    if is_sure(other, thresholds) and other.intent is not None:
        more = say_answer(situation, other.intent)
        return replace(step, drafts=(*step.drafts, *more.drafts), status=step.status or more.status)
    told = Draft(situation.say("second_question.passed_on", question=other.text))
    return replace(step, drafts=(*step.drafts, told), status="waiting")
