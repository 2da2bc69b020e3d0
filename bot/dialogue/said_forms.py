"""Whether a text says one of the forms that the texts of the bot list. Pure."""

from __future__ import annotations

from nlu.words.ngrams import words_in
from nlu.words.normalise import considered


def says_one_of(text: str, forms: str) -> bool:
    """Tell whether a text holds one of the forms, which "|" parts, word by word.

    >>> says_one_of("Weekly, please!", "weekly|every week"), says_one_of("biweekly", "weekly|every week")
    (True, False)
    """
    said = _words_of(text)
    return any(_words_of(form) in said for form in forms.split("|"))


def without_forms(text: str, forms: str) -> str:
    """Return a text with "x" in place of each of the forms, which "|" parts: what is denied beside them.

    >>> without_forms("No more often than weekly!", "more often than")
    ' no x weekly '
    """
    said = _words_of(text)
    for form in sorted(forms.split("|"), key=len, reverse=True):
        said = said.replace(_words_of(form), " x ")
    return said


def _words_of(text: str) -> str:
    return f" {' '.join(words_in(considered(text)))} "
