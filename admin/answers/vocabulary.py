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
        "full_time": r"full[- ]time",
        "part_time": r"part[- ]time",
        "salary": r"salar(?:y|ies)|pay|wages?",
        "temporary": r"temporary|fixed[- ]term",
        "internship": r"internships?|interns",
        "apprenticeship": r"apprentice(?:ship)?s?",
        "freelance": r"freelanc\w+",
    },
    "de": {
        "remote": r"remote|homeoffice|home office|von zu ?hause|mobile[sn]? arbeiten",
        "full_time": r"vollzeit\w*",
        "part_time": r"teilzeit\w*",
        "salary": r"gehalt\w*|gehälter\w*|vergütung\w*|lohn|löhne",
        "temporary": r"befristet\w*|aushilfen?",
        "internship": r"prakti(?:kum|ka|kant\w*)\w*",
        "apprenticeship": r"ausbildung(?:splätze|splatz|sstellen)?|azubis?|lehrstellen?",
        "freelance": r"freiberuf\w+|freelanc\w+",
    },
    "fr": {
        "remote": r"télétravail|à distance",
        "full_time": r"temps plein|temps complet",
        "part_time": r"temps partiel",
        "salary": r"salaires?|rémunérations?",
        "temporary": r"cdd|temporaires?|intérim",
        "internship": r"stages?|stagiaires?",
        "apprenticeship": r"apprenti(?:ssage|s|e|es)?|alternance",
        "freelance": r"freelances?|indépendants?",
    },
    "zh": {
        "remote": r"远程|居家办公|在家办公",
        "full_time": r"全职",
        "part_time": r"兼职|非全日制",
        "salary": r"薪资|薪酬|工资|薪水",
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
"""How answers call kinds of jobs that openings name in a field, as `nlu.normalise.considered` writes them.

So they call the pay that openings state.
"""

ADVERTS: Final[Mapping[str, re.Pattern[str]]] = {
    language: re.compile(words, re.IGNORECASE)
    for language, words in {
        "en": r"\b(?:job ad|advert|advertisement|posting|vacanc|opening|listing)",
        "de": r"\b(?:stellen)?(?:anzeige|ausschreibung|angebot|inserat)",
        "fr": r"\b(?:annonce|offre)s?\b",
        "zh": r"职位|岗位|招聘(?:启事|信息|广告)",
    }.items()
}
"""What a sentence must speak of that says that no pay is stated: else it is about pay of another kind."""

OFFERING: Final[Mapping[str, re.Pattern[str]]] = {
    language: re.compile(words, re.IGNORECASE)
    for language, words in {
        "en": r"\b(?:offer|have|there|available|possible|provide|hire|hiring|positions?|jobs?|openings?)",
        "de": r"\b(?:biet|anbiet|gibt|gab|hab|möglich|stelle|suche|vergeb|vergib|angebot)",
        "fr": r"\b(?:propos|offr|avons|y a|possible|disponible|recrut|postes?)",
        "zh": r"提供|没有|招|支持|可以|职位|岗位",
    }.items()
}
"""What a sentence must speak of that says that there are no such jobs: else it denies something else of them."""

UNCERTAIN: Final[Mapping[str, re.Pattern[str]]] = {
    language: re.compile(words, re.IGNORECASE)
    for language, words in {
        "en": r"\b(?:if|when|where|unless|all|every|each|always|some|yet)\b|\?\s*$",
        "de": r"\b(?:wenn|falls|sollten?|wo|alle[nrsm]?|jede[nrsm]?|immer|manche[nrsm]?|einige[nrsm]?|noch)\b|\?\s*$",
        "fr": r"\b(?:si|lorsque|quand|où|tou(?:s|t|te|tes)|chaque|toujours|certaine?s?|encore)\b|\?\s*$",
        "zh": r"如果|若|所有|全部|每|都|有些|部分|[?？]\s*$",
    }.items()
}
"""What makes a denial no claim about all openings: a condition, a question, "not all"."""


def folded(text: str) -> str:
    """Return a text about as it is considered: enough to see at once that it holds none of these words."""
    return text.casefold().translate(_FOLDED)
