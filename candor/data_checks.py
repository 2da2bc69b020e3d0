"""What a company's questions are checked against: the starter data of every language, and the models that answer."""

from __future__ import annotations

from bot.errors import StillStarting
from bot.live import LiveModels
from candor.house import language_detector
from candor.product import DATA_FOLDER
from candor.starter_models import general_languages
from nlu import starter
from nlu.words.normalise import normalise
from storage.companies.companies import Company
from training.data_check import Reference

_NEAREST = 5


def data_reference() -> Reference:
    """Read the general intents' examples and learn to tell languages, in about a second."""
    general = {
        language: {normalise(text): intent for text, intent in starter.general_examples(DATA_FOLDER, language)}
        for language in general_languages()
    }
    return Reference(general, language_detector())


def nearest_examples(
    live: LiveModels, company: Company, language: str, text: str
) -> tuple[tuple[str, str, float], ...]:
    """Return example, category and cosine of what the company's live model was taught nearest to the text."""
    try:
        faq = live.pipeline(company, language).faq
    except StillStarting:
        return ()
    return faq.nearest(text, _NEAREST) if faq else ()
