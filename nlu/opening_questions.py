"""Questions that a job advertisement answers ("what does it pay?"): told by rules, in the words of their language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from nlu.entities.words import words
from nlu.normalise import considered
from nlu.phrases import Phrases
from nlu.thesaurus import thesaurus

SHORT = {"zh": 12}
"""Up to how many words (in Chinese: characters) a question is short, by language; `_SHORT` in the others."""
_SHORT = 6


class OpeningTopic(StrEnum):
    """What a question about an opening asks for; of several in one question the first here is meant."""

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


class Pointing(StrEnum):
    """How clearly a question points at one thing: "this job", a mere "it", a few words that say nothing else."""

    THIS = "this"
    IT = "it"
    SHORT = "short"
    NOT = "not"


@dataclass(frozen=True, slots=True)
class OpeningQuestion:
    """A question that an advertisement may answer."""

    topic: OpeningTopic
    pointing: Pointing
    is_phrase: bool = True
    """Whether it holds a phrase of such questions, not only a word for what they are about."""


class OpeningQuestions:
    """Hears such questions in the languages whose phrases it was given; `subjects` says what concepts are about."""

    def __init__(
        self,
        phrases: Mapping[str, Mapping[str, Sequence[str]]],
        subjects: Mapping[str, OpeningTopic] = MappingProxyType({}),
    ) -> None:
        self._phrases = {language: Phrases(forms) for language, forms in phrases.items()}
        self._subjects = subjects

    def hear(self, text: str, language: str) -> OpeningQuestion | None:
        """Return what `text` asks of an opening, None when it asks nothing that an advertisement answers."""
        phrases = self._phrases.get(language)
        said = phrases.meanings(text) if phrases else set()
        pointing = _pointing(said, len(words(text)), SHORT.get(language, _SHORT))
        topic = next((topic for topic in OpeningTopic if topic in said), None)
        if topic is not None:
            return OpeningQuestion(topic, pointing)
        about = self._about(text, language)
        topic = next((topic for topic in OpeningTopic if topic in about), None)
        return None if topic is None else OpeningQuestion(topic, pointing, is_phrase=False)

    def _about(self, text: str, language: str) -> set[OpeningTopic]:
        """What the concepts of a text are about."""
        if not self._subjects:
            return set()
        named = thesaurus(language).found_in(considered(text))
        return {self._subjects[name] for name in named if name in self._subjects}


def _pointing(said: set[str], length: int, short: int) -> Pointing:
    if Pointing.THIS in said:
        return Pointing.THIS
    if Pointing.IT in said:
        return Pointing.IT
    return Pointing.SHORT if length <= short else Pointing.NOT
