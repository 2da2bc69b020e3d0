"""Which of the buttons that the bot offered a candidate pressed, or typed the title of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.dialogue.buttons import ButtonAct, Doubt, act_of, offered_last
from bot.dialogue.clarification import clarified_question, named_button
from bot.dialogue.state import DialogueState
from nlu.steps.follow_ups import follow_ups
from storage import Connection
from storage.conversations import messages
from storage.conversations.conversations import Conversation
from storage.conversations.messages import Button, Message
from storage.conversations.turns import PastMessage

LOOKED_BACK: Final = 100
"""How many messages back a button may have been offered and a reply can be repeated."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button that the bot offered; `question` is the number of the question it asked back about, if it did."""

    button: Button
    question: int | None = None

    @property
    def act(self) -> ButtonAct | None:
        """What it says."""
        return act_of(self.button)


def pressed_button(
    conn: Connection, conversation: Conversation, button_id: str, *, before: int | None = None
) -> Pressed | None:
    """Return the button with this id as it was offered last, None when it was not (`LOOKED_BACK` messages back).

    Only what was offered `before` the message with this number counts.
    """
    for message in reversed(recent(conn, conversation)):
        for button in message.offered if before is None or message.seq < before else ():
            if button.id == button_id:
                return Pressed(button, clarified_question(message.buttons))
    return None


def typed_button(recent: Sequence[PastMessage], state: DialogueState, text: str, language: str) -> Pressed | None:
    """Return the button whose title was typed right after the bot asked back, or showed what it found.

    Who says in other words that an answer was not what they asked names the button under it that says so.
    """
    if state.clarifying is None:
        offered = offered_last(recent)
        named = named_button(text, offered) if state.searching else None
        named = named or _doubt_among(offered, text, language)
        return None if named is None else Pressed(named)
    asked = [message for message in recent if message.reply_to == state.clarifying]
    button = named_button(text, [button for message in asked for button in message.buttons])
    return None if button is None else Pressed(button, state.clarifying)


def recent(conn: Connection, conversation: Conversation) -> list[Message]:
    """Return the last messages of a conversation, in order."""
    first = max(0, conversation.last_seq - LOOKED_BACK)
    return messages.after(conn, conversation.company_id, conversation.id, first)


def _doubt_among(offered: Sequence[Button], text: str, language: str) -> Button | None:
    hangs = follow_ups(language)
    if hangs is None or not hangs.rejects(text):
        return None
    return next((button for button in offered if isinstance(act_of(button), Doubt)), None)
