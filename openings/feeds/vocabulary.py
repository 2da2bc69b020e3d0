"""The words by which feeds name employment, level, work mode and units, in the languages of the product."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, get_args

from nlu.entities import work_mode as spoken
from nlu.words.word_patterns import of_every_language
from storage.openings.opening_kinds import EmploymentType, Level, SalaryUnit, WorkMode

_EMPLOYMENT: Final = get_args(EmploymentType)
_IN_TITLES: Final = ("part_time", "internship", "apprenticeship")
_LEVELS: Final[tuple[Level, ...]] = ("trainee", "lead", "senior", "entry", "experienced")
"""In the order in which they are looked for: a trainee of a lead is a trainee."""
_UNITS: Final[tuple[SalaryUnit, ...]] = ("hour", "day", "week", "month", "year")


def employment_types(words: Iterable[object], title: str = "") -> tuple[EmploymentType, ...]:
    """Return the kinds of employment that the feed's words name, or else the title.

    >>> employment_types(["FULL_TIME", "unbefristet"]), employment_types([], "Praktikum Marketing")
    (('full_time', 'permanent'), ('internship',))
    """
    said = " | ".join(str(word) for word in words)[:500]
    found = tuple(kind for kind in _EMPLOYMENT if _names(f"employment_{kind}", said) or _is_student(kind, said))
    return found or tuple(kind for kind in _EMPLOYMENT if kind in _IN_TITLES and _names(f"employment_{kind}", title))


def level(words: Iterable[object], title: str = "", months: float | None = None) -> Level | None:
    """Return the level that the feed's words name, or else the title, or else the experience asked for, in months.

    >>> level(["entry-level"]), level([], "Senior Data Engineer"), level([], "Nurse", months=0)
    ('entry', 'senior', 'entry')
    >>> level([], "Produktionshelfer – auch ohne Erfahrung"), level([], "Vendeur, expérience exigée")
    ('entry', 'experienced')
    """
    for text in (" | ".join(str(word) for word in words)[:500], title):
        found = next((known for known in _LEVELS if _names(f"level_{known}", text)), None)
        if found is not None:
            return found
    if months is None:
        return None
    return "entry" if months < 12 else "experienced" if months < 84 else "senior"


def work_mode(words: Iterable[object]) -> WorkMode | None:
    """Return where work is done by the feed's words ("Hybrid - Köln", "TELECOMMUTE"), None when they do not say.

    >>> work_mode(["Berlin or remote"]), work_mode(["on-site"]), work_mode(["Köln"])
    ('remote', 'onsite', None)
    """
    said = " | ".join(str(word) for word in words)[:500]
    if _names("hybrid", said):
        return "hybrid"
    meant = spoken.work_mode(said)
    if meant is not None:
        return meant.value
    return "remote" if _names("remote", said) else "onsite" if _names("onsite", said) else None


def salary_unit(word: object) -> SalaryUnit | None:
    """Return the time that a salary is paid for, by a word or within a text.

    >>> salary_unit("YEAR"), salary_unit("per-hour-wage"), salary_unit("x")
    ('year', 'hour', None)
    """
    text = str(word)[:200]
    return next((unit for unit in _UNITS if _names(f"unit_{unit}", text)), None)


def _is_student(kind: EmploymentType, said: str) -> bool:
    return kind == "part_time" and _names("student", said)


def _names(kind: str, text: str) -> bool:
    """Whether a text holds one of the words of a kind (`data/openings/patterns.csv`)."""
    return of_every_language("openings", kind).search(text) is not None
