"""Opening the house: database, shared language models and texts, from settings."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from bot.conversation import Service
from bot.live import LanguageModels, LiveModels
from bot.policy import Thresholds
from bot.texts import load_texts
from candor.settings import Settings
from nlu import model_file, starter
from nlu.entities.cities import known_cities
from nlu.entities.finder import EntityFinder
from nlu.errors import ModelFileError
from nlu.general import GeneralStage, fit_general
from nlu.recipe import Recipe
from nlu.text_classifier import TextClassifier
from storage.database import Database

DATA_FOLDER = Path(__file__).parent.parent / "data"


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
    finder = EntityFinder(starter.professions(DATA_FOLDER), known_cities(), general_languages())
    live = LiveModels(lambda language: shared_models(settings, language, finder), settings.models_dir)
    database.read_now(live.refresh)
    return Service(live=live, texts=load_texts(), thresholds=Thresholds(faq=settings.bot.threshold))


def general_languages() -> tuple[str, ...]:
    """Return the languages that there is a general stage for, by their data files."""
    return tuple(sorted(path.stem for path in (DATA_FOLDER / "general").glob("??.csv")))


def shared_models(settings: Settings, language: str, finder: EntityFinder) -> LanguageModels:
    """Return what all companies of one language share."""
    classifier = _general_classifier(settings, language, finder)
    return LanguageModels(GeneralStage(classifier), finder, settings.bot.general_threshold)


def _general_classifier(settings: Settings, language: str, finder: EntityFinder) -> TextClassifier:
    """Load the general model whose data and recipe are today's, or fit and keep it."""
    examples = starter.general_examples(DATA_FOLDER, language)
    negatives = starter.general_negatives(DATA_FOLDER, language)
    professions = (DATA_FOLDER / "professions" / "professions.csv").read_text(encoding="utf-8")
    content = json.dumps([examples, negatives, professions, Recipe.general().to_dict()], ensure_ascii=True)
    fingerprint = hashlib.sha256(content.encode()).hexdigest()
    path = settings.models_dir / "general" / f"{language}-{fingerprint[:16]}.candor"
    if path.exists():
        with contextlib.suppress(ModelFileError):
            return model_file.load(path)[0]
    classifier = fit_general(examples, negatives, find=lambda text: finder.find(text, language))
    path.parent.mkdir(parents=True, exist_ok=True)
    model_file.save(path, classifier, {"fingerprint": fingerprint, "language": language, "stage": "general"})
    return classifier
