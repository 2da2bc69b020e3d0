"""A typed message as a question of its conversation: what it hangs on, and which of its sentences ask. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Final

from bot.dialogue.context import Context
from bot.dialogue.policy import Thresholds, is_sure
from bot.dialogue.readings import Question
from bot.dialogue.sentences import halves, sentences
from bot.dialogue.state import AnsweredTopic
from nlu.danger.level import Level
from nlu.follow_ups import FollowUp, follow_ups, length
from nlu.normalise import considered
from nlu.question_form import is_question
from nlu.search_terms import index_terms, query_terms
from nlu.understanding import Stage, Understanding

Parse = Callable[[str], Understanding]
_COURTESY: Final = frozenset(
    {"greet", "thanks", "small_talk", "praise", "affirm", "deny", "who_are_you", "how_are_you"}
)
"""General intents that a long message with a question in it is easily taken for."""
_TAUGHT: Final = 1.0
"""The confidence of an example typed word for word, however many sentences it has."""
_NAMES_ALONE: Final = 4
"""Words of a follow-up ("and in Austria?") that name what it is about and ask nothing by themselves."""
_REMEMBERED: Final = 256
"""Answers whose terms are kept."""
_FEWEST_ASKED: Final = 4
"""Words of a second question that nobody can answer and that is passed on."""


def question_of(context: Context) -> Question:
    """Return what a message asks, read with the question before it and sentence by sentence.

    A message that is sure by itself, or says something that a bot simply does, stays as it is.
    """
    seen, topic, thresholds = context.understanding, context.topic, context.service.thresholds
    if seen.danger is not Level.NONE:
        return Question(seen)

    def parse(text: str) -> Understanding:
        return context.parse_in(seen.language, text)

    hangs = follow_ups(seen.language)
    follow_up = hangs.read(seen.text) if hangs and topic else None
    if topic is not None and follow_up is not None and not _stands_alone(seen, follow_up, thresholds):
        return _follow_up(seen, follow_up, topic, parse, thresholds)
    return _sentences(seen, parse, thresholds)


def follow_up_of(context: Context, topic: AnsweredTopic) -> Question | None:
    """Return a message as more of what was answered last, though it may not say so; None where that means nothing."""
    seen, thresholds = context.understanding, context.service.thresholds
    whole = f"{topic.question.rstrip()} {seen.text.strip()}"
    read = context.parse_in(seen.language, whole)
    if read.stage is not Stage.FAQ:
        return None
    if read.intent == topic.category:
        return Question(read, whole, on_topic=True)
    return Question(read, whole) if is_sure(read, thresholds) else None


def settled_question(context: Context, question: Question) -> Question:
    """Return a question with what its answer says on it, if given; danger is told of the message alone."""
    seen = replace(question.understanding, danger=context.understanding.danger)
    if seen.stage is not Stage.FAQ or seen.intent is None:
        return replace(question, understanding=seen)
    known, written = context.given(seen.intent), context.written(seen.intent)
    language = context.understanding.language
    told = question.on_topic and known is not None and mentions(known.whole, context.text, language)
    return replace(question, understanding=seen, told=told, kept_back=known is None and written is not None)


def asked_before(context: Context, seq: int | None) -> Understanding | None:
    """Return what the message with this number means by itself, None where nothing was decided about it."""
    known = context.earlier.get(seq) if seq is not None else None
    return None if known is None else context.parse_in(context.conversation.language, known.text)


def _stands_alone(seen: Understanding, follow_up: FollowUp, thresholds: Thresholds) -> bool:
    """Whether a message means something without the one before it; what only names something never does."""
    if seen.stage is Stage.GENERAL:
        is_meant = seen.intent not in _COURTESY or seen.confidence >= thresholds.plain
        return is_meant and seen.intent != "job_search"
    return is_sure(seen, thresholds) and length(follow_up.rest) > _NAMES_ALONE and not follow_up.corrects


def _follow_up(
    seen: Understanding, follow_up: FollowUp, topic: AnsweredTopic, parse: Parse, thresholds: Thresholds
) -> Question:
    """What is meant instead; else the question before with what the message adds to it."""
    if follow_up.corrects:
        meant = parse(follow_up.rest)
        if meant.stage is Stage.FAQ and meant.intent != topic.category and meant.confidence >= thresholds.corrected:
            return Question(meant, follow_up.rest, corrects=True)
        if meant.stage is Stage.FAQ:
            return Question(_without(meant, topic.category), follow_up.rest)
        return Question(_without(seen, topic.category))
    if length(follow_up.rest) > _NAMES_ALONE and is_question(follow_up.rest, seen.language):
        return Question(seen)  # a whole question of its own
    whole = f"{topic.question.rstrip()} {seen.text.strip()}"
    read = parse(whole)
    if is_sure(read, thresholds) and read.intent != topic.category:
        return Question(read, whole)
    if read.stage is Stage.FAQ and read.intent == topic.category:
        return Question(read, whole, on_topic=True)
    return Question(seen, whole)


def _without(seen: Understanding, category: str) -> Understanding:
    """The same without the category that was not meant."""
    ranking = tuple(guess for guess in seen.ranking if guess.intent != category)
    best = ranking[0] if ranking else None
    if seen.stage is not Stage.FAQ or seen.intent != category or best is None:
        return replace(seen, ranking=ranking)
    return replace(seen, intent=best.intent, confidence=best.confidence, ranking=ranking)


def _sentences(seen: Understanding, parse: Parse, thresholds: Thresholds) -> Question:
    """Both of two questions; the one sentence that asks something known in a message that says much."""
    if (seen.stage is Stage.GENERAL and seen.intent not in _COURTESY) or seen.confidence >= _TAUGHT:
        return Question(seen)
    said = sentences(seen.text)
    if len(said) == 1:
        return _two_halves(seen, parse, thresholds)
    read = [parse(sentence) for sentence in said]
    sure = [each for each in read if is_sure(each, thresholds)]
    first = sure[0] if sure else None
    if first is None:
        return Question(seen)
    other = next((each for each in sure if each.intent != first.intent), None)
    if other is not None:
        return Question(first, first.text, other)
    main = seen if is_sure(seen, thresholds) and seen.intent == first.intent else first
    if is_sure(seen, thresholds) and seen.intent != first.intent:
        return Question(seen)
    unknown = [each for each in read if _is_unknown(each, first, thresholds)]
    return Question(main, None if main is seen else first.text, unknown[0] if unknown else None)


def _two_halves(seen: Understanding, parse: Parse, thresholds: Thresholds) -> Question:
    """A sentence that puts two questions that are both known; without a word between them both look like questions."""
    for before, after, by_word in halves(seen.text, seen.language):
        if not by_word and not (is_question(before, seen.language) and is_question(after, seen.language)):
            continue
        first, second = parse(before), parse(after)
        if is_sure(first, thresholds) and is_sure(second, thresholds) and first.intent != second.intent:
            return Question(first, before, second)
    return Question(seen)


def _is_unknown(each: Understanding, answered: Understanding, thresholds: Thresholds) -> bool:
    """Whether a sentence asks something by itself that nobody can answer, and that is not about what is answered."""
    if each.stage is Stage.GENERAL or is_sure(each, thresholds) or length(considered(each.text)) < _FEWEST_ASKED:
        return False
    near = [guess.intent for guess in each.ranking[:3]]
    return is_question(each.text, each.language) and answered.intent not in near


def mentions(answer: str, message: str, language: str) -> bool:
    """Tell whether an answer speaks of what a follow-up names: of half of its words that name something.

    >>> mentions("In Austria you have 25 days.", "And in Austria?", "en")
    True
    >>> mentions("In Austria you have 25 days.", "And in Portugal?", "en")
    False
    """
    known, named = _terms(answer, language), query_terms(message)
    held = sum(any(term.startswith(forms) for term in known) for forms in named)
    return bool(named) and 2 * held >= len(named)


@lru_cache(_REMEMBERED)
def _terms(answer: str, language: str) -> tuple[str, ...]:
    return tuple(index_terms(answer, language))
