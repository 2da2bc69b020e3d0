"""The option of what nex-cv measures: what a candidate gets, or the classifier alone."""

from __future__ import annotations

import click

from candor.settings import Settings
from candor.starter_models import general_languages
from candor.training_plan import general_intents, phrasing_of
from evaluation.general_stage import GeneralIntents
from evaluation.invariance.perturbations import Phrasing

stage_option = click.option(
    "--stage",
    type=click.Choice(["pipeline", "faq"]),
    default="pipeline",
    show_default=True,
    help="Measure what a candidate gets, general intents included, or the classifier alone (the definition of nex-cv).",
)


def competing_intents(settings: Settings, stage: str, language: str) -> GeneralIntents | None:
    """Return the general intents that compete with a classifier of this language; None for the FAQ stage alone.

    Raises a usage error for a language that the bot does not speak.
    """
    if stage == "faq":
        return None
    _check_spoken(language, "general intents", "add --stage faq")
    return general_intents(settings, settings.bot.general_threshold, language)


def other_ways(language: str) -> Phrasing | None:
    """Return how questions are asked in another way; raises a usage error where nothing is known of the language."""
    _check_spoken(language, "other ways to ask", "leave out --invariance")
    return phrasing_of(language)


def _check_spoken(language: str, what: str, remedy: str) -> None:
    known = general_languages()
    if language not in known:
        raise click.UsageError(f"there are no {what} in {language!r} ({', '.join(known)}): {remedy}")
