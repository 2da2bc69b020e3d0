"""What an advertisement's own text says on a question, in its own sentences. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from nlu.ads.details import Details, HearsDetails, agreement, none_heard
from nlu.words.answer_types import AnswerType, expected, may_answer, told
from nlu.words.normalise import considered
from nlu.words.search_terms import index_terms, query_terms
from nlu.words.term_weights import Weigh, alike, subject_term
from nlu.words.thesaurus import thesaurus
from nlu.words.word_patterns import of_every_language

MOST_SENTENCES: Final = 2
_MONTHS: Final = "Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember"
_ORDERED: Final = (
    "Klasse|Schuljahr|Lehrjahr|Lebensjahr|Ausbildungsjahr|Semester|Tag|Woche|Monat|Stock|Etage|Obergeschoss"
)
_SENTENCE: Final = re.compile(
    rf"(?:[^.!?。！？\n\r]|[.](?=\w)|(?<=\d)[.](?=,|\s+(?:[^\W\d_A-ZÄÖÜ]|(?:{_MONTHS}|{_ORDERED})\b|\d)))+[.!?。！？]*"
)
"""A full stop within a number, an address, a German date or behind a German ordinal ends no sentence."""
_ENDS: Final = re.compile(r"[.!?:;…]$")
_AFTER_HEADINGS: Final = " :：?？!！…"
_CHINESE_ENDS: Final = "。！？；："
_SUBJECT: Final = 2
"""A subject in common counts as so many words: it may be named in other words."""
_VALUE: Final = 2
"""So many words counts the type of answer that a question expects."""
_TELLS: Final = 0.45
"""The weight of common words from which on a sentence is told,"""
_SHARE: Final = 0.2
"""or what share of all words of the question they are."""
_DETAIL: Final = 4.0
"""So many words counts a sentence that surely tells the detail that a question surely asks for,"""
_AGREES: Final = 0.2
"""and none where that is less probable."""
_SURELY: Final = 0.4
"""From here on it is told though a paragraph tells more."""
_UNTOLD: Final = frozenset(
    """how_much how_many how_long when how_often where who why how_to what_means which_kind allowed must possible exists
    optional help change before after again late exception difference first_time employee job company contract team
    department maximum minimum confirm already cost contact""".split()  # noqa: SIM905
)
"""Concepts that ask, and those that every advertisement holds."""
_PARTICLES: Final = frozenset("的了吗呢吧啊么嘛呀")
_PLACES: Final = frozenset({"abroad", "countries", "location"})
"""Concepts of where, which are no subject of what asks for another place."""


def quoted(
    text: str,
    question: str,
    asked_in: str,
    told_in: str,
    title: str = "",
    *,
    is_about_it: bool = False,
    details: Details = none_heard,
    weigh: Weigh = alike,
) -> str | None:
    """Return the sentences of `text` that share most with a question, as they stand; None where none shares anything.

    The question is in the language `asked_in`, the text in `told_in`. What the title says too, every sentence is about.
    A word in common counts as much as it tells among the texts beside this one (`weigh`): what most of them hold is not
    enough but in a question of few other words. What tells the detail of a job that the question asks for (`details`)
    speaks of it without a word in common. Where the whole text `is_about_it`, what a question asks for that names no
    subject ("how long?") needs none either.

    >>> quoted("You steam milk. Every other Saturday is yours. Tips are shared.", "Do I work on Saturdays?", "en", "en")
    'Every other Saturday is yours.'
    >>> quoted("Lunch costs 3.50 euros. It is hot.", "How much is lunch?", "en", "en")
    'Lunch costs 3.50 euros.'
    >>> quoted("Der 24. und der 31. Dezember sind frei. Mehr nicht.", "Was ist im Dezember?", "de", "de")
    'Der 24. und der 31. Dezember sind frei.'
    >>> quoted("We pay the fees. It takes six weeks.", "And how long is that?", "en", "en", is_about_it=True)
    'It takes six weeks.'
    """
    enough = _enough(question, told_in, title, weigh)
    shared = _weighed(text, question, asked_in, told_in, title, details, weigh)
    if is_about_it:  # what is asked for must be told: a flat that is spoken of has no rent yet
        shared = [(count, each) for count, each in shared if may_answer(each, question, asked_in, told_in)]
    counted = _with_value(
        shared,
        told_in,
        _value(text, question, asked_in, told_in),
        enough,
        alone=is_about_it and names_no_subject(question, asked_in),
    )
    most = max((count for count, _ in counted), default=0)
    if not most or most < enough:
        return None
    return _joined([sentence for count, sentence in counted if count == most])


def _enough(question: str, told_in: str, title: str, weigh: Weigh) -> float:
    """How much a sentence must share with a question of which a word in common may tell little."""
    return min(_TELLS, _SHARE * sum(map(weigh, _terms(question, told_in, title))))


def _terms(question: str, told_in: str, title: str) -> list[tuple[str, ...]]:
    """The words of a question that a text under this title may speak of; a pair with a particle is no word (子的)."""
    titled = index_terms(title, told_in)
    found = [forms for forms in query_terms(question) if not any(term in forms for term in titled)]
    return [forms for forms in found if not (len(forms[0]) > 1 and forms[0][-1] in _PARTICLES)]


def _with_value(
    shared: list[tuple[float, str]], language: str, value: AnswerType | None, enough: float, *, alone: bool
) -> list[tuple[float, str]]:
    """The sentences with what they share and whether they hold what is asked for.

    That counts `alone`, or where they share enough.

    Of a place that is not meant ("outside Kassel?") no sentence is told that names it and no other.
    """
    counted = []
    for count, sentence in shared:
        held = value is not None and value in told(sentence, language)
        if value is AnswerType.ELSEWHERE and not held:
            continue
        counted.append((count + _VALUE * held if alone or (count and count >= enough) else count, sentence))
    return counted


def tells_value(text: str, question: str, asked_in: str, told_in: str) -> bool:
    """Tell whether a question asks how long, how much, how many, when or elsewhere, of no subject, and a text says.

    >>> tells_value("We pay the fees. It takes six weeks.", "And how long is that?", "en", "en")
    True
    >>> tells_value("It takes six weeks.", "How long is your notice period?", "en", "en")
    False
    """
    return _value(text, question, asked_in, told_in) is not None and names_no_subject(question, asked_in)


def subjects_in(question: str, language: str) -> frozenset[str]:
    """Return the concepts that a question names beside those that ask and those that any question may hold.

    >>> sorted(subjects_in("How long is your notice period?", "en")), sorted(subjects_in("And how long?", "en"))
    (['notice_period'], [])
    """
    return frozenset(thesaurus(language).found_in(considered(question))) - _UNTOLD


def names_no_subject(question: str, language: str) -> bool:
    """Tell whether a question names nothing that it is about: "how long?".

    >>> names_no_subject("How long does it take?", "en"), names_no_subject("How long is the notice period?", "en")
    (True, False)
    """
    subjects = subjects_in(question, language)
    return not subjects or (subjects <= _PLACES and AnswerType.ELSEWHERE in expected(question, language))


def _value(text: str, question: str, asked_in: str, told_in: str) -> AnswerType | None:
    """The likeliest type of answer that a question expects among those that a text holds."""
    held = told(text, told_in)
    return next((each for each in expected(question, asked_in) if each in held), None)


def surely_telling(text: str, question: str, asked_in: str, told_in: str, details: Details) -> str | None:
    """Return the sentence that most surely tells the detail that a question asks for, None where none does."""
    agrees = _agreement(question, details(asked_in), details(told_in))
    best = max(((agrees(each), each) for each in _sentences(text)), default=(0.0, ""), key=lambda found: found[0])
    return best[1] if best[0] >= _DETAIL * _SURELY else None


def sentences_with(text: str, words: re.Pattern[str]) -> str | None:
    """Return the first sentences of `text` that hold such words, as they stand; None where none does.

    >>> sentences_with("You steam milk. 20 hours a week. Tips are shared.", re.compile("hours"))
    '20 hours a week.'
    """
    return _joined([each for each in _sentences(text) if words.search(each)]) or None


def _joined(sentences: list[str]) -> str:
    """The first ones as one text: a line without a mark at its end gets one, behind a Chinese mark stands no blank."""
    *before, last = sentences[:MOST_SENTENCES] or [""]
    return (
        "".join(f"{each}{'' if each[-1] in _CHINESE_ENDS else ' ' if _ENDS.search(each) else '. '}" for each in before)
        + last
    )


def likeness(
    text: str, question: str, asked_in: str, told_in: str, title: str = "", *, details: Details = none_heard
) -> float:
    """Return how much a question shares with the sentences that would be quoted; 0 where nothing would be."""
    return max((count for count, _ in _weighed(text, question, asked_in, told_in, title, details)), default=0)


def _weighed(
    text: str, question: str, asked_in: str, told_in: str, title: str, details: Details, weigh: Weigh = alike
) -> list[tuple[float, str]]:
    """The sentences of a text with how much each shares with a question."""
    terms = _terms(question, told_in, title)
    subjects = set(thesaurus(asked_in).found_in(considered(question))) - _UNTOLD - _subjects(title, told_in)
    agrees = _agreement(question, details(asked_in), details(told_in))
    return [(_shared(each, terms, subjects, told_in, weigh) + agrees(each), each) for each in _sentences(text)]


def _agreement(question: str, hears: HearsDetails | None, reads: HearsDetails | None) -> Callable[[str], float]:
    """What tells of a sentence how many words it counts as it tells the detail asked for."""
    asked = hears.asked(question) if hears is not None else {}

    def counted(sentence: str) -> float:
        agrees = agreement(asked, reads.told(sentence)) if asked and reads is not None else 0.0
        return _DETAIL * agrees if agrees >= _AGREES else 0.0

    return counted


def _subjects(title: str, language: str) -> set[str]:
    return set(thesaurus(language).found_in(considered(title))) if title else set()


def _shared(sentence: str, terms: list[tuple[str, ...]], subjects: set[str], language: str, weigh: Weigh) -> float:
    known = index_terms(sentence, language)
    words = sum(weigh(forms) for forms in terms if any(term in forms for term in known))
    named = subjects & set(thesaurus(language).found_in(considered(sentence))) if subjects else set()
    return words + _SUBJECT * sum(weigh([subject_term(each)]) for each in named)


def _sentences(text: str) -> Iterator[str]:
    """The sentences of a text; a heading ("Ihre Aufgaben") is none, for it tells nothing."""
    said = (match[0].strip() for match in _SENTENCE.finditer(text))
    heading = of_every_language("openings", "heading")
    return (each for each in said if each and not heading.fullmatch(each.rstrip(_AFTER_HEADINGS)))
