"""Whether an ordinary word that is also the name of a profession means work where it stands."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NEARBY = 48
_CAPITAL = "(?-i:[A-ZÀ-Ý])"


@dataclass(frozen=True, slots=True)
class ContextPatterns:
    """Patterns for the text before a word and after it, from the strongest to those that need no word for work.

    `before` and `after`: "jobs in care", "sales team"; `placed`: "in sales", "im Verkauf", "need cooks"; `somewhere`:
    "sales in London", or at the beginning of a message (`first`) "sales in london" and "Sales London".
    """

    before: re.Pattern[str]
    after: re.Pattern[str]
    placed: re.Pattern[str]
    somewhere: re.Pattern[str] | None = None
    first: re.Pattern[str] | None = None


@dataclass(frozen=True, slots=True)
class _Words:
    """Alternatives of a language: words for work, those that a name may follow at once ("poste logistique"), words that
    ask for people or jobs before and after a name, links between work and a name, articles, words a trade is placed
    with, and words a place is named with."""

    work: str
    openings: str
    wanted: str
    sought: str
    links: str
    articles: str
    placed: str
    near: str

    def evidence(self) -> ContextPatterns:
        def compiled(pattern: str) -> re.Pattern[str]:
            return re.compile(pattern, re.IGNORECASE)

        article = rf"(?:\W+(?:{self.articles}))?"
        return ContextPatterns(
            compiled(rf"\b(?:{self.work})\W+(?:\w+\W+)?(?:{self.links}){article}[\s'’]+$"),
            compiled(rf"^[\s/-]+(?:(?:or|and|&|und|oder|et|ou)\s+\w+[\s-]+)?(?:{self.work}|{self.sought})\b"),
            compiled(rf"(?:^|\W)(?:{self.placed}|(?:{self.wanted}){article}|(?:{self.openings})(?:\s+\w+)?)[\s'’]+$"),
            compiled(rf"^\s+(?:{self.near})\s+{_CAPITAL}"),
            compiled(rf"^\s+(?:(?:{self.near})\s+\w+|{_CAPITAL}\w+)\W*$"),
        )


_ENGLISH = _Words(
    r"jobs?|positions?|roles?|openings?|vacanc(?:y|ies)|careers?|apprenticeships?|internships?|traineeships?"
    r"|opportunit(?:y|ies)|work|working|employment|department|sector|team|staff|industry|experience|degree|shifts?"
    r"|apply|hiring|interested|background|interview",
    r"jobs?|roles?|positions?|vacanc(?:y|ies)",
    r"need|hiring|seeking|look(?:ing)? for|search(?:ing)? for|find|show me"
    r"|any|qualified|experienced|trained|(?:to|could|would) be|become|(?:any|some)thing (?:for|as)|(?:place|room) for",
    r"wanted|needed|vacant",
    r"in|as|for|with|of|at",
    r"an?|the|some|your|our",
    r"in|as an?|as|i(?: am|['’]?m)(?: an?)?|i(?: was|['’]?ve been| have been) an?|into|switch to"
    r"|(?:any|every)thing but|except(?: for)?|apart from|aside from|other than|but (?:not|no)|(?<=, )not|no more",
    r"in|near|around",
)
_GERMAN = _Words(
    r"jobs?|stellen?|stellenangebote?|positionen?|arbeit|arbeiten|arbeite|ausbildung|lehre|praktikum|praktika|beruf"
    r"|karriere|einstieg|erfahrung|quereinstieg|werkstudent(?:in)?|minijob|aushilfe|bewerbe?n?|bewerbung|bereich"
    r"|abteilung|team|mitarbeiter(?:in)?|etwas|was|tätig|taetig|studium|duales studium|trainee|azubi|angebote"
    r"|teilzeit|vollzeit|kraft|kräfte|personal|leute|fachkraft",
    r"jobs?|stellen?|arbeit|bereich|ausbildung|praktikum",
    r"suche|sucht ihr|suchen sie|suchen|braucht ihr|brauchen sie|brauch|habt ihr|haben sie|gibt es|gelernter?",
    r"gesucht|frei|offen|gebraucht|sucht|suchen|braucht|brauchen",
    r"in|im|als|für|fuer|zur|zum|bei|beim|der|mit|aus",
    r"der|die|den|dem|einen?|eine[rm]?|eure[rm]?|ihre[rm]?",
    r"in der|im|in die|als|als gelernter?|in den|in|außer|ausser|abgesehen von"
    r"|aber keine?n?|nur keine?n?|bloß keine?n?",
    r"in|nahe|bei|um|im raum",
)
_FRENCH = _Words(
    r"jobs?|postes?|emplois?|travail|travaille[rsz]?|travaillé|boulots?|taf|stages?|alternances?|apprentissages?"
    r"|offres?|annonces?|cdi|cdd|carrières?|métiers?|metiers?|formation|expérience|experience|secteur|domaine"
    r"|candidature|postuler|recrutement|reconversion|missions?|intérim|interim|bosser|opportunités?|service",
    r"jobs?|postes?|emplois?|travail|stages?|offres?|annonces?",
    r"cherche|recherche|recrutez(?:[ -]vous)?|cherchez(?:[ -]vous)?|embauchez(?:[ -]vous)?|besoin|comme|en tant que"
    r"|recherchez(?:[ -]vous)?|diplômée?|être|devenir",
    r"recherchée?s?|demandée?s?|disponibles?",
    r"en|de|d|dans|comme|du|au|à|des",
    r"l[ae]?|les|une?|des|l",
    r"dans la|dans le|dans les|dans l|en tant que|comme|en"
    r"|(?:sauf|hormis|excepté|à part|mais pas|surtout pas)(?: les?| la| l| de| d)?",
    r"à|a|sur|près de|vers",
)
_EVIDENCE = {
    "en": _ENGLISH.evidence(),
    "de": _GERMAN.evidence(),
    "fr": _FRENCH.evidence(),
    "zh": ContextPatterns(
        re.compile(r"(?:做|当|招|聘|找|干|从事|面试|求职|学|转行|想|搞|关于|有没有|需要)[^,，。?？!！]{0,2}$"),
        re.compile(
            r"^[^,，。?？!！]{0,3}(?:岗|职位|职务|招|工作|方向|专员|人员|部门?|类|专业|的活|的坑|缺人|师傅|的?job|leader|兼职|实习)"
        ),
        re.compile(r"(?:做|当|干|搞|招)$"),
    ),
}


def is_work(text: str, start: int, end: int, language: str, *, placed: bool) -> bool:
    """Whether the text around `text[start:end]` shows that work is meant.

    A word for work before or after it does ("jobs in care", "sales team"); when `placed`, so does a preposition that
    trades are named with ("in sales", "as a cook"), or a place ("sales in London").

    >>> text = 'jobs in care, please take care'
    >>> is_work(text, 8, 12, 'en', placed=True), is_work(text, 26, 30, 'en', placed=True)
    (True, False)
    """
    evidence = _EVIDENCE.get(language)
    if evidence is None:
        return True
    before, after = text[max(0, start - _NEARBY) : start], text[end : end + _NEARBY]
    if evidence.after.search(after) or evidence.before.search(before):
        return True
    return placed and _is_placed(evidence, before, after)


def _is_placed(evidence: ContextPatterns, before: str, after: str) -> bool:
    if evidence.placed.search(before) or (evidence.somewhere and evidence.somewhere.search(after)):
        return True
    return bool(evidence.first and not before.strip() and evidence.first.search(after))
