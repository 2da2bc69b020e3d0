"""Dialogue acts about jobs: the steps of a search, an application or a subscription. Pure.

Each is a reply, and has the name of the general intent that it serves as `intent`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from nlu.ads.questions import OpeningTopic
from nlu.steps.said import AboutAlert
from storage.openings.wishes import NOTHING_SAID, Wish

JOB_SEARCH: Final = "job_search"
SUBSCRIBE: Final = "job_subscribe"
UNSUBSCRIBE: Final = "job_unsubscribe"
LAST_MADE: Final = 0
"""No subscription has this id: one that was never kept (too many mails to its address) is not told apart by it."""


@dataclass(frozen=True, slots=True)
class Also:
    """A second question of a message, and the category that answers it; None: a person has to."""

    question: str
    category: str | None


@dataclass(frozen=True, slots=True)
class Search:
    """Search for what is wished, or ask for the slot that is missing; `applies`: for the one opening that is found.

    `also` is a question to the company that is answered besides.
    """

    kind: ClassVar[Literal["reply"]] = "reply"
    intent: ClassVar[str] = JOB_SEARCH
    wish: Wish = NOTHING_SAID
    applies: bool = False
    also: Also | None = None


@dataclass(frozen=True, slots=True)
class SearchWords:
    """Look for a profession that no list knows, by its `words`; `wish` assumes any instead.

    `framed` where its words stand as a profession's do ("any lamplighter jobs").
    """

    kind: ClassVar[Literal["reply"]] = "reply"
    intent: ClassVar[str] = JOB_SEARCH
    wish: Wish
    words: str
    question: int
    framed: bool = False


@dataclass(frozen=True, slots=True)
class AssumeAny:
    """Show all there is, where the reply (the message number `question`) to what was asked is not understood."""

    kind: ClassVar[Literal["reply"]] = "reply"
    intent: ClassVar[str] = JOB_SEARCH
    wish: Wish
    question: int


@dataclass(frozen=True, slots=True)
class SayNothingShown:
    """Say that nothing is shown to choose from."""

    kind: ClassVar[Literal["reply"]] = "reply"
    intent: ClassVar[str] = JOB_SEARCH


@dataclass(frozen=True, slots=True)
class AskWhatElse:
    """Ask what should be different, where none of the openings shown is right."""

    kind: ClassVar[Literal["reply"]] = "reply"
    intent: ClassVar[str] = JOB_SEARCH


@dataclass(frozen=True, slots=True)
class SearchAnew:
    """Forget what was wished so far, and ask for it again."""

    kind: ClassVar[Literal["reply"]] = "reply"
    intent: ClassVar[str] = JOB_SEARCH


@dataclass(frozen=True, slots=True)
class TurnPage:
    """Show the next openings that were found, or those before."""

    kind: ClassVar[Literal["reply"]] = "reply"
    intent: ClassVar[str] = JOB_SEARCH
    back: bool = False


@dataclass(frozen=True, slots=True)
class ResumeSearch:
    """Go on with the search where it was left, or begin one; `fewer` than was thought are on show."""

    kind: ClassVar[Literal["reply"]] = "reply"
    intent: ClassVar[str] = JOB_SEARCH
    fewer: bool = False


@dataclass(frozen=True, slots=True)
class ShowOpening:
    """Show all that an opening says of itself."""

    kind: ClassVar[Literal["reply"]] = "reply"
    intent: ClassVar[str] = JOB_SEARCH
    opening: int


@dataclass(frozen=True, slots=True)
class TellOfOpening:
    """Answer a question from the opening that it is about; the message number `question` asked it, None: this one.

    `also` is what the company answers on it besides.
    """

    kind: ClassVar[Literal["reply"]] = "reply"
    intent: ClassVar[str] = JOB_SEARCH
    opening: int
    topic: OpeningTopic | None = None
    question: int | None = None
    also: Also | None = None


@dataclass(frozen=True, slots=True)
class TellOfEach:
    """Answer a question from each of several openings; `also` is what the company answers on it besides."""

    kind: ClassVar[Literal["reply"]] = "reply"
    intent: ClassVar[str] = JOB_SEARCH
    openings: tuple[int, ...]
    topic: OpeningTopic
    also: Also | None = None


@dataclass(frozen=True, slots=True)
class AskWhichOpening:
    """Ask about which of the openings shown the message number `question` asks."""

    kind: ClassVar[Literal["reply"]] = "reply"
    intent: ClassVar[str] = JOB_SEARCH
    topic: OpeningTopic
    question: int


@dataclass(frozen=True, slots=True)
class CompareOpenings:
    """Show openings side by side."""

    kind: ClassVar[Literal["reply"]] = "reply"
    intent: ClassVar[str] = JOB_SEARCH
    openings: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class KeepOpening:
    """Say where an opening is found again."""

    kind: ClassVar[Literal["reply"]] = "reply"
    intent: ClassVar[str] = JOB_SEARCH
    opening: int


@dataclass(frozen=True, slots=True)
class ShowAlike:
    """Show openings like this one."""

    kind: ClassVar[Literal["reply"]] = "reply"
    intent: ClassVar[str] = JOB_SEARCH
    opening: int


@dataclass(frozen=True, slots=True)
class TellIfItFits:
    """Say what an opening asks for, to somebody who wonders whether they have a chance."""

    kind: ClassVar[Literal["reply"]] = "reply"
    intent: ClassVar[str] = JOB_SEARCH
    opening: int


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


JobAct = (
    Search
    | SearchWords
    | AssumeAny
    | SayNothingShown
    | AskWhatElse
    | SearchAnew
    | TurnPage
    | ResumeSearch
    | ShowOpening
    | TellOfOpening
    | TellOfEach
    | AskWhichOpening
    | CompareOpenings
    | KeepOpening
    | ShowAlike
    | TellIfItFits
    | BeginApplication
    | GoOnApplying
    | ApplyInstead
    | TellOfSent
    | Subscribe
    | Unsubscribe
    | ChangeAlert
    | CallOffAlert
    | TellOfAlert
)
