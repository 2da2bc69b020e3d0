"""Hours in a message that are told, not wanted ("I mended nets on the side for years"), or not ruled out. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from nlu.ads.working_times import WORKING_TIMES
from nlu.wishes.taken_back import HOURS
from nlu.wishes.words import WishWords

_WORDS_OF_A_LIFE: Final = 2
"""So many words that say nothing of a search stand beside such hours at least."""


def may_tell_of_hours(said: WishWords) -> bool:
    """Tell whether hours that were heard may be told only: a trade or town and enough other words stand beside them."""
    named = said.professions or said.cities
    return bool(named) and not said.marks.isdisjoint(HOURS) and len(said.rest) >= _WORDS_OF_A_LIFE


def without_hours(said: WishWords) -> WishWords:
    """Return the same without part-time and full-time."""
    return replace(said, marks=said.marks - HOURS)


def rules_out_times(said: WishWords) -> bool:
    """Tell whether nights, weekends or shifts are ruled out."""
    return not said.ruled_out.kinds.isdisjoint(WORKING_TIMES)


def without_times(said: WishWords) -> WishWords:
    """Return the same with no nights, weekends or shifts ruled out."""
    return replace(said, ruled_out=replace(said.ruled_out, kinds=said.ruled_out.kinds - set(WORKING_TIMES)))
