"""How far away something may be, as a message says it."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from nlu.words.said_numbers import HAN_NUMBER, number

_DISTANCE: Final = re.compile(
    rf"(\d{{1,4}}|(?<![几数]){HAN_NUMBER})\s*(?:(km|kms|kilom\w+|公里|千米)|(mi|miles?|meilen))(?![a-z])"
)
_KM_PER_MILE: Final = 1.609


class Distance(NamedTuple):
    """A distance in kilometres, None where it is none, and where it stands."""

    km: float | None
    span: tuple[int, int]


def distance_in(text: str) -> Distance | None:
    """Return the first distance that a text in small letters names.

    >>> distance_in("within 10 miles").km, distance_in("三十公里以内").km, distance_in("nearby")
    (16.1, 30.0, None)
    """
    found = _DISTANCE.search(text)
    if found is None:
        return None
    said = number(found[1])
    return Distance(round(said * (_KM_PER_MILE if found[3] else 1.0), 1) if said else None, found.span())
