"""A card calls a town as its advertisement does, whatever language it is shown in."""

from __future__ import annotations

import pytest

from bot.texts import load_texts
from candor.house import job_words
from openings.wording import Wording
from storage.openings.openings import Place


@pytest.mark.parametrize("language", ["en", "de", "fr", "zh"])
@pytest.mark.parametrize("city", ["München", "Köln", "Wien", "Kassel"])
def test_a_town_is_named_as_the_advertisement_has_it(language: str, city: str) -> None:
    assert Wording(load_texts(), language, job_words()).place(Place(city, None, "DE")) == city
