"""Countries and regions by the names they have in the languages of the product."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from nlu.entities.city_words import CITY_WORDS
from nlu.entities.lookup import Match, Names
from nlu.entities.town_like_words import given_names
from nlu.words.text_words import TextWord, key, words
from nlu.words.typos import Typos

_REMEMBERED = 4096  # words
_BEFORE_COUNTRIES = frozenset({"au", "der", "en", "from", "la", "to"})
_CAPITALS = frozenset({"us", "eau"})
_OTHER_WORDS_TOO = """
    america amerika chad champagne chile dominique georgia georgie grenade guinea guinee jersey jordan man maurice
    mali niger reunion salomon togo turkey"""
_NEEDS_A_PLACE_WORD = frozenset(_OTHER_WORDS_TOO.split())
_SURNAMES = frozenset({"hesse", "pfalz", "wallis"})
"""Names that people bear: after a title or another word with a capital they are no area."""
_ONE_SLIP_AWAY = "australian autrice campagne hungry karten malaise sachen serien surname"
_NEVER_CORRECTED = frozenset(_ONE_SLIP_AWAY.split())
"""Words that are one slip from the name of an area and no misspelling of it."""


@dataclass(frozen=True, slots=True)
class Area:
    """A country (`code` "DE") or a region of one ("DE-BY", ISO 3166-2); `geonames` is the region's code there.

    `names` gives by language what it is called, the usual name first.
    """

    code: str
    country: str
    names: Mapping[str, tuple[str, ...]] = field(repr=False)
    geonames: str = ""

    @property
    def is_country(self) -> bool:
        """Whether this is a whole country."""
        return self.code == self.country

    def name(self, language: str) -> str:
        """Return its usual name in a language, the English one where there is none."""
        return (self.names.get(language) or self.names["en"])[0]


class AreaNames:
    """Finds the areas that a text names, whichever language the text is in."""

    def __init__(self, areas: Iterable[Area]) -> None:
        known: dict[str, Area] = {}
        for area in areas:
            for forms in area.names.values():
                for form in forms:
                    known.setdefault(key(form), area)
        self._names = Names(known)
        self._known = known
        self._words = frozenset(word for name in known for word in name.split())
        self._typos = Typos(self._words)
        self._spelt = lru_cache(_REMEMBERED)(self._look_up)

    def called(self, name: str) -> Area | None:
        """Return the area with exactly this name."""
        return self._known.get(key(name))

    def longest(self, first: str) -> int:
        """Return the number of words of the longest name that begins with this folded word; 0 where none does."""
        return self._names.longest(first)

    def find(self, text: str, language: str) -> list[tuple[Area, int, int]]:
        """Return the areas in the order in which `text` names them, each with where its name begins and ends.

        A slip in a long name is forgiven.
        """
        found = words(text)
        spelt = [self._spelt(word.folded) for word in found]

        def accept(match: Match[Area], _: Match[Area] | None) -> bool:
            return _is_meant(text, found, match, language)

        matches = self._names.matches(found, spelt, accept)
        return [(match.value, found[match.first].start, found[match.last - 1].end) for match in matches]

    def _look_up(self, word: str) -> str:
        if word in self._words or word in _NEVER_CORRECTED:
            return word
        return self._typos.correct(word) or word


def _is_meant(text: str, found: Sequence[TextWord], match: Match[Area], language: str) -> bool:
    """Whether a name that is another word too ("us", "turkey") means the area here."""
    name = " ".join(word.folded for word in found[match.first : match.last])
    if name in _SURNAMES:
        return not _is_surname(text, found, match.first, language)
    if name in _CAPITALS:
        return text[found[match.first].start : found[match.last - 1].end].isupper()
    if name not in _NEEDS_A_PLACE_WORD or len(found) == 1:
        return True
    grammar = CITY_WORDS.get(language, CITY_WORDS["en"])
    before = found[match.first - 1].folded if match.first else ""
    return before in grammar.places or before in _BEFORE_COUNTRIES


def _is_surname(text: str, found: Sequence[TextWord], place: int, language: str) -> bool:
    """Whether a title or a word with a capital, which begins no message, stands right before (Hermann Hesse)."""
    if not place or not found[place].joins:
        return False
    grammar, before = CITY_WORDS.get(language, CITY_WORDS["en"]), found[place - 1]
    if before.folded in grammar.titles or before.folded in given_names():
        return True
    return grammar.capital_is_a_sign and before.capital and place > 1
