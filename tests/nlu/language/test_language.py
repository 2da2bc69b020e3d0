from __future__ import annotations

import csv
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from nlu.language.data import language_examples
from nlu.language.detector import LanguageDetector, fit_language
from tests.nlu.samples import DATA

ALL = ("en", "de", "fr", "zh")


@pytest.fixture(scope="module")
def detector() -> LanguageDetector:
    """The detector of the starter data."""
    return fit_language(language_examples(DATA, ALL))


def everywhere(detector: LanguageDetector, text: str, among: Sequence[str] = ALL) -> list[str]:
    """The language of the text in conversations held in each of the languages, in order."""
    return [detector.detect(text, among, last=last, default=among[0]) for last in among]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("bonjour", "fr"),
        ("Hallo!", "de"),
        ("hi there", "en"),
        ("你好", "zh"),
        ("merci bcp", "fr"),
        ("danke schön", "de"),
        ("thank you", "en"),
        ("wie viel verdient man", "de"),
        ("cest quoi le salaire", "fr"),
        ("how do i aply for a job", "en"),
    ],
)
def test_a_few_clear_words_decide_whatever_the_default_is(detector: LanguageDetector, text: str, language: str) -> None:
    assert {detector.detect(text, ALL, default=default) for default in ALL} == {language}


@pytest.mark.parametrize(
    "text",
    ["ok", "OK!", "Job", "CV", "Berlin", "Data Scientist", "Data Scientist Berlin", "Anna Müller", "super", "hi", "HR"],
)
def test_words_that_all_languages_share_leave_the_conversation_as_it_is(detector: LanguageDetector, text: str) -> None:
    assert everywhere(detector, text) == list(ALL)


@pytest.mark.parametrize(
    ("last", "text"),
    [
        ("en", "jobs in Switzerland"),
        ("en", "manager Baden-Württemberg"),
        ("en", "jobs in Denmark or Hesse"),
        ("de", "Jobs in Nigeria"),
        ("de", "Jobs in Lettland"),
        ("fr", "postes en Saxe-Anhalt"),
    ],
)
def test_a_place_tells_nothing_of_the_language(detector: LanguageDetector, last: str, text: str) -> None:
    assert detector.detect(text, ALL, last=last, default="en") == last


def test_who_names_a_place_in_a_sentence_may_change_the_language(detector: LanguageDetector) -> None:
    assert detector.detect("ich suche eine Stelle in der Schweiz", ALL, last="en", default="en") == "de"
    assert detector.detect("Schweiz", ALL, default="en") == "de"


@pytest.mark.parametrize(
    "text",
    ["", " ", "?!", "👍", "👍🎉 :-)", "12345", "+49 30 123456", "100 %", "\ud800", "\udfff\udfff", "\x00",
     "https://example.com/bonjour/wie-geht-es", "www.example.com", "bewerbung@example.com",
     "https://www.halmbeck.example/karriere/über-uns", "www.müller-karriere.de", "emploi.example/offres",
     "käthe.müller@bewerbung.example", "x@y", "kim.meier@example", "lettre@", "je.suis@ici", "kim.meier[at]web.de",
     "kim.meier(at)web.de", "de@fr,", "Lebenslauf.pdf", "curriculum-vitae.docx", "CV_Mueller_2024.pdf",
     "lettre_de_motivation", "10h-12h", "20h", "REF-2024-17"],
)  # fmt: skip
def test_a_text_without_words_leaves_the_conversation_as_it_is(detector: LanguageDetector, text: str) -> None:
    assert everywhere(detector, text) == list(ALL)
    assert [detector.detect(text, ALL, default=default) for default in ALL] == list(ALL)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("meine Adresse ist x@y", "de"),
        ("mon CV est joint : curriculum.pdf", "fr"),
        ("can I send you Lebenslauf.pdf", "en"),
        ("我的邮箱是x@y", "zh"),
    ],
)
def test_the_words_beside_a_name_tell_the_language(detector: LanguageDetector, text: str, language: str) -> None:
    assert everywhere(detector, text) == [language] * len(ALL)


@pytest.mark.parametrize(
    "text",
    [
        "busco trabajo de camarero",
        "szukam pracy jako kierowca",
        "ищу работу",
        "أبحث عن عمل",
        "仕事を探しています",
        "안녕하세요",
    ],
)
def test_a_language_not_served_leaves_the_conversation_as_it_is(detector: LanguageDetector, text: str) -> None:
    assert everywhere(detector, text) == list(ALL)


