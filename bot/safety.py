"""Is the candidate safe? What a message says of danger, and what answers the bot's own question about it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from bot.dialogue.buttons import SaySafety, button_for
from nlu.danger.level import Level
from nlu.general import CRISIS
from nlu.normalise import normalise
from nlu.understanding import Stage, Understanding
from storage.messages import Button
from texts import Texts

_BY_INTENT: Final = {"affirm": "safe", "deny": "help", "contact_human": "help", "help": "help"}


class Act(StrEnum):
    """What is done for the candidate's safety: ask, help at once, or go on with what was asked before."""

    ASK = "ask"
    HELP = "help"
    GO_ON = "safe"


@dataclass(frozen=True, slots=True)
class Safety:
    """What a message means for its writer's safety; `question` is the message about which the bot had asked."""

    act: Act
    question: int | None = None


def safety_buttons(question: int, texts: Texts, language: str) -> tuple[Button, ...]:
    """Return the buttons that answer the question about the message with this number."""
    acts = (Act.GO_ON, Act.HELP)
    return tuple(button_for(SaySafety(act, question), texts.get(language, f"button.safety.{act}")) for act in acts)


def hear_safety(understanding: Understanding, asked: int | None, texts: Texts, *, alone: bool = True) -> Safety | None:
    """Return what a typed message means for its writer's safety, None when it says nothing of it.

    `asked` is the message about which the bot has just asked; a yes or no counts as the answer where the bot speaks
    `alone` with the candidate. Who is asked and says again what may be danger is helped.
    """
    said = _answer(understanding, texts, alone=alone) if asked is not None else None
    if said is not None:
        return Safety(said, asked)
    if understanding.danger is Level.DANGER or (understanding.danger is Level.UNSURE and asked is not None):
        return Safety(Act.HELP, asked)
    return Safety(Act.ASK) if understanding.danger is Level.UNSURE else None


def in_danger(understanding: Understanding) -> Understanding:
    """Return the understanding of a message whose writer needs help, however sure the models are of it."""
    if understanding.danger is Level.DANGER:
        return understanding
    return replace(understanding.meant_as(CRISIS), danger=Level.DANGER)


def _answer(understanding: Understanding, texts: Texts, *, alone: bool) -> Act | None:
    said, language = normalise(understanding.text), understanding.language
    for act in (Act.GO_ON, Act.HELP):
        words = f"{texts.get(language, f'button.safety.{act}')}|{texts.get(language, f'safety.words.{act}')}"
        if said in map(normalise, words.split("|")):
            return act
    intent = understanding.intent if understanding.stage is Stage.GENERAL else None
    if not alone or understanding.danger is not Level.NONE or intent not in _BY_INTENT:
        return None
    return Act(_BY_INTENT[intent])
