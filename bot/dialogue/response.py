"""What a task answers: replies, what the turn leaves open, what is to be written; and how it asks for what it needs.

A task that needs to know more is a generator: it yields a query and is sent what was found. Nothing in it reads or
writes by itself.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from bot.dialogue.buttons import StepInApplication, act_of
from bot.dialogue.effects import Effect
from bot.dialogue.state import DialogueState
from openings.alternatives import Alternatives
from openings.closest import Closest
from storage.conversations.conversations import Owner, Status
from storage.conversations.messages import Button, Card, Link, Message
from storage.openings.wishes import Wish
from storage.subscriptions import subscriptions
from storage.subscriptions.subscriptions import Subscription
from texts.markup import Block


@dataclass(frozen=True, slots=True)
class Reply:
    """An outgoing message before it is stored."""

    text: str
    buttons: tuple[Button, ...] = ()
    links: tuple[Link, ...] = ()
    cards: tuple[Card, ...] = ()
    blocks: tuple[Block, ...] = ()


@dataclass(frozen=True, slots=True)
class Response:
    """What one turn does: messages to send and, where they change, the conversation's new status, language and owner.

    `state` is what it leaves open, None where it asks nothing. `urgent` when a person is needed at once. `effects` are
    written with the messages.
    """

    replies: tuple[Reply, ...]
    state: DialogueState | None = None
    status: Status | None = None
    language: str | None = None
    urgent: bool = False
    owner: Owner | None = None
    effects: tuple[Effect, ...] = ()

    def saying(self, *more: Reply) -> Response:
        """Return the same with more said after it."""
        return replace(self, replies=(*self.replies, *more))

    def offering(self, *buttons: Button) -> Response:
        """Return the same with buttons added under what is said last, before what an application goes on with."""
        acts = [act_of(each) for each in self.replies[-1].buttons]
        goes_on = any(isinstance(act, StepInApplication) and act.step != "start" for act in acts)
        place = len(self.replies) - (2 if goes_on and len(self.replies) > 1 else 1)
        said = self.replies[place]
        offering = replace(said, buttons=(*said.buttons, *buttons))
        return replace(self, replies=(*self.replies[:place], offering, *self.replies[place + 1 :]))

    def doing(self, *effects: Effect) -> Response:
        """Return the same with more that is written."""
        return replace(self, effects=(*self.effects, *effects))


@dataclass(frozen=True, slots=True)
class FindOpenings:
    """The openings that fit a wish, and how many there are."""

    wish: Wish
    limit: int
    offset: int = 0


@dataclass(frozen=True, slots=True)
class FindAlternatives:
    """What there is instead where nothing fits a wish."""

    wish: Wish


@dataclass(frozen=True, slots=True)
class FindSubscriptions:
    """The subscriptions that the conversation asked for and that have this status."""

    status: subscriptions.Status


@dataclass(frozen=True, slots=True)
class FindMessages:
    """The last messages of the conversation, whole and in order, more of them than every turn looks back on."""


@dataclass(frozen=True, slots=True)
class FindAnswerMail:
    """Whether the conversation's answers go to an address."""


@dataclass(frozen=True, slots=True)
class FindUndelivered:
    """Whether the application with this id has not been delivered yet."""

    application: int


@dataclass(frozen=True, slots=True)
class FindTowns:
    """The towns of the company's openings: what each is called, by however it may be spelt."""


Query = (
    FindOpenings | FindAlternatives | FindSubscriptions | FindMessages | FindAnswerMail | FindUndelivered | FindTowns
)
T = TypeVar("T")
Asking = Generator[Query, Any, T]
"""A computation that asks for what it needs on its way to a value."""


def find(wish: Wish, limit: int, offset: int = 0) -> Asking[Closest]:
    """Ask for openings that fit a wish."""
    found: Closest = yield FindOpenings(wish, limit, offset)
    return found


def find_alternatives(wish: Wish) -> Asking[Alternatives]:
    """Ask for what there is instead."""
    found: Alternatives = yield FindAlternatives(wish)
    return found


def find_subscriptions(status: subscriptions.Status) -> Asking[list[Subscription]]:
    """Ask for the conversation's own subscriptions."""
    found: list[Subscription] = yield FindSubscriptions(status)
    return found


def find_messages() -> Asking[Sequence[Message]]:
    """Ask for the conversation's last messages."""
    found: Sequence[Message] = yield FindMessages()
    return found


def is_undelivered(application: int) -> Asking[bool]:
    """Ask whether an application that was sent has not been delivered yet."""
    undelivered: bool = yield FindUndelivered(application)
    return undelivered


def has_answer_mail() -> Asking[bool]:
    """Ask whether an address was given for the conversation's answers."""
    found: bool = yield FindAnswerMail()
    return found


def find_towns() -> Asking[Mapping[str, str]]:
    """Ask for the towns of the company's openings."""
    found: Mapping[str, str] = yield FindTowns()
    return found
