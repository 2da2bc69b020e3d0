"""Whose trade is told, which is not the one that is looked for: "my wife is a teacher, is there a school?". Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Final

from nlu.understanding import Entity
from nlu.wishes.words import REFINING
from nlu.words.phrases import FoundPhrase

OTHERS: Final = "others"
"""Whom a trade may be told of ("my wife")."""
OTHERS_ARE: Final = "others_are"
"""What is said of them before it ("used to be")."""
OF_OTHERS: Final = "of_others"
"""What tells both at once ("married to")."""
FOR_OTHERS: Final = "for_others"
"""What tells that something is sought for somebody else ("for him", "she wants")."""
_ITS: Final = frozenset({OTHERS, OTHERS_ARE, OF_OTHERS, FOR_OTHERS})
_FURTHEST: Final = 6
"""Characters between what names somebody and their trade ("my wife is a teacher", "meine Frau ist eine Köchin")."""
_SEEKS: Final = frozenset({"job", "anything", "all", FOR_OTHERS, *REFINING})


def of_others(names: Sequence[Entity], found: Sequence[FoundPhrase]) -> list[Entity]:
    """Return the trades that the phrases tell of others; none where a job may be sought for them.

    That is where jobs, what they must be, or a place are spoken of: whose wife is a cook may ask for her.
    """
    if any(each.meaning in _SEEKS for each in found) or any(each.name != "profession" for each in names):
        return []
    told = [each for each in found if each.meaning == OF_OTHERS]
    return [each for each in names if each.name == "profession" and any(_tells(one, each) for one in told)]


def _tells(phrase: FoundPhrase, name: Entity) -> bool:
    """Whether a trade stands right behind a phrase, or within it."""
    within = phrase.start <= name.start and name.end <= phrase.end
    return within or 0 <= name.start - phrase.end <= _FURTHEST


def without_others(forms: Mapping[str, Sequence[str]]) -> dict[str, Sequence[str]]:
    """Return the phrases of wishes that say something of the search itself."""
    return {meaning: its for meaning, its in forms.items() if meaning not in _ITS}


def of_others_alone(forms: Mapping[str, Sequence[str]]) -> dict[str, Sequence[str]]:
    """Return those that tell of others, whoever they are with whatever they do; they explain no word of a message.

    >>> of_others_alone({"others": ["my wife", "my dad"], "others_are": ["is"], "of_others": ["married to"]})
    {'of_others': ('married to', 'my wife is', 'my dad is'), 'for_others': ()}
    """
    told = (" ".join(said) for said in product(forms.get(OTHERS, ()), forms.get(OTHERS_ARE, ())))
    return {OF_OTHERS: (*forms.get(OF_OTHERS, ()), *told), FOR_OTHERS: (*forms.get(FOR_OTHERS, ()),)}
