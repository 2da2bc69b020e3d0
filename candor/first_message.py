"""What the first message in a language would wait for: lists that are read, patterns compiled, phrases learnt."""

from __future__ import annotations

from typing import Final

from bot.live import LanguageModels
from nlu.language.names import language_names
from nlu.pipeline import UNTRAINED, Pipeline
from nlu.steps.follow_ups import follow_ups
from nlu.words.answer_types import told
from openings.job_words import JobWords

_ANY_WORDS: Final = "12 34"
"""Words in any language, so that all that looks at words is asked."""


def prepare(models: LanguageModels, jobs: JobWords, language: str) -> None:
    """Do once what is done when a language is first heard, about a second of work, so that nobody waits for it."""
    pipeline = Pipeline(
        general=models.general,
        faq=None,
        entities=models.entities,
        language=language,
        general_threshold=models.general_threshold,
        model_version=UNTRAINED,
        danger=models.danger,
    )
    seen = pipeline.parse(_ANY_WORDS)
    jobs.wishes.read(seen.text, seen.entities, language)
    jobs.questions.hear(seen.text, language)
    if language in jobs.near_trades:
        jobs.near_trades[language].guess(seen.text)
    follow_ups(language)
    told(_ANY_WORDS, language)
    language_names()
    if models.danger is not None:
        models.danger.compile()
    if models.said is not None:
        models.said.hear(seen.text)
