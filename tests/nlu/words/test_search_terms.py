from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest
import snowballstemmer
from hypothesis import given
from hypothesis import strategies as st

from nlu.product_files import DATA_FOLDER
from nlu.words.search_terms import MOST_WORDS, index_terms, query_terms


def finds(query: str, text: str, language: str | None) -> bool:
    held = set(index_terms(text, language))
    return all(held.intersection(terms) for terms in query_terms(query))


@pytest.mark.parametrize(
    ("query", "text", "language"),
    [
        ("developers", "Java developer", "en"),
        ("developer", "Wir suchen Developer", "de"),
        ("Pflegekraft", "Pflegekräfte für die Nacht", "de"),
        ("pflegekraefte", "Pflegekraft (m/w/d)", "de"),
        ("verkaufer", "Verkäuferin", "de"),
        ("cuisiniere", "Cuisinière", "fr"),
        ("ingenieurs", "Ingénieur qualité", "fr"),
        ("C++", "Entwickler C++/Qt", "de"),
        ("c#", "C#-Entwickler", "de"),
        ("护士", "招聘注册护士", "zh"),
        ("厨", "厨师长", "zh"),
        ("enfermera", "Enfermera de noche", "es"),
        ("Jefe", "JEFE de cocina", None),
        ("Leitung IT", "IT-Leitung", "de"),
        ("ｊａｖａ", "Java", "en"),
    ],
)
def test_a_text_is_found_by_other_forms_of_its_words(query: str, text: str, language: str | None) -> None:
    assert query_terms(query)
    assert finds(query, text, language)


@pytest.mark.parametrize(
    ("query", "text", "language"),
    [("C#", "C++", "de"), ("士护", "护士", "zh"), ("baker", "bank", "fr"), ("Java night", "Java", "en")],
)
def test_a_text_without_a_word_is_not_found(query: str, text: str, language: str) -> None:
    assert not finds(query, text, language)


@pytest.mark.parametrize("words", ["", "   ", "!?", "jobs", "ich suche eine Stelle", "un travail", "the & of"])
def test_what_every_text_holds_asks_for_nothing(words: str) -> None:
    assert query_terms(words) == ()


def test_a_long_query_and_a_long_word_are_cut() -> None:
    assert len(query_terms(" ".join(f"word{n}" for n in range(100)))) == MOST_WORDS
    assert finds("x" * 5000, "x" * 5000, "en")
    assert max(map(len, index_terms("x" * 5000, "en"))) <= 40


@given(st.text(), st.sampled_from(["en", "de", "fr", "zh", "xx", None]))
def test_terms_hold_nothing_that_a_database_could_read_as_syntax(text: str, language: str | None) -> None:
    terms = [*index_terms(text, language), *(term for some in query_terms(text) for term in some)]
    for term in terms:
        assert term
        assert not set(term) & set("\"'\\ *:^-+&|!<>\0\t\n")


def words_of(folder: Path) -> set[str]:
    texts = (path.read_text(encoding="utf-8").casefold() for path in folder.rglob("*.csv"))
    return {word for text in texts for word in re.findall(r"[^\W\d_]+", text)}


@pytest.mark.parametrize("language", ["english", "german", "french"])
def test_the_stems_in_c_are_those_in_python(language: str) -> None:
    """Else terms that were stored on a machine without the library would not be found on one with it."""
    module = importlib.import_module(f"snowballstemmer.{language}_stemmer")
    in_python, in_use = getattr(module, f"{language.title()}Stemmer")(), snowballstemmer.stemmer(language)
    assert type(in_use) is not type(in_python)
    known = sorted(words_of(DATA_FOLDER / "general") | words_of(DATA_FOLDER / "professions"))[::8]
    assert len(known) > 1000
    assert {word for word in known if in_python.stemWord(word) != in_use.stemWord(word)} == set()
