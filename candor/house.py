"""Opening the house: database, shared language models and texts, from settings."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, partial

from bot.detectors import OwnDetectors
from bot.dialogue.policy import Thresholds
from bot.live import LanguageModels, LiveModels
from bot.service import Service
from bot.texts import load_texts
from candor.backup import erasures
from candor.first_message import prepare
from candor.guard import open_guard
from candor.mailing import confirmations_per_day
from candor.product import DATA_FOLDER
from candor.settings import Settings
from candor.starter_kinds import StarterKind
from candor.starter_models import StarterModels, general_languages
from nlu import starter
from nlu.ads.details import AdDetails
from nlu.classifier.text_classifier import TextClassifier
from nlu.danger.data import danger_stage
from nlu.danger.stage import DangerStage
from nlu.entities.atlas import Atlas
from nlu.entities.cities import City
from nlu.entities.city_dictionary import CityDictionary
from nlu.entities.finder import EntityFinder
from nlu.entities.near_trades import NearTrades
from nlu.entities.small_towns import SmallTowns
from nlu.entities.titles import Titles
from nlu.general.stage import GeneralStage
from nlu.language.data import language_examples
from nlu.language.detector import LanguageDetector, fit_language
from nlu.steps.said import SaidSteps
from nlu.wishes.reader import WishReader
from nlu.wishes.said import SaidWishes
from openings.job_words import JobWords
from storage.database.database import Database
from storage.database.limits import PATIENT, TimeLimits


@contextlib.contextmanager
def open_database(settings: Settings, *, serving: bool = False) -> Iterator[Database]:
    """Open, and close at the end, the configured database; raises StorageError.

    A command may keep it busy for minutes; where people wait (`serving`), nothing may.
    """
    settings.models_dir.parent.mkdir(parents=True, exist_ok=True)
    given = settings.storage
    limits = TimeLimits(given.lock_seconds, given.statement_seconds, given.answer_seconds)
    if not serving:
        limits = replace(limits, statement=max(limits.statement, PATIENT), answer=max(limits.answer, PATIENT))
    database = Database.open(settings.database_url, queue_size=given.queue_size, batch=given.batch, limits=limits)
    try:
        erasures.follow(database, settings.data_dir)
        yield database
    finally:
        database.close()


def answering(settings: Settings, database: Database) -> Service:
    """Assemble what answering needs, with every company's live model loaded, learning what is still to be learnt."""
    service = assemble(settings, learn=True)
    database.read_now(service.refresh)
    return service


def assemble(settings: Settings, *, learn: bool) -> Service:
    """Assemble what answering needs; companies are served once `refresh` was called.

    Without `learn` nothing is learnt here: what is missing is taken in by a later `refresh` once it stands in its file.
    """
    finder, starters = entity_finder(), StarterModels.of(settings)
    load = shared_models if learn else known_shared_models

    def loaded(language: str) -> LanguageModels | None:
        models = load(settings, language, finder)
        if models is not None:
            prepare(models, job_words(), language)
        return models

    guard = open_guard(settings, starters, learn=learn)
    to_come = guard is not None and guard.detector is None and guard.trouble is None
    own = OwnDetectors(settings.models_dir, starters.detector if to_come else None) if settings.guard.detector else None
    return Service(
        live=LiveModels(loaded, settings.models_dir),
        detector=language_detector(),
        texts=load_texts(),
        thresholds=thresholds(settings),
        guard=guard,
        jobs=job_words(),
        confirmations_per_day=confirmations_per_day(settings),
        mails_answers=settings.mail.smtp_host is not None,
        own_detectors=own,
        public_url=settings.server.public_url,
    )


@cache
def _cities() -> tuple[City, ...]:
    return starter.cities(DATA_FOLDER)


@cache
def _city_dictionary() -> CityDictionary:
    return CityDictionary(_cities())


@cache
def entity_finder() -> EntityFinder:
    """Return the finder of professions and cities that everybody in this process shares."""
    return EntityFinder(
        starter.professions(DATA_FOLDER), _city_dictionary(), general_languages(), starter.workplaces(DATA_FOLDER)
    )


