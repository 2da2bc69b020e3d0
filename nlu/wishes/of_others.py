"""Whose trade is told, which is not the one that is looked for: "my wife is a teacher, is there a school?". Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from nlu.understanding import Entity
from nlu.wishes.frames import FOR_OTHERS, OF_OTHERS
from nlu.words.phrases import FoundPhrase

_FURTHEST: Final = 6
"""Characters between what names somebody and their trade ("my wife is a teacher", "meine Frau ist eine Köchin")."""
_SEEKS: Final = frozenset({"job", "anything", "all", FOR_OTHERS})


def of_others(names: Sequence[Entity], found: Sequence[FoundPhrase]) -> list[Entity]:
    """Return the trades that the phrases tell of others; none where jobs are spoken of, which may be for them."""
    if any(each.meaning in _SEEKS for each in found):
        return []
    ends = _ends(found)
    return [each for each in names if each.name == "profession" and _stands_behind(each, ends)]


def _ends(found: Iterable[FoundPhrase]) -> list[int]:
    return [each.end for each in found if each.meaning == OF_OTHERS]


def _stands_behind(name: Entity, ends: Iterable[int]) -> bool:
    return any(0 <= name.start - end <= _FURTHEST for end in ends)
