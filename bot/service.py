"""What answering needs besides the database."""

from __future__ import annotations

from dataclasses import dataclass

from bot.live import LiveModels
from bot.policy import Thresholds
from bot.texts import Texts
from nlu.language import LanguageDetector


@dataclass(frozen=True, slots=True)
class Service:
    """The models that answer, what tells languages apart, the bot's words, and how sure it must be."""

    live: LiveModels
    detector: LanguageDetector
    texts: Texts
    thresholds: Thresholds
