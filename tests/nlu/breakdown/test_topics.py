"""Topics: what utterances are about, in a few directions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.sparse.linalg import ArpackError

from nlu.breakdown.topics import fit_topics

SUBJECTS = ("salary and pay", "parking at the plant", "the canteen menu", "holidays in summer", "training on the job")
TEXTS = [f"{about} {number % 7}" for number in range(60) for about in SUBJECTS]


def likeness(texts: list[str]) -> Any:
    """Return the cosines between texts by their topics."""
    vectors = fit_topics(texts, len(SUBJECTS), seed=1).vectors(texts[: len(SUBJECTS)])
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return unit @ unit.T


def test_texts_about_different_things_stand_apart() -> None:
    cosines = likeness(TEXTS)
    assert cosines[~np.eye(len(SUBJECTS), dtype=bool)].max() < 0.5


def test_where_the_first_solver_gives_up_another_finds_the_same_topics(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = likeness(TEXTS)

    def gives_up(*_: object, **__: object) -> None:
        raise ArpackError(3)

    monkeypatch.setattr("scipy.sparse.linalg.svds", gives_up)
    assert likeness(TEXTS) == pytest.approx(usual, abs=0.02)
