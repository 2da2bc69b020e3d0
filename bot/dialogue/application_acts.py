"""Dialogue acts of applications: each is a reply, and serves the search for a job. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from bot.dialogue.search_acts import JOB_SEARCH
from storage.openings.wishes import Wish


@dataclass(frozen=True, slots=True)
class BeginApplication:
    """Begin an application for an opening, or let the one that is being made be for it."""

    kind: ClassVar[Literal["reply"]] = "reply"
    intent: ClassVar[str] = JOB_SEARCH
    opening: int


@dataclass(frozen=True, slots=True)
class GoOnApplying:
    """Take a step of the application that is being made: "name" or "email" with what was said, "skip", "send", ..."""

    kind: ClassVar[Literal["reply"]] = "reply"
    intent: ClassVar[str] = JOB_SEARCH
    step: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class ApplyInstead:
    """Let the application that is being made be for another opening: that which is wished, None: ask for which."""

    kind: ClassVar[Literal["reply"]] = "reply"
    intent: ClassVar[str] = JOB_SEARCH
    wish: Wish | None = None


@dataclass(frozen=True, slots=True)
class TellOfSent:
    """Say whether the application that was sent last has been delivered, and what happens next."""

    kind: ClassVar[Literal["reply"]] = "reply"
    intent: ClassVar[str] = JOB_SEARCH


ApplicationAct = BeginApplication | GoOnApplying | ApplyInstead | TellOfSent
