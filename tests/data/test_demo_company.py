"""The demo company's data: shaped as live data is, natural, and complete."""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from typing import Any

import pytest
import yaml

from candor.demo import DEMO_FOLDER
from candor.product import DATA_FOLDER
from nlu.general.stage import GENERAL_INTENTS
from nlu.starter import general_examples
from nlu.words.normalise import normalise
from nlu.words.script import WORD
from training.data_check import Reference, Sentence
from training.data_check.duplicates import duplicates
from training.data_check.sentences import of_sentence, readable


def rows(name: str) -> list[tuple[str, str]]:
    with (DEMO_FOLDER / name).open(encoding="utf-8", newline="") as stream:
        return [(row["text"], row["category"]) for row in csv.DictReader(stream)]


ASKED_IN = ("en", "de", "fr", "zh")
GOLDEN_UNSEEN_IN = ("fr", "zh")
ANSWERED_IN = ("en", "de", "fr", "zh")


@pytest.fixture(scope="module", params=ASKED_IN)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def questions(language: str) -> list[tuple[str, str]]:
    return rows(f"faq.{language}.csv")


@pytest.fixture(scope="module")
def answers(language: str) -> dict[str, Any]:
    return answers_in(language)


def answers_in(language: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEMO_FOLDER / f"answers.{language}.yaml").read_text(encoding="utf-8"))
    return found


def test_it_is_as_large_and_as_unbalanced_as_live_data(questions: list[tuple[str, str]]) -> None:
    sizes = Counter(category for _, category in questions).values()
    middle = sorted(sizes)[len(sizes) // 2]
    assert len(questions) >= 1000
    assert len(sizes) >= 60
    assert 3 <= sum(size >= 1.5 * middle for size in sizes) <= 12
    assert min(sizes) <= 0.95 * middle


def test_no_question_stands_twice_or_belongs_to_a_general_intent(
    language: str, questions: list[tuple[str, str]]
) -> None:
    """Those parts of the check that find it: the rest lets models judge, for seconds."""
    general = {normalise(text): intent for text, intent in general_examples(DATA_FOLDER, language)}
    sentences, known = [Sentence(*question) for question in questions], Reference({language: general})
    found = [finding for sentence in sentences for finding in of_sentence(sentence, language, known)]
    found += duplicates(readable(sentences), language)
    assert {finding.code for finding in found} & {"same_in_two", "repeated", "general_example"} == set()


def test_no_category_of_ten_or_more_is_made_by_filling_a_template(
    language: str, questions: list[tuple[str, str]]
) -> None:
    """No five words (ten Han characters) in a row stand in more than two or a tenth of a category's questions."""
    length = 10 if language == "zh" else 5
    by_category: dict[str, list[str]] = defaultdict(list)
    for text, category in questions:
        by_category[category].append(text)
    for category, texts in by_category.items():
        found = Counter(sequence for text in texts for sequence in set(sequences(text, length)))
        sequence, count = max(found.items(), key=lambda item: item[1], default=((), 0))
        most = max(2, len(texts) / 10)
        assert len(texts) < 10 or count <= most, f"{category}: {sequence} stands in {count} of {len(texts)}"


def sequences(text: str, length: int) -> list[tuple[str, ...]]:
    words = WORD.findall(text.lower())
    return [tuple(words[i : i + length]) for i in range(len(words) - length + 1)]


def test_every_category_has_an_answer_and_some_have_buttons_and_links(
    questions: list[tuple[str, str]], answers: dict[str, Any]
) -> None:
    assert set(answers) == {category for _, category in questions}
    assert all(answer["text"].strip() for answer in answers.values())
    assert sum("buttons" in answer for answer in answers.values()) >= 10
    assert sum("links" in answer for answer in answers.values()) >= 20


@pytest.mark.parametrize("named_in", ANSWERED_IN)
def test_every_category_has_a_title_of_its_own_that_fits_a_button(named_in: str) -> None:
    titles = [answer.get("title", "") for answer in answers_in(named_in).values()]
    assert all(0 < len(title) <= 40 for title in titles)
    assert len(set(titles)) == len(titles)


def test_every_button_leads_somewhere(answers: dict[str, Any]) -> None:
    buttons = [button for answer in answers.values() for button in answer.get("buttons", ())]
    targets = [button.get("category", button.get("intent")) for button in buttons]
    assert [target for target in targets if target not in answers and target not in GENERAL_INTENTS] == []


@pytest.mark.parametrize("other", ANSWERED_IN[1:])
def test_answers_lead_to_the_same_places_in_every_language(other: str) -> None:
    assert ways_on(answers_in(other)) == ways_on(answers_in("en"))


def ways_on(answers: dict[str, Any]) -> dict[str, tuple[list[str], int]]:
    """For each category the targets of its buttons and how many links it has."""
    return {
        category: (
            [b.get("category", b.get("intent")) for b in answer.get("buttons", ())],
            len(answer.get("links", ())),
        )
        for category, answer in answers.items()
    }


def test_golden_questions_lead_to_known_categories(language: str, questions: list[tuple[str, str]]) -> None:
    golden = rows(f"golden.{language}.csv")
    assert len(golden) >= 10
    assert {category for _, category in golden} <= {category for _, category in questions}


def test_golden_questions_are_all_among_the_questions_or_none_is(
    language: str, questions: list[tuple[str, str]]
) -> None:
    golden = {normalise(text) for text, _ in rows(f"golden.{language}.csv")}
    asked = {normalise(text) for text, _ in questions}
    assert golden & asked == (set() if language in GOLDEN_UNSEEN_IN else golden)
