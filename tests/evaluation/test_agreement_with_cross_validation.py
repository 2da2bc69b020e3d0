"""At (0, 0) nex-cv is comparable to 5-fold cross-validation (nex-cv paper, section 3.2)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import RidgeClassifier
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline

from evaluation import nexcv
from evaluation.classifier import Prediction
from evaluation.formats.data_file import read_rows
from evaluation.splits.folds import Folds
from evaluation.splits.plan import SplitPlan
from evaluation.splits.settings import NexCvSettings
from nlu.understanding import Guess


def ridge() -> Any:
    return make_pipeline(TfidfVectorizer(sublinear_tf=True), RidgeClassifier())


class Ridge:
    def __init__(self, seed: int = 0) -> None:
        self._model = ridge()

    def fit(self, texts: Sequence[str], categories: Sequence[str]) -> None:
        self._model.fit(texts, categories)

    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        return [Guess(str(name), 1.0) for name in self._model.predict(texts)]


@pytest.mark.parametrize("name", ["sofmattress", "curekart"])
@pytest.mark.filterwarnings("ignore:The least populated class")
def test_the_five_fold_mean_lies_within_the_interval_widened_by_its_own_noise(candor_data: Path, name: str) -> None:
    rows = read_rows(candor_data / "hint3" / f"{name}_train.csv")
    texts, categories = [row.text for row in rows], [row.category for row in rows]
    result = nexcv.run(texts, categories, Ridge, SplitPlan(settings=(NexCvSettings(),), retries=10, folds=Folds.PLAIN))
    ours = result.settings[0].interval_of("accuracy")
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    mean = float(np.mean(cross_val_score(ridge(), texts, categories, cv=folds, scoring="accuracy")))
    assert ours.low is not None
    assert ours.high is not None
    noise = 1.96 * (mean * (1 - mean) / len(texts)) ** 0.5
    assert ours.low - noise <= mean <= ours.high + noise
    assert noise < 0.06  # a bound so wide that anything passes would show nothing
