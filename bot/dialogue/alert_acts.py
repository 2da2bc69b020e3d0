"""Dialogue acts of job alerts, replies that have the name of the general intent that they serve as `intent`. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from nlu.steps.said import AboutAlert
from storage.openings.wishes import Wish

SUBSCRIBE: Final = "job_subscribe"
UNSUBSCRIBE: Final = "job_unsubscribe"
LAST_MADE: Final = 0
"""No subscription has this id: one that was never kept (too many mails to its address) is not told apart by it."""


@dataclass(frozen=True, slots=True)
class Subscribe:
    """Take the next step of a subscription, with a wish or a frequency that was just said."""

    kind: ClassVar[Literal["reply"]] = "reply"
    intent: ClassVar[str] = SUBSCRIBE
    wish: Wish | None = None
    frequency: str | None = None


@dataclass(frozen=True, slots=True)
class Unsubscribe:
    """End the subscription with this id, LAST_MADE the one that was made last.

    Without one, show those of the conversation or mail a link to them.
    """

    kind: ClassVar[Literal["reply"]] = "reply"
    intent: ClassVar[str] = UNSUBSCRIBE
    subscription: int | None = None


@dataclass(frozen=True, slots=True)
class ChangeAlert:
    """Let the alert that was made last tell of something else."""

    kind: ClassVar[Literal["reply"]] = "reply"
    intent: ClassVar[str] = SUBSCRIBE
    wish: Wish


@dataclass(frozen=True, slots=True)
class CallOffAlert:
    """Want no alert after all: end the one that was just made, or ask for no more of it."""

    kind: ClassVar[Literal["reply"]] = "reply"
    intent: ClassVar[str] = UNSUBSCRIBE


@dataclass(frozen=True, slots=True)
class TellOfAlert:
    """Tell of the alert that is being made, or was made last: how often it comes, what it costs, how it ends, ..."""

    kind: ClassVar[Literal["reply"]] = "reply"
    intent: ClassVar[str] = SUBSCRIBE
    about: AboutAlert


AlertAct = Subscribe | Unsubscribe | ChangeAlert | CallOffAlert | TellOfAlert
