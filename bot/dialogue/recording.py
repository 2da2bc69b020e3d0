"""What is kept of a decision: what a message came to, beside what the models saw in it. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.dialogue.acts import Act, AskBack, GiveAnswer, intent_of
from bot.dialogue.context import Context
from bot.dialogue.effects import KeepDecision
from bot.dialogue.policy import Thresholds, is_sure_beside
from bot.dialogue.readings import Interpretation
from bot.dialogue.search_acts import Search, TellOfEach, TellOfOpening
from bot.dialogue.state import AnsweredTopic
from nlu.understanding import Guess, Stage, Understanding
from storage.reviews.decisions import AlsoAsked, Guessed, KeptInterpretation, NewDecision

MOST_REMEMBERED: Final = 300
"""Characters of a question that a follow-up may hang on."""


def meaning_of(interpretation: Interpretation) -> Understanding:
    """Return what a message comes to in its conversation: the general intent it stands for, or the question it asks."""
    asked, act = interpretation.asked, interpretation.reading.act
    intent = intent_of(act) if act is not None else None
    if intent is None:
        return asked
    confidence = 1.0 if interpretation.probability is None else interpretation.probability
    ranking = (Guess(intent, confidence), *(guess for guess in asked.ranking if guess.intent != intent))
    return replace(asked, stage=Stage.GENERAL, intent=intent, confidence=confidence, ranking=ranking)


def kept_decision(context: Context, interpretation: Interpretation, act: Act, threshold: float) -> KeepDecision | None:
    """Return what is kept of what was done with a message; None where there is nothing to review."""
    if act.kind is None:
        return None
    meaning, reading = meaning_of(interpretation), interpretation.reading
    about = context.decided(reading.about)
    made = NewDecision(
        meaning,
        act.kind,
        threshold,
        options=act.options if isinstance(act, AskBack) else (),
        about_seq=about.asked_seq if about else None,
        question=reading.question.text if reading.question else None,
        also=_also(context, interpretation, act),
        interpretation=_beside(interpretation, meaning),
        may_be_a_question=may_be_a_question(interpretation, context.service.thresholds),
    )
    opening = context.opening if meaning.stage is not Stage.GENERAL else None
    return KeepDecision(made, supersedes=about.id if about else None, opening=opening)


def may_be_a_question(interpretation: Interpretation, thresholds: Thresholds) -> bool:
    """Tell whether recruiters should see what was taken for a step of a task, as what may be a question."""
    probability, alone = interpretation.probability, interpretation.understanding
    unsure = probability is not None and probability < thresholds.surely_taken
    return unsure and alone.stage is not Stage.GENERAL


def _also(context: Context, interpretation: Interpretation, act: Act) -> AlsoAsked | None:
    """The second question of a message that was answered, and what answers it."""
    question = interpretation.reading.question
    other = (
        question.also
        if question is not None and isinstance(act, GiveAnswer | Search | TellOfOpening | TellOfEach)
        else None
    )
    if other is None:
        return None
    known = is_sure_beside(other, context.service.thresholds)
    return AlsoAsked(other.text, other.intent if known else None, other.confidence)


def _beside(interpretation: Interpretation, meaning: Understanding) -> KeptInterpretation | None:
    """What a typed message was taken for, beside what it is by itself; None where it is that and no more."""
    alone = interpretation.understanding
    if not interpretation.typed or alone == meaning:
        return None
    return KeptInterpretation(interpretation.reading.kind, interpretation.probability, Guessed.of(alone))


def topic_after(context: Context, interpretation: Interpretation, act: Act) -> AnsweredTopic | None:
    """Return what a follow-up of the next messages hangs on: the question answered now; None for the one before."""
    if isinstance(act, Search) and act.also is not None and act.also.category is not None:
        return AnsweredTopic(act.also.category, act.also.question[:MOST_REMEMBERED], context.seq)
    if not isinstance(act, GiveAnswer):
        return None
    before, question = context.topic, interpretation.reading.question
    if before is not None and question is not None and question.on_topic:
        return replace(before, seq=context.seq)
    asked = (question.text if question else None) or context.text
    return AnsweredTopic(act.category, asked[:MOST_REMEMBERED], context.seq)
