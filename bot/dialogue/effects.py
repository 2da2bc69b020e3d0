"""What a turn writes beside its messages, as values; `bot/dialogue/storing.py` carries them out."""

from __future__ import annotations

from dataclasses import dataclass

from bot.subscribing import WantedAlert
from storage.applications.applications import Application
from storage.openings.wishes import Wish
from storage.reviews.decisions import NewDecision
from storage.reviews.guard_decisions import NewGuardDecision
from storage.subscriptions.subscriptions import Frequency
from texts.mail_addresses import EmailAddress


@dataclass(frozen=True, slots=True)
class LogSearch:
    """Keep how many openings a search found."""

    wish: Wish
    found: int


@dataclass(frozen=True, slots=True)
class OpenApplication:
    """Begin an application for an opening, in place of one that was not finished."""

    opening: int


@dataclass(frozen=True, slots=True)
class KeepApplication:
    """Keep what was said for an application so far, and what is asked for next, for another while."""

    application: Application


@dataclass(frozen=True, slots=True)
class ForgetApplication:
    """Delete an application."""

    application: Application


@dataclass(frozen=True, slots=True)
class SendApplication:
    """Let an application go; it is kept for so many days at most."""

    application: Application
    keep_days: int


@dataclass(frozen=True, slots=True)
class AskForSubscription:
    """Keep what is wanted, and mail the address the question whether it wants it."""

    address: EmailAddress
    wanted: WantedAlert


@dataclass(frozen=True, slots=True)
class MailAccess:
    """Mail an address the link to its subscriptions, if it has any."""

    address: EmailAddress


@dataclass(frozen=True, slots=True)
class SetFrequency:
    """Change how often a subscription writes."""

    subscription: int
    frequency: Frequency


@dataclass(frozen=True, slots=True)
class SetWish:
    """Change what a subscription tells of."""

    subscription: int
    wish: Wish


@dataclass(frozen=True, slots=True)
class EndSubscription:
    """End a subscription."""

    subscription: int


@dataclass(frozen=True, slots=True)
class MailAnswerTo:
    """Mail a person's answer to the message number `question` to this address."""

    address: EmailAddress
    question: int


@dataclass(frozen=True, slots=True)
class MailAnswerAlso:
    """Let the address that the conversation has get the answer to the message number `question`, too."""

    question: int


@dataclass(frozen=True, slots=True)
class RateLastAnswer:
    """Keep whether a person's answer, the message number `answer`, answered the question."""

    answer: int
    answered: bool


@dataclass(frozen=True, slots=True)
class KeepComment:
    """Keep the message as what explains the rating before it."""


@dataclass(frozen=True, slots=True)
class KeepDoubt:
    """Keep that an answer was not what its question meant; `decision` is about the question."""

    decision: int


@dataclass(frozen=True, slots=True)
class KeepGuardDecision:
    """Keep what the guard did about the reply, and why."""

    made: NewGuardDecision
    language: str


@dataclass(frozen=True, slots=True)
class KeepDecision:
    """Keep what was understood and done, and queue it for review.

    `supersedes` is the id of the decision whose question it clarifies, `opening` the one that a question to the company
    is about.
    """

    made: NewDecision
    supersedes: int | None = None
    opening: int | None = None


Effect = (
    LogSearch
    | OpenApplication
    | KeepApplication
    | ForgetApplication
    | SendApplication
    | AskForSubscription
    | MailAccess
    | SetFrequency
    | SetWish
    | EndSubscription
    | MailAnswerTo
    | MailAnswerAlso
    | RateLastAnswer
    | KeepComment
    | KeepDoubt
    | KeepGuardDecision
    | KeepDecision
)
OF_THE_CANDIDATE = (
    OpenApplication,
    KeepApplication,
    ForgetApplication,
    SendApplication,
    AskForSubscription,
    MailAccess,
    SetFrequency,
    SetWish,
    EndSubscription,
)
"""What is done for candidates who are there, never when the bot comes back after a silence."""
