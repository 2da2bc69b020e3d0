"""A report on questions that do what they can to break it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from evaluation import nexcv
from evaluation.advice.measure import measure_advice
from evaluation.classifier import NO_ANSWER, Prediction
from evaluation.examination import Examination
from nlu.understanding import Guess

HOSTILE = '<script>alert("x")</script></svg>&amp;{{ 7*7 }}'
EVIL_NAME = 'pay"><img src=x onerror=alert(1)>'


class TakesVisaForPay:
    """Knows topics by their first word, and takes every other visa question for pay."""

    def __init__(self, seed: int = 0) -> None:
        self._names: list[str] = []

    def fit(self, texts: Sequence[str], categories: Sequence[str]) -> None:
        self._names = sorted(set(categories))

    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        return [self._guess(text) for text in texts]

    def _guess(self, text: str) -> Prediction:
        first, number = text.split()[:2]
        wanted = "pay" if first == "vis" and int(number) % 2 else first
        known = [name for name in self._names if name.startswith(wanted)]
        return Guess(known[0], 0.4 + int(number) % 6 / 10) if known else NO_ANSWER


@pytest.fixture(scope="session")
def record() -> dict[str, Any]:
    """The JSON form of a nex-cv result with advice."""
    sizes = {EVIL_NAME: 40, "visa": 40, "gym": 30, "dog": 20, "single": 1}
    rows = [(f"{name[:3]} {i} {HOSTILE}", name) for name, size in sizes.items() for i in range(size)]
    texts, categories = [text for text, _ in rows], [category for _, category in rows]
    result = nexcv.run(texts, categories, TakesVisaForPay, examination=Examination(engine="fake & <b>son</b>"))
    advice = measure_advice(texts, categories, result, TakesVisaForPay)
    changes = [{"change": "typo", "asked": 171, "share": 0.912}, {"change": "gender", "asked": 9, "share": 1.0}]
    asked = {"invariance": {"questions": 180, "share": 0.9164, "changes": changes}}
    carried_on = {"accuracy_all_taught": {"mean": 0.673, "low": 0.601, "high": 0.742}}
    return {**result.to_dict(), **advice.to_dict(), **asked, **carried_on}


def a_share(mean: float) -> dict[str, float]:
    return {"mean": mean, "low": mean - 0.02, "high": mean + 0.02}


@pytest.fixture(scope="session")
def over_time() -> dict[str, Any]:
    """The JSON form of a sequential evaluation, as far as a report reads it."""
    steps = [{"known": 10 * i, "accuracy": i / 10, "f1_weighted": None if i == 1 else i / 12} for i in range(1, 10)]
    return {"steps": steps, "engine": "fake", "threshold": 0.5}


@pytest.fixture(scope="session")
def compared() -> dict[str, Any]:
    """The JSON form of a comparison, as far as a report reads it."""
    settings = [{"min_category_size": 0, "other_min_prop": share} for share in (0.0, 0.15)]
    names = ("accuracy", "carefulness", "coverage")
    engines = [
        {"engine": engine, "settings": [one | {name: a_share(mean) for name in names} for one in settings]}
        for engine, mean in (("candor", 0.8), ("<i>other</i>", 0.6))
    ]
    difference = {"mean": -0.2, "low": -0.25, "high": -0.15, "beyond_noise": True, "questions": 300}
    pair = {"a": "<i>other</i>", "b": "candor", "min_category_size": None, "other_min_prop": None, **difference}
    asked = {"examples": 1200, "categories": 30, "threshold": 0.5}
    return {"engines": engines, "comparisons": [pair], "failed": [], **asked}
