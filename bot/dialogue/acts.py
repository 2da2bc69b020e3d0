"""Dialogue acts of the bot: what a turn decides for. Pure.

Each has the `kind` under which the decision is kept: whether it replies, asks the candidate to clarify, or defers to a
person. Those that do what a general intent asks for have its name as `intent`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from nlu.opening_questions import Topic
from storage.wishes import NOTHING_SAID, Wish

Kind = Literal["reply", "clarify", "defer"]
Why = Literal["unsure", "kept_back", "guard", "doubted"]
"""Why a question is asked back about or handed over: it was not understood, its answer is not to be given now, the
guard kept a reply back, or the candidate said that the reply was not what they meant."""
JOB_SEARCH: Final = "job_search"
SUBSCRIBE: Final = "job_subscribe"
UNSUBSCRIBE: Final = "job_unsubscribe"
CHANGE_LANGUAGE: Final = "change_language"
STATUS: Final = "application_status"
CRISIS: Final = "crisis"


@dataclass(frozen=True, slots=True)
class Also:
    """A second question of a message, and the category that answers it; None: a person has to."""

    question: str
    category: str | None


@dataclass(frozen=True, slots=True)
class GiveAnswer:
    """Give the answer of a category, and what there is on the second question of the message.

    `follows_up`: whether it was just given, and more of it is asked for.
    """

    kind: ClassVar[Kind] = "reply"
    category: str
    also: Also | None = None
    follows_up: bool = False


@dataclass(frozen=True, slots=True)
class PassOn:
    """Say again what is known on a topic, and hand the whole follow-up question to a person with it."""

    kind: ClassVar[Kind] = "defer"
    category: str
    question: str


@dataclass(frozen=True, slots=True)
class Defer:
    """Give no answer and hand the question to a person."""

    kind: ClassVar[Kind] = "defer"
    why: Why = "unsure"


@dataclass(frozen=True, slots=True)
class AskBack:
    """Ask which of these categories was meant, the likeliest first."""

    kind: ClassVar[Kind] = "clarify"
    options: tuple[str, ...]
    why: Why = "unsure"


@dataclass(frozen=True, slots=True)
class Confirm:
    """Ask whether a general intent that deletes, ends or passes on is what the candidate wants."""

    kind: ClassVar[Kind] = "clarify"
    intent: str


@dataclass(frozen=True, slots=True)
class CheckSafety:
    """Ask whether the candidate is safe, before anything else."""

    kind: ClassVar[Kind] = "clarify"


@dataclass(frozen=True, slots=True)
class Fulfil:
    """Do what a general intent asks for."""

    kind: ClassVar[Kind] = "reply"
    intent: str


@dataclass(frozen=True, slots=True)
class Search:
    """Search for what is wished, or ask for the slot that is missing."""

    kind: ClassVar[Kind] = "reply"
    intent: ClassVar[str] = JOB_SEARCH
    wish: Wish = NOTHING_SAID


@dataclass(frozen=True, slots=True)
class SearchWords:
    """Look for a profession that no list knows, by its `words`; `wish` assumes any instead."""

    kind: ClassVar[Kind] = "reply"
    intent: ClassVar[str] = JOB_SEARCH
    wish: Wish
    words: str
    question: int


@dataclass(frozen=True, slots=True)
class AssumeAny:
    """Show all there is, where the reply (the message number `question`) to what was asked is not understood."""

    kind: ClassVar[Kind] = "reply"
    intent: ClassVar[str] = JOB_SEARCH
    wish: Wish
    question: int


@dataclass(frozen=True, slots=True)
class SayNothingShown:
    """Say that nothing is shown to choose from."""

    kind: ClassVar[Kind] = "reply"
    intent: ClassVar[str] = JOB_SEARCH


@dataclass(frozen=True, slots=True)
class TurnPage:
    """Show the next openings that were found, or those before."""

    kind: ClassVar[Kind] = "reply"
    intent: ClassVar[str] = JOB_SEARCH
    back: bool = False


@dataclass(frozen=True, slots=True)
class ResumeSearch:
    """Go on with the search where it was left, or begin one."""

    kind: ClassVar[Kind] = "reply"
    intent: ClassVar[str] = JOB_SEARCH


@dataclass(frozen=True, slots=True)
class ShowOpening:
    """Show all that an opening says of itself."""

    kind: ClassVar[Kind] = "reply"
    intent: ClassVar[str] = JOB_SEARCH
    opening: int


@dataclass(frozen=True, slots=True)
class TellOfOpening:
    """Answer a question from the opening that it is about; the message number `question` asked it, None: this one."""

    kind: ClassVar[Kind] = "reply"
    intent: ClassVar[str] = JOB_SEARCH
    opening: int
    topic: Topic | None = None
    question: int | None = None


@dataclass(frozen=True, slots=True)
class AskWhichOpening:
    """Ask about which of the openings shown the message number `question` asks."""

    kind: ClassVar[Kind] = "reply"
    intent: ClassVar[str] = JOB_SEARCH
    topic: Topic
    question: int


@dataclass(frozen=True, slots=True)
class CompareOpenings:
    """Show openings side by side."""

    kind: ClassVar[Kind] = "reply"
    intent: ClassVar[str] = JOB_SEARCH
    openings: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BeginApplication:
    """Begin an application for an opening."""

    kind: ClassVar[Kind] = "reply"
    intent: ClassVar[str] = JOB_SEARCH
    opening: int


@dataclass(frozen=True, slots=True)
class GoOnApplying:
    """Take a step of the application that is being made: "name" or "email" with what was said, "skip", "send", ..."""

    kind: ClassVar[Kind] = "reply"
    intent: ClassVar[str] = JOB_SEARCH
    step: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class Subscribe:
    """Take the next step of a subscription, with a wish or a frequency that was just said."""

    kind: ClassVar[Kind] = "reply"
    intent: ClassVar[str] = SUBSCRIBE
    wish: Wish | None = None
    frequency: str | None = None


@dataclass(frozen=True, slots=True)
class Unsubscribe:
    """End the subscription with this id; without one, show those of the conversation or mail a link to them."""

    kind: ClassVar[Kind] = "reply"
    intent: ClassVar[str] = UNSUBSCRIBE
    subscription: int | None = None


@dataclass(frozen=True, slots=True)
class TellMore:
    """Say the rest of a category's answer."""

    kind: ClassVar[None] = None
    category: str


