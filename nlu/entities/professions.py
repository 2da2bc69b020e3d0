"""Professions: the forms people type for them, and finding them in a message."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass

from nlu.entities.inclusive import joined
from nlu.entities.inflection import uninflected
from nlu.entities.lookup import Match, Names
from nlu.entities.profession_context import is_work
from nlu.entities.profession_spelling import ProfessionSpelling
from nlu.entities.profession_words import blocking, ordinary, titles
from nlu.understanding import Entity
from nlu.words.compounds import respaced
from nlu.words.text_words import TextWord, key
from nlu.words.text_words import words as words_of

_GENDERS = re.compile(r"\(?\b[mwfdxhi](?:\s?/\s?[mwfdxhi]){1,3}\b\)?", re.IGNORECASE)
_NONE = ""
_LONGEST_ABBREVIATION = 4
_ABBREVIATION = re.compile(r"(?<![^\W_])(?=\w*[A-Z]\w*[A-Z])[A-Za-z]{2,5}(?![^\W_])")
"""AGS, FaGe, TRM."""
_FEW_TITLES, _FEW_OF_THEM = 3, 0.04
_FEMININE = ("in", "innen")
"""Endings with which a German name of a trade is no other word: "näher" is nearer, a "Näherin" sews."""
_CHINESE_WORK = 2
"""Characters that name the work itself before a title is exchanged for another: 店员 is no 店人员."""
_CHINESE_TITLES: Mapping[str, tuple[str, ...]] = {
    "人员": (),
    "操作工": ("工", "师傅", "的师傅", "工人", "操作员"),
    "操作员": ("工", "师傅", "操作工", "操作人员"),
    "驾驶员": ("司机", "驾驶", "师傅", "司机师傅"),
    "司机": ("驾驶", "驾驶员", "师傅", "司机师傅"),
    "驾驶": ("司机", "驾驶员"),
    "员": ("人员",),
    "工人": ("师傅",),
    "技工": ("工", "师傅", "技师"),
    "师傅": ("工", "工人", "的师傅"),
    "工": ("师傅", "的师傅", "工人", "工师傅"),
    "的": ("的师傅", "师傅", "的工人", "工"),
}
"""Endings of Chinese names of trades, and those that mean the same; of two that a name ends with the first counts.

