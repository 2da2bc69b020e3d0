"""Courtesies around a question: a greeting before it and thanks after it ask for nothing, and are not weighed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Final

from nlu.data_rows import forms_in, rows
from nlu.errors import DataError
from nlu.product_files import DATA_FOLDER
from nlu.recipe import Recipe
from nlu.words.normalise import considered, legible
from nlu.words.script import HAN, IS_HAN, WORD

GREETING: Final = "greeting"
ADDRESSEE: Final = "addressee"
OPENER: Final = "opener"
THANKS: Final = "thanks"
WISH: Final = "wish"
PLACES: Final = (GREETING, ADDRESSEE, OPENER, THANKS, WISH)
"""What the forms of a list are; an addressee stands after a greeting only, thanks and wishes after what is asked."""

Span = tuple[int, int]

_OF_ONE_TURN: Final = 64
"""Texts of which it is kept what they ask: every classifier asks for the same message again."""
_LEFT: Final = re.compile(r"[^\s\-]+")
_BETWEEN: Final = r"(?:(?!€)[^\w#%&@+$£¥]|_)"
"""What may stand between courtesies and around what is left: no sign that means anything.

The euro stands by itself: a class of Latin-1 alone is compiled much faster, and there are thousands.
"""
_ENDS: Final = rf"(?![^\W{HAN}])"
"""Where a word of letters ends."""


class Courtesies:
    """Finds courtesies by their forms (see PLACES) around what a normalised text asks; it never changes."""

    def __init__(self, forms: Mapping[str, Iterable[str]]) -> None:
        before, last = _choice(forms.get(GREETING, ())), _choice(forms.get(ADDRESSEE, ()))
        addressed = f"(?:{_BETWEEN}*{last})*" if last else ""
        opened = [each for each in (f"{before}{addressed}" if before else "", _choice(forms.get(OPENER, ()))) if each]
        ended = _choice([*forms.get(THANKS, ()), *forms.get(WISH, ())], backwards=True)
        self._before = re.compile(f"(?:(?:{'|'.join(opened)}){_BETWEEN}*)+") if opened else None
        self._after = re.compile(f"{_BETWEEN}*(?:{ended}{_BETWEEN}*)+") if ended else None
        self._between = lru_cache(_OF_ONE_TURN)(self._look_between)

    def asked(self, text: str, fewest: int) -> Span:
        """Return where what a considered (or legible) text asks begins and ends.

        That is all of it where fewer than `fewest` words would be left, or four thirds as many Han characters.

        >>> text = "good morning, where do i park? many thanks"
        >>> start, end = courtesies("en").asked(text, 3)
        >>> text[start:end], courtesies("en").asked("hi there", 1), courtesies("zh").asked("您好，工资怎么算，谢谢", 3)
        ('where do i park', (0, 8), (3, 8))
        """
        start, end = self._between(text)
        if (start, end) == (0, len(text)):
            return start, end
        left = text[start:end]
        enough = len(_LEFT.findall(left)) >= fewest or 3 * len(IS_HAN.findall(left)) >= 4 * fewest
        return (start, end) if enough else (0, len(text))

    def _look_between(self, text: str) -> Span:
        opened = self._before.match(text) if self._before else None
        ended = self._after.match(text[::-1]) if self._after else None
        return opened.end() if opened else 0, len(text) - (ended.end() if ended else 0)


@dataclass(frozen=True, slots=True)
class CourtesyReader:
    """Reads texts as a recipe wants them: past the courtesies of `language` where `fewest` words are left ("": whole).

    >>> reader = CourtesyReader("de", 3)
    >>> reader.considered("Hallo zusammen, wo kann ich parken?"), reader.considered("Hallo zusammen!")
    ('wo kann ich parken', 'hallo zusammen')
    """

    language: str = ""
    fewest: int = 0

    @classmethod
    def of(cls, recipe: Recipe) -> CourtesyReader:
        """Return the reader of a recipe."""
        return cls(recipe.courtesies, recipe.courtesies_beside)

    def considered(self, text: str) -> str:
        """Return what classifiers look at; what was read already stays as it is."""
        return self._asked(considered(text))

    def legible(self, text: str) -> str:
        """Return what encoders read, with accents; what was read already stays as it is."""
        return self._asked(legible(text))

    def span(self, text: str) -> Span:
        """Return where in a considered or legible text stands what is read of it."""
        return courtesies(self.language).asked(text, self.fewest) if self.language else (0, len(text))

    def _asked(self, text: str) -> str:
        start, end = self.span(text)
        return text[start:end]


WHOLE: Final = CourtesyReader()
"""Reads all of a text."""


@cache
def courtesies(*languages: str) -> Courtesies:
    """Return the courtesies of some languages together, read once; raises DataError."""
    found: dict[str, dict[str, None]] = {place: {} for place in PLACES}
    for language in languages:
        for place, forms in courtesy_forms(DATA_FOLDER, language).items():
            found[place].update(dict.fromkeys(forms))
    return Courtesies(found)


def courtesy_forms(data: Path, language: str) -> dict[str, tuple[str, ...]]:
    """Return the forms of `courtesies/<language>.csv` below the folder `data`, by their place.

    Raises DataError, naming file and line, when it is missing, or a place is unknown, stands twice or has a form
    without words.
    """
    path, found = data / "courtesies" / f"{language}.csv", dict[str, tuple[str, ...]]()
    for line, row in rows(path, ("place", "forms")):
        place, forms = row["place"], forms_in(row["forms"])
        if place not in PLACES or place in found:
            raise DataError(f"{path}, line {line}: {place!r} is none of {', '.join(PLACES)} or stands twice")
        if not all(WORD.search(form) for form in forms):
            raise DataError(f"{path}, line {line}: a form has no word")
        found[place] = forms
    return found


def _choice(forms: Iterable[str], *, backwards: bool = False) -> str:
    """What matches one of the forms, the longest first; "" of none. Accents and apostrophes may be left out."""
    typed = [each for form in forms for each in (form, form.replace("'", ""))]
    read = {tuple(WORD.findall(reading(form))) for form in typed for reading in (considered, legible)}
    longest_first = sorted(read, key=lambda words: (-sum(map(len, words)), words))
    typed_order = [[word[::-1] for word in reversed(words)] if backwards else words for words in longest_first]
    of_letters = "|".join(_of_words(words) for words in typed_order if not IS_HAN.match(words[-1]))
    of_han = "|".join(_of_words(words) for words in typed_order if IS_HAN.match(words[-1]))
    either = [*([f"(?:{of_letters}){_ENDS}"] if of_letters else []), *([of_han] if of_han else [])]
    return f"(?:{'|'.join(either)})" if either else ""


def _of_words(words: Sequence[str]) -> str:
    """The words of a form with anything but letters between them."""
    pattern = re.escape(words[0])
    for before, word in pairwise(words):
        between = "*" if IS_HAN.match(before) or IS_HAN.match(word) else "+"
        pattern += f"{_BETWEEN}{between}{re.escape(word)}"
    return pattern
