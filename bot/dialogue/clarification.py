"""What a candidate's choice says of the question before it, where the bot asked back. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from bot.dialogue.acts import Fulfil
from bot.dialogue.buttons import NoneOfThese, act_of
from nlu.understanding import PRESSED, Guess, Stage, Understanding
from nlu.words.negation import denies
from nlu.words.normalise import considered
from storage.conversations.messages import Button
from storage.reviews.decisions import Decision

_AFFIRMED, _DENIED = "affirm", "deny"


def confirmed(said: Understanding, asked: Decision) -> Fulfil | None:
    """Return what a message says to the question whether to do what `asked` was understood as; None: something else.

    Who only says it again wants it; who says that it is not wanted does not.
    """
    if asked.stage is not Stage.GENERAL or asked.kind != "clarify" or asked.intent is None:
        return None
    if not said.says(_AFFIRMED, _DENIED, asked.intent):
        return None
    denied = said.intent == _DENIED or (said.intent == asked.intent and denies(said.text, said.language))
    return Fulfil(_DENIED if denied else asked.intent)


def clarified_question(buttons: Iterable[Button]) -> int | None:
    """Return the number of the question that these buttons ask back about, None when they do no such thing."""
    return next((act.question for act in map(act_of, buttons) if isinstance(act, NoneOfThese)), None)


def named_button(text: str, buttons: Iterable[Button]) -> Button | None:
    """Return the button whose title was typed instead of pressed."""
    said = considered(text)
    return next((each for each in buttons if said and considered(each.title) == said), None)


def chosen(text: str, asked: Decision, category: str) -> Understanding:
    """Return what choosing `category` says of the question that `asked` was decided about."""
    others = tuple(guess for guess in asked.ranking if guess.intent != category)
    ranking = (Guess(category, 1.0), *others)
    return Understanding(text, asked.language, Stage.FAQ, category, 1.0, ranking, asked.entities, PRESSED)


def none_of_them(text: str, asked: Decision) -> Understanding:
    """Return what choosing none of the options says of the question that `asked` was decided about."""
    seen = (asked.ranking, asked.entities, asked.model_version)
    return Understanding(text, asked.language, Stage.NONE, None, 0.0, *seen)


def is_no(understanding: Understanding) -> bool:
    """Tell whether the message says no, none of them, something else."""
    return understanding.says(_DENIED)
