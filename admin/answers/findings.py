"""What is wrong with a company's answers, or worth a look: rules over the texts and what is known of them. Pure."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Final, Literal, get_args

from admin.answers.places import OpeningPlaces, contradictions
from admin.answers.table import LONG, UNUSED, AnswerTable
from admin.answers.vocabulary import UNFINISHED, advert, folded, offered, offering, pay, uncertain
from nlu.recipe import KNOWN_LANGUAGES
from nlu.words.negation import negation
from nlu.words.normalise import considered
from storage.answers.answer_rules import problem
from storage.answers.answers import Answer, addresses
from storage.dataset.dataset import Category
from texts import locales

Code = Literal[
    "dead_link",
    "contradiction",
    "place",
    "raw",
    "over",
    "past_date",
    "empty",
    "older",
    "owner",
    "pay",
    "long",
    "unused",
]
CODES: Final[tuple[Code, ...]] = get_args(Code)
"""The kinds of findings, what hurts candidates most first."""
_AROUND: Final = 40
_LONGEST_CUT: Final = 20
"""A word that is no longer than this is left out of a quotation rather than cut; Chinese is cut anywhere."""
_NUMERIC: Final = (
    (re.compile(r"(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)"), (1, 2, 3)),
    (re.compile(r"(?<!\d)(\d{4})年(\d{1,2})月(?:(\d{1,2})[日号])?"), (1, 2, 3)),
    (re.compile(r"(?<![\d.])(\d{1,2})[./](\d{1,2})[./](\d{4})(?!\d)"), (3, 2, 1)),
)
"""Dates in digits, with the places of year, month and day."""
_REMEMBERED: Final = 4096
"""Texts of which it is remembered what rules say of them: a page is asked for again after each change."""
_RECENT: Final = 10
"""Years within which a date that is over may have been meant as a coming one; older ones tell history."""


@dataclass(frozen=True, slots=True)
class AnswerFinding:
    """Something about the answer to a category in a language; `params` fill its line."""

    code: Code
    category: Category
    language: str
    params: Mapping[str, Any] = field(default_factory=dict)
    about: str = ""

    @property
    def key(self) -> str:
        """What it is known by: another as soon as what it is about has changed."""
        parts = (self.code, self.category.name, self.language, self.about)
        return blake2b("\0".join(parts).encode(), digest_size=16).hexdigest()


@dataclass(frozen=True, slots=True)
class BankFacts:
    """What is known besides the texts: links that lead nowhere and why, how many openings on offer are of each kind,
    the addresses of the team, and where openings are.
    """

    dead: Mapping[str, str]
    offered: Mapping[str, int]
    team: frozenset[str]
    places: OpeningPlaces = field(default_factory=OpeningPlaces)


def findings(bank: AnswerTable, categories: list[Category], known: BankFacts) -> list[AnswerFinding]:
    """Return all findings, by kind and then by category."""
    found = [finding for category in categories for finding in _of_category(bank, category, known)]
    return sorted(found, key=lambda finding: CODES.index(finding.code))


def _of_category(bank: AnswerTable, category: Category, known: BankFacts) -> Iterator[AnswerFinding]:
    keys = [(category.name, language) for language in bank.languages]
    written = [answer for key in keys if (answer := bank.answers.get(key)) is not None and answer.text.strip()]
    for _, language in keys if written else ():
        if not any(answer.language == language for answer in written):
            yield AnswerFinding("empty", category, language)
    for answer in written:
        yield from _of_answer(bank, category, answer, known)
    if written and _is_unused(bank, category, written):
        given = bank.last_given.get(category.name)
        yield AnswerFinding("unused", category, written[0].language, {"day": given}, f"{given}")


def _of_answer(bank: AnswerTable, category: Category, answer: Answer, known: BankFacts) -> Iterator[AnswerFinding]:
    its = category, answer.language
    for link in dict.fromkeys(addresses(answer)):
        if link in known.dead:
            yield AnswerFinding("dead_link", *its, {"url": link, "why": known.dead[link]}, link)
    for kind, quote in denied(answer, known.offered):
        yield AnswerFinding("contradiction", *its, {"kind": kind, "n": known.offered[kind], "quote": quote}, quote)
    for claim in contradictions(answer.whole, answer.language, known.places):
        told = {"claim": claim.kind, "quote": claim.quote, "n": claim.n, "places": claim.places}
        yield AnswerFinding("place", *its, told, claim.quote)
    if (raw := _raw(answer)) is not None:
        yield AnswerFinding("raw", *its, {"quote": raw}, answer.whole)
    if answer.kept_back(bank.today) == "over":
        yield AnswerFinding("over", *its, {"day": answer.valid_until}, f"{answer.valid_until}")
    for day, quote in past_dates(answer.whole, answer.language, bank.today):
        yield AnswerFinding("past_date", *its, {"day": day, "quote": quote}, quote)
    if bank.is_older(category.name, answer.language):
        changed: datetime = bank.changed[category.name, bank.languages[0]]
        yield AnswerFinding("older", *its, {"language": bank.languages[0]}, f"{changed.isoformat()} {answer.whole}")
    if answer.owner and answer.owner not in known.team:
        yield AnswerFinding("owner", *its, {"owner": answer.owner}, answer.owner)
    if (paid := pay(answer.language).search(answer.whole)) is not None:
        yield AnswerFinding("pay", *its, {"quote": _quote(answer.whole, paid.start(), paid.end())}, answer.whole)
    if len(answer.text.strip()) > LONG:
        yield AnswerFinding("long", *its, {"n": len(answer.text.strip())}, answer.text)


def _is_unused(bank: AnswerTable, category: Category, written: list[Answer]) -> bool:
    """Whether it was not given for long, though it has stood for as long."""
    given = bank.last_given.get(category.name)
    stood = min(bank.changed[answer.category, answer.language].date() for answer in written)
    return bank.today - max(given or stood, stood) > UNUSED


@lru_cache(maxsize=_REMEMBERED)
def _raw(answer: Answer) -> str | None:
    """What would stand before a candidate though it was meant for something else."""
    wrong = problem(answer)
    if wrong is not None and wrong.code != "dates_swapped":
        return str(wrong.params.get("given") or wrong.params.get("what"))
    found = UNFINISHED.search(answer.whole.replace("{{", "").replace("}}", ""))
    return found.group() if found is not None else None


def past_dates(text: str, language: str, today: date) -> list[tuple[date, str]]:
    """Return the days and months of recent years that a text names and that are over, each with the words around.

    >>> past_dates("Apply until 31 March 2026, or in May 2026.", "en", date(2026, 4, 15))
    [(datetime.date(2026, 3, 31), 'Apply until 31 March 2026, or in May 2026.')]
    >>> past_dates("Der Tag der offenen Tür ist am 12.9.2025.", "de", date(2026, 1, 1))[0][0].isoformat()
    '2025-09-12'
    """
    found = _dates_in(text, language)
    recent = [(start, end, day) for start, end, day in found if today.year - _RECENT <= day.year and day < today]
    return [(day, _quote(text, start, end)) for start, end, day in recent]


@lru_cache(maxsize=_REMEMBERED)
def _dates_in(text: str, language: str) -> tuple[tuple[int, int, date], ...]:
    return tuple(sorted(_dates(text, language)))


def _dates(text: str, language: str) -> Iterator[tuple[int, int, date]]:
    for pattern, (year, month, day) in _NUMERIC:
        for found in pattern.finditer(text):
            yield from _day(found, int(found[year]), int(found[month]), int(found[day] or 0))
    names = {name: number for number, name in enumerate(locales.months(language), start=1)}
    which = "|".join(names)
    named = rf"(?:(\d{{1,2}})(?:st|nd|rd|th|er|\.)?\s+)?\b({which})\b(?:\s+(\d{{1,2}})(?:st|nd|rd|th)?,)?\s+(\d{{4}})"
    for found in re.finditer(named, text, re.IGNORECASE):
        yield from _day(found, int(found[4]), names[found[2].lower()], int(found[1] or found[3] or 0))


def _day(found: re.Match[str], year: int, month: int, day: int) -> Iterator[tuple[int, int, date]]:
    """Yield the day; the last one of a month of which none was named."""
    try:
        yield found.start(), found.end(), date(year, month, day or calendar.monthrange(year, month)[1])
    except ValueError:  # no date, or none that there is
        return


def denied(answer: Answer, on_offer: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    """Return the kinds of jobs on offer that an answer says there are none of, each with the words that say so.

    >>> its = Answer("part_time", "en", "Sorry, we do not offer part-time work. You can work from home.")
    >>> list(denied(its, {"part_time": 3, "remote": 2}))
    [('part_time', 'Sorry, we do not offer part-time work.')]
    """
    yield from ((kind, sentence) for kind, sentence in _denied(answer.whole, answer.language) if on_offer.get(kind))


@lru_cache(maxsize=_REMEMBERED)
def _denied(text: str, language: str) -> tuple[tuple[str, str], ...]:
    """All kinds of jobs that a text denies, on offer or not, each with its sentence."""
    spoken, every = folded(text), offered(language)
    kinds = {kind: words for kind, words in every.items() if words.search(spoken)}
    if not kinds or language not in KNOWN_LANGUAGES:
        return ()
    denies = negation(language)
    sentences = re.split(r"(?<=[.!?])\s+|(?<=[。！？])|\n+", text)
    passages = [(sentence.strip(), denies.denied(considered(sentence))) for sentence in sentences]
    return tuple(
        (kind, sentence)
        for sentence, denied_there in passages
        for kind, words in kinds.items()
        if any(words.search(passage) for passage in denied_there) and _is_claimed(kind, sentence, language)
    )


def _is_claimed(kind: str, sentence: str, language: str) -> bool:
    """Whether what is denied is that openings have it, and not something else, or something of some of them only."""
    about = (advert if kind == "salary" else offering)(language)
    return bool(about.search(sentence)) and not uncertain(language).search(sentence)


def _quote(text: str, start: int, end: int) -> str:
    begin, stop = max(0, start - _AROUND), min(len(text), end + _AROUND)
    if begin and (blank := re.search(r"\s", text[begin : min(begin + _LONGEST_CUT, start)])):
        begin += blank.end()
    if stop < len(text) and (blank := re.search(r"\s\S*$", text[max(stop - _LONGEST_CUT, end) : stop])):
        stop -= len(blank.group())
    shown = " ".join(text[begin:stop].split())
    return f"{'…' if begin else ''}{shown}{'…' if stop < len(text) else ''}"
