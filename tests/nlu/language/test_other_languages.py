"""Messages in languages that the product does not speak are told, and none that it does is taken for one."""

from __future__ import annotations

from pathlib import Path

import pytest

from nlu import starter
from nlu.data_rows import rows
from nlu.errors import DataError
from nlu.language.data import language_examples
from nlu.language.detector import LanguageDetector, fit_language
from nlu.language.names import language_names
from nlu.language.other_languages import listed_words, other_languages
from nlu.words.negation import negation
from tests.nlu.samples import DATA

ALL = ("en", "de", "fr", "zh")
MESSAGES = [row for _, row in rows(Path(__file__).with_name("other_languages.csv"), ("text", "language"))]


@pytest.fixture(scope="module")
def detector() -> LanguageDetector:
    """The detector of the starter data."""
    return fit_language(language_examples(DATA, ALL))


@pytest.mark.parametrize("language", ["es", "it", "pl", "tr"])
def test_nine_in_ten_messages_in_another_language_are_told(detector: LanguageDetector, language: str) -> None:
    texts = [row["text"] for row in MESSAGES if row["language"] == language]
    assert sum(detector.not_served(text, ALL) == language for text in texts) / len(texts) >= 0.9


@pytest.mark.parametrize("text", [row["text"] for row in MESSAGES if not row["language"]])
def test_names_of_places_and_single_words_tell_no_other_language(detector: LanguageDetector, text: str) -> None:
    assert detector.not_served(text, ALL) is None


@pytest.mark.parametrize("language", ALL)
def test_no_question_of_the_demo_company_is_taken_for_another_language(
    detector: LanguageDetector, language: str
) -> None:
    assert [text for text in starter.demo_questions(DATA, language) if detector.not_served(text, ALL)] == []


@pytest.mark.parametrize("row", [row for row in MESSAGES if len(row["language"]) > 2], ids=lambda row: row["language"])
def test_a_message_in_another_script_is_told_by_that(detector: LanguageDetector, row: dict[str, str]) -> None:
    assert detector.not_served(row["text"], ALL) == row["language"]


@pytest.mark.parametrize(
    ("text", "told"),
    [("", None), ("\ud800", None), ("\x00 hola", None), ("¿¡!?", None), ("hola " * 5000, None), ("ﷺ" * 500, "arabic")],
)
def test_any_text_can_be_looked_at(detector: LanguageDetector, text: str, told: str | None) -> None:
    assert detector.not_served(text, ALL) == told


def test_words_of_two_languages_tell_neither() -> None:
    assert other_languages().named_by(["hola", "tengo", "ciao", "cerco"]) is None


def test_a_list_with_a_phrase_in_it_is_named(tmp_path: Path) -> None:
    (tmp_path / "language").mkdir()
    (tmp_path / "language" / "other.pt.txt").write_text("olá\nbom dia\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"other\.pt\.txt: 'bom dia' is more than one word"):
        listed_words(tmp_path)


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "can we speak German", "de"),
        ("en", "I don't speak German", None),
        ("en", "jobs for French speakers", None),
        ("en", "do you have German-speaking staff", None),
        ("en", "i dont speak english well, german possible?", "de"),
        ("en", "english or german?", None),
        ("en", "do i need german and is there a canteen", None),
        ("en", "I am learning German, can we speak German", "de"),
        ("en", "speak spanish please", None),
        ("en", "jobs in Germany", None),
        ("de", "Ich spreche kein Englisch", None),
        ("de", "muss ich Deutsch können", None),
        ("de", "können wir Deutsch sprechen", "de"),
        ("de", "auf Französisch bitte", "fr"),
        ("fr", "je ne parle pas allemand, en anglais svp", "en"),
        ("fr", "cours de français", None),
        ("fr", "faut-il parler allemand", None),
        ("fr", "sans problème, en français", "fr"),
        ("zh", "我不会说英语", None),
        ("zh", "一定要会法语吗", None),
        ("zh", "请说中文", "zh"),
        ("zh", "英语好的岗位", None),
    ],
)
def test_a_language_is_wanted_when_it_is_asked_for_not_when_it_is_only_named(
    language: str, text: str, wanted: str | None
) -> None:
    assert language_names().wanted(text, ALL, negation(language)) == wanted


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I don't speak German", "en"),
        ("jobs for French speakers", "en"),
        ("my Deutsch is bad", "en"),
        ("Ich spreche kein Englisch", "de"),
        ("nur English bitte", "de"),
        ("je ne parle pas allemand", "fr"),
        ("parle pas deutsch", "fr"),
        ("我不会 English", "zh"),
    ],
)
def test_a_sentence_that_names_a_language_is_not_written_in_it(
    detector: LanguageDetector, text: str, language: str
) -> None:
    assert {detector.detect(text, ALL, last=last, default=last) for last in ALL} == {language}


def test_a_name_alone_still_says_what_it_said(detector: LanguageDetector) -> None:
    assert detector.detect("Deutsch", ALL, default="en") == "de"
