"""Measure changed data on the folds of an evaluation, so that what the change is worth shows question by question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from evaluation.classifier import NO_ANSWER, ClassifierFactory, Label, Prediction, Progress
from evaluation.fitting.recalibration import recalibrated
from evaluation.fitting.runner import measure_all
from evaluation.general_stage import GeneralIntents, decided
from evaluation.measures.outcomes import Case, cases_of_split
from evaluation.splits.folds import Split

Refit: TypeAlias = Callable[[Sequence[str], Sequence[Split]], list[list[Prediction]]]
"""(categories of all texts, splits) -> for each split a prediction for each of its test examples."""


def refitting(
    texts: Sequence[str],
    classifier_factory: ClassifierFactory,
    *,
    general: GeneralIntents | None = None,
    seed: int = 0,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Refit:
    """Return the refit of these texts as a nex-cv evaluation does it: fitted, classified and recalibrated.

    With `general` the decision beside the general intents is measured, as an `Examination` with them does.
    """

    def refit(categories: Sequence[str], splits: Sequence[Split]) -> list[list[Prediction]]:
        tasks = [split.task for split in splits]
        measured = measure_all(tasks, texts, categories, classifier_factory, seed=seed, jobs=jobs, progress=progress)
        predicted = [one.predictions for one in recalibrated(measured)]
        if general is None:
            return predicted
        asked = ([texts[i] for i in split.test] for split in splits)
        return [decided(said, own, general) for said, own in zip(predicted, asked, strict=True)]

    return refit


def cases_of(
    texts: Sequence[str], categories: Sequence[str], splits: Sequence[Split], refit: Refit, threshold: float
) -> list[list[Case]]:
    """Return the cases of each split, in the order of its test side.

    The gold label is the example's category where the training side holds that category, else NO_ANSWER: on unchanged
    data that is the gold of the splits themselves, and it stays right when examples have changed their category.
    """
    predicted = refit(categories, splits)
    return [
        _cases(texts, categories, split, predictions, threshold)
        for split, predictions in zip(splits, predicted, strict=True)
    ]


def _cases(
    texts: Sequence[str], categories: Sequence[str], split: Split, predictions: Sequence[Prediction], threshold: float
) -> list[Case]:
    taught = {categories[i] for i in split.train}
    labels: list[Label] = [categories[i] if categories[i] in taught else NO_ANSWER for i in split.test]
    return cases_of_split(replace(split, gold=tuple(labels)), texts, categories, predictions, threshold)
