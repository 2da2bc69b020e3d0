"""The words for where, with what and at what one works are names of known professions and nothing else's."""

from __future__ import annotations

from pathlib import Path

import pytest

from nlu import starter
from nlu.entities.professions import profession_names

DATA = Path(__file__).parents[2] / "data"
PROFESSIONS, WORKPLACES = starter.professions(DATA), starter.workplaces(DATA)
LANGUAGES = ("en", "de", "fr", "zh")


def test_each_means_a_profession_that_is_known() -> None:
    assert {each.id for each in WORKPLACES} - {each.id for each in PROFESSIONS} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_has_words_in_every_language(language: str) -> None:
    assert [each.id for each in WORKPLACES if not each.forms.get(language)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_none_is_a_form_of_a_profession(language: str) -> None:
    assert set(profession_names(WORKPLACES, language)) & set(profession_names(PROFESSIONS, language)) == set()
