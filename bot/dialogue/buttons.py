"""The dialogue acts that buttons stand for, and the one codec of their ids. Pure."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, Final

from storage.answers.spoken_answers import MORE
from storage.conversations.messages import CALL_BACK, RATED, SAFETY, Button
from storage.conversations.turns import PastMessage

_REMEMBERED: Final = 1024
"""Ids that are kept as they were read: every task asks what the buttons under the last reply say."""


@dataclass(frozen=True, slots=True)
class ChooseCategory:
    """One of the categories that the bot asked back with."""

    category: str


@dataclass(frozen=True, slots=True)
class Request:
    """A general intent."""

    intent: str


@dataclass(frozen=True, slots=True)
class NoneOfThese:
    """No option fits the question with this number."""

    question: int


@dataclass(frozen=True, slots=True)
class SaySafety:
    """Whether the writer is safe ("safe" or "help"), asked after the message with this number."""

    answer: str
    question: int


@dataclass(frozen=True, slots=True)
class Doubt:
    """The answer to the message with this number is not what its writer meant."""

    question: int


@dataclass(frozen=True, slots=True)
class ChangeSearch:
    """A step of a job search, some to a value ("city", "Bonn")."""

    step: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class WasAQuestion:
    """The message with this number was none of a job search, but a question."""

    question: int


@dataclass(frozen=True, slots=True)
class AboutOpening:
    """A topic of an opening ("show": all of it), asked by the message with the number `question`, 0 if by none."""

    opening: int
    topic: str
    question: int = 0


@dataclass(frozen=True, slots=True)
class StepInApplication:
    """A step of an application, "start" with an opening's id."""

    step: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class StepInSubscription:
    """A step of a subscription, "end" with its id."""

    step: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class WantAnswerByMail:
    """A person's answer to the message `question` is wanted by mail."""

    question: int


@dataclass(frozen=True, slots=True)
class AnswerToAddress:
    """The answer to the message `question` is to go to the address in the message `typed_in`."""

    typed_in: int
    question: int


@dataclass(frozen=True, slots=True)
class NoAnswerByMail:
    """The answer to the message `question` is not wanted by mail."""

    question: int


@dataclass(frozen=True, slots=True)
class CallBack:
    """The bot is to answer again, though a person does."""


@dataclass(frozen=True, slots=True)
class RateAnswer:
    """The person's last answer answered the question ("yes") or did not ("no"); a "comment" follows, or "none"."""

    what: str


@dataclass(frozen=True, slots=True)
class ReadMore:
    """The rest of the answer to a category."""

    category: str


@dataclass(frozen=True, slots=True)
class AskStarter:
    """A question that the company offers to begin with: its title, asked as if it had been typed."""

    digest: str

    @classmethod
    def of(cls, question: str) -> AskStarter:
        """Return what asks this question: another question, another id, so that an old button asks its own.

        >>> AskStarter.of("What do you pay?")
        AskStarter(digest='24598768')
        """
        return cls(hashlib.sha256(question.encode()).hexdigest()[:8])


ButtonAct = (
    ChooseCategory
    | Request
    | NoneOfThese
    | SaySafety
    | Doubt
    | ChangeSearch
    | WasAQuestion
    | AboutOpening
    | StepInApplication
    | StepInSubscription
    | WantAnswerByMail
    | AnswerToAddress
    | NoAnswerByMail
    | CallBack
    | RateAnswer
    | ReadMore
    | AskStarter
)
_KINDS: Final[dict[str, type[ButtonAct]]] = {
    "faq": ChooseCategory,
    "general": Request,
    "none": NoneOfThese,
    SAFETY: SaySafety,
    "wrong": Doubt,
    "search:question": WasAQuestion,
    "search": ChangeSearch,
    "opening": AboutOpening,
    "apply": StepInApplication,
    "alert": StepInSubscription,
    "mail:ask": WantAnswerByMail,
    "mail:yes": AnswerToAddress,
    "mail:no": NoAnswerByMail,
    CALL_BACK: CallBack,
    RATED: RateAnswer,
    MORE: ReadMore,
    "ask": AskStarter,
}
"""What an id begins with, and what it says; the longer of two beginnings stands first. Never change one: buttons stay
under messages that were sent long ago."""
_BEGINNINGS: Final = {kind: beginning for beginning, kind in _KINDS.items()}


def button_for(act: ButtonAct, title: str) -> Button:
    """Return the button that says this.

    >>> button_for(ChangeSearch("city", "Bonn"), "Bonn").id, button_for(ChangeSearch("more"), "More").id
    ('search:city:Bonn', 'search:more')
    """
    values = (getattr(act, each.name) for each in fields(act))
    return Button(":".join([_BEGINNINGS[type(act)], *(str(value) for value in values if value)]), title)


def act_of(pressed: Button) -> ButtonAct | None:
    """Return what a button says, None where its id says nothing.

    >>> act_of(Button("opening:7:pay:12", "")), act_of(Button("search:question:7", ""))
    (AboutOpening(opening=7, topic='pay', question=12), WasAQuestion(question=7))
    >>> act_of(Button("faq:travel: costs", "")), act_of(Button("none:x", "")), act_of(Button("party", ""))
    (ChooseCategory(category='travel: costs'), None, None)
    """
    return _said_by(pressed.id)


@lru_cache(_REMEMBERED)
def _said_by(button_id: str) -> ButtonAct | None:
    for beginning, kind in _KINDS.items():
        if button_id == beginning or button_id.startswith(f"{beginning}:"):
            return _read(kind, button_id.removeprefix(beginning).removeprefix(":"))
    return None


def _read(kind: type[ButtonAct], rest: str) -> ButtonAct | None:
    of = fields(kind)
    parts = rest.split(":", maxsplit=len(of) - 1) if rest else []
    try:
        values: list[Any] = [
            int(part) if each.type == "int" else part for each, part in zip(of, parts, strict=False)
        ]  # the types of fields are their names here
        return kind(*values)
    except (TypeError, ValueError):  # fewer or other values than such an act has
        return None


def offered_last(recent: Sequence[PastMessage]) -> list[Button]:
    """Return the buttons under what the bot said last."""
    said = [message for message in recent if message.author == "bot"]
    return [button for message in said if message.reply_to == said[-1].reply_to for button in message.buttons]