@cache
def finder_of(language: str) -> EntityFinder:
    """Return the finder of professions in one language, and of cities: all that a retrain needs, ready much sooner."""
    return EntityFinder(starter.professions(DATA_FOLDER), _city_dictionary(), [language])


@cache
def atlas() -> Atlas:
    """Return the atlas that everybody in this process shares."""
    small = SmallTowns(starter.small_towns(DATA_FOLDER))
    return Atlas(_cities(), starter.areas(DATA_FOLDER), entity_finder().city_names, small)


def _near_trades() -> dict[str, NearTrades]:
    professions = starter.professions(DATA_FOLDER)
    return {language: NearTrades(professions, language) for language in professions[0].forms}


@cache
def job_words() -> JobWords:
    """Return what understanding and naming jobs needs, which everybody in this process shares."""
    return JobWords(
        atlas=atlas(),
        wishes=WishReader(starter.phrases(DATA_FOLDER, "wishes"), atlas(), starter.phrases(DATA_FOLDER, "pay")),
        questions=starter.opening_questions(DATA_FOLDER),
        related=starter.related_professions(DATA_FOLDER),
        titles=Titles(starter.professions(DATA_FOLDER), _cities()),
        near_trades=_near_trades(),
    )


def thresholds(settings: Settings) -> Thresholds:
    """Return how sure the bot must be."""
    bot = settings.bot
    return Thresholds(
        bot.threshold,
        clarify_floor=bot.clarify_floor,
        clarify_closeness=bot.clarify_closeness,
        clarify_alone=bot.clarify_alone,
    )


def shared_models(settings: Settings, language: str, finder: EntityFinder) -> LanguageModels:
    """Return what all companies of one language share, learning it where that has not been done."""
    models = StarterModels.of(settings)
    learnt = {kind: models.load(kind, language) or models.learn(kind, language, finder) for kind in StarterKind}
    return _shared(settings, language, finder, learnt)


def listening_models(settings: Settings, language: str, finder: EntityFinder) -> tuple[GeneralStage, DangerStage]:
    """Return those of them that hear general intents and danger, learning these alone where that has not been done."""
    models = StarterModels.of(settings)
    kinds = (StarterKind.GENERAL, StarterKind.DANGER)
    general, danger = (models.load(kind, language) or models.learn(kind, language, finder) for kind in kinds)
    return _listening(settings, language, general, danger)


def known_shared_models(settings: Settings, language: str, finder: EntityFinder) -> LanguageModels | None:
    """Return what all companies of one language share; None where it is still to be learnt."""
    models = StarterModels.of(settings)
    loaded = ((kind, models.load(kind, language)) for kind in StarterKind)
    known = {kind: model for kind, model in loaded if model is not None}
    return _shared(settings, language, finder, known) if len(known) == len(StarterKind) else None


def _shared(
    settings: Settings, language: str, finder: EntityFinder, learnt: Mapping[StarterKind, TextClassifier]
) -> LanguageModels:
    intents, signs = _listening(settings, language, learnt[StarterKind.GENERAL], learnt[StarterKind.DANGER])
    wishes, steps = SaidWishes(learnt[StarterKind.WISHES]), SaidSteps(learnt[StarterKind.STEPS])
    details = AdDetails(learnt[StarterKind.DETAILS])
    return LanguageModels(intents, finder, settings.bot.general_threshold, signs, wishes, steps, details)


def _listening(
    settings: Settings, language: str, general: TextClassifier, danger: TextClassifier
) -> tuple[GeneralStage, DangerStage]:
    again = StarterModels.of(settings).load
    intents = GeneralStage(general, whole=partial(again, StarterKind.GENERAL, language))
    return intents, danger_stage(DATA_FOLDER, language, danger, partial(again, StarterKind.DANGER, language))


@cache
def language_detector() -> LanguageDetector:
    """Return the detector of the languages there is a general stage for, learnt in about half a second."""
    return fit_language(language_examples(DATA_FOLDER, general_languages()))
