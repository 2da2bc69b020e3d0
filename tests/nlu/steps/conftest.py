"""Steps as they are learnt of the starter data."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from candor.starter_kinds import StarterKind
from nlu.steps.said import SaidSteps
from tests.learnt import Learnt


@pytest.fixture(scope="module")
def steps(learnt: Learnt) -> Callable[[str], SaidSteps]:
    return cache(lambda language: SaidSteps(learnt.model(StarterKind.STEPS, language)))
