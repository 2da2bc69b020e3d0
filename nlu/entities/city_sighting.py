"""What stands around words that spell a city's name."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from nlu.entities.city_names import Readings
from nlu.entities.city_words import CityWords
from nlu.entities.lookup import Match
from nlu.entities.town_like_words import given_names
from nlu.words.text_words import TextWord

_SHORT, _ANSWER = 3, 12
_SENTENCE_END = frozenset(".!?:;…\n。！？：；")
_CLAUSE_END = _SENTENCE_END | frozenset(",()，")
_LISTS = frozenset({",", "/", "、", "，", "+", "|", ";"})


@dataclass(frozen=True, slots=True)
class Sighting:
    """Words that spell a city's name, and the signs around them.

    `upper`: written in capitals; `inside`: with a capital that does not begin a sentence; `placed`: after a place word
    or in a list of cities (`surrounded`: before such a word or the end too; `weakly_placed`: after a word that only may
    be one); `person`: a person's name; `asked`: the message answers the question for a city, `bare`: with nothing else.
    """

    spelt: str
    han: bool
    upper: bool
    capital: bool
    inside: bool
    placed: bool
    surrounded: bool
    weakly_placed: bool
    person: bool
    asked: bool
    bare: bool
    short_message: bool

    @property
    def letters(self) -> int:
        """Letters of the name as it is looked up."""
        return len(self.spelt) - self.spelt.count(" ")


@dataclass(frozen=True, slots=True)
class CutMessage:
    """A message cut into words, how each is `spelt` once slips are corrected, and the `names` there are."""

    text: str
    words: list[TextWord]
    spelt: list[str]
    grammar: CityWords
    names: Container[str]
    asked: bool

    def sighting(self, match: Match[Readings], previous: Match[Readings] | None) -> Sighting:
        """Return what is seen at a match, `previous` being the last city found before it."""
        first, grammar = self.words[match.first], self.grammar
        written = self.text[first.start : self.words[match.last - 1].end]
        one, two = self._before(match.first)
        told = bool(one) and not grammar.places.isdisjoint((one, f"{two} {one}"))
        followed = self._followed(match)
        return Sighting(
            spelt=" ".join(self.spelt[match.first : match.last]),
            han=not first.folded.isascii() and first.end - first.start == 1,
            upper=written.isupper() and not self.text.isupper(),
            capital=first.capital,
            inside=first.capital and not self._begins_sentence(match.first),
            placed=told or followed or self._in_list(match, previous),
            surrounded=told and (followed or match.last == len(self.words)),
            weakly_placed=one in grammar.weak_places,
            person=self._is_named(one, two) and (previous is None or previous.last < match.first),
            asked=self.asked,
            bare=self.asked and self._names_nothing_else(match),
            short_message=len(self.words) <= _SHORT,
        )

    def _gap(self, place: int) -> str:
        return self.text[self.words[place - 1].end : self.words[place].start] if place else ""

    def _begins_sentence(self, place: int) -> bool:
        if not place:
            return True
        return not (self.words[place].joins or _SENTENCE_END.isdisjoint(self._gap(place)))

    def _before(self, place: int) -> tuple[str, str]:
        """The one and two words before, as far as no punctuation parts them."""
        found = ["", ""]
        for back in range(2):
            at = place - back
            if at <= 0 or not (self.words[at].joins or _CLAUSE_END.isdisjoint(self._gap(at))):
                break
            found[back] = self.words[at - 1].folded
        return found[0], found[1]

    def _is_named(self, one: str, two: str) -> bool:
        def names(words: str) -> bool:
            return words in self.grammar.titles or words in self.grammar.naming

        named_before = names(two) and one not in self.grammar.places
        return names(one) or one in given_names() or names(f"{two} {one}") or named_before

    def _in_list(self, match: Match[Readings], previous: Match[Readings] | None) -> bool:
        return self._after_listing(match, previous) or self._before_listing(match)

    def _before_listing(self, match: Match[Readings]) -> bool:
        """Whether "or" and a name that is no other word follow (Bath or Bristol)."""
        if match.last + 1 >= len(self.words) or self.words[match.last].folded not in self.grammar.listing:
            return False
        other = self.spelt[match.last + 1]
        return other in self.names and other not in self.grammar.ordinary and other not in given_names()

    def _after_listing(self, match: Match[Readings], previous: Match[Readings] | None) -> bool:
        if previous is None or match.first - previous.last > 2:
            return False
        between = "".join(word.folded for word in self.words[previous.last : match.first])
        return between in self.grammar.listing or (not between and self._gap(match.first).strip() in _LISTS)

    def _followed(self, match: Match[Readings]) -> bool:
        return match.last < len(self.words) and self.words[match.last].folded in self.grammar.after

    def _names_nothing_else(self, match: Match[Readings]) -> bool:
        others = self.words[: match.first] + self.words[match.last :]
        return len(others) <= _ANSWER and all(
            self.grammar.is_function_word(word.folded) or word.folded in self.names for word in others
        )
