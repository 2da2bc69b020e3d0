"""The times of nights, weekends and changing shifts, as advertisements tell that one works at them. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import takewhile
from typing import Final, Literal, get_args

from nlu.recipe import KNOWN_LANGUAGES
from nlu.words.negation import denies
from nlu.words.word_patterns import of_every_language

WorkingTime = Literal["night_work", "weekend_work", "shift_work"]
WORKING_TIMES: Final[tuple[WorkingTime, ...]] = get_args(WorkingTime)
TIMES_VERSION: Final = "1"
"""Changed by hand when `working_times` may give others than before."""

_SENTENCE: Final = re.compile(r"(?<!\d)[.]|[!?！？。\n\r]+")
_CLAUSE: Final = re.compile(r"[,;:，、；：]+|\b(?:und|and|et)\b|和|及")
_LISTED: Final = 3
"""Words at most of a thing in a list."""
_WHO: Final = frozenset({"you", "we", "i", "it", "sie", "du", "wir", "ihr", "es", "vous", "nous", "on", "il", "elle"})
_BUT: Final = re.compile(r"\b(?:but|aber|sondern|mais)\b|但是?|不过|而是")


def working_times(text: str, language: str | None) -> tuple[WorkingTime, ...]:
    """Return which of these times the text of an advertisement in that language says are worked.

    What is denied, free or up to whoever works there is not, nor is what stands in a list with it.

    >>> working_times("Two shifts, no nights. Sundays are yours, but every other Saturday is a working day.", "en")
    ('weekend_work', 'shift_work')
    >>> working_times("Keine Nacht- oder Wochenendarbeit; Abende und Sonntage haben Sie frei.", "de")
    ()
    """
    told = {time for clause in _meant(text, language) for time in WORKING_TIMES if tells(time).search(clause)}
    return tuple(time for time in WORKING_TIMES if time in told)


def tells(time: WorkingTime) -> re.Pattern[str]:
    """Return what finds words for such a time, worked or not, in any language."""
    return of_every_language("openings", f"tells_{time}")


@cache
def tells_working_times() -> re.Pattern[str]:
    """Return what finds any word for such times, worked or not."""
    return re.compile("|".join(tells(time).pattern for time in WORKING_TIMES), re.IGNORECASE)


def _meant(text: str, language: str | None) -> Iterator[str]:
    """The clauses that say something is so; "but" ends what a list denies."""
    for sentence in _SENTENCE.split(text):
        for part in _BUT.split(sentence):
            yield from _so(_CLAUSE.split(part), language)


def _so(clauses: list[str], language: str | None) -> Iterator[str]:
    """The clauses that are so: of a list ("no nights, weekends", "Saturday and Sunday off") all or none."""
    places = range(len(clauses))
    denied = {place for place in places if _denies(clauses[place], language)}
    free = {place for place in places if of_every_language("openings", "tells_free").search(clauses[place])}
    left_out = denied | free
    for place in denied:
        if tells_working_times().search(clauses[place]):
            left_out |= set(takewhile(lambda at: _is_listed(clauses[at]), places[place + 1 :]))
    for place in free:
        left_out |= set(takewhile(lambda at: _is_listed(clauses[at]), reversed(places[:place])))
    yield from (clause for place, clause in enumerate(clauses) if place not in left_out)


def _is_listed(clause: str) -> bool:
    """Whether a clause is but a thing of a list, without anybody who does something."""
    said = clause.split()
    return len(said) <= _LISTED and not (said and said[0].casefold() in _WHO)


def _denies(clause: str, language: str | None) -> bool:
    return denies(clause, language if language in KNOWN_LANGUAGES else "en")
