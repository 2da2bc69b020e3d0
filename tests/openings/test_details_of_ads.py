"""What an advertisement says in words or not at all is answered from these words alone, whatever words ask for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache

import pytest

from bot.texts import load_texts
from candor.house import job_words
from candor.starter_kinds import StarterKind
from nlu.ads.details import AdDetails
from nlu.ads.questions import OpeningTopic
from nlu.words.word_patterns import of_every_language
from openings import questions
from openings.wording import Wording
from storage.openings.openings import Opening, OpeningContent, Place, Salary
from tests.learnt import Learnt

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def ad(title: str, description: str) -> Opening:
    content = OpeningContent("A-1", title, language="en", description=description, employment_types=("part_time",))
    return Opening(1, 1, "open", content, NOW, NOW, None)


Told = Callable[..., str | None]
"""Says what an opening tells on a topic, asked in words and a language."""


@pytest.fixture(scope="module")
def told(learnt: Learnt) -> Told:
    """Tell with what is learnt of questions and advertisements."""
    details = cache(lambda language: AdDetails(learnt.model(StarterKind.DETAILS, language)))

    def answer(opening: Opening, topic: OpeningTopic, question: str, language: str = "en") -> str | None:
        wording = Wording(load_texts(), language, job_words())
        return questions.answer(opening, topic, wording, questions.Asked(question, details))

    return answer


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
    told: Told, language: str, question: str, topic: OpeningTopic
) -> None:
    assert told(ad("Cook", "You cook for 600 guests, with a diploma."), topic, question, language) is None


@pytest.mark.parametrize(
    ("question", "topic", "sentence"),
    [
        ("when does it start?", OpeningTopic.HOURS, "We look for somebody as soon as possible."),
        ("do I need German?", OpeningTopic.REQUIREMENTS, "You speak German at B1."),
        ("do I need a driving licence?", OpeningTopic.REQUIREMENTS, "A licence is a must."),
        ("do I drive at night?", OpeningTopic.HOURS, "There are no night shifts."),
        ("who shows me the ropes?", OpeningTopic.DETAIL, "For three weeks an older colleague rides with you."),
        ("is the van mine to take home?", OpeningTopic.DETAIL, "A company car is yours, for private trips as well."),
        ("what if something breaks at 3 am", OpeningTopic.DETAIL, "Every fifth week you are on call."),
        ("how good must I be with Excel", OpeningTopic.REQUIREMENTS, "You work with SAP and Office."),
    ],
)
def test_the_sentence_that_says_it_is_quoted(told: Told, question: str, topic: OpeningTopic, sentence: str) -> None:
    said = told(ad("Driver", f"You drive a lorry. {sentence} Lunch is free."), topic, question)
    assert said is not None
    assert f"“{sentence}”" in said
    assert "Lunch" not in said


PAID = Salary(34_000, 38_000, "EUR", "year")


def paid(description: str) -> Opening:
    opening = ad("Cook", description)
    return replace(opening, content=replace(opening.content, salary=PAID))


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "is that before or after tax?"),
        ("de", "Ist das brutto oder netto?"),
        ("fr", "c'est brut ou net ?"),
        ("zh", "税前还是税后？"),
    ],
)
def test_pay_alone_does_not_tell_whether_it_is_gross_or_comes_with_more(
    told: Told, language: str, question: str
) -> None:
    assert told(paid("You cook for 600 guests."), OpeningTopic.SALARY, question, language) is None


def test_what_the_pay_includes_is_quoted_with_it_and_alone_where_that_is_asked(told: Told) -> None:
    opening = paid("You sell coffee. Commission is part of the range. Lunch is free.")
    said = told(opening, OpeningTopic.SALARY, "what is the pay?")
    assert said is not None
    assert "€34,000" in said
    assert "“Commission is part of the range.”" in said
    alone = told(opening, OpeningTopic.SALARY, "is commission in that?")
    assert alone is not None
    assert "€34,000" not in alone


def test_the_street_is_told_with_the_town(told: Told) -> None:
    opening = ad("Barista", "You pull shots at our bar in King Street. Tips are yours.")
    placed = replace(opening, content=replace(opening.content, places=(Place("Leeds", None, "GB"),)))
    said = told(placed, OpeningTopic.PLACE, "where is it?")
    assert said is not None
    assert "King Street" in said


@pytest.mark.parametrize(
    ("text", "names_one"),
    [
        ("You sell in King Street.", True),
        ("The lab is near Altona station.", True),
        ("Der Laden liegt in der Mariahilfer Straße.", True),
        ("You are on the road four days a week.", False),
        ("The shop has 300 square metres.", False),
        ("You sit near the window.", False),
        ("Sie sind viel auf der Straße.", False),
    ],
)
def test_being_on_the_road_names_no_street(text: str, names_one: bool) -> None:
    assert bool(of_every_language("openings", "tells_street").search(text)) is names_one


def test_how_long_it_lasts_is_told_by_the_sentence_that_names_a_time(told: Told) -> None:
    said = told(
        ad("Intern", "You shoot films. Three months, any time. Lunch is free."),
        OpeningTopic.CONTRACT,
        "how many months is that?",
    )
    assert said is not None
    assert "Three months" in said


def test_until_when_it_lasts_is_told_rather_than_how_long_one_is_trained(told: Told) -> None:
    opening = ad("Helper", "You pack boxes. You are trained for two weeks. It is fixed-term.")
    said = told(opening, OpeningTopic.CONTRACT, "how long does it run for?")
    assert said is not None
    assert "two weeks" not in said


def test_hours_in_the_title_are_told(told: Told) -> None:
    said = told(ad("Barista (m/f/d), 20 hours", "You pull espressos."), OpeningTopic.HOURS, "how many hours is it?")
    assert said is not None
    assert "part-time, 20 hours" in said
    assert "m/f/d, " not in said


def test_what_is_paid_on_sundays_is_a_question_of_pay(told: Told) -> None:
    shop = ad("Cook", "You cook for 600 guests.")
    paid = replace(shop, content=replace(shop.content, salary=Salary(20, 25, "EUR", "hour")))
    assert "€20 to €25 an hour" in (told(paid, OpeningTopic.SALARY, "what do you pay on Sundays?") or "")


def test_the_words_of_its_title_ask_for_nothing(told: Told) -> None:
    assert "part-time" in (told(ad("Nurse, night shift", "You nurse."), OpeningTopic.HOURS, "Nurse, night shift") or "")


@pytest.mark.parametrize(
    ("language", "question", "told_in", "sentence", "other"),
    [
        (
            "en",
            "how long am I shown what to do?",
            "de",
            "Zwei Wochen lang begleitet Sie eine erfahrene Kollegin.",
            "Wir arbeiten mit SAP.",
        ),
        (
            "de",
            "kriegt man ein Auto gestellt?",
            "fr",
            "Vous disposez d'un véhicule de fonction.",
            "L'anglais est indispensable.",
        ),
        ("zh", "几个人一起干活", "en", "You are one of six colleagues in the workshop.", "German at B1 is needed."),
        ("fr", "y a-t-il des astreintes ?", "zh", "每月轮值待命一周，夜间有故障须到场。", "需要叉车证。"),
    ],
)
def test_the_sentence_that_answers_is_found_in_another_language(
    told: Told, language: str, question: str, told_in: str, sentence: str, other: str
) -> None:
    opening = ad("A-7", f"{other} {sentence}")
    in_its_language = replace(opening, content=replace(opening.content, language=told_in))
    said = told(in_its_language, OpeningTopic.DETAIL, question, language) or ""
    assert sentence in said
    assert other not in said
