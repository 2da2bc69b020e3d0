"""Questions that a job advertisement answers ("what does it pay?"): what they ask for, and what they point at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from nlu.ads.details import Shares, surely_asked
from nlu.classifier.naive_bayes import NaiveBayes, fit_naive_bayes
from nlu.words.ngrams import char_ngrams, word_ngrams
from nlu.words.normalise import considered
from nlu.words.phrases import FoundPhrase, Phrases
from nlu.words.text_words import words
from nlu.words.thesaurus import thesaurus

SHORT = {"zh": 12}
"""Up to how many words (in Chinese: characters) a question is short, by language; `_SHORT` in the others."""
_SHORT = 6
NOTHING: Final = "none"
"""The topic of examples that no advertisement answers."""
_LIKELY: Final = 0.3
"""From which probability on a message without a phrase may be such a question."""
_WORDS: Final = (1, 2)
_CHARACTERS: Final = (3, 5)
_OF_ONE_TURN: Final = 16
"""Messages whose probabilities and phrases are kept: what they ask and what they point at are asked for apart."""

TopicExamples = Sequence[tuple[str, str]]
"""Examples: what is asked for, or NOTHING, and a text."""


class OpeningTopic(StrEnum):
    """What a question about an opening asks for; a DETAIL is told by its text alone."""

    DEADLINE = "deadline"
    CONTACT = "contact"
    POSTED = "posted"
    APPLY = "apply"
    SALARY = "salary"
    WORK_MODE = "work_mode"
    HOURS = "hours"
    CONTRACT = "contract"
    PLACE = "place"
    REQUIREMENTS = "requirements"
    LEVEL = "level"
    TASKS = "tasks"
    DEPARTMENT = "department"
    DETAIL = "detail"


class Pointing(StrEnum):
    """How clearly a question points at one thing: "this job", a mere "it", a few words that say nothing else."""

    THIS = "this"
    IT = "it"
    SHORT = "short"
    NOT = "not"


@dataclass(frozen=True, slots=True)
class OpeningQuestion:
    """A question that an advertisement may answer; `probability` is that it is one, by the words of examples.

    `is_phrase`: whether it holds a phrase of such questions.
    """

    topic: OpeningTopic
    is_phrase: bool = True
    probability: float = 1.0


_TOPICS: Final = frozenset(OpeningTopic)
_SELDOM: Final = frozenset({OpeningTopic.POSTED, OpeningTopic.LEVEL, OpeningTopic.DEPARTMENT, OpeningTopic.APPLY})
_CLEARLY: Final = 0.8
"""Below this probability what is seldom asked for without a phrase is not meant: a detail is asked for."""
_TOPIC_OF: Final = {
    "hours": OpeningTopic.HOURS,
    "days": OpeningTopic.HOURS,
    "times": OpeningTopic.HOURS,
    "term": OpeningTopic.CONTRACT,
    "remote": OpeningTopic.WORK_MODE,
    "background": OpeningTopic.REQUIREMENTS,
    "licence": OpeningTopic.REQUIREMENTS,
    "languages": OpeningTopic.REQUIREMENTS,
    "methods": OpeningTopic.REQUIREMENTS,
    "customers": OpeningTopic.TASKS,
    "size": OpeningTopic.TASKS,
}
"""Details that a field or a paragraph of an opening tells as well."""


def with_detail(heard: OpeningQuestion | None, asked: Shares) -> OpeningQuestion | None:
    """Return what a question asks of an opening, where it holds no phrase by the detail that it surely asks for.

    >>> asked = {"training": 0.7, "term": 0.2}
    >>> with_detail(None, asked)
    OpeningQuestion(topic=<OpeningTopic.DETAIL: 'detail'>, is_phrase=False, probability=0.9)
    >>> with_detail(OpeningQuestion(OpeningTopic.SALARY), asked).topic, with_detail(None, {"term": 0.4})
    (<OpeningTopic.SALARY: 'salary'>, None)
    """
    detail = surely_asked(asked)
    if detail is None or (heard is not None and heard.is_phrase):
        return heard
    probability = max(sum(asked.values()), heard.probability if heard is not None else 0.0)
    topic = _TOPIC_OF.get(detail, OpeningTopic.DETAIL)
    return OpeningQuestion(topic, is_phrase=False, probability=round(min(1.0, probability), 6))


class OpeningQuestions:
    """Hears such questions in the languages whose phrases it was given; it never changes, so threads may share one.

    A phrase makes a message such a question; without one it may be one by its words, pairs, concepts and n-grams of
    characters, as what was `asked` has them. Of several topics the likeliest is meant, where
    that is not seldom asked for. A language is learnt when it is first heard.
    """

    def __init__(
        self,
        phrases: Mapping[str, Mapping[str, Sequence[str]]],
        asked: Mapping[str, TopicExamples] = MappingProxyType({}),
    ) -> None:
        self._forms, self._asked = phrases, asked
        self._phrases = {language: Phrases(forms) for language, forms in phrases.items()}
        self._learnt = lru_cache(maxsize=None)(self._learn)
        self._probabilities = lru_cache(_OF_ONE_TURN)(self._weigh)
        self._said = lru_cache(_OF_ONE_TURN)(self._meanings)

    def hear(self, text: str, language: str) -> OpeningQuestion | None:
        """Return what `text` asks of an opening, None when it asks nothing that an advertisement answers."""
        said = self._said(text, language)
        probabilities = self._probabilities(text, language)
        nothing = probabilities.get(NOTHING, 0.0)
        named = [topic for topic in OpeningTopic if topic in said]
        likely = named or [topic for topic in OpeningTopic if topic in probabilities and 1 - nothing > _LIKELY]
        if not likely:
            return None
        topic = max(likely, key=lambda topic: probabilities.get(topic, 0.0))
        if not named and topic in _SELDOM and probabilities[topic] < _CLEARLY:
            topic = OpeningTopic.DETAIL
        return OpeningQuestion(topic, is_phrase=bool(named), probability=1 - nothing)

    def pointing(self, text: str, language: str) -> Pointing:
        """Return how clearly a text points at one thing, whatever it asks or says of it."""
        return _pointing(self._said(text, language), len(words(text)), SHORT.get(language, _SHORT))

    def _meanings(self, text: str, language: str) -> frozenset[str]:
        phrases = self._phrases.get(language)
        return frozenset(_outermost(phrases.find(text)) if phrases else ())

    def _weigh(self, text: str, language: str) -> Mapping[str, float]:
        learnt = self._learnt(language)
        return learnt.probabilities(_held(text, language)) if learnt is not None else {}

    def _learn(self, language: str) -> NaiveBayes | None:
        """Phrases are examples too, their stars left out."""
        asked = self._asked.get(language, ())
        if not asked:
            return None
        forms = self._forms.get(language, {})
        phrases = [(topic, form.replace("*", " ")) for topic in OpeningTopic for form in forms.get(topic, ())]
        return fit_naive_bayes((_held(text, language), topic) for topic, text in [*asked, *phrases])


def _held(text: str, language: str) -> set[str]:
    """What a text holds: words and pairs, concepts, and n-grams of characters, each marked as what it is."""
    read = considered(text)
    found = {f"={gram}" for gram in word_ngrams(read, _WORDS)} | {f"~{gram}" for gram in char_ngrams(read, _CHARACTERS)}
    return found | {f"§{name}" for name in thesaurus(language).found_in(read)}


def _outermost(found: Sequence[FoundPhrase]) -> Iterator[str]:
    """The meanings of phrases that stand in no longer one of another topic: "when must I apply" says "apply", too."""
    for each in found:
        around = (
            other.start <= each.start and each.end <= other.end and other.end - other.start > each.end - each.start
            for other in found
            if other.meaning != each.meaning and other.meaning in _TOPICS
        )
        if each.meaning not in _TOPICS or not any(around):
            yield each.meaning


def _pointing(said: frozenset[str], length: int, short: int) -> Pointing:
    if Pointing.THIS in said:
        return Pointing.THIS
    if Pointing.IT in said:
        return Pointing.IT
    return Pointing.SHORT if length <= short else Pointing.NOT
