from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from nlu import starter
from nlu.entities.profession_words import never_corrected, ordinary
from nlu.entities.professions import ProfessionDictionary, profession_names
from nlu.words.typos import Typos

DATA = Path(__file__).parents[2] / "data"
PROFESSIONS = starter.professions(DATA)
LANGUAGES = ("en", "de", "fr", "zh")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_form_means_one_profession(language: str) -> None:
    meanings: defaultdict[str, set[str]] = defaultdict(set)
    for profession in PROFESSIONS:
        for form in profession.forms[language]:
            meanings[form.casefold()].add(profession.id)
    assert {form: ids for form, ids in meanings.items() if len(ids) > 1} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_profession_has_forms_in_every_language(language: str) -> None:
    assert [profession.id for profession in PROFESSIONS if not profession.forms.get(language)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ordinary_word_is_a_form(language: str) -> None:
    names = ProfessionDictionary(PROFESSIONS, language)._names._names
    plain = profession_names([type(PROFESSIONS[0])("ordinary", {language: tuple(ordinary(language))})], language)
    assert sorted(name for name in plain if name not in names) == []


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_every_word_that_is_never_corrected_would_be(language: str) -> None:
    vocabulary = {word for name in profession_names(PROFESSIONS, language) for word in name.split()}
    typos = Typos(vocabulary)
    assert [word for word in never_corrected(language) if typos.correct(word) is None] == []


def test_whom_one_may_ask_to_speak_to_has_a_profession() -> None:
    assert starter.staff(DATA) - {profession.id for profession in PROFESSIONS} == frozenset()
