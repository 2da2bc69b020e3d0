"""How often a text wants to hear of openings; what it denies or finds too much is not wanted. Pure."""

from __future__ import annotations

from typing import Final

from bot.dialogue.said_forms import FORM, says_one_of, without_forms
from nlu.recipe import KNOWN_LANGUAGES
from nlu.words.negation import denies, negation
from nlu.words.normalise import considered
from storage.subscriptions.subscriptions import FREQUENCIES, Frequency
from texts import Texts

_TOO_OFTEN: Final = "too_often"
_TOO_RARE: Final = "too_rare"
_LITTLE_ELSE: Final = 2
"""Words beside those that say how often ("weekly, please")."""


def frequency_in(text: str, language: str, texts: Texts) -> Frequency | None:
    """Return how often a text wants, the most often of several; the next one where it wants none that it names.

    "Daily is too much" and "not every day" want it weekly, "weekly is not enough" daily; "no more often than weekly" is
    weekly.
    """
    named = _named(text, language, texts)
    if not named:
        return None
    rare, often = (texts.get(language, f"subscription.words.{each}") for each in (_TOO_RARE, _TOO_OFTEN))
    judged = says_one_of(text, rare) or says_one_of(text, often)
    if judged and denies(without_forms(text, f"{rare}|{often}"), language):
        return named[0]  # "no more often than weekly", "daily is not too much"
    if judged:
        step, of_several = (-1, named[0]) if says_one_of(text, rare) else (1, named[-1])
        return of_several if len(named) > 1 else _beside(named[0], step)
    wanted = _named(_without_denied(text, language), language, texts)
    return wanted[0] if wanted else _beside(named[-1], 1)


def frequency_alone(text: str, language: str, texts: Texts) -> Frequency | None:
    """Return how often a text wants that says little else."""
    keys = (*FREQUENCIES, _TOO_OFTEN, _TOO_RARE)
    forms = "|".join(texts.get(language, f"subscription.words.{key}") for key in keys)
    left = [word for word in without_forms(text, forms).split() if word != FORM]
    return frequency_in(text, language, texts) if len(left) <= _LITTLE_ELSE else None


def _named(text: str, language: str, texts: Texts) -> list[Frequency]:
    forms = {often: texts.get(language, f"subscription.words.{often}") for often in FREQUENCIES}
    return [often for often, words in forms.items() if says_one_of(text, words)]


def _beside(often: Frequency, step: int) -> Frequency:
    """The next one more or less often, if there is one."""
    return FREQUENCIES[min(max(FREQUENCIES.index(often) + step, 0), len(FREQUENCIES) - 1)]


def _without_denied(text: str, language: str) -> str:
    read = considered(text)
    for start, end in reversed(negation(language).scopes(read) if language in KNOWN_LANGUAGES else []):
        read = f"{read[:start]} {read[end:]}"
    return read
