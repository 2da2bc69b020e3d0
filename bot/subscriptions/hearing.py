"""What a message has to do with subscriptions: an address that was asked for, how often, a button. Pure."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from bot.dialogue.buttons import StepInSubscription
from bot.dialogue.state import Slot
from bot.job_search.moves import Kind, Move
from bot.subscriptions.addresses import mentioned
from nlu.entities.words import words
from nlu.normalise import normalise
from nlu.understanding import Entity, Guess, Stage, Understanding
from storage.subscriptions import FREQUENCIES, Frequency
from texts import Texts

_FEW_WORDS: Final = 8
_SURE: Final = 0.9
"""From here on "job_subscribe" is no slip of somebody who turns the pages of a search ("new ones please")."""


def hear_alert(understanding: Understanding, expected: frozenset[Slot], texts: Texts) -> Understanding:
    """Return a message that answers what was asked about a subscription as such, any other as it is.

    `expected` are the slots that the bot would like to hear.
    """
    if mentioned(understanding.text):
        if Slot.ACCESS in expected:
            return understanding.meant_as("job_unsubscribe")
        if expected & {Slot.EMAIL, Slot.EMAIL_AGAIN, Slot.WISH}:
            return understanding.meant_as("job_subscribe")
    few = len(words(understanding.text)) <= _FEW_WORDS
    often = (
        frequency_in(understanding.text, understanding.language, texts) if Slot.FREQUENCY in expected and few else None
    )
    return _with(understanding.meant_as("job_subscribe"), Slot.FREQUENCY, often) if often else understanding


def is_sure(understanding: Understanding) -> bool:
    """Whether a message is about subscriptions, whatever a job search could make of it."""
    about = understanding.intent in ("job_subscribe", "job_unsubscribe")
    return understanding.stage is Stage.GENERAL and about and understanding.confidence >= _SURE


def completed(
    understanding: Understanding, move: Move | None, expected: Collection[Slot], threshold: float
) -> Understanding:
    """Return an answer that completes the wish of a subscription as part of it, any other message as it is.

    What nothing explains, where an address was to come, counts as an attempt at one, once.
    """
    unclear = understanding.stage is not Stage.GENERAL and understanding.confidence < threshold
    attempt = Slot.EMAIL in expected and move is None and unclear
    completes = Slot.WISH in expected and move is not None and move.kind in (Kind.SEARCH, Kind.GO_ON)
    return understanding.meant_as("job_subscribe") if attempt or completes else understanding


def hear_alert_button(act: StepInSubscription, text: str, language: str) -> Understanding:
    """Return what a button of a subscription means."""
    intent = "job_unsubscribe" if act.step == "end" else "job_subscribe"
    said = Understanding(text, language, Stage.GENERAL, intent, 1.0, (Guess(intent, 1.0),), (), "button")
    often = act.step in FREQUENCIES
    return _with(said, Slot.FREQUENCY, act.step) if often else _with(said, "subscription", act.value)


def frequency_in(text: str, language: str, texts: Texts) -> Frequency | None:
    """Return how often a text says, the first of several."""
    said = f" {normalise(text)} "
    for frequency in FREQUENCIES:
        forms = texts.get(language, f"subscription.words.{frequency}").split("|")
        if any(_holds(said, normalise(form)) for form in forms):
            return frequency
    return None


def _holds(said: str, word: str) -> bool:
    """Chinese has no blanks between words."""
    return f" {word} " in said if word.isascii() or " " in word or word[0] < "\u3000" else word in said


def _with(understanding: Understanding, name: str, value: str) -> Understanding:
    entity = Entity(name, value, understanding.text, 0, len(understanding.text))
    return replace(understanding, entities=(*understanding.entities, entity))
