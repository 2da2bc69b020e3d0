"""What speaks for a message being more of what was answered last, and what against it. Pure."""

from __future__ import annotations

import math
from typing import Final

from bot.dialogue.arbiter import log_odds
from bot.dialogue.context import Context
from bot.dialogue.cues import Cues
from bot.dialogue.mentions import mentions, shared, untold
from bot.dialogue.policy import is_sure
from bot.dialogue.questions import question_of
from bot.dialogue.readings import Question
from bot.dialogue.search_acts import JOB_SEARCH
from bot.dialogue.sentences import sentences
from bot.dialogue.state import AnsweredTopic
from nlu.steps.follow_ups import MOST_WORDS, follows
from nlu.words.length import length
from nlu.words.normalise import considered
from nlu.words.text_words import words
from openings.subjects import names_no_subject

_FEW: Final = 5
"""So many words that ask for what the answer before tells name no topic of their own."""
_NOTHING: Final = 0.02
"""The confidence of a category of which nothing is seen."""
_FEW_EXAMPLES: Final = 1000
"""Examples of a model that finds the topic before in any two questions, for it knows nothing of the second."""
_WHOLE: Final = 4
"""Words of a question from which on it need hang on none before it: "for how long?" does."""


def of_a_follow_up(
    context: Context, cues: Cues, asked: Question, topic: AnsweredTopic, *, told: bool
) -> dict[str, float]:
    """Return how sure the whole question is, and what speaks for its being of the topic before.

    `told`: whether the answer before holds what the message asks for, of no subject.
    """
    seen = cues.understanding
    told_on_it = float(told and asked.on_topic)
    return {
        "whole_sure": _log_odds(asked.understanding.confidence),
        "same_topic": float(asked.on_topic),
        "named_alone": _log_odds(seen.confidence_in(topic.category)),
        "best_alone": float(seen.intent == topic.category),
        "value_told": told_on_it,
        "value_told_in_few_words": told_on_it * float(length(considered(seen.text)) <= _FEW),
        "surely_asks_another": float(_asks_another(context, topic)),
        "surely_another_alone": float(_is_another(context, cues, topic)),
        "openings_since": float(bool(cues.search and cues.search.shown) and _showed_openings_since(context, topic)),
        "asks_by_itself": float(asked.on_topic and not told and _asks_by_itself(context, cues, topic)),
    }


def of_the_topic_before(context: Context, cues: Cues, asked: Question, *, told: bool) -> dict[str, float]:
    """Return how near the message and the whole question are to the topic before, and whether its answer speaks of it.

    `told` is as in `of_a_follow_up`.
    """
    seen, category = asked.understanding, asked.understanding.intent or ""
    known = context.given(category)
    return {
        "whole_sure": _log_odds(seen.confidence),
        "named_alone": _log_odds(cues.understanding.confidence_in(category)),
        "told": float(known is not None and mentions(known.whole, context.text, seen.language)),
        "untold_words": math.log1p(untold(known.whole, context.text, seen.language)) if known is not None else 0.0,
        "value_told": float(told),
    }


def _log_odds(confidence: float) -> float:
    return log_odds(max(confidence, _NOTHING))


def _asks_another(context: Context, topic: AnsweredTopic) -> bool:
    """Whether one of several sentences surely asks something else than what was answered last."""
    if len(sentences(context.text)) == 1:
        return False
    own = question_of(context).understanding
    return is_sure(own, context.service.thresholds) and own.intent != topic.category


def _is_another(context: Context, cues: Cues, topic: AnsweredTopic) -> bool:
    """Whether the message by itself is surely a question of another topic, names a subject, and hangs on nothing."""
    seen = cues.understanding
    another = seen.intent != topic.category and is_sure(seen, context.service.thresholds)
    return another and not _hangs(cues) and not names_no_subject(seen.text, seen.language)


def _showed_openings_since(context: Context, topic: AnsweredTopic) -> bool:
    """Whether the talk went on to openings after that answer: what is asked now likely hangs on these."""
    return any(each.intent == JOB_SEARCH and each.seq > topic.seq for each in context.recent)


def _hangs(cues: Cues) -> bool:
    """Whether the message, or the beginning of a long one, says that it adds to what was asked before."""
    seen = cues.understanding
    its = words(seen.text)[:MOST_WORDS]
    return cues.follows or bool(its and follows(seen.text[: its[-1].end], seen.language))


def _asks_by_itself(context: Context, cues: Cues, topic: AnsweredTopic) -> bool:
    """Whether the message is a whole question of which neither the topic nor its answer knows anything.

    That tells something where the company's model was taught few examples: it knows nothing but the question before,
    and finds that again in both.
    """
    seen, known = cues.understanding, context.given(topic.category)
    if context.service.live.taught(context.company, seen.language) >= _FEW_EXAMPLES:
        return False
    if _hangs(cues) or not cues.asks_in_any_form or known is None or length(considered(seen.text)) < _WHOLE:
        return False
    is_named = seen.confidence_in(topic.category) >= context.service.thresholds.named
    return not is_named and not shared(known.whole, seen.text, seen.language)
