"""The same question asked in another way: changes of the wording that must not change the answer.

The changes are those of CheckList's invariance tests (Ribeiro et al. 2020, section 2.2), in the words of careers sites.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, cached_property
from typing import Final

from opencc import OpenCC

from nlu.understanding import Entity
from nlu.words.slips import mistyped


class Perturbation(StrEnum):
    """A way to ask the same in other words."""

    TYPO = "typo"
    """One slip of the finger in a word of four letters or more."""
    CASE = "case"
    """All in small letters, or all in capitals."""
    LETTERS = "letters"
    """Without umlauts and accents; in Chinese with traditional characters, or letters and signs of another width."""
    POLITENESS = "politeness"
    """With a greeting before it, or thanks after it."""
    ADVERT = "advert"
    """With what advertisements add to a profession ("m/f/d"), or without it."""
    NAME = "name"
    """With a first name given, or with another one where one is given."""
    GENDER = "gender"
    """With a word for another gender, or for all of them."""


@dataclass(frozen=True)
class Phrasing:
    """How people of one language phrase what does not matter.

    `before`, `after`, `adverts` and `introductions` (with `{name}` in them) are phrases, `genders` sets of forms of
    which one stands for any other; `professions` finds the professions of a text.
    """

    language: str
    before: Sequence[str] = ()
    after: Sequence[str] = ()
    adverts: Sequence[str] = ()
    introductions: Sequence[str] = ()
    names: Sequence[str] = ()
    genders: Sequence[Sequence[str]] = ()
    professions: Callable[[str], Sequence[Entity]] = field(default=lambda text: ())

    @classmethod
    def of(
        cls,
        language: str,
        phrases: Mapping[str, Sequence[str]],
        genders: Mapping[str, Sequence[str]],
        professions: Callable[[str], Sequence[Entity]],
    ) -> Phrasing:
        """Return the phrasing of the tables `data/invariance` and `data/genders`; raises KeyError for a missing one."""
        return cls(
            language,
            before=phrases["before"],
            after=phrases["after"],
            adverts=phrases["advert"],
            introductions=phrases["introduction"],
            names=phrases["name"],
            genders=tuple(genders.values()),
            professions=professions,
        )

    @cached_property
    def gendered(self) -> dict[str, tuple[str, ...]]:
        """The other forms of each form, in small letters; of one that stands in several sets, those of the first."""
        others: dict[str, tuple[str, ...]] = {}
        for forms in self.genders:
            for form in forms:
                others.setdefault(form.lower(), tuple(other for other in forms if other != form))
        return others

    @cached_property
    def gendered_word(self) -> re.Pattern[str]:
        """Finds one of the forms."""
        return _any_of(self.gendered, self.language)

    @cached_property
    def name_word(self) -> re.Pattern[str]:
        """Finds one of the names."""
        return _any_of(self.names, self.language)

    def joined(self, *parts: str) -> str:
        """Return phrases as one sentence; Chinese is written without spaces."""
        return ("" if self.language == "zh" else " ").join(parts)


def varied(text: str, change: Perturbation, phrasing: Phrasing, chance: random.Random) -> str | None:
    """Return `text` asked in another way; None where this change leaves it as it is.

    >>> varied("Where do I park?", Perturbation.CASE, Phrasing("en"), random.Random(1))
    'where do i park?'
    >>> varied("Was verdient ein Koch?", Perturbation.CASE, Phrasing("de"), random.Random(0))
    'WAS VERDIENT EIN KOCH?'
    """
    made = _WAYS[change](text, phrasing, chance)
    return made if made is not None and made != text else None


def _typo(text: str, phrasing: Phrasing, chance: random.Random) -> str | None:
    return mistyped(text, phrasing.language, chance)


def _case(text: str, phrasing: Phrasing, chance: random.Random) -> str | None:
    return _one_of([text.lower(), text.upper()], text, chance)


_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"})
_LIGATURES: Final = str.maketrans({"ß": "ss", "œ": "oe", "Œ": "Oe", "æ": "ae", "Æ": "Ae"})


def _letters(text: str, phrasing: Phrasing, chance: random.Random) -> str | None:
    if phrasing.language == "zh":
        return _one_of([_traditional().convert(text), _half_width(text), _full_width(text)], text, chance)
    bare = "".join(c for c in unicodedata.normalize("NFD", text.translate(_LIGATURES)) if not unicodedata.combining(c))
    return _one_of([bare, text.translate(_UMLAUTS)] if phrasing.language == "de" else [bare], text, chance)


@cache
def _traditional() -> OpenCC:
    return OpenCC("s2t")


_FULL_WIDTH: Final = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}


def _full_width(text: str) -> str:
    return text.translate(_FULL_WIDTH)


def _half_width(text: str) -> str:
    return text.translate({wide: code for code, wide in _FULL_WIDTH.items()})


_ENDED: Final = re.compile(r"[^\w\s]$")


def _politeness(text: str, phrasing: Phrasing, chance: random.Random) -> str | None:
    made = [phrasing.joined(before, text) for before in _one(phrasing.before, chance)]
    for after in _one(phrasing.after, chance):
        comma = "" if _ENDED.search(text) else "，" if phrasing.language == "zh" else ","
        made.append(phrasing.joined(text + comma, after))
    return _one_of(made, text, chance)


_ADVERT: Final = re.compile(
    r"\s?[(（]\s?(?:[mwfdxhi](?:\s?[/|]\s?[mwfdxhi]){1,3}|gn|all genders|(?:男女|性别)不限)\s?[)）]", re.IGNORECASE
)


def _advert(text: str, phrasing: Phrasing, chance: random.Random) -> str | None:
    if _ADVERT.search(text):
        return _ADVERT.sub("", text)
    ends = [found.end for found in phrasing.professions(text) if found.name == "profession"]
    if not ends or not phrasing.adverts:
        return None
    end = chance.choice(ends)
    return phrasing.joined(text[:end], chance.choice(phrasing.adverts)) + text[end:]


def _name(text: str, phrasing: Phrasing, chance: random.Random) -> str | None:
    if not phrasing.names or not phrasing.introductions:
        return None
    given = phrasing.name_word.search(text)
    if given:
        other = chance.choice([name for name in phrasing.names if name.lower() != given[0].lower()] or [given[0]])
        return text[: given.start()] + other + text[given.end() :]
    introduction = chance.choice(phrasing.introductions).replace("{name}", chance.choice(phrasing.names))
    return phrasing.joined(introduction, text)


def _gender(text: str, phrasing: Phrasing, chance: random.Random) -> str | None:
    found = phrasing.gendered_word.search(text) if phrasing.genders else None
    if found is None:
        return None
    other = chance.choice(phrasing.gendered[found[0].lower()] or (found[0],))
    return text[: found.start()] + _written_as(found[0], other) + text[found.end() :]


def _written_as(word: str, other: str) -> str:
    """The other word in small letters or in capitals where the word is."""
    if word.isupper():
        return other.upper()
    if word.islower():
        return other.lower()
    return other[0].upper() + other[1:] if word[0].isupper() else other


def _any_of(words: Mapping[str, object] | Sequence[str], language: str) -> re.Pattern[str]:
    longest_first = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    within = (r"(?<!\w)", r"(?!\w)") if language != "zh" else ("", "")
    return re.compile(f"{within[0]}(?:{longest_first}){within[1]}", re.IGNORECASE)


def _one(phrases: Sequence[str], chance: random.Random) -> list[str]:
    return [chance.choice(phrases)] if phrases else []


def _one_of(made: Sequence[str], text: str, chance: random.Random) -> str | None:
    changed = [each for each in made if each != text]
    return chance.choice(changed) if changed else None


_WAYS: Final[Mapping[Perturbation, Callable[[str, Phrasing, random.Random], str | None]]] = {
    Perturbation.TYPO: _typo,
    Perturbation.CASE: _case,
    Perturbation.LETTERS: _letters,
    Perturbation.POLITENESS: _politeness,
    Perturbation.ADVERT: _advert,
    Perturbation.NAME: _name,
    Perturbation.GENDER: _gender,
}
