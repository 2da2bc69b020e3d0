"""Dialogue acts about jobs: the steps of a search, and what is said of its openings. Pure.

Each is a reply, and has the name of the general intent that it serves as `intent`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from nlu.ads.questions import OpeningTopic
from storage.openings.wishes import NOTHING_SAID, Wish

JOB_SEARCH: Final = "job_search"


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


SearchAct = (
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
)
