"""What an advertisement's own text says on a question, in its own sentences. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from nlu.ads.details import Details, HearsDetails, agreement, none_heard
from nlu.words.answer_types import AnswerType, asked_of_it, expected, may_answer, told, without_asking
from nlu.words.length import length
from nlu.words.normalise import considered
from nlu.words.search_terms import index_terms, query_terms
from nlu.words.term_weights import Weigh, alike, subject_term
from nlu.words.thesaurus import said_alike, thesaurus
from nlu.words.word_patterns import of_every_language
from openings.places_told import SpeaksOfIt

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
_PLACE: Final = 2.5
"""So many the place that it asks about, which the text names in other words."""
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
_PAY: Final = frozenset({"pay", "hourly_pay", "who_pays", "cost"})
"""Concepts of money, which are no subject of what asks for a sum, or who pays it, in so many words at most:"""
_BRIEFLY: Final = 5
_FEW: Final = 7
"""Words at most that ask how old, how big or who pays of what was told; in more other subjects are named, too."""
_OF_MONEY: Final = frozenset({AnswerType.AMOUNT, AnswerType.PAYER, AnswerType.EVENT})


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
    of_its_place: SpeaksOfIt | None = None,
) -> str | None:
    """Return the sentences of `text` that share most with a question, as they stand; None where none shares anything.

    The question is in the language `asked_in`, the text in `told_in`. What the title says too, every sentence is about.
    A word in common counts as much as it tells among the texts beside this one (`weigh`): what most of them hold is not
    enough but in a question of few other words. What tells the detail of a job that the question asks for (`details`)
    speaks of it without a word in common. Where the whole text `is_about_it`, what a question asks for that names no
    subject ("how long?") needs none either, nor what speaks of the place that is asked about (`of_its_place`).

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
    but = _PLACES if of_its_place is not None else frozenset()
    alike_too = said_alike(question, asked_in) if is_about_it else frozenset()
    shared = [
        (count + _SUBJECT * sum(weigh([subject_term(meant)]) for meant in alike_too & said_alike(each, told_in)), each)
        for count, each in _weighed(text, question, asked_in, told_in, title, details, weigh, but)
    ]
    value = _value(text, question, asked_in, told_in)
    if is_about_it:  # what is asked for must be told: a flat that is spoken of has no rent yet
        kept = (
            each
            for each in shared
            if value in told(each[1], told_in) or may_answer(each[1], question, asked_in, told_in)
        )
        shared = [(count + _PLACE * (of_its_place is not None and of_its_place(each)), each) for count, each in kept]
    alone = is_about_it and names_no_subject(question, asked_in)
    counted = _with_value(shared, told_in, value, enough, alone=alone)
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


def tells_value(text: str, question: str, asked_in: str, told_in: str, of_its_place: SpeaksOfIt | None = None) -> bool:
    """Tell whether a question asks how long, how much, when, who pays or where else, of no subject, and a text says.

    >>> tells_value("We pay the fees. It takes six weeks.", "And how long is that?", "en", "en")
    True
    >>> tells_value("It takes six weeks.", "How long is your notice period?", "en", "en")
    False
    """
    if of_its_place is not None and any(map(of_its_place, _sentences(text))):
        return names_no_subject(question, asked_in, _PLACES)
    return _value(text, question, asked_in, told_in) is not None and names_no_subject(question, asked_in)


def subjects_in(question: str, language: str) -> frozenset[str]:
    """Return the concepts that a question names beside those that ask and those that any question may hold.

    >>> sorted(subjects_in("How long is your notice period?", "en")), sorted(subjects_in("And how long?", "en"))
    (['notice_period'], [])
    """
    return frozenset(thesaurus(language).found_in(considered(question))) - _UNTOLD


def names_no_subject(question: str, language: str, beside: frozenset[str] = frozenset()) -> bool:
    """Tell whether a question names nothing that it is about, `beside` such concepts: "how long?".

    >>> names_no_subject("How long does it take?", "en"), names_no_subject("How long is the notice period?", "en")
    (True, False)
    """
    said = without_asking(question, language)
    subjects = subjects_in(said, language) - beside
    if not subjects:
        return True
    if subjects <= _PAY and length(said) <= _BRIEFLY:
        return not _OF_MONEY.isdisjoint(asked_of_it(question, language))
    return subjects <= _PLACES and AnswerType.ELSEWHERE in expected(question, language)


def _value(text: str, question: str, asked_in: str, told_in: str) -> AnswerType | None:
    """The likeliest type of answer that a question expects among those that a text holds."""
    held, brief = told(text, told_in), length(considered(question)) <= _FEW
    asked = asked_of_it(question, asked_in) if brief else expected(question, asked_in)
    return next((each for each in asked if each in held), None)


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
    text: str,
    question: str,
    asked_in: str,
    told_in: str,
    title: str,
    details: Details,
    weigh: Weigh = alike,
    but: frozenset[str] = frozenset(),
) -> list[tuple[float, str]]:
    """The sentences of a text with how much each shares with a question, whatever these concepts are."""
    terms = _terms(question, told_in, title)
    subjects = set(thesaurus(asked_in).found_in(considered(question))) - _UNTOLD - _subjects(title, told_in) - but
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
