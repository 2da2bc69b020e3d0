"""What an advertisement says in words or not at all is answered from these words alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.texts import load_texts
from candor.house import job_words
from nlu.opening_questions import OpeningTopic
from openings import questions
from openings.wording import Wording
from storage.openings import Opening, OpeningContent, Salary

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def ad(title: str, description: str) -> Opening:
    content = OpeningContent("A-1", title, language="en", description=description, employment_types=("part_time",))
    return Opening(1, 1, "open", content, NOW, NOW, None)


def told(opening: Opening, topic: OpeningTopic, question: str, language: str = "en") -> str | None:
    return questions.answer(opening, topic, Wording(load_texts(), language, job_words()), question)


@pytest.mark.parametrize(
    ("language", "question", "topic"),
    [
        ("en", "when does it start?", OpeningTopic.HOURS),
        ("de", "Wann fängt das an?", OpeningTopic.HOURS),
        ("fr", "ça commence quand ?", OpeningTopic.HOURS),
        ("zh", "什么时候入职？", OpeningTopic.POSTED),
        ("en", "do I need German?", OpeningTopic.REQUIREMENTS),
        ("de", "Brauche ich Deutsch?", OpeningTopic.REQUIREMENTS),
        ("fr", "il faut parler allemand ?", OpeningTopic.REQUIREMENTS),
        ("zh", "需要会德语吗？", OpeningTopic.REQUIREMENTS),
        ("en", "do I need a driving licence?", OpeningTopic.REQUIREMENTS),
        ("en", "are there night shifts?", OpeningTopic.HOURS),
        ("de", "Muss man samstags ran?", OpeningTopic.HOURS),
        ("fr", "on bosse le dimanche ?", OpeningTopic.HOURS),
        ("zh", "要上夜班吗？", OpeningTopic.HOURS),
    ],
)
def test_nothing_is_told_where_the_advertisement_does_not_say_it(
    language: str, question: str, topic: OpeningTopic
) -> None:
    assert told(ad("Cook", "You cook for 600 guests, with a diploma."), topic, question, language) is None


@pytest.mark.parametrize(
    ("question", "topic", "sentence"),
    [
        ("when does it start?", OpeningTopic.HOURS, "We look for somebody as soon as possible."),
        ("do I need German?", OpeningTopic.REQUIREMENTS, "You speak German at B1."),
        ("do I need a driving licence?", OpeningTopic.REQUIREMENTS, "A licence is a must."),
        ("do I drive at night?", OpeningTopic.HOURS, "There are no night shifts."),
    ],
)
def test_the_sentence_that_says_it_is_quoted(question: str, topic: OpeningTopic, sentence: str) -> None:
    said = told(ad("Driver", f"You drive a lorry. {sentence} Lunch is free."), topic, question)
    assert said is not None
    assert f"“{sentence}”" in said
    assert "Lunch" not in said


def test_hours_in_the_title_are_told() -> None:
    said = told(ad("Barista (m/f/d), 20 hours", "You pull espressos."), OpeningTopic.HOURS, "how many hours is it?")
    assert said is not None
    assert "part-time, 20 hours" in said
    assert "m/f/d, " not in said


def test_what_is_paid_on_sundays_is_a_question_of_pay() -> None:
    shop = ad("Cook", "You cook for 600 guests.")
    paid = replace(shop, content=replace(shop.content, salary=Salary(20, 25, "EUR", "hour")))
    assert "€20 to €25 an hour" in (told(paid, OpeningTopic.SALARY, "what do you pay on Sundays?") or "")


def test_the_words_of_its_title_ask_for_nothing() -> None:
    assert "part-time" in (told(ad("Nurse, night shift", "You nurse."), OpeningTopic.HOURS, "Nurse, night shift") or "")
