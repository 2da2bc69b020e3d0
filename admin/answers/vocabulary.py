"""Words that the check of the answers looks for, by language. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

_AMOUNT: Final = (
    r"\d[\d.,'’\s\u00a0\u202f]{0,60}+"  # bounded, as endless digits would be read again from each one
    r"(?:€|\$|£|chf\b|euros?\b|eur\b|usd\b|gbp\b|dollars?\b|francs?\b|元|欧元|美元|英镑|瑞士法郎)|[€$£]\s?\d"
)
_PAY: Final[Mapping[str, str]] = {
    "en": r"competitive (?:salary|pay|package|compensation)|attractive (?:salary|pay|package|compensation)|"
    r"market[- ](?:rate|level) (?:salary|pay)|salary (?:is )?negotiable|pay (?:is )?negotiable|depending on experience",
    "de": r"marktüblich\w*|attraktive\w* (?:gehalt|vergütung|bezahlung|entlohnung)|leistungsgerechte\w*|"
    r"(?:gehalt|vergütung) (?:ist )?verhandelbar|wettbewerbsfähige\w* (?:gehalt|vergütung)|nach vereinbarung",
    "fr": r"(?:salaire|rémunération|package) (?:attracti\w+|compétiti\w+|motivante?)|"
    r"(?:salaire|rémunération) (?:à négocier|selon (?:profil|expérience))",
    "zh": r"(?:薪资|薪酬|工资|待遇)(?:面议|优厚|可谈)|(?:有竞争力|具有竞争力)的(?:薪|工资|待遇)",
}
PAY: Final[Mapping[str, re.Pattern[str]]] = {
    language: re.compile(f"{_AMOUNT}|{words}", re.IGNORECASE) for language, words in _PAY.items()
}
"""Sums of money, which grow old, and phrases about pay that say nothing."""

UNFINISHED: Final = re.compile(
    r"\b(?:TODO|TBD|XXX+|FIXME|N\.N\.)\b|\blorem ipsum\b|_{3,}|<[A-Za-z][^<>\n]{0,40}>|"
    r"(?<!\{)\{[^{}\n]{1,40}\}(?!\})|(?<!\])\[[^\[\]\n]{1,40}\](?!\()"
)
"""What stands in a text that somebody meant to fill in."""

_OFFERED: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "remote": r"remote(?:ly)?|from home|home office",
        "part_time": r"part[- ]time",
        "temporary": r"temporary|fixed[- ]term",
        "internship": r"internships?|interns",
        "apprenticeship": r"apprentice(?:ship)?s?",
        "freelance": r"freelanc\w+",
    },
    "de": {
        "remote": r"remote|homeoffice|home office|von zu ?hause|mobile[sn]? arbeiten",
        "part_time": r"teilzeit\w*",
        "temporary": r"befristet\w*|aushilfen?",
        "internship": r"prakti(?:kum|ka|kant\w*)\w*",
        "apprenticeship": r"ausbildung(?:splätze|splatz|sstellen)?|azubis?|lehrstellen?",
        "freelance": r"freiberuf\w+|freelanc\w+",
    },
    "fr": {
        "remote": r"télétravail|à distance",
        "part_time": r"temps partiel",
        "temporary": r"cdd|temporaires?|intérim",
        "internship": r"stages?|stagiaires?",
        "apprenticeship": r"apprenti(?:ssage|s|e|es)?|alternance",
        "freelance": r"freelances?|indépendants?",
    },
    "zh": {
        "remote": r"远程|居家办公|在家办公",
        "part_time": r"兼职|非全日制",
        "temporary": r"临时工|固定期限",
        "internship": r"实习",
        "apprenticeship": r"学徒|职业培训",
        "freelance": r"自由职业",
    },
}
_FOLDED: Final = str.maketrans({"é": "e", "è": "e", "à": "a", "ä": "ae", "ö": "oe", "ü": "ue"})
OFFERED: Final[Mapping[str, Mapping[str, re.Pattern[str]]]] = {
    language: {
        kind: re.compile(words if language == "zh" else rf"\b(?:{words.translate(_FOLDED)})\b")
        for kind, words in kinds.items()
    }
    for language, kinds in _OFFERED.items()
}
"""How answers call kinds of jobs that openings name in a field, as `nlu.normalise.considered` writes them."""


def folded(text: str) -> str:
    """Return a text about as it is considered: enough to see at once that it holds none of these words."""
    return text.casefold().translate(_FOLDED)
