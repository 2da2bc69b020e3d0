"""The rest of an answer, for who pressed its button or typed what stands on it: nothing is asked by that."""

from __future__ import annotations

from datetime import datetime

from bot.answering import say_rest
from bot.answers.asking import Mailing
from bot.clarification import named_button
from bot.dialogue.buttons import ReadMore, act_of
from bot.dialogue.talk import Talk
from bot.pressing import Pressed
from bot.thinking import nothing_heard, situation_of


def told_more(talk: Talk, pressed: Pressed | None, text: str, now: datetime) -> Mailing | None:
    """Return the rest of the answer that is wanted; None for any other message."""
    act = pressed.act if pressed is not None else _typed(talk, text)
    if not isinstance(act, ReadMore):
        return None
    heard = nothing_heard(talk.conversation.language, text)
    return Mailing(say_rest(situation_of(talk, heard, now), act.category))


def _typed(talk: Talk, text: str) -> object:
    """What is said by the title of a button for more under the bot's last reply."""
    said = [each for each in talk.recent if each.author == "bot"]
    offered = [button for each in said if each.reply_to == said[-1].reply_to for button in each.buttons]
    named = named_button(text, [button for button in offered if isinstance(act_of(button), ReadMore)])
    return None if named is None else act_of(named)
