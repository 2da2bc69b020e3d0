"""What no advertisement is about is told by one only where its text names it, never by a field or what sounds alike."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.texts import load_texts
from candor.house import job_words
from nlu.ads.questions import NOTHING, OpeningTopic
from nlu.product_files import DATA_FOLDER
from nlu.said_data import said_details
from nlu.starter import asked_of_openings
from nlu.words.thesaurus import concepts
from openings import questions
from openings.subjects import untold_subjects
from openings.wording import Wording
from storage.openings.openings import Opening, OpeningContent

NOW = datetime(2026, 3, 1, tzinfo=UTC)
AD = Opening(
    1,
    1,
    "open",
    OpeningContent(
        "A-1", "Koch", language="de", description="Sie kochen für 600 Gäste.", employment_types=("permanent",)
    ),
    NOW,
    NOW,
    None,
)
LANGUAGES = ("en", "de", "fr", "zh")
SHARE = 0.02
"""The share of questions about advertisements that may be taken for such as ask beyond them."""


def told(opening: Opening, question: str, language: str, topic: OpeningTopic = OpeningTopic.CONTRACT) -> str | None:
    wording = Wording(load_texts(), language, job_words())
    return questions.answer(opening, topic, wording, questions.Asked(question))


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "how long is the trial period"),
        ("de", "wie lang ist die Probezeit"),
        ("fr", "la période d'essai dure combien de temps"),
        ("zh", "试用期多久"),
        ("en", "What happens if my child is ill? I have two."),
    ],
)
def test_a_field_says_nothing_on_what_no_advertisement_is_about(language: str, question: str) -> None:
    assert told(AD, question, language) is None


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "how long is the contract"),
        ("de", "ist das unbefristet"),
        ("fr", "c'est un CDI ?"),
        ("zh", "是长期合同吗"),
        ("en", "What's the probation, and is it a permanent contract?"),
    ],
)
def test_a_field_goes_on_to_say_what_it_is_asked(language: str, question: str) -> None:
    assert told(AD, question, language) is not None


def test_an_advertisement_that_names_such_a_subject_is_quoted() -> None:
    text = "Sie kochen für 600 Gäste. Die Probezeit dauert drei Monate."
    opening = replace(AD, content=replace(AD.content, description=text))
    assert "Die Probezeit dauert drei Monate." in (told(opening, "how long is the trial period", "en") or "")


def test_an_advertisement_that_names_another_kind_of_that_is_not() -> None:
    nurse = replace(AD, content=replace(AD.content, description="Ein Examen in der Pflege ist ein Muss."))
    assert told(nurse, "is there a nursery", "en", OpeningTopic.DETAIL) is None


def test_each_such_subject_is_a_concept() -> None:
    lines = (DATA_FOLDER / "openings" / "untold_subjects.txt").read_text("utf-8").splitlines()
    named = {line for line in lines if not line.startswith("#")}
    assert named <= {each.name for each in concepts(DATA_FOLDER)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_few_questions_about_advertisements_seem_to_ask_beyond_them(language: str) -> None:
    asked = [text for topic, text in asked_of_openings(DATA_FOLDER, language) if topic != NOTHING]
    asked += [text for detail, text in said_details(DATA_FOLDER, language) if detail != NOTHING]
    assert sum(bool(untold_subjects(text, language)) for text in asked) <= SHARE * len(asked)


@pytest.mark.parametrize("question", ["does the building have a lift?", "有电梯吗"])
def test_who_is_told_the_whole_text_is_told_of_no_part(question: str) -> None:
    wording, asked = Wording(load_texts(), "en", job_words()), questions.Asked(question)
    assert questions.tells_no_part(AD, OpeningTopic.TASKS, wording, asked)
    assert not questions.tells_no_part(AD, OpeningTopic.CONTRACT, wording, asked)


def test_what_stands_below_a_heading_is_a_part() -> None:
    text = "Wir sind 4.000.\n\nIhre Aufgaben\nSie kochen für 600 Gäste."
    opening = replace(AD, content=replace(AD.content, description=text))
    wording = Wording(load_texts(), "de", job_words())
    assert not questions.tells_no_part(opening, OpeningTopic.TASKS, wording, questions.Asked("Was macht man da?"))
