"""What nex-cv measures by the options of a command: what a candidate gets, or the classifier alone."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from candor.commands.options import Settings, with_settings
from candor.starter_models import general_languages
from candor.training_plan import general_intents, phrasing_of
from evaluation.classifier import ClassifierFactory
from evaluation.engines.by_name import engine
from evaluation.examination import Examination
from evaluation.general_stage import GeneralIntents
from evaluation.invariance.perturbations import Phrasing

stage_option = click.option(
    "--stage",
    type=click.Choice(["pipeline", "faq"]),
    default="pipeline",
    show_default=True,
    help="Measure what a candidate gets, general intents included, or the classifier alone (the definition of nex-cv).",
)


@dataclass(frozen=True, slots=True)
class MeasuredEngine:
    """The engine called `name`, and what is measured of it: `stage`, from `threshold` on, also asked in other ways."""

    settings: Settings
    name: str
    stage: str
    threshold: float = 0.5
    invariance: bool = False

    def factory(self, language: str) -> ClassifierFactory:
        """Return what makes its classifiers of a language."""
        return engine(self.name, language)

    def examination(self, language: str, *, carry_on: bool = False) -> Examination:
        """Return what it is examined in; raises a usage error for a language that the bot does not speak."""
        return Examination(
            engine=self.name,
            threshold=self.threshold,
            general=_competing_intents(self.settings, self.stage, language),
            phrasing=_other_ways(language) if self.invariance else None,
            carry_on=carry_on,
        )


def with_measured_engine(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command its `measured` engine as the first argument, in place of the options that say it."""

    @with_settings
    @functools.wraps(command)
    def measuring(settings: Settings, *, engine_name: str, stage: str, **options: Any) -> Any:
        said = {name: options.pop(name) for name in ("threshold", "invariance") if name in options}
        return command(MeasuredEngine(settings, engine_name, stage, **said), **options)

    return measuring


def _competing_intents(settings: Settings, stage: str, language: str) -> GeneralIntents | None:
    """The general intents that compete with a classifier of this language; None for the FAQ stage alone."""
    if stage == "faq":
        return None
    _check_spoken(language, "general intents", "add --stage faq")
    return general_intents(_with_a_folder(settings), settings.bot.general_threshold, language)


def _with_a_folder(settings: Settings) -> Settings:
    """Without a data folder what is learnt beside is kept only for as long as the command runs: it makes none."""
    if settings.data_dir.exists():
        return settings
    folder = click.get_current_context().with_resource(TemporaryDirectory(prefix="candor-"))
    return settings.model_copy(update={"data_dir": Path(folder)})


def _other_ways(language: str) -> Phrasing | None:
    """How questions are asked in another way."""
    _check_spoken(language, "other ways to ask", "leave out --invariance")
    return phrasing_of(language)


def _check_spoken(language: str, what: str, remedy: str) -> None:
    known = general_languages()
    if language not in known:
        raise click.UsageError(f"there are no {what} in {language!r} ({', '.join(known)}): {remedy}")
