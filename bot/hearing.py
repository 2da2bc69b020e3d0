"""What a message says in its conversation: its language, the button it presses, the choice after asking back."""

from __future__ import annotations

from dataclasses import dataclass

from bot.clarification import chosen, clarified_question, is_no, named_button, none_of_them
from bot.flows.job_search import going_on
from bot.service import Service
from nlu.understanding import Guess, Stage, Understanding
from storage import Connection, decisions, messages
from storage.companies import Company
from storage.conversations import Conversation
from storage.decisions import Decision
from storage.messages import Button, Message

LOOKED_BACK = 100
"""How many messages back a button may have been offered and a reply can be repeated."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button that the bot offered; `question` is the number of the question it asked back about, if it did."""

    button: Button
    question: int | None = None


@dataclass(frozen=True, slots=True)
class Heard:
    """A message understood: reply in `language`; `about` is what was decided about the question that it clarifies."""

    understanding: Understanding
    language: str
    about: Decision | None = None


def hear(
    conn: Connection,
    service: Service,
    company: Company,
    conversation: Conversation,
    text: str,
    pressed: Pressed | None,
) -> Heard:
    """Understand a message: a button says itself what it means, a typed text is parsed in its own language."""
    if pressed is not None:
        return _hear_button(conn, conversation, text, pressed)
    language = service.detector.detect(
        text, company.languages, last=conversation.language, default=company.default_language
    )
    expected = frozenset((conversation.expects or "").split())
    understanding = service.live.parse(company, language, text, expected=expected)
    if conversation.clarifying is not None and is_no(understanding):
        asked = decisions.of_message(conn, company.id, conversation.id, conversation.clarifying)
        if asked is not None:
            return Heard(none_of_them(text, asked), language, asked)
    return Heard(going_on(understanding, expected, service.thresholds.faq) if expected else understanding, language)


def pressed_button(conn: Connection, conversation: Conversation, button_id: str) -> Pressed | None:
    """Return the button with this id as it was offered last, None when it was not (`LOOKED_BACK` messages back)."""
    for message in reversed(recent(conn, conversation)):
        for button in message.buttons:
            if button.id == button_id:
                return Pressed(button, clarified_question(message.buttons))
    return None


def typed_button(conn: Connection, conversation: Conversation, text: str) -> Pressed | None:
    """Return the option whose title was typed right after the bot asked back."""
    if conversation.clarifying is None:
        return None
    asked = messages.replies_to(conn, conversation.company_id, conversation.id, conversation.clarifying)
    button = named_button(text, [button for message in asked for button in message.buttons])
    return None if button is None else Pressed(button, conversation.clarifying)


def recent(conn: Connection, conversation: Conversation) -> list[Message]:
    """Return the last messages of a conversation, in order."""
    first = max(0, conversation.last_seq - LOOKED_BACK)
    return messages.after(conn, conversation.company_id, conversation.id, first)


def _hear_button(conn: Connection, conversation: Conversation, text: str, pressed: Pressed) -> Heard:
    kind, _, intent = pressed.button.id.partition(":")
    stage, language = Stage(kind), conversation.language
    asked = None
    if pressed.question is not None and stage is not Stage.GENERAL:
        asked = decisions.of_message(conn, conversation.company_id, conversation.id, pressed.question)
    if asked is None:
        said = Understanding(text, language, stage, intent, 1.0, (Guess(intent, 1.0),), (), "button")
        return Heard(said, language)
    seen = chosen(text, asked, intent) if stage is Stage.FAQ else none_of_them(text, asked)
    return Heard(seen, language, asked)
