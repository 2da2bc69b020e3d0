"""What a message may mean in its conversation, and what it was taken for. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from bot.dialogue.acts import Act
from bot.dialogue.search_acts import ShowOpening, TellOfOpening
from nlu.understanding import Understanding
from storage.openings.wishes import Wish

Evidence = Mapping[str, float]
ITSELF: Final = "itself"
"""The reading in which a message is part of no task: the question that it asks, or the request that it makes."""
CORRECTION: Final = "correction"
"""The reading in which it says what was meant instead of what was answered."""
FOLLOW_UP: Final = "follow_up"
"""The reading in which it asks more of what was answered last, whether it says so or not."""
NAMED: Final = "named"
"""The reading in which what it adds to that is a question of its own: "and the pay?"."""
SAME_TOPIC: Final = "same_topic"
"""The reading in which that is about the same topic, whatever the models make of it."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a message asks."""

    understanding: Understanding
    """What is understood of it; of the whole question where it asks more of what was answered last."""
    text: str | None = None
    """Its words, where they are not the message itself."""
    also: Understanding | None = None
    """What the message asks besides."""
    on_topic: bool = False
    """Whether it asks more of what was answered last, and nothing more special is known."""
    told: bool = False
    """Whether the answer to that speaks of what it adds."""
    kept_back: bool = False
    """Whether there is an answer that is not to be given now."""
    corrects: bool = False
    """Whether it says what was meant instead of what was answered."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One thing that a message may mean: its `kind`, and what is seen that may speak for or against it.

    `act` is what the bot does then; None where the message is a question or request that must be sure enough by itself
    (`question`, where it is known already what it asks). `opening` is the one that the talk is about then, `about` the
    number of the question that the message helps to clarify, which it `doubts` the answer to. It is answered in
    `language`, where that is not its own.
    """

    kind: str
    evidence: Evidence = field(default_factory=dict)
    act: Act | None = None
    question: Question | None = None
    opening: int | None = None
    about: int | None = None
    doubts: bool = False
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Interpretation:
    """What a message was taken for: a reading, with its `probability` among all that it may be.

    `understanding` is what the models see in it by themselves, or what the button says that was pressed (not `typed`).
    The probability is None where there was nothing to weigh. `relieves`: whether it says that its writer is safe,
    `checks_safety` whether they are asked, beside what is done.
    `names` is the job that a message speaks of which asks nothing, where none is being looked for, `by_ad` what the
    advertisement of the opening talked of says, where the message may ask it.
    """

    understanding: Understanding
    reading: Reading
    probability: float | None = None
    typed: bool = True
    relieves: bool = False
    checks_safety: bool = False
    names: Wish | None = None
    by_ad: TellOfOpening | ShowOpening | None = None

    @property
    def asked(self) -> Understanding:
        """What is understood of the question that it asks; of the whole message where it asks none."""
        return self.reading.question.understanding if self.reading.question else self.understanding
