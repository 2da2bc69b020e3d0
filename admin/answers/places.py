"""What an answer claims of where there are jobs, held against where openings on offer are. Pure."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Final, Literal

from admin.answers.vocabulary import folded, offered, only_after, only_before, place_words, uncertain
from nlu.entities.areas import Area
from nlu.entities.atlas import Atlas, Spot, km
from nlu.recipe import KNOWN_LANGUAGES
from nlu.understanding import Entity
from nlu.words.negation import negation
from nlu.words.normalise import considered

Find = Callable[[str, str], Sequence[Entity]]
"""Finds professions and cities in a text of a language."""
ClaimKind = Literal["only", "denied", "none"]
_NEAR_KM: Final = 30.0
"""So near a town of an opening counts as the town itself."""
_REMEMBERED: Final = 4096
_MARKUP: Final = re.compile(r"[*_`]|\[(?=[^\[\]]{0,200}\]\()|\]\([^()]{0,2000}\)")


def _nothing(text: str, language: str) -> Sequence[Entity]:
    return ()


@dataclass(frozen=True, slots=True)
class OpeningPlaces:
    """Which openings on offer are in each town, by their numbers, and what finds the places that a text names."""

    on_offer: Mapping[Spot, frozenset[int]] = field(default_factory=dict)
    atlas: Atlas = field(default_factory=lambda: Atlas((), ()))
    find: Find = _nothing

    @classmethod
    def of(cls, cities: Iterable[tuple[int, str, str | None]], atlas: Atlas, find: Find) -> OpeningPlaces:
        """Take the towns of openings, each with its opening's number and country; what is on no map is left out."""
        found: defaultdict[Spot, set[int]] = defaultdict(set)
        spot_of = cache(lambda name, country: atlas.city(name, [country] if country else ()))
        for number, name, country in cities:
            if (spot := spot_of(name, country)) is not None:
                found[spot].add(number)
        return cls({spot: frozenset(numbers) for spot, numbers in found.items()}, atlas, find)

    @property
    def countries(self) -> tuple[str, ...]:
        """Where the openings are: of towns of one name those of these countries are meant."""
        return tuple(sorted({spot.country for spot in self.on_offer}))


@dataclass(frozen=True, slots=True)
class PlaceClaim:
    """What an answer claims that openings contradict: they are elsewhere too ("only"), or are there ("denied"), or
    are not ("none"); `n` of them, in `places`.
    """

    kind: ClaimKind
    quote: str
    n: int
    places: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class _Claim:
    kind: ClaimKind
    sentence: str
    spots: tuple[Spot, ...]
    areas: tuple[Area, ...]

    def covers(self, spot: Spot) -> bool:
        if any(area.code in (spot.country, spot.region) for area in self.areas):
            return True
        where = spot.latitude, spot.longitude
        return any(km((each.latitude, each.longitude), where) <= _NEAR_KM for each in self.spots)


def contradictions(text: str, language: str, known: OpeningPlaces) -> Iterator[PlaceClaim]:
    """Return the claims of a text that openings contradict; none where no opening names a town on the map."""
    if not known.on_offer:
        return
    for claim in _claims(text, language, known.countries, known.find, known.atlas):
        there = {spot: openings for spot, openings in known.on_offer.items() if claim.covers(spot)}
        its = frozenset[int]().union(*there.values())
        elsewhere = {spot: openings - its for spot, openings in known.on_offer.items() if openings - its}
        if claim.kind == "none":
            if not there:
                yield PlaceClaim("none", claim.sentence, 0, claim.spots)
        elif against := elsewhere if claim.kind == "only" else there:
            most = sorted(against, key=lambda spot: (-len(against[spot]), spot.name))
            yield PlaceClaim(claim.kind, claim.sentence, len(frozenset().union(*against.values())), tuple(most))


@lru_cache(maxsize=_REMEMBERED)
def _claims(text: str, language: str, countries: tuple[str, ...], find: Find, atlas: Atlas) -> tuple[_Claim, ...]:
    """All claims about places, contradicted or not.

    An answer about one kind of jobs, and a sentence about one profession, claim nothing of the others.
    """
    jobs = place_words("jobs", language) if language in KNOWN_LANGUAGES else None
    if jobs is None or not jobs.search(text):
        return ()
    spoken = folded(text)
    if any(words.search(spoken) for kind, words in offered(language).items() if kind != "salary"):
        return ()
    sentences = re.split(r"(?<=[.!?])\s+|(?<=[。！？])|\n+", _MARKUP.sub("", text))
    found = (
        _claim(" ".join(sentence.split()), language, countries, find, atlas)
        for sentence in sentences
        if jobs.search(sentence)
    )
    return tuple(claim for claim in found if claim is not None)


def _claim(sentence: str, language: str, countries: tuple[str, ...], find: Find, atlas: Atlas) -> _Claim | None:
    denied = " ".join(negation(language).denied(considered(sentence)))
    denies = place_words("jobs", language).search(denied) is not None
    hiring = place_words("hiring", language).search(sentence) is not None
    only = place_words("only", language).search(sentence) is not None
    if uncertain(language).search(sentence) or not (denies or hiring or only):
        return None
    entities = find(sentence, language)
    cities = [entity for entity in entities if entity.name == "city"]
    areas = atlas.named_areas(sentence, language)
    ends = sorted([(each.start, each.end) for each in cities] + [(start, end) for _, start, end in areas])
    if not ends or any(entity.name == "profession" for entity in entities):
        return None
    named = tuple(spot for each in cities if (spot := atlas.city(each.value, countries, language=language)) is not None)
    its = sentence, named, tuple(area for area, _, _ in areas)
    if only and _is_alone(sentence, language, ends):
        return _Claim("only", *its)
    if denies:
        return _Claim("denied", *its)
    return _Claim("none", *its) if hiring and not denied and not only and named and not areas else None


def _is_alone(sentence: str, language: str, ends: Sequence[tuple[int, int]]) -> bool:
    """Whether what says "only" stands right before the first place or right after the last one."""
    before, after = sentence[: ends[0][0]], sentence[max(end for _, end in ends) :]
    return only_before(language).search(before) is not None or only_after(language).match(after) is not None