@dataclass(frozen=True, slots=True)
class CallBotBack:
    """Answer again, though a person does."""

    kind: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class AskForAddress:
    """Ask where to mail a person's answer to the message number `question`."""

    kind: ClassVar[None] = None
    question: int


@dataclass(frozen=True, slots=True)
class TakeAddress:
    """Mail a person's answer to the message number `question` to what was `typed`, if that is one address."""

    kind: ClassVar[None] = None
    typed: tuple[str, ...]
    question: int


@dataclass(frozen=True, slots=True)
class OfferMail:
    """Ask whether the answer to the message number `question` is to be mailed to the `address` in this one."""

    kind: ClassVar[None] = None
    address: str
    question: int


@dataclass(frozen=True, slots=True)
class DeclineMail:
    """Mail no answer."""

    kind: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class TakeRating:
    """Keep whether a person's answer helped ("yes", "no"), or ask for a comment ("comment") or none ("none")."""

    kind: ClassVar[None] = None
    what: str


@dataclass(frozen=True, slots=True)
class TakeComment:
    """Keep the message as what explains a rating."""

    kind: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class StaySilent:
    """Say nothing beside a person who answers, but to an address that was asked for."""

    kind: ClassVar[None] = None


Act = (
    GiveAnswer
    | PassOn
    | Defer
    | AskBack
    | Confirm
    | CheckSafety
    | Fulfil
    | Search
    | SearchWords
    | AssumeAny
    | SayNothingShown
    | TurnPage
    | ResumeSearch
    | ShowOpening
    | TellOfOpening
    | AskWhichOpening
    | CompareOpenings
    | BeginApplication
    | GoOnApplying
    | Subscribe
    | Unsubscribe
    | TellMore
    | CallBotBack
    | AskForAddress
    | TakeAddress
    | OfferMail
    | DeclineMail
    | TakeRating
    | TakeComment
    | StaySilent
)
OF_A_TASK: Final = (
    Search,
    SearchWords,
    AssumeAny,
    SayNothingShown,
    TurnPage,
    ResumeSearch,
    ShowOpening,
    TellOfOpening,
    AskWhichOpening,
    CompareOpenings,
    BeginApplication,
    GoOnApplying,
    Subscribe,
    Unsubscribe,
)
"""The steps of job searches, applications and subscriptions."""


def intent_of(act: Act) -> str | None:
    """Return the general intent that an act fulfils, None where it is about a question to the company.

    >>> intent_of(TurnPage()), intent_of(Fulfil("thanks")), intent_of(Defer())
    ('job_search', 'thanks', None)
    """
    return getattr(act, "intent", None)
