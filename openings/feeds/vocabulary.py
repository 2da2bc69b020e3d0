"""The words by which feeds name employment, level, work mode and units, in the languages of the product."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from nlu.entities import work_mode as spoken
from storage.opening_kinds import EmploymentType, Level, SalaryUnit, WorkMode


def _any(*forms: str) -> re.Pattern[str]:
    return re.compile("|".join(forms), re.IGNORECASE)


_EMPLOYMENT: Final[dict[EmploymentType, re.Pattern[str]]] = {
    "full_time": _any(
        r"full[\s_-]*(?:or[\s_-]*part[\s_-]*)?time", "vollzeit", r"temps[\s_-]*(?:plein|complet)", "全职"
    ),
    "part_time": _any(r"part[\s_-]*time", "teilzeit", r"temps[\s_-]*partiel", "mini-?job", "werkstudent", "兼职"),
    "permanent": _any("permanent", "unbefristet", "festanstellung", "festangestellt", r"\bcdi\b", "正式"),
    "temporary": _any(
        r"tempor", r"(?<!un)befristet", r"fixed[\s_-]*term", r"\bcdd\b", "season", "saison", "aushilf", "临时"
    ),
    "internship": _any(r"\bintern(?:ship|s)?\b", "praktik", r"^stage\b", "stagiaire", "实习"),
    "apprenticeship": _any(
        "apprenti", "ausbildung", "azubi", "lehrstelle", r"\blehre\b", "alternance", r"\bdual", "学徒"
    ),
    "freelance": _any(
        "freelanc", "contractor", r"freie\w*\s+mitarbeit", r"selbst(?:st)?ändig", "indépendant", "自由职业"
    ),
}
_IN_TITLES: Final = frozenset({"part_time", "internship", "apprenticeship"})
_STUDENT: Final = _any("working[_ -]student", "werkstudent")
_LEVELS: Final[dict[Level, re.Pattern[str]]] = {
    "trainee": _any(
        r"\btrainee\b",
        r"\bintern(?:ship)?\b",
        "praktik",
        r"^stage\b",
        "stagiaire",
        "apprenti",
        "azubi",
        "ausbildung",
        "student",
        "alternance",
        r"\bdual",
        "实习",
        "学徒",
    ),
    "lead": _any(
        r"\blead\b",
        r"\bhead of\b",
        "director",
        "executive",
        "chief",
        r"(?<!beg)leit(?:ung|er|erin)\b",
        "responsable",
        "directeur",
        "directrice",
        "总监",
    ),
    "senior": _any(
        r"\bsenior\b", r"\bsr\.", "principal", r"\bstaff (?:engineer|developer)", "confirmé", "高级", "资深"
    ),
    "entry": _any(r"\bjunior\b", r"\bentry", "berufseinst", "berufsanfäng", "graduate", "débutant", "初级", "应届"),
    "experienced": _any("experienced", "berufserfahr", r"\bmid[\s_-]", "associate", r"\bexpérience"),
}
_UNITS: Final[dict[SalaryUnit, re.Pattern[str]]] = {
    "hour": _any("hour", "hourly", "stunde", r"/\s?h\b", r"\bhr\b", "heure", "小时", "时薪"),
    "day": _any(r"\bday", "daily", r"\btag", "jour", "每天", "日薪"),
    "week": _any("week", "woche", "semaine", "每周"),
    "month": _any("month", "monat", "mois", "mensuel", "每月", "月薪"),
    "year": _any("year", "annual", "annum", "jahr", r"\ban(?:née)?\b", "annuel", "yearly", "每年", "年薪"),
}
_ONSITE: Final = _any(r"on[\s_-]?site", r"vor[\s_-]ort", "sur site", "présentiel", r"in[\s_-](?:person|office)", "现场")
_REMOTE: Final = _any("telecommut", "remote", "wfh")
_HYBRID: Final = _any("hybrid", r"partial(?:ly)?[\s_-]remote", r"remote[\s_-]possible", "teilweise")


def employment_types(words: Iterable[object], title: str = "") -> tuple[EmploymentType, ...]:
    """Return the kinds of employment that the feed's words name, or else the title.

    >>> employment_types(["FULL_TIME", "unbefristet"]), employment_types([], "Praktikum Marketing")
    (('full_time', 'permanent'), ('internship',))
    """
    said = " | ".join(str(word) for word in words)[:500]
    found = tuple(kind for kind, pattern in _EMPLOYMENT.items() if pattern.search(said) or _is_student(kind, said))
    return found or tuple(kind for kind in _IN_TITLE_ORDER if _EMPLOYMENT[kind].search(title))


def level(words: Iterable[object], title: str = "", months: float | None = None) -> Level | None:
    """Return the level that the feed's words name, or else the title, or else the experience asked for, in months.

    >>> level(["entry-level"]), level([], "Senior Data Engineer"), level([], "Nurse", months=0)
    ('entry', 'senior', 'entry')
    """
    for text in (" | ".join(str(word) for word in words)[:500], title):
        found = next((known for known, pattern in _LEVELS.items() if pattern.search(text)), None)
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
    if _HYBRID.search(said):
        return "hybrid"
    meant = spoken.work_mode(said)
    if meant is not None:
        return meant.value
    return "remote" if _REMOTE.search(said) else "onsite" if _ONSITE.search(said) else None


def salary_unit(word: object) -> SalaryUnit | None:
    """Return the time that a salary is paid for, by a word or within a text.

    >>> salary_unit("YEAR"), salary_unit("per-hour-wage"), salary_unit("x")
    ('year', 'hour', None)
    """
    text = str(word)[:200]
    return next((unit for unit, pattern in _UNITS.items() if pattern.search(text)), None)


_IN_TITLE_ORDER: Final = [kind for kind in _EMPLOYMENT if kind in _IN_TITLES]


def _is_student(kind: EmploymentType, said: str) -> bool:
    return kind == "part_time" and _STUDENT.search(said) is not None
