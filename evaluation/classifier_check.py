"""A small integration test for any classifier, on categories that cannot be confused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from evaluation.classifier import Classifier, NoAnswer, Prediction

_TOPICS: Final = (
    ("apple banana cherry", "apple cherry banana apple", "banana apple", "cherry apple banana cherry"),
    ("hammer wrench pliers", "pliers hammer wrench hammer", "wrench hammer", "pliers wrench hammer pliers"),
)
_QUESTIONS: Final = ("banana cherry apple", "wrench pliers hammer")
_NAMES: Final = ("fruit", "tools")


def check_classifier(classifier: Classifier) -> list[str]:
    """Return what is wrong with a classifier's wrapper, one sentence each; none when it behaves.

    Trivially distinguishable categories are taught, asked, taught again with their names switched, and taught a third
    time as at first (after the nex-cv reference's `Classifier.test`): a classifier that keeps something from the
    training before, mixes up the order of answers or invents categories is found out.
    """
    first, trouble = _round(classifier, _NAMES, "first")
    if trouble:
        return trouble
    _, trouble = _round(classifier, _NAMES[::-1], "second, names switched")
    if trouble:
        return trouble
    again, trouble = _round(classifier, _NAMES, "third, as at first")
    if not trouble and again != first:
        trouble = ["The same training gave other answers the second time: seed every random choice."]
    return trouble


def _round(classifier: Classifier, names: Sequence[str], which: str) -> tuple[list[Prediction], list[str]]:
    texts = [text for topic in _TOPICS for text in topic]
    classifier.fit(texts, [name for name, topic in zip(names, _TOPICS, strict=True) for _ in topic])
    answers = list(classifier.classify(_QUESTIONS))
    if len(answers) != len(_QUESTIONS):
        return answers, [f"Gave {len(answers)} answers to {len(_QUESTIONS)} texts: give one for each, in order."]
    backwards = list(classifier.classify(_QUESTIONS[::-1]))[::-1]
    trouble = [
        f"In training round {which}: {sentence}"
        for question, name, answer in zip(_QUESTIONS, names, answers, strict=True)
        for sentence in _trouble(question, name, answer)
    ]
    if not trouble and _intents(backwards) != _intents(answers):
        trouble.append(f"In training round {which}: the answers changed with the order of the questions.")
    return answers, trouble


def _trouble(question: str, name: str, answer: Prediction) -> list[str]:
    if isinstance(answer, NoAnswer):
        return [f"{question!r} got no answer, expected {name!r}."]
    if answer.intent not in _NAMES:
        return [f"{question!r} got {answer.intent!r}, which was never taught: return NO_ANSWER for a fallback."]
    if answer.intent != name:
        return [f"{question!r} got {answer.intent!r}, expected {name!r}."]
    if not 0 <= answer.confidence <= 1:
        return [f"{question!r} got the confidence {answer.confidence}, which is not in [0, 1]."]
    return []


def _intents(answers: Sequence[Prediction]) -> list[str | None]:
    return [None if isinstance(answer, NoAnswer) else answer.intent for answer in answers]
