"""What to do with an understood message: answer it or hand it to a person. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from nlu.understanding import Stage, Understanding

DecisionKind = Literal["reply", "clarify", "defer"]


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The least confidence in [0, 1] with which an FAQ answer is given; `confidence < faq` defers."""

    faq: float = 0.5


@dataclass(frozen=True, slots=True)
class Reply:
    """Answer with what the intent stands for: a category's answer, or a general intent's flow."""

    stage: Stage
    intent: str
    kind: DecisionKind = "reply"


@dataclass(frozen=True, slots=True)
class Deferral:
    """Give no answer and hand the question to a recruiter."""

    kind: DecisionKind = "defer"


Decision = Reply | Deferral


def decide(understanding: Understanding, thresholds: Thresholds) -> Decision:
    """Answer when the best guess is sure enough, defer otherwise.

    A general intent has passed its own threshold inside the pipeline (it would have fallen through to the FAQ stage
    otherwise), so only FAQ guesses are held against `thresholds.faq` here.

    >>> seen = Understanding("Gehalt?", "de", Stage.FAQ, "salary", 0.49, (), (), "v1")
    >>> decide(seen, Thresholds(faq=0.5))
    Deferral(kind='defer')
    >>> decide(seen, Thresholds(faq=0.49)).kind
    'reply'
    """
    if understanding.intent is None or understanding.stage is Stage.NONE:
        return Deferral()
    if understanding.stage is Stage.FAQ and understanding.confidence < thresholds.faq:
        return Deferral()
    return Reply(understanding.stage, understanding.intent)
