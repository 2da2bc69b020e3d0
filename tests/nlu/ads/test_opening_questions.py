"""Questions that an advertisement answers, and others that only sound like them.

The sentences were written after the phrases and are never learnt from.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

import pytest

from candor.product import DATA_FOLDER
from nlu import starter
from nlu.ads.questions import OpeningTopic, Pointing
from nlu.errors import DataError

LANGUAGES = ["en", "de", "fr", "zh"]


@dataclass(frozen=True, slots=True)
class Question:
    language: str
    text: str
    topic: str


def read_questions() -> list[Question]:
    path = Path(__file__).parent / "opening_questions.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return [Question(**row) for row in csv.DictReader(file)]


QUESTIONS = read_questions()
HEARER = starter.opening_questions(DATA_FOLDER)


def heard(question: Question) -> str:
    found = HEARER.hear(question.text, question.language)
    return found.topic if found else ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_asked_of_an_opening_is_heard(language: str) -> None:
    own = [each for each in QUESTIONS if each.language == language and each.topic]
    wrong = [(each.text, heard(each)) for each in own if heard(each) != each.topic]
    assert len(own) >= 25
    assert len(wrong) <= 2, wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_no_advertisement_answers_is_not(language: str) -> None:
    own = [each for each in QUESTIONS if each.language == language and not each.topic]
    assert sum(heard(each) != "" for each in own) <= 1


@pytest.mark.parametrize(
    ("text", "language", "pointing"),
    [
        ("is this one remote?", "en", Pointing.THIS),
        ("what does it pay?", "en", Pointing.IT),
        ("salary?", "en", Pointing.SHORT),
        ("What salary can I expect as a software developer in Lisbon?", "en", Pointing.NOT),
        ("这个可以远程吗？", "zh", Pointing.THIS),
        ("Was verdient man da?", "de", Pointing.IT),
    ],
)
def test_how_clearly_a_question_points_at_one_opening(text: str, language: str, pointing: Pointing) -> None:
    assert HEARER.hear(text, language) is not None
    assert HEARER.pointing(text, language) is pointing


def test_of_several_topics_the_one_that_is_asked_for_counts() -> None:
    question = HEARER.hear("until when can I apply for it?", "en")
    assert question is not None
    assert question.topic is OpeningTopic.DEADLINE


def test_a_language_without_phrases_hears_nothing() -> None:
    assert HEARER.hear("quanto si guadagna?", "it") is None


@pytest.mark.parametrize(
    ("text", "language", "topic"),
    [
        ("wv stunden wären das pro woche", "de", OpeningTopic.HOURS),
        ("is there a person he can phone?", "en", OpeningTopic.CONTACT),
        ("elle toucherait combien là-dessus ?", "fr", OpeningTopic.SALARY),
        ("從幾點做到幾點啊", "zh", OpeningTopic.HOURS),
    ],
)
def test_a_question_without_a_phrase_is_told_by_the_words_of_examples(
    text: str, language: str, topic: OpeningTopic
) -> None:
    question = HEARER.hear(text, language)
    assert question is not None
    assert (question.topic, question.is_phrase) == (topic, False)
    assert question.probability > 0.3


@pytest.mark.parametrize(
    ("text", "language"), [("wot would she be testin", "en"), ("Um welche Module handelt es sich?", "de")]
)
def test_what_is_seldom_asked_for_is_a_detail_unless_it_is_clear(text: str, language: str) -> None:
    question = HEARER.hear(text, language)
    assert question is not None
    assert question.topic is OpeningTopic.DETAIL


def test_an_example_with_an_unknown_topic_is_refused_with_its_file(tmp_path: Path) -> None:
    folder = tmp_path / "opening_questions"
    (folder / "asked").mkdir(parents=True)
    (folder / "untold.txt").write_text("canteen\n")
    (folder / "en.csv").write_text("meaning,forms\nsalary,pay\n")
    (folder / "asked" / "en.csv").write_text("topic,text\nsalray,what is the pay\n")
    with pytest.raises(DataError, match=r"asked/en\.csv: 'salray' is no topic"):
        starter.opening_questions(tmp_path)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "ok and when do i have to apply by"),
        ("en", "what's the latest I can apply"),
        ("de", "wann muss ich mich bewerben"),
        ("de", "wann bewirbt man sich am besten"),
        ("fr", "il faut postuler quand"),
        ("fr", "quand faut-il envoyer sa candidature"),
        ("zh", "什么时候申请"),
        ("zh", "最晚什么时候报名"),
    ],
)
def test_when_one_applies_asks_for_the_deadline_and_not_how(language: str, text: str) -> None:
    found = HEARER.hear(text, language)
    assert found is not None
    assert found.topic is OpeningTopic.DEADLINE
    assert found.is_phrase


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "how do I apply"), ("de", "wie bewerbe ich mich"), ("fr", "où postuler"), ("zh", "怎么申请")],
)
def test_how_one_applies_asks_for_the_way(language: str, text: str) -> None:
    found = HEARER.hear(text, language)
    assert found is not None
    assert found.topic is OpeningTopic.APPLY
