"""The language of a message, among those that a company serves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from nlu.language.area_names import without_areas
from nlu.language.data import UNDECIDED
from nlu.language.evidence import WordLikelihoods, fit_evidence
from nlu.language.names import language_names
from nlu.language.other_languages import other_languages
from nlu.words.normalise import normalise
from nlu.words.script import CHINESE, han_count, latin_words, other_script, without_names

_READ = 400  # characters: more would not change the answer, and a pasted CV costs no more than a long question
_PLAINLY = 3  # words of another language
_OF_ONE_TURN = 64  # messages: each is read twice
_TO_BEGIN = 1.0  # nats by which a language has to be likelier than every other to begin a conversation,
_TO_SWITCH = 2.0  # and to end the language that it is held in


class LanguageDetector:
    """Tells the language of a message; it never changes, so threads may share one."""

    def __init__(self, evidence: WordLikelihoods) -> None:
        self._evidence = evidence

    def detect(self, text: str, among: Sequence[str], *, last: str | None = None, default: str) -> str:
        """Return the language of `text`, one of `among`; never raises, whatever the text holds.

        `last` is the language that the conversation is held in: it stays unless the text clearly is in another. When
        the text does not tell (emoji, figures, a name, a language not served) it is `last`, or else `default`.
        """
        if len(among) == 1:
            return among[0]
        stays, margin = (last, _TO_SWITCH) if last is not None and last in among else (default, _TO_BEGIN)
        text, latin = _read(text)
        words = language_names().without(latin)
        words = without_areas(words) or words
        han = han_count(text) if CHINESE in among else 0
        if han and (han >= 2 * len(words) or (last == CHINESE and (han > len(words) or len(words) == 1))):
            return CHINESE  # "part-time的有吗": who speaks Chinese names things in other words
        found = self._told(words, margin)
        if han and found is None and han >= min(2, len(words)):
            return CHINESE
        return found if found is not None and found in among else stays

    def not_served(self, text: str, among: Sequence[str]) -> str | None:
        """Return which language that the product does not speak (es, it, pl, tr) `text` is in; never raises.

        None when it holds fewer than two of a language's commonest words, or may be in one of `among`: unless three of
        its words and half of them are such words. Of a text in another script it is that which is told ("cyrillic").
        """
        read, words = _read(text)
        script = other_script(read)
        if script is not None:
            return script
        named = other_languages().named_by(words)
        if named is None:
            return None
        likely = {name: score for name, score in self._evidence.of(words).items() if name in (*among, UNDECIDED)}
        if max(likely, key=lambda name: likely[name]) == UNDECIDED:
            return named
        return named if other_languages().count(words, named) >= max(_PLAINLY, len(set(words)) / 2) else None

    def _told(self, words: Sequence[str], margin: float) -> str | None:
        """Return the language that the words are in, likelier by `margin` than any other; None when there is none."""
        (second, _), (first, language) = sorted((score, name) for name, score in self._evidence.of(words).items())[-2:]
        return language if language != UNDECIDED and first - second >= margin else None


@lru_cache(_OF_ONE_TURN)
def _read(message: str) -> tuple[str, tuple[str, ...]]:
    """What is looked at of a message: the beginning of it, and the words in Latin letters there."""
    text = without_names(normalise(message[:_READ]))
    return text, tuple(latin_words(text))


def fit_language(examples: Iterable[tuple[str, str]]) -> LanguageDetector:
    """Return the detector learnt from (normalised text, language) examples; raises DataError without two languages."""
    return LanguageDetector(fit_evidence((latin_words(text), language) for text, language in examples))
