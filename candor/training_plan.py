"""From settings to how a retrain works."""

from __future__ import annotations

from functools import cache, partial

from candor.cores import at_most_cores
from candor.house import finder_of, listening_models
from candor.product import DATA_FOLDER
from candor.settings import Settings
from candor.starter_models import StarterModels
from evaluation.gate.decision import GateRules
from evaluation.general_stage import GeneralIntents
from evaluation.invariance.perturbations import Phrasing
from nlu import starter
from nlu.danger.stage import DangerStage
from nlu.general.stage import CRISIS, GeneralStage, Heard
from nlu.understanding import Guess, Level
from storage.companies.company_settings import CompanySettings
from training.measuring import Measuring
from training.retrain import Plan

_NOT_OF_THE_RULES = ("canary_share", "canary_reviews", "second_person")


def training_plan(settings: Settings, its: CompanySettings) -> Plan:
    """Return the plan by which a company with these settings of its own is retrained."""
    return Plan(
        models_dir=settings.models_dir,
        measuring=Measuring(
            retries=settings.evaluation.retries,
            test_fraction=settings.evaluation.test_fraction,
            threshold=its.threshold,
            seed=settings.evaluation.seed,
            jobs=at_most_cores(settings.evaluation.jobs),
        ),
        recipe=settings.nlu.recipe,
        rules=_rules(settings, its),
        general=partial(general_intents, settings, its.general_threshold),
        phrasing=phrasing_of,
        canary_share=its.canary_share,
        kept_versions=settings.storage.kept_versions,
    )


def _rules(settings: Settings, its: CompanySettings) -> GateRules:
    given = settings.gate.model_dump(exclude=set(_NOT_OF_THE_RULES))
    own = {name: getattr(its, name) for name in ("tolerance", "category_tolerance", "accuracy_floor")}
    return GateRules(**{**given, **own}, seed=settings.evaluation.seed)


def general_intents(settings: Settings, threshold: float, language: str) -> GeneralIntents:
    """Return what every bot of a language understands beside an FAQ; it is learnt when asked, where it has not been."""

    @cache
    def shared() -> tuple[GeneralStage, DangerStage]:
        return listening_models(settings, language, finder_of(language))

    @cache
    def hear(text: str) -> Heard:
        general, danger = shared()
        if danger.judge(text).level is Level.DANGER:
            return Heard((Guess(CRISIS, 1.0),))
        return general.hear(text, entities=finder_of(language).find(text, language))

    version = StarterModels.of(settings).version(language)
    return GeneralIntents(hear, threshold, version)


@cache
def phrasing_of(language: str) -> Phrasing | None:
    """Return how people phrase what must not change an answer; None for a language that nothing is known of."""
    phrases, genders = (starter.phrases(DATA_FOLDER, subject).get(language) for subject in ("invariance", "genders"))
    if phrases is None or genders is None:
        return None
    return Phrasing.of(language, phrases, genders, lambda text: finder_of(language).find(text, language))
