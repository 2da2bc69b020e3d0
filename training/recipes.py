"""Which recipe a retrain learns by: that of the language, with the thesaurus for as long as it helps."""

from __future__ import annotations

from dataclasses import replace
from statistics import fmean

from nlu.classifier.calibration import estimated_prior
from nlu.recipe import Recipe
from storage.models.models import ModelVersion
from training.measuring import MeasuredModel
from training.snapshot import DatasetSnapshot


def suited_recipe(asked: Recipe, snapshot: DatasetSnapshot) -> Recipe:
    """Return the recipe for data of this size, expecting as many questions about something else as recruiters found."""
    prior = estimated_prior(asked.negative_prior, snapshot.dismissed, snapshot.reviewed)
    return replace(asked, negative_prior=prior).suited(len(snapshot.examples), snapshot.distinct_categories)


def kept_recipe(asked: Recipe, snapshot: DatasetSnapshot, live: ModelVersion | None) -> Recipe | None:
    """Return the recipe with the thesaurus still, where the live version reads it and the data has outgrown it.

    None where there is nothing to keep. At what size it stops helping depends on the data, so both are to be measured.
    """
    suited = suited_recipe(asked, snapshot)
    if live is None or suited.concepts == asked.concepts or live.recipe.get("concepts") != asked.concepts:
        return None
    return replace(suited, concepts=asked.concepts)


def is_better(one: MeasuredModel, other: MeasuredModel) -> bool:
    """Whether the one is right more often, in the mean over the settings, on the same questions."""
    return _accuracy(one) > _accuracy(other)


def _accuracy(measured: MeasuredModel) -> float:
    return fmean([setting["accuracy"]["mean"] for setting in measured.record["settings"]] or [0.0])