def test_a_language_of_the_product_that_the_company_does_not_serve_is_not_guessed(detector: LanguageDetector) -> None:
    assert everywhere(detector, "je cherche un emploi", ("en", "de")) == ["en", "de"]
    assert everywhere(detector, "你们在招人吗", ("en", "de")) == ["en", "de"]
    assert everywhere(detector, "Ich suche eine Stelle", ("en", "de")) == ["de", "de"]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Kann ich mich auch ohne Abschluss bewerben?", "de"),
        ("est-ce que je peux postuler sans diplôme", "fr"),
        ("can I apply without a degree", "en"),
        ("没有学历可以申请吗", "zh"),
    ],
)
def test_a_clear_sentence_switches_the_conversation(detector: LanguageDetector, text: str, language: str) -> None:
    assert everywhere(detector, text) == [language] * len(ALL)


def test_a_word_that_begins_a_conversation_need_not_be_enough_to_switch_one() -> None:
    thrice_as_german = fit_language([("hallo " * 7 + "gut " * 3, "de"), ("hallo " * 2 + "good " * 8, "en")])
    assert thrice_as_german.detect("hallo", ["en", "de"], default="en") == "de"
    assert thrice_as_german.detect("hallo", ["en", "de"], last="en", default="de") == "en"


@pytest.mark.parametrize(
    "text", ["Java开发", "HR怎么联系", "想做Senior Product Manager", "Java 岗", "可以remote吗", "base上海的有吗"]
)
def test_chinese_with_english_words_in_it_is_chinese(detector: LanguageDetector, text: str) -> None:
    assert everywhere(detector, text) == ["zh"] * len(ALL)


@pytest.mark.parametrize(
    "text", ["I am 李 and I am looking for a job", "My name is 王小明", "what does 薪 mean please"]
)
def test_a_few_chinese_characters_do_not_make_a_sentence_chinese(detector: LanguageDetector, text: str) -> None:
    assert everywhere(detector, text) == ["en"] * len(ALL)


@pytest.mark.parametrize("text", ["part-time也收吗?", "要part-time的喔", "word的"])
def test_who_speaks_chinese_names_things_in_other_words(detector: LanguageDetector, text: str) -> None:
    assert detector.detect(text, ALL, last="zh", default="en") == "zh"
    assert detector.detect(text, ALL, last="en", default="en") == "en"


def test_one_word_of_another_language_turns_no_sentence(detector: LanguageDetector) -> None:
    text = "I have paper for work from Ausländerbehörde, is ok?"
    assert detector.detect(text, ALL, last="en", default="en") == "en"


def test_in_a_mixed_text_the_majority_wins_every_time(detector: LanguageDetector) -> None:
    mostly_german = "Guten Tag, ich interessiere mich für die Stelle, thank you very much"
    mostly_english = "Good morning, I am interested in the position that you offer, vielen Dank"
    for _ in range(3):
        assert everywhere(detector, mostly_german) == ["de"] * len(ALL)
        assert everywhere(detector, mostly_english) == ["en"] * len(ALL)


def test_the_one_language_that_a_company_serves_needs_no_look(detector: LanguageDetector) -> None:
    assert detector.detect("bonjour", ["de"], default="de") == "de"


def test_a_last_language_that_is_no_longer_served_counts_as_none(detector: LanguageDetector) -> None:
    assert detector.detect("ok", ["en", "de"], last="fr", default="de") == "de"


def test_only_the_beginning_of_a_pasted_cv_is_read(detector: LanguageDetector) -> None:
    cv = "Ich habe fünf Jahre Erfahrung in der Pflege. " * 30
    rest = "I have worked as a nurse for many years. " * 100
    assert len(cv + rest) > 5000
    assert detector.detect(cv + rest, ALL, default="en") == "de"


def test_threads_get_the_same_answers(detector: LanguageDetector) -> None:
    texts = [row["text"] for row in _chat()]
    alone = [detector.detect(text, ALL, default="en") for text in texts]
    fresh = fit_language(language_examples(DATA, ALL))
    with ThreadPoolExecutor(8) as threads:
        together = threads.map(lambda text: fresh.detect(text, ALL, default="en"), texts * 5)
    assert list(together) == alone * 5


@pytest.mark.parametrize(("language", "share"), [("en", 0.85), ("de", 0.85), ("fr", 0.9), ("zh", 1.0)])
def test_short_misspelt_messages_are_told(detector: LanguageDetector, language: str, share: float) -> None:
    texts = [row["text"] for row in _chat() if row["language"] == language]
    other = "fr" if language == "de" else "de"
    begun = [detector.detect(text, ALL, default=other) for text in texts]
    held = [detector.detect(text, ALL, last=language, default=other) for text in texts]
    assert begun.count(language) / len(texts) >= share
    assert held.count(language) / len(texts) >= 0.98


def test_nine_in_ten_messages_in_languages_not_served_change_nothing(detector: LanguageDetector) -> None:
    texts = [row["text"] for row in _chat() if not row["language"]]
    unchanged = [everywhere(detector, text) == list(ALL) for text in texts]
    assert sum(unchanged) / len(unchanged) >= 0.9


def _chat() -> list[dict[str, str]]:
    with Path(__file__).with_name("language.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
