"""What a flow looks at and what it returns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.texts import Texts
from nlu.understanding import Understanding
from storage.companies import Company
from storage.conversations import Status
from storage.messages import Button, Link, Message


@dataclass(frozen=True, slots=True)
class Draft:
    """An outgoing message before it is stored."""

    text: str
    buttons: tuple[Button, ...] = ()
    links: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """What one turn does: messages to send and, where they change, the conversation's new status and language.

    And what it leaves open: `clarifying`, the number of the question it asks back about, `expects`, the entities it
    would like to hear; with `asks_again` both stay what they were.
    """

    drafts: tuple[Draft, ...]
    status: Status | None = None
    language: str | None = None
    clarifying: int | None = None
    expects: frozenset[str] = frozenset()
    asks_again: bool = False


@dataclass(frozen=True, slots=True)
class Situation:
    """All that a flow may look at; `said_before` fetches the bot's last replies only when a flow wants them."""

    company: Company
    language: str
    understanding: Understanding
    texts: Texts
    said_before: Callable[[], tuple[Message, ...]]

    def say(self, key: str, /, **params: object) -> str:
        """Return the text of `key` with the company's name, e-mail address and time to answer at hand."""
        answer_time = self.company.answer_time.get(self.language) or self.texts.get(self.language, "answer_time")
        common = {"company": self.company.name, "email": self.company.contact_email, "answer_time": answer_time}
        return self.texts.get(self.language, key, **common, **params)

    def button(self, intent: str) -> Button:
        """Return the button that stands for a general intent."""
        return Button(id=f"general:{intent}", title=self.texts.get(self.language, f"button.{intent}"))
