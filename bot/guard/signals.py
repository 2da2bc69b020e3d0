"""Signs that a conversation is not going anywhere, each a small function of this exchange and those before it.

Every sign is a strength, 0 when it is absent: how often something happened, or a degree in [0, 1].
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

from bot.guard.exchange import Exchange
from bot.guard.likeness import likeness
from nlu.understanding import Stage
from nlu.words.normalise import normalise

Past = Sequence[Exchange]

SURE = 0.75
"""The confidence from which an answer counts as sure."""
CLEAR_MARGIN = 0.3
"""The lead of the best guess over the next from which it counts as clear."""
ALIKE = 0.6
"""The likeness from which two questions count as one in other words."""


class Signal(StrEnum):
    """The names of the signs, and of what the detector says."""

    SAME_QUESTION = "same_question"
    REPHRASED = "rephrased"
    SAME_ANSWER = "same_answer"
    LOOP = "loop"
    NOT_MEANT = "not_meant"
    INSULT = "insult"
    WANTS_HUMAN = "wants_human"
    LOW_CONFIDENCE = "low_confidence"
    SMALL_MARGIN = "small_margin"
    DETECTOR = "detector"


def same_question(now: Exchange, before: Past) -> float:
    """How often the candidate had asked their latest question before, word for word."""
    latest, earlier = _questions(now, before)
    return sum(_is_same(latest, each) for each in earlier) if latest else 0


def rephrased(now: Exchange, before: Past) -> float:
    """How often the candidate had asked their latest question before in other words.

    That is: it looks like an earlier one, or the same category comes first and is unsure or was not answered. Two
    questions that got answers of different categories are different questions, however alike they look.
    """
    latest, earlier = _questions(now, before)
    if latest is None:
        return 0
    return sum(not _is_same(latest, each) and _asks_the_same(latest, each) for each in earlier)


def same_answer(now: Exchange, before: Past) -> float:
    """How often the bot has said before exactly what it is about to say."""
    return sum(each.replies == now.replies for each in before)


def loop(now: Exchange, before: Past) -> float:
    """1 when three turns go in a circle: one thing asked or one reply thrice running, or two replies taking turns."""
    said = [each.replies for each in before] + [now.replies]
    asked = [each for each in (*before, now) if each.is_question][-3:]
    thrice = said[-3:] == [now.replies] * 3
    in_turns = len(said) > 3 and said[-4:-2] == said[-2:]
    one_category = len(asked) == 3 and now.intent is not None and {each.intent for each in asked} == {now.intent}
    one_question = now.is_question and one_category and all(_asks_the_same(now, each) for each in asked[:-1])
    return float(thrice or in_turns or one_question)


def not_meant(now: Exchange, before: Past) -> float:
    """How often the candidate said lately that an answer was not what they meant."""
    return sum(each.doubts for each in (*before, now))


def insult(now: Exchange, before: Past) -> float:
    """How often the candidate was rude lately."""
    return sum(_means(each, "insult") for each in (*before, now))


def wants_human(now: Exchange, before: Past) -> float:
    """1 when the candidate lately asked for a person and is talking to the bot again."""
    return float(any(_means(each, "contact_human") for each in before))


def low_confidence(now: Exchange, before: Past) -> float:
    """How far the confidence of an answer is below SURE, in [0, 1]."""
    return max(0.0, 1 - now.confidence / SURE) if now.is_answered else 0.0


def small_margin(now: Exchange, before: Past) -> float:
    """How far the lead of an answer over the next guess is below CLEAR_MARGIN, in [0, 1]."""
    return max(0.0, 1 - now.margin / CLEAR_MARGIN) if now.is_answered else 0.0


SIGNALS: dict[Signal, Callable[[Exchange, Past], float]] = {
    Signal.SAME_QUESTION: same_question,
    Signal.REPHRASED: rephrased,
    Signal.SAME_ANSWER: same_answer,
    Signal.LOOP: loop,
    Signal.NOT_MEANT: not_meant,
    Signal.INSULT: insult,
    Signal.WANTS_HUMAN: wants_human,
    Signal.LOW_CONFIDENCE: low_confidence,
    Signal.SMALL_MARGIN: small_margin,
}


def signs(now: Exchange, before: Past) -> dict[Signal, float]:
    """Return the signs that are there with their strengths.

    >>> pay = Exchange("what do you pay", ("It depends.",), Stage.FAQ, "salary", "reply")
    >>> {sign.value: strength for sign, strength in signs(pay, [pay]).items()}
    {'same_question': 1, 'same_answer': 1}
    """
    found = {signal: strength(now, before) for signal, strength in SIGNALS.items()}
    return {signal: strength for signal, strength in found.items() if strength > 0}


def _questions(now: Exchange, before: Past) -> tuple[Exchange | None, list[Exchange]]:
    """The latest question, and those before it."""
    asked = [each for each in (*before, now) if each.is_question]
    return (asked[-1], asked[:-1]) if asked else (None, [])


def _is_same(a: Exchange, b: Exchange) -> bool:
    return normalise(a.said) == normalise(b.said)


def _asks_the_same(a: Exchange, b: Exchange) -> bool:
    """Whether one is the other in other words; two details of one topic, each surely answered, are not."""
    one_category, alike = a.intent == b.intent, likeness(a.said, b.said) >= ALIKE
    if a.is_answered and b.is_answered:
        return one_category and (alike or min(a.confidence, b.confidence) < SURE)
    return alike or (one_category and a.intent is not None)


def _means(exchange: Exchange, intent: str) -> bool:
    return exchange.stage is Stage.GENERAL and exchange.intent == intent
