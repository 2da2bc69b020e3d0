"""Whether a text says one of the forms that the texts of the bot list: how often, to leave something out. Pure."""

from __future__ import annotations

from typing import Final

from nlu.words.negation import denies
from nlu.words.ngrams import words_in
from nlu.words.normalise import considered
from storage.subscriptions.subscriptions import FREQUENCIES, Frequency
from texts import Texts

_LITTLE_ELSE: Final = 2
"""Words beside those that say how often ("weekly, please")."""


def frequency_in(text: str, language: str, texts: Texts) -> Frequency | None:
    """Return how often a text says, the first of several."""
    for frequency in FREQUENCIES:
        if says_one_of(text, texts.get(language, f"subscription.words.{frequency}")):
            return frequency
    return None


def frequency_alone(text: str, language: str, texts: Texts) -> Frequency | None:
    """Return how often a text says that says little else, and denies nothing."""
    often = frequency_in(text, language, texts)
    if often is None or denies(text, language):
        return None
    said = [form for form in texts.get(language, f"subscription.words.{often}").split("|") if says_one_of(text, form)]
    left = len(words_in(considered(text))) - max(len(words_in(considered(form))) for form in said)
    return often if left <= _LITTLE_ELSE else None


def says_one_of(text: str, forms: str) -> bool:
    """Tell whether a text holds one of the forms, which "|" parts, word by word.

    >>> says_one_of("Weekly, please!", "weekly|every week"), says_one_of("biweekly", "weekly|every week")
    (True, False)
    """
    said = _words_of(text)
    return any(_words_of(form) in said for form in forms.split("|"))


def _words_of(text: str) -> str:
    return f" {' '.join(words_in(considered(text)))} "
