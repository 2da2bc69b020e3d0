"""Hours a week that a message names, which make a job full-time or part-time: by rules, in four languages. Pure."""

from __future__ import annotations

import re
from typing import Final

from nlu.words.phrases import FoundPhrase
from nlu.words.said_numbers import HAN_NUMBER, number

_FEW: Final = rf"(?<![\d.,])\d{{1,2}}(?:[.,]\d)?|{HAN_NUMBER}"
_WEEKLY: Final = re.compile(
    rf"(?P<before>{_FEW})\s*-?\s*(?:(?:hours?|hrs?|h)\W+(?:(?:a|per|each|every|in\W+the)\W+)?(?:week|wk)"
    r"|(?:stund(?:en?|n)?|stdn?|h)\W+(?:(?:die|d|de|pro|in\W+der|in\W+da|inna|je)\W+)?woche?n?|stundenwoche"
    r"|(?:heures?|h)\W+(?:par|la|/|dans\W+la|a\W+la)?\W*semaine|[来多]?个?(?:小时|钟头?)(?:每|一|/)个?(?:周|星期|礼拜))"
    rf"|(?<!\d)(?:每|一)个?(?:周|星期|礼拜)[^\d,，。天\s]{{0,5}}?(?P<after>{_FEW})\s*[来多]?个?(?:小时|钟头?)"
)
"""The unit must be said, for "8 hours" may be a day's."""
_FULL: Final = 35
"""Hours a week from which on a job is full-time."""


def weekly_hours(line: str) -> FoundPhrase | None:
    """Return the words that say the hours, which mean "part_time" or "full_time"; None where none are said.

    The line is folded (`nlu.words.text_words.fold`) or in small letters.

    >>> weekly_hours("15 hours a week tops"), weekly_hours("8 hours a day")
    (FoundPhrase(meaning='part_time', start=0, end=15), None)
    >>> weekly_hours("max 38,5 std. pro woche"), weekly_hours("每周四十个小时的")
    (FoundPhrase(meaning='full_time', start=4, end=23), FoundPhrase(meaning='full_time', start=0, end=7))
    >>> weekly_hours("40 stund in der woch")
    FoundPhrase(meaning='full_time', start=0, end=20)
    """
    hours = _WEEKLY.search(line)
    if hours is None:
        return None
    said = number(hours["before"] or hours["after"])
    return FoundPhrase("part_time" if said < _FULL else "full_time", *hours.span())
