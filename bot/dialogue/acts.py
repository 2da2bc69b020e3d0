"""Dialogue acts of the bot: what a turn decides for. Pure.

Each has the `kind` under which the decision is kept: whether it replies, asks the candidate to clarify, or defers to a
person. Those that do what a general intent asks for have its name as `intent`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from bot.dialogue.alert_acts import AlertAct
from bot.dialogue.application_acts import ApplicationAct
from bot.dialogue.search_acts import Also, SearchAct, ShowOpening, TellOfOpening
from storage.openings.wishes import Wish
from storage.reviews.kinds import Kind

Why = Literal["unsure", "kept_back", "guard", "doubted", "added", "sent"]
"""Why a question is asked back about or handed over: it was not understood, its answer is not to be given now, the
guard kept a reply back, the candidate said that the reply was not what they meant, it adds to one handed over, or it
is about an application that was sent."""
CHANGE_LANGUAGE: Final = "change_language"
STATUS: Final = "application_status"
CRISIS: Final = "crisis"


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
    """Say what has not been said yet on a topic, and hand a follow-up question to a person with it."""

    kind: ClassVar[Kind] = "defer"
    category: str


@dataclass(frozen=True, slots=True)
class Defer:
    """Give no answer and hand the question to a person; meanwhile look for jobs with a `wish`.

    First comes what the advertisement says that the question may be about (`by_ad`).
    """

    kind: ClassVar[Kind] = "defer"
    why: Why = "unsure"
    wish: Wish | None = None
    by_ad: TellOfOpening | ShowOpening | None = None


@dataclass(frozen=True, slots=True)
class AskBack:
    """Ask which of these categories was meant, the likeliest first; meanwhile as `Defer`."""

    kind: ClassVar[Kind] = "clarify"
    options: tuple[str, ...]
    why: Why = "unsure"
    wish: Wish | None = None
    by_ad: TellOfOpening | ShowOpening | None = None


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
class NeedNoAnswer:
    """Let people know that a question needs no answer any more."""

    kind: ClassVar[Kind] = "reply"
    intent: ClassVar[str] = "deny"


@dataclass(frozen=True, slots=True)
class TakeNote:
    """Say that a reaction to what was told is heard, and pass nothing on."""

    kind: ClassVar[Kind] = "reply"
    intent: ClassVar[str] = "small_talk"


@dataclass(frozen=True, slots=True)
class TellMore:
    """Say the rest of a category's answer."""

    kind: ClassVar[None] = None
    category: str


@dataclass(frozen=True, slots=True)
class TellSource:
    """Say who wrote the answer that was given last, and that a person can be asked."""

    kind: ClassVar[None] = None


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
class NoteAddress:
    """Say that the person who answers sees an address that no mail goes to."""

    kind: ClassVar[None] = None


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


JobAct = SearchAct | ApplicationAct | AlertAct

Act = (
    GiveAnswer
    | PassOn
    | Defer
    | AskBack
    | Confirm
    | CheckSafety
    | Fulfil
    | NeedNoAnswer
    | TakeNote
    | JobAct
    | TellMore
    | TellSource
    | CallBotBack
    | AskForAddress
    | TakeAddress
    | OfferMail
    | NoteAddress
    | DeclineMail
    | TakeRating
    | TakeComment
    | StaySilent
)


def intent_of(act: Act) -> str | None:
    """Return the general intent that an act fulfils, None where it is about a question to the company.

    >>> from bot.dialogue.search_acts import TurnPage
    >>> intent_of(TurnPage()), intent_of(Fulfil("thanks")), intent_of(Defer())
    ('job_search', 'thanks', None)
    """
    return getattr(act, "intent", None)
