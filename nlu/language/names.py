"""What languages are called: which one a message asks to speak, and that naming one is not writing in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final

from nlu.data_rows import forms_in, rows, sentences
from nlu.product_files import DATA_FOLDER
from nlu.words.negation import Negation
from nlu.words.normalise import considered, fold_letters
from nlu.words.script import IS_HAN

_STAR: Final = "*"


class LanguageNames:
    """Finds the names of languages in a text; `about` are phrases that ask for none, `*` being a name in them.

    >>> names = LanguageNames({"de": ["German", "Deutsch"], "fr": ["French"]}, ["* speakers"])
    >>> names.wanted("can we speak german?", ("en", "de")), names.wanted("jobs for German speakers", ("en", "de"))
    ('de', None)
    """

    def __init__(self, names: Mapping[str, Sequence[str]], about: Iterable[str]) -> None:
        self._codes = {considered(name): code for code, of_it in names.items() for name in of_it}
        forms = sorted(self._codes, key=len, reverse=True)
        self._name = re.compile("|".join(map(_whole, forms)) or "(?!)")
        choice = "(?:" + "|".join(map(re.escape, forms)) + ")"
        phrases = (phrase for phrase in map(_read, about) if phrase)
        patterns = (_whole(phrase).replace(re.escape(_STAR), choice).replace(r"\ ", "[ -]") for phrase in phrases)
        self._about = re.compile("|".join(patterns) or "(?!)")

    def without(self, words: Sequence[str]) -> Sequence[str]:
        """Return the words of a message but for the names of languages; all where there is nothing else."""
        return [word for word in words if fold_letters(word) not in self._codes] or words

    def wanted(self, text: str, among: Iterable[str], negation: Negation | None = None) -> str | None:
        """Return the one language, `among` those, that `text` names as wanted; None for none or several.

        What it denies ("I don't speak German"), by the negators of its language, is not wanted.
        """
        read = considered(text)
        if not any(name in read for name in self._codes):
            return None
        unwanted = [match.span() for match in self._about.finditer(read)]
        unwanted += negation.scopes(read) if negation else []
        named = {
            self._codes[match[0]]
            for match in self._name.finditer(read)
            if not any(start <= match.start() and match.end() <= end for start, end in unwanted)
        }
        found = named & set(among)
        return found.pop() if len(found) == 1 else None


@cache
def language_names() -> LanguageNames:
    """Return the names of the product's lists, read once; raises DataError."""
    folder = DATA_FOLDER / "language"
    names = {row["language"]: forms_in(row["names"]) for _, row in rows(folder / "names.csv", ("language", "names"))}
    return LanguageNames(names, sentences(folder / "about.txt"))


def _read(phrase: str) -> str:
    """A phrase as a considered text has it, its star kept."""
    return _STAR.join(fold_letters(part.casefold()) for part in phrase.split(_STAR))


def _whole(form: str) -> str:
    """The pattern of a form as whole words; Chinese has no spaces between them."""
    pattern = re.escape(form)
    return pattern if IS_HAN.search(form) else rf"(?<!\w){pattern}(?!\w)"