人员 has none: its 员 would be found in other words (兼职员工).
"""
_LISTING = frozenset({"or", "and", "und", "oder", "et", "ou", "&", "和", "或"})


@dataclass(frozen=True, slots=True)
class Profession:
    """A profession: a stable id and, per language, the forms that mean it."""

    id: str
    forms: Mapping[str, tuple[str, ...]]


class ProfessionDictionary:
    """Finds the professions of one language in any inflection, one slip in a long word included."""

    def __init__(self, professions: Sequence[Profession], language: str, workplaces: Sequence[Profession] = ()) -> None:
        own = profession_names(professions, language)
        names = {**english_titles(professions, language), **respaced(own, language), **retitled(own, language), **own}
        blocked = {_name(phrase, language): _NONE for phrase in blocking(language)}
        self._language = language
        self._names = Names({**names, **blocked})
        self._workplaces = Names(profession_names(workplaces, language))
        self._titles: Names[str] | None = None
        self._title_words: frozenset[str] = frozenset()
        self._own: frozenset[str] = frozenset()
        self._spelling = ProfessionSpelling([*names, *blocked], own, language)
        self._abbreviations = _abbreviations(professions, language)
        self._ordinary = frozenset(_name(word, language) for word in ordinary(language))

    def with_titles(self, titles: Sequence[str]) -> ProfessionDictionary:
        """Return a dictionary that also knows the titles of a company's openings; it shares all else with this one.

        The value of a title is the id of the (longest) profession it contains, or the title itself when it contains
        none; "(m/w/d)" and its like are no part of a title. An abbreviation that few titles hold (AGS, TRM) stands for
        itself where it is all that is said, or stands where work does.
        """
        names, abbreviations = {}, self._own_abbreviations(titles)
        for title in titles:
            spoken = _GENDERS.sub(" ", title)
            name = _name(spoken, self._language)
            if name:
                names[name] = self._meaning(spoken) or title
        extended = copy(self)
        extended._titles = Names({**abbreviations, **names})
        extended._own = frozenset(abbreviations.values())
        extended._title_words = frozenset(word for name in names for word in name.split())
        return extended

    def find(
        self, text: str, words: Sequence[TextWord], *, expected: bool = False, workplaces: bool = False
    ) -> list[Entity]:
        """Return the professions among the words of `text`; the value of each is its id.

        A form that is an ordinary word too ("care", "sales") counts where the text shows that work is meant, or when a
        profession is `expected` because the bot has asked for one. With `workplaces` such a form counts as it is spelt,
        and words for where, with what or at what one works do too.
        """
        parts = joined(text, words, self._language)
        plain = [uninflected(word.folded, self._language) for word in parts]
        spelt = [self._spelt(word, its) for word, its in zip(parts, plain, strict=True)]

        def accept(match: Match[str], previous: Match[str] | None) -> bool:
            if expected or match.value == _NONE or _is_listed(parts, match, previous):
                return True
            as_spelt = workplaces and spelt[match.first : match.last] == plain[match.first : match.last]
            return self._is_meant(text, parts, spelt, match, ordinary=as_spelt)

        possible = self._names.matches(parts, spelt, lambda *_: True)
        found = _with_listed(parts, self._names.matches(parts, spelt, accept), possible) if possible else []
        if workplaces:
            found = _longest(found, self._workplaces.matches(parts, plain, lambda *_: True))
        if self._titles:
            own = self._titles.matches(parts, spelt, lambda match, _: self._is_own(text, parts, match))
            found = _longest(own, found)
        spans = [(parts[match.first].start, parts[match.last - 1].end, match.value) for match in found]
        return [
            Entity("profession", value, text[start:end], start, end) for start, end, value in spans if value != _NONE
        ]

    def _own_abbreviations(self, titles: Sequence[str]) -> dict[str, str]:
        """The abbreviations that few titles hold, as they are written there: what many hold is a degree, no trade."""
        counted = Counter(each for title in titles for each in {*_ABBREVIATION.findall(_GENDERS.sub(" ", title))})
        few = max(_FEW_TITLES, int(len(titles) * _FEW_OF_THEM))
        its = {_name(each, self._language): each for each, count in counted.items() if count <= few}
        return {name: each for name, each in its.items() if name not in self._names}

    def _is_own(self, text: str, words: Sequence[TextWord], match: Match[str]) -> bool:
        """Whether a title is meant: an abbreviation as it is written, alone or where work stands."""
        if match.value not in self._own:
            return True
        start, end = words[match.first].start, words[match.last - 1].end
        said = len(words) == 1 or is_work(text, start, end, self._language, placed=False)
        return said and text[start:end] == match.value

    def _spelt(self, word: TextWord, plain: str) -> str:
        return plain if plain in self._title_words else self._spelling.known(word.folded, plain)

    def _is_meant(
        self, text: str, words: Sequence[TextWord], spelt: Sequence[str], match: Match[str], *, ordinary: bool
    ) -> bool:
        """Whether a match is no surname and, unless these count, no ordinary word: IT is a profession, "it" is not."""
        name = " ".join(spelt[match.first : match.last])
        before = words[match.first - 1].folded if match.first else ""
        if before in titles(self._language) and " " not in name:
            return False
        start, end = words[match.first].start, words[match.last - 1].end
        alone = match.last - match.first == len(words)
        if name in self._abbreviations:
            capitals = text[start:end].isupper() and (alone or not text.isupper())
            return (capitals and not before.isdigit()) or is_work(text, start, end, self._language, placed=False)
        last = words[match.last - 1].folded
        if alone or ordinary or name not in self._ordinary or self._spelling.holds_work(last):
            return True
        if self._language == "de" and last.endswith(_FEMININE):
            return True
        return is_work(text, start, end, self._language, placed=True)

    def _meaning(self, title: str) -> str | None:
        found = self.find(title, words_of(title), expected=True)
        return max(found, key=lambda entity: entity.end - entity.start).value if found else None


def profession_names(professions: Iterable[Profession], language: str) -> dict[str, str]:
    """Return the folded, uninflected forms of a language with the id of their profession.

    Of two that have a form the one that writes it so before the one that has it in the plural: a "store manager" is
    no "stores manager". Else the first.
    """
    names: dict[str, str] = {}
    as_written: set[str] = set()
    for profession in professions:
        for form in profession.forms.get(language, ()):
            name = _name(form, language)
            if name not in names or (name == key(form) and name not in as_written):
                names[name] = profession.id
            if name == key(form):
                as_written.add(name)
    return names


def english_titles(professions: Iterable[Profession], language: str) -> dict[str, str]:
    """Return the English forms that speakers of another language use, as `profession_names` does.

    Titles of several words are names in every language (`sales manager`), single words (`porter` is a French verb) in
    Chinese only.
    """
    names: dict[str, str] = {}
    for profession in professions:
        for form in profession.forms.get("en", ()):
            name = _name(form, language)
            if language == "zh" or " " in name:
                names.setdefault(name, profession.id)
    return names


def retitled(names: Mapping[str, str], language: str) -> dict[str, str]:
    """Return Chinese names with the other words for who does such work, where they are no names themselves.

    >>> sorted(name.replace(" ", "") for name in retitled({"电 焊 工": "welder"}, "zh"))
    ['电焊工人', '电焊工师傅', '电焊师傅', '电焊的师傅']
    """
    found: dict[str, str] = {}
    for name, value in names.items() if language == "zh" else ():
        written = name.replace(" ", "")
        title = next((title for title in _CHINESE_TITLES if written.endswith(title)), "")
        work = written.removesuffix(title)
        if title and len(work) >= _CHINESE_WORK:
            for other in _CHINESE_TITLES[title]:
                found.setdefault(_name(work + other, language), value)
    return {name: value for name, value in found.items() if name not in names}


def _abbreviations(professions: Sequence[Profession], language: str) -> frozenset[str]:
    forms = (form for profession in professions for form in profession.forms.get(language, ()))
    return frozenset(_name(form, language) for form in forms if len(form) <= _LONGEST_ABBREVIATION and _capitals(form))


def _capitals(form: str) -> bool:
    return form.isascii() and form.isalpha() and form.isupper()


def _name(form: str, language: str) -> str:
    return " ".join(uninflected(word, language) for word in key(form).split())


def _is_listed(words: Sequence[TextWord], match: Match[str], previous: Match[str] | None) -> bool:
    """Whether a match follows another profession in a list ("nurse or cook")."""
    if previous is None or previous.value == _NONE:
        return False
    between = words[previous.last : match.first]
    return len(between) == 1 and between[0].folded in _LISTING


def _with_listed(
    words: Sequence[TextWord], found: Sequence[Match[str]], possible: Sequence[Match[str]]
) -> list[Match[str]]:
    """Return what was found and the ordinary words listed before it: "chef or waiter" names both."""
    both = list(found)
    for match in reversed(possible):
        after = next((other for other in both if other.first == match.last + 1), None)
        if after and match.value != _NONE and match not in both and _is_listed(words, after, match):
            both = sorted([*both, match], key=lambda each: each.first)
    return both


def _longest(first: Sequence[Match[str]], others: Sequence[Match[str]]) -> list[Match[str]]:
    """Return the matches without overlaps: of two that overlap the longer, of two as long one of the first."""
    chosen: list[Match[str]] = []
    for match in sorted([*first, *others], key=lambda match: match.first - match.last):
        if all(match.last <= other.first or other.last <= match.first for other in chosen):
            chosen.append(match)
    return sorted(chosen, key=lambda match: match.first)
