"""Opening the house: database, shared language models and texts, from settings."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterator
from functools import cache

from bot.detectors import OwnDetectors
from bot.live import LanguageModels, LiveModels
from bot.openings.job_words import JobWords
from bot.policy import Thresholds
from bot.service import Service
from bot.texts import load_texts
from candor.guard import open_guard
from candor.mailing import confirmations_per_day
from candor.product import DATA_FOLDER
from candor.settings import Settings
from nlu import model_file, starter
from nlu.crisis_words import CrisisWords
from nlu.entities.atlas import Atlas
from nlu.entities.finder import EntityFinder
from nlu.entities.titles import Titles
from nlu.errors import ModelFileError
from nlu.general import GeneralStage, fit_general
from nlu.language import LanguageDetector, fit_language
from nlu.language_data import language_examples
from nlu.opening_questions import OpeningQuestions
from nlu.recipe import Recipe
from nlu.text_classifier import TextClassifier
from nlu.wish_words import WishReader
from storage.database import Database


@contextlib.contextmanager
def open_database(settings: Settings) -> Iterator[Database]:
    """Open, and close at the end, the configured database; raises StorageError."""
    settings.models_dir.parent.mkdir(parents=True, exist_ok=True)
    database = Database.open(
        settings.database_url, queue_size=settings.storage.queue_size, batch=settings.storage.batch
    )
    try:
        yield database
    finally:
        database.close()


def answering(settings: Settings, database: Database) -> Service:
    """Assemble what answering needs, with every company's live model loaded."""
    finder = entity_finder()
    live = LiveModels(lambda language: shared_models(settings, language, finder), settings.models_dir)
    guard = open_guard(settings, DATA_FOLDER, general_languages())
    words, per_day = job_words(), confirmations_per_day(settings)
    own = OwnDetectors(settings.models_dir) if settings.guard.detector else None
    service = Service(
        live, language_detector(), load_texts(), thresholds(settings), guard, words, per_day, own,
        public_url=settings.server.public_url,
    )  # fmt: skip
    database.read_now(service.refresh)
    return service


@cache
def entity_finder() -> EntityFinder:
    """Return the finder of professions and cities that everybody in this process shares."""
    return EntityFinder(starter.professions(DATA_FOLDER), starter.cities(DATA_FOLDER), general_languages())


@cache
def atlas() -> Atlas:
    """Return the atlas that everybody in this process shares."""
    return Atlas(starter.cities(DATA_FOLDER), starter.areas(DATA_FOLDER), entity_finder().city_names)


@cache
def job_words() -> JobWords:
    """Return what understanding and naming jobs needs, which everybody in this process shares."""
    return JobWords(
        atlas=atlas(),
        wishes=WishReader(starter.phrases(DATA_FOLDER, "wishes"), atlas()),
        questions=OpeningQuestions(starter.phrases(DATA_FOLDER, "opening_questions")),
        related=starter.related_professions(DATA_FOLDER),
        titles=Titles(starter.professions(DATA_FOLDER), starter.cities(DATA_FOLDER)),
    )


def thresholds(settings: Settings) -> Thresholds:
    """Return how sure the bot must be."""
    bot = settings.bot
    return Thresholds(bot.threshold, bot.clarify_floor, bot.clarify_closeness)


def general_languages() -> tuple[str, ...]:
    """Return the languages that there is a general stage for, by their data files."""
    return tuple(sorted(path.stem for path in (DATA_FOLDER / "general").glob("??.csv")))


def shared_models(settings: Settings, language: str, finder: EntityFinder) -> LanguageModels:
    """Return what all companies of one language share."""
    classifier = _general_classifier(settings, language, finder)
    crisis = CrisisWords(starter.crisis_phrases(DATA_FOLDER, language))
    return LanguageModels(GeneralStage(classifier, crisis), finder, settings.bot.general_threshold)


def _general_classifier(settings: Settings, language: str, finder: EntityFinder) -> TextClassifier:
    """Load the general model whose data and recipe are today's, or fit and keep it."""
    examples = starter.general_examples(DATA_FOLDER, language)
    negatives = starter.general_negatives(DATA_FOLDER, language)
    files = sorted([*(DATA_FOLDER / "cities").glob("*.csv"), *(DATA_FOLDER / "professions").glob("*.csv")])
    entities = [file.read_text(encoding="utf-8") for file in files]
    content = json.dumps([examples, negatives, entities, Recipe.general(language).to_dict()], ensure_ascii=True)
    fingerprint = hashlib.sha256(content.encode()).hexdigest()
    path = settings.models_dir / "general" / f"{language}-{fingerprint[:16]}.candor"
    if path.exists():
        with contextlib.suppress(ModelFileError):
            return model_file.load(path)[0]
    classifier = fit_general(examples, negatives, find=lambda text: finder.find(text, language), language=language)
    path.parent.mkdir(parents=True, exist_ok=True)
    model_file.save(path, classifier, {"fingerprint": fingerprint, "language": language, "stage": "general"})
    return classifier


@cache
def language_detector() -> LanguageDetector:
    """Return the detector of the languages there is a general stage for, learnt in about half a second."""
    return fit_language(language_examples(DATA_FOLDER, general_languages()))
