"""A small integration test for any classifier, on categories that cannot be confused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Final

from evaluation.classifier import Classifier, ClassifierFactory, NoAnswer, Prediction, is_confidence
from evaluation.errors import EvaluationError
from nlu.errors import NluError
from nlu.understanding import Guess

_TOPICS: Final = (
    ("apple banana cherry", "apple cherry banana apple", "banana apple", "cherry apple banana cherry"),
    ("hammer wrench pliers", "pliers hammer wrench hammer", "wrench hammer", "pliers wrench hammer pliers"),
)
_QUESTIONS: Final = ("banana cherry apple", "wrench pliers hammer")
_ODD_QUESTIONS: Final = ("zzzz", "banana\ncherry", "🍌 苹果", "hammer " * 300)
_NAMES: Final = ("fruit", "tools")


def check_engine(factory: ClassifierFactory, seed: int = 0) -> list[str]:
    """Return what `check_classifier` says of the factory's classifier, used in a `with` block where it has one."""
    classifier = factory(seed)
    with classifier if isinstance(classifier, AbstractContextManager) else nullcontext():
        return check_classifier(classifier)


def check_classifier(classifier: Classifier) -> list[str]:
    """Return what is wrong with a classifier's wrapper, one sentence each; none when it behaves.

    Trivially distinguishable categories are taught, asked, taught again with their names switched, and taught a third
    time as at first (after the nex-cv reference's `Classifier.test`): a classifier that keeps something from the
    training before, mixes up the order of answers or invents categories is found out. So is one that cannot do with
    no text at all, or with odd ones. Raises what the classifier raises as an EvaluationError or NluError.
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
    return trouble or _odd(classifier)


def _round(classifier: Classifier, names: Sequence[str], which: str) -> tuple[list[Prediction], list[str]]:
    texts = [text for topic in _TOPICS for text in topic]
    categories = [name for name, topic in zip(names, _TOPICS, strict=True) for _ in topic]
    _, trouble = _tried("fit", lambda: classifier.fit(texts, categories))
    if trouble:
        return [], [f"In training round {which}: {trouble}"]
    answers, said = _asked(classifier, _QUESTIONS)
    if said:
        return answers, [f"In training round {which}: {sentence}" for sentence in said]
    backwards, said = _asked(classifier, _QUESTIONS[::-1])
    said += [
        sentence
        for question, name, answer in zip(_QUESTIONS, names, answers, strict=True)
        for sentence in _wrong(question, name, answer)
    ]
    if not said and _intents(backwards[::-1]) != _intents(answers):
        said = ["the answers changed with the order of the questions."]
    return answers, [f"In training round {which}: {sentence}" for sentence in said]


def _odd(classifier: Classifier) -> list[str]:
    """Return what is wrong with answers that may be anything but nonsense."""
    _, none = _asked(classifier, ())
    answers, odd = _asked(classifier, _ODD_QUESTIONS)
    odd += [
        sentence
        for question, answer in zip(_ODD_QUESTIONS, answers, strict=False)
        if not isinstance(answer, NoAnswer)
        for sentence in _malformed(question, answer)
    ]
    return [f"Asked nothing: {sentence}" for sentence in none] + [f"Asked oddly: {sentence}" for sentence in odd]


def _asked(classifier: Classifier, questions: Sequence[str]) -> tuple[list[Prediction], list[str]]:
    """Return the answers and what is wrong with their form."""
    given, trouble = _tried("classify", lambda: list(classifier.classify(list(questions))))
    if trouble:
        return [], [trouble]
    answers: list[Prediction] = given
    if len(answers) != len(questions):
        return answers, [f"gave {len(answers)} answers to {len(questions)} texts: give one for each, in order."]
    kinds = sorted({type(answer).__name__ for answer in answers if not isinstance(answer, Guess | NoAnswer)})
    return answers, [f"gave a {kind} as an answer: give a Guess or NO_ANSWER." for kind in kinds]


def _tried(method: str, call: Callable[[], Any]) -> tuple[Any, str]:
    """Return what the call returns, and what it raised as a sentence."""
    try:
        return call(), ""
    except (EvaluationError, NluError):
        raise
    except Exception as error:
        return None, f"{method} raised {type(error).__name__}: {' '.join(str(error).split())}"


def _wrong(question: str, name: str, answer: Prediction) -> list[str]:
    if isinstance(answer, NoAnswer):
        return [f"{question!r} got no answer, expected {name!r}."]
    return _malformed(question, answer) or ([] if answer.intent == name else [_other(question, name, answer)])


def _other(question: str, name: str, answer: Guess) -> str:
    return f"{question!r} got {answer.intent!r}, expected {name!r}."


def _malformed(question: str, answer: Guess) -> list[str]:
    shown = question if len(question) <= 40 else f"{question[:40]}…"
    if answer.intent not in _NAMES:
        return [f"{shown!r} got {answer.intent!r}, which was never taught: return NO_ANSWER for a fallback."]
    if not is_confidence(answer.confidence):
        return [f"{shown!r} got the confidence {answer.confidence!r}, which is not in [0, 1]."]
    return []


def _intents(answers: Sequence[Prediction]) -> list[str | None]:
    return [None if isinstance(answer, NoAnswer) else answer.intent for answer in answers]
