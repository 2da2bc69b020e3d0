"""What an answer says in a conversation: placeholders filled in, in plain words, with what is drawn of them. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from storage.answers.answers import Answer
from storage.conversations.messages import Button, Link
from texts.markup import Block, Worded, worded
from texts.placeholders import filled

MORE: Final = "more"
"""What the id of the button begins with that asks for the rest of an answer: "more:salary"."""


@dataclass(frozen=True, slots=True)
class AnswerSetting:
    """What an answer is said in: by which company, about which opening if any, and words in the reader's language.

    `an_opening` is said where an answer speaks of an opening and none is in question; `more` stands on the button.
    """

    company: str
    opening: str | None
    an_opening: str
    more: str

    def said(self, source: str) -> Worded:
        """Return a text of an answer as it is said."""
        values: Mapping[str, str | None] = {"company": self.company, "opening": self.opening}
        return worded(source, partial(filled, values=values, otherwise={"opening": self.an_opening}))


@dataclass(frozen=True, slots=True)
class Spoken:
    """A message that says an answer."""

    text: str
    blocks: tuple[Block, ...] = ()
    buttons: tuple[Button, ...] = ()
    links: tuple[Link, ...] = ()


def spoken(answer: Answer, around: AnswerSetting) -> Spoken:
    """Return what an answer says first; where it has more to say, its first button asks for that.

    >>> pay = Answer("pay", "en", "{{company}} pays **well**.", more="By a tariff.")
    >>> its = spoken(pay, AnswerSetting("Acme", None, "this position", "More"))
    >>> its.text, its.buttons
    ('Acme pays well.', (Button(id='more:pay', title='More'),))
    """
    said = around.said(answer.text.strip())
    more = (Button(f"{MORE}:{answer.category}", around.more),) if answer.more else ()
    return Spoken(said.text, said.blocks, (*more, *answer.buttons), answer.links)


def rest(answer: Answer, around: AnswerSetting) -> Spoken:
    """Return what an answer says to who wants to know more; all of it where it has no second part any more."""
    said = around.said((answer.more or answer.text).strip())
    return Spoken(said.text, said.blocks, answer.buttons, () if answer.more else answer.links)


def whole(answer: Answer, around: AnswerSetting) -> Spoken:
    r"""Return both parts of an answer in one message.

    >>> pay = Answer("pay", "en", "{{company}} pays **well**.", more="By a tariff.")
    >>> whole(pay, AnswerSetting("Acme", None, "this position", "More")).text
    'Acme pays well.\n\nBy a tariff.'
    """
    said = around.said(answer.whole.strip())
    return Spoken(said.text, said.blocks, answer.buttons, answer.links)
