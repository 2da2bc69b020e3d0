"""Questions that a job advertisement answers ("what does it pay?"): told by rules, in the words of their language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from nlu.entities.words import words
from nlu.phrases import Phrases

SHORT = {"zh": 12}
"""Up to how many words (in Chinese: characters) a question is short, by language; `_SHORT` in the others."""
_SHORT = 6


class Topic(StrEnum):
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

    topic: Topic
    pointing: Pointing


class OpeningQuestions:
    """Hears such questions in the languages whose phrases it was given."""

    def __init__(self, phrases: Mapping[str, Mapping[str, Sequence[str]]]) -> None:
        self._phrases = {language: Phrases(forms) for language, forms in phrases.items()}

    def hear(self, text: str, language: str) -> OpeningQuestion | None:
        """Return what `text` asks of an opening, None when it asks nothing that an advertisement answers."""
        phrases = self._phrases.get(language)
        said = phrases.meanings(text) if phrases else set()
        topic = next((topic for topic in Topic if topic in said), None)
        if topic is None:
            return None
        return OpeningQuestion(topic, _pointing(said, len(words(text)), SHORT.get(language, _SHORT)))


def _pointing(said: set[str], length: int, short: int) -> Pointing:
    if Pointing.THIS in said:
        return Pointing.THIS
    if Pointing.IT in said:
        return Pointing.IT
    return Pointing.SHORT if length <= short else Pointing.NOT
