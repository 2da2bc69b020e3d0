"""What an advertisement's or an answer's own text says on a question, in its own sentences. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from nlu.ads.details import Details, HearsDetails, agreement, none_heard
from nlu.words.answer_types import AnswerType, asked_of_it, expected, may_answer, told
from nlu.words.length import length
from nlu.words.normalise import considered
from nlu.words.search_terms import index_terms, query_terms
from nlu.words.term_weights import Weigh, alike, subject_term
from nlu.words.thesaurus import said_alike, thesaurus
from openings.places_told import SpeaksOfIt
from openings.sentences import joined, sentences
from openings.subjects import PLACES, names_no_subject, subjects_in

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
_PARTICLES: Final = frozenset("的了吗呢吧啊么嘛呀")
_FEW: Final = 7
"""Words at most that ask how old, how big or who pays of what was told; in more other subjects are named, too."""

Counted = tuple[float, str]
"""A sentence, behind how many words it counts as it speaks of a question."""


@dataclass(frozen=True, slots=True)
class _Sought:
    """What a sentence in the `language` may share with a question: words, subjects, and the detail that it asks for."""

    terms: list[tuple[str, ...]]
    subjects: frozenset[str]
    agrees: Callable[[str], float]
    language: str
    weigh: Weigh

    def counted(self, text: str) -> list[Counted]:
        """Return the sentences of a text with how much each shares."""
        return [(self._shared(each) + self.agrees(each), each) for each in sentences(text)]

    def _shared(self, sentence: str) -> float:
        known = index_terms(sentence, self.language)
        words = sum(self.weigh(forms) for forms in self.terms if any(term in forms for term in known))
        if not self.subjects:
            return words
        named = {*thesaurus(self.language).found_in(considered(sentence)), *said_alike(sentence, self.language)}
        return words + _SUBJECT * sum(self.weigh([subject_term(each)]) for each in self.subjects & named)


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
    terms = _terms(question, told_in, title)
    enough = min(_TELLS, _SHARE * sum(map(weigh, terms)))  # of a question of which a word in common may tell little
    subjects = _subjects(question, asked_in, title, told_in) - (PLACES if of_its_place is not None else frozenset())
    subjects |= said_alike(question, asked_in) if is_about_it else frozenset()
    agrees = _agreement(question, details(asked_in), details(told_in))
    counted = _Sought(terms, subjects, agrees, told_in, weigh).counted(text)
    value = _value(text, question, asked_in, told_in)
    if is_about_it:
        kept = _answering(counted, question, asked_in, told_in, value)
        counted = [(count + _PLACE * (of_its_place is not None and of_its_place(each)), each) for count, each in kept]
    alone = is_about_it and names_no_subject(question, asked_in)
    counted = _with_value(counted, told_in, value, enough, alone=alone)
    most = max((count for count, _ in counted), default=0)
    if not most or most < enough:
        return None
    return joined([sentence for count, sentence in counted if count == most])


def _answering(
    counted: Iterable[Counted], question: str, asked_in: str, told_in: str, value: AnswerType | None
) -> list[Counted]:
    """Those that may tell what is asked for: a flat that is spoken of has no rent yet."""
    return [
        (count, each)
        for count, each in counted
        if value in told(each, told_in) or may_answer(each, question, asked_in, told_in)
    ]


def _terms(question: str, told_in: str, title: str) -> list[tuple[str, ...]]:
    """The words of a question that a text under this title may speak of; a pair with a particle is no word (子的)."""
    titled = index_terms(title, told_in)
    found = [forms for forms in query_terms(question) if not any(term in forms for term in titled)]
    return [forms for forms in found if not (len(forms[0]) > 1 and forms[0][-1] in _PARTICLES)]


def _subjects(question: str, asked_in: str, title: str, told_in: str) -> frozenset[str]:
    """The subjects of a question that a text under this title may speak of."""
    titled = thesaurus(told_in).found_in(considered(title)) if title else ()
    return subjects_in(question, asked_in).difference(titled)


def _with_value(
    shared: Iterable[Counted], language: str, value: AnswerType | None, enough: float, *, alone: bool
) -> list[Counted]:
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
    if of_its_place is not None and any(map(of_its_place, sentences(text))):
        return names_no_subject(question, asked_in, PLACES)
    return _value(text, question, asked_in, told_in) is not None and names_no_subject(question, asked_in)


def _value(text: str, question: str, asked_in: str, told_in: str) -> AnswerType | None:
    """The likeliest type of answer that a question expects among those that a text holds."""
    held, brief = told(text, told_in), length(considered(question)) <= _FEW
    asked = asked_of_it(question, asked_in) if brief else expected(question, asked_in)
    return next((each for each in asked if each in held), None)


def surely_telling(text: str, question: str, asked_in: str, told_in: str, details: Details) -> str | None:
    """Return the sentence that most surely tells the detail that a question asks for, None where none does."""
    agrees = _agreement(question, details(asked_in), details(told_in))
    best = max(((agrees(each), each) for each in sentences(text)), default=(0.0, ""), key=lambda found: found[0])
    return best[1] if best[0] >= _DETAIL * _SURELY else None


def likeness(
    text: str, question: str, asked_in: str, told_in: str, title: str = "", *, details: Details = none_heard
) -> float:
    """Return how much a question shares with the sentences that would be quoted; 0 where nothing would be."""
    terms, subjects = _terms(question, told_in, title), _subjects(question, asked_in, title, told_in)
    agrees = _agreement(question, details(asked_in), details(told_in))
    counted = _Sought(terms, subjects, agrees, told_in, alike).counted(text)
    return max((count for count, _ in counted), default=0)


def _agreement(question: str, hears: HearsDetails | None, reads: HearsDetails | None) -> Callable[[str], float]:
    """What tells of a sentence how many words it counts as it tells the detail asked for."""
    asked = hears.asked(question) if hears is not None else {}

    def counted(sentence: str) -> float:
        agrees = agreement(asked, reads.told(sentence)) if asked and reads is not None else 0.0
        return _DETAIL * agrees if agrees >= _AGREES else 0.0

    return counted
