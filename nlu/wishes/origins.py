"""Where somebody comes from, which is not where they look for a job. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from nlu.understanding import Entity
from nlu.wishes.frames import ORIGIN
from nlu.words.phrases import FoundPhrase

_AREA: Final = "area"
_PLACES: Final = frozenset({"city", _AREA})
_OF_A_REGION: Final = "-"
"""Parts the code of a region ("DE-HE"); that of a country has none."""
_FURTHEST: Final = 5
"""Characters between what says so and the place ("from the Ukraine")."""


def origins(names: Sequence[Entity], found: Iterable[FoundPhrase]) -> list[Entity]:
    """Return the places that the phrases tell somebody comes from.

    A town or region is one only beside another place, for who comes from Kassel may well look there; a country always.
    """
    ends = [each.end for each in found if each.meaning == ORIGIN]
    places = [each for each in names if each.name in _PLACES]
    told = [each for each in places if any(0 <= each.start - end <= _FURTHEST for end in ends)]
    elsewhere = len(told) < len(places)
    return [each for each in told if elsewhere or (each.name == _AREA and _OF_A_REGION not in each.value)]
