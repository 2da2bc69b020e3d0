"""Whether a text says, or is, one of the forms that the texts of the bot list. Pure."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from nlu.words.ngrams import words_in
from nlu.words.normalise import considered

_REMEMBERED: Final = 512
"""Lists of forms that are kept as they are looked for; they stand in the texts, and every message asks for them."""


FORM: Final = "x"
"""What stands for a form in a text without its forms."""


def says_one_of(text: str, forms: str) -> bool:
    """Tell whether a text holds one of the forms, which "|" parts, word by word.

    >>> says_one_of("Weekly, please!", "weekly|every week"), says_one_of("biweekly", "weekly|every week")
    (True, False)
    """
    said = _words_of(text)
    return any(form in said for form in _spaced(forms))


def is_one_of(text: str, forms: str) -> bool:
    """Tell whether a text is one of the forms, which "|" parts, and says nothing else.

    >>> is_one_of("Weekly!", "weekly|every week"), is_one_of("weekly, please", "weekly|every week")
    (True, False)
    """
    return considered(text) in _whole(forms)


def without_forms(text: str, forms: str) -> str:
    """Return a text with "x" in place of each of the forms, which "|" parts: what is denied beside them.

    >>> without_forms("No more often than weekly!", "more often than")
    ' no x weekly '
    """
    said = _words_of(text)
    for form in sorted(_spaced(forms), key=len, reverse=True):
        said = said.replace(form, f" {FORM} ")
    return said


@lru_cache(_REMEMBERED)
def _whole(forms: str) -> frozenset[str]:
    return frozenset(map(considered, forms.split("|")))


@lru_cache(_REMEMBERED)
def _spaced(forms: str) -> tuple[str, ...]:
    return tuple(map(_words_of, forms.split("|")))


def _words_of(text: str) -> str:
    return f" {' '.join(words_in(considered(text)))} "
