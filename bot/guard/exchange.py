"""A candidate's message and what the bot replied, as the guard looks at them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from nlu.understanding import Stage
from storage.reviews.kinds import Kind


class Action(StrEnum):
    """What is done about a reply before it goes out."""

    SEND = "send"
    CLARIFY = "clarify"
    HAND_OVER = "hand_over"


@dataclass(frozen=True, slots=True)
class Exchange:
    """One message, what was understood of it, and the bot's replies to it.

    `margin` is by how much the best guess leads the next, in [0, 1]. `typed` is False for a button and for what answers
    the bot's own question; `doubts` when it says that the answer before was not meant. `action` is what the guard did.
    """

    said: str
    replies: tuple[str, ...]
    stage: Stage
    intent: str | None
    kind: Kind
    confidence: float = 1.0
    margin: float = 1.0
    typed: bool = True
    doubts: bool = False
    action: Action = Action.SEND

    @property
    def is_question(self) -> bool:
        """Whether the candidate typed something that is neither small talk nor a request every bot understands."""
        return self.typed and self.stage is not Stage.GENERAL

    @property
    def is_answered(self) -> bool:
        """Whether the bot gave the answer of one of the company's categories."""
        return self.kind == "reply" and self.stage is Stage.FAQ
