"""The words that counted add up to what the classifier computed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlu.classifier.calibration import EVIDENCE
from nlu.classifier.text_classifier import TextClassifier, fit
from nlu.classifier.vocabulary import Lines
from nlu.explanations.grounds import Grounds, grounds
from nlu.general.stage import fit_general
from nlu.recipe import FASTTEXT_SIF, TFIDF, Recipe
from nlu.understanding import Entity
from tests.nlu.general.test_general_stage import EXAMPLES, NEGATIVES
from tests.nlu.samples import FAQ

TEXTS = [text for text, _ in FAQ]
CATEGORIES = [category for _, category in FAQ]
CHINESE = [("薪资多少", "salary"), ("工资怎么样", "salary"), ("有食堂吗", "canteen"), ("食堂在哪里", "canteen"),
           ("可以在家办公吗", "home_office"), ("Java开发可以远程吗", "home_office")]  # fmt: skip
MESSAGES = ["How much do you pay, please?", "pay pay PAY my laptop", "what's the salary of a Köchin??", "x pay",
            "a a a", "phone 🙂 phone", "how do i apply"]  # fmt: skip


def because(model: TextClassifier, message: str, category: str | None = None, *entities: Entity) -> Grounds:
    found = grounds(model, message, category, entities=entities)
    assert found is not None
    return found


def assert_adds_up(model: TextClassifier, found: Grounds) -> None:
    """The words, the meaning and the base are the whole difference of the logits, and of nothing else."""
    (logits,), _ = model.logits([found.read], model.features.dense([found.read]))
    chosen, rival = (model.categories.index(name or "") for name in (found.category, found.rival))
    assert found.margin == pytest.approx(float(logits[chosen]) - float(logits[rival]), abs=1e-3)
    others = [logit for place, logit in enumerate(logits) if place != chosen]
    assert logits[rival] == max(others)


@pytest.fixture(scope="module")
def chinese() -> TextClassifier:
    return fit([text for text, _ in CHINESE], [name for _, name in CHINESE], Recipe.faq("zh"))


@pytest.mark.parametrize("message", MESSAGES)
def test_what_counted_adds_up_to_the_difference_of_the_logits(faq: TextClassifier, message: str) -> None:
    for category in (None, *faq.categories):
        assert_adds_up(faq, because(faq, message, category))


@given(st.lists(st.sampled_from([*" ".join(TEXTS).split(), "Ö", "-", "qq", "，", "\n"]), max_size=12).map(" ".join))
def test_it_adds_up_for_any_message(faq: TextClassifier, message: str) -> None:
    found = grounds(faq, message)
    if found is not None:
        assert_adds_up(faq, found)


@given(st.lists(st.sampled_from([*"薪资多少食堂吗在家办公，？ 们", "Java", " "]), max_size=12).map("".join))
def test_it_adds_up_in_chinese(chinese: TextClassifier, message: str) -> None:
    found = grounds(chinese, message)
    if found is not None:
        assert_adds_up(chinese, found)


@pytest.mark.fasttext
@pytest.mark.parametrize("features", [(TFIDF, FASTTEXT_SIF), (FASTTEXT_SIF,)])
def test_an_embedding_counts_as_the_meaning_of_the_whole_sentence(features: tuple[str, ...]) -> None:
    model = fit(TEXTS, CATEGORIES, Recipe.faq(features=features))
    found = because(model, "do you pay my laptop")
    assert found.meaning
    assert_adds_up(model, found)
    assert any(word.weight for word in found.words) is (TFIDF in features)


def test_without_an_embedding_no_meaning_is_told(faq: TextClassifier) -> None:
    assert because(faq, "do you pay").meaning is None


def test_the_telling_word_counts_most_and_a_word_of_the_rival_against(faq: TextClassifier) -> None:
    words = {word.text: word.weight for word in because(faq, "Which LAPTOP, for home?", "equipment").words}
    assert max(words, key=lambda text: words[text]) == "LAPTOP"
    assert words["home"] < 0 < words["LAPTOP"]


def test_a_word_that_stands_three_times_counts_each_time_the_same(faq: TextClassifier) -> None:
    weights = [word.weight for word in because(faq, "laptop laptop laptop").words]
    assert weights == [pytest.approx(weights[0])] * 3
    assert weights[0]


def test_in_chinese_characters_count(chinese: TextClassifier) -> None:
    words = {word.text: word.weight for word in because(chinese, "请问薪资？").words}
    assert set(words) == set("请问薪资")
    assert min(words["薪"], words["资"]) > max(words["请"], words["问"])


def test_each_word_stands_where_it_says(faq: TextClassifier) -> None:
    message = "  What's the  SALARY, of a Köchin?"
    words = because(faq, message).words
    assert [message[word.start : word.end] for word in words] == [word.text for word in words]
    assert [word.text for word in words] == ["What's", "the", "SALARY", "of", "a", "Köchin"]


def test_the_general_stage_counts_the_words_that_are_masked() -> None:
    model = fit_general(EXAMPLES, NEGATIVES, find=lambda text: entities_of(text))
    message = "Any job as a nurse in Leeds?"
    found = because(model, message, "job_search", *entities_of(message))
    assert found.read == "any job as a entity_profession in leeds"
    assert_adds_up(model, found)
    assert {word.text for word in found.words} == {"Any", "job", "as", "a", "nurse", "in", "Leeds"}
    assert next(word.weight for word in found.words if word.text == "nurse") > 0


def entities_of(text: str) -> tuple[Entity, ...]:
    start = text.find("nurse")
    return (Entity("profession", "nurse", "nurse", start, start + 5),) if start >= 0 else ()


def test_what_is_no_general_intent_is_a_rival_without_a_name() -> None:
    found = because(fit_general(EXAMPLES, NEGATIVES), "do I apply there", "greet")
    assert found.rival is None
    assert {each.category for each in found.nearest_of_others} >= {None}


def test_the_nearest_examples_are_those_of_the_category_and_of_others(faq: TextClassifier) -> None:
    found = because(faq, "how much do you pay for overtime")
    assert found.category == "salary"
    assert {each.category for each in found.nearest} == {"salary"}
    assert "salary" not in {each.category for each in found.nearest_of_others}
    assert {each.text for each in found.nearest} >= {"how much do you pay", "do you pay overtime"}
    for group in (found.nearest, found.nearest_of_others):
        similarities = [each.similarity for each in group]
        assert len(group) == 3
        assert similarities == sorted(similarities, reverse=True)
    assert found.nearness == found.nearest[0].similarity


def test_the_confidence_is_that_of_the_ranking_with_what_it_is_made_of(faq: TextClassifier) -> None:
    first, second = faq.rank("how much do you pay for a phone")[:2]
    best, other = (because(faq, "how much do you pay for a phone", guess.intent) for guess in (first, second))
    assert (best.confidence, other.confidence) == (first.confidence, second.confidence)
    assert 0 < other.probability < best.probability < 1
    assert tuple(best.evidence) == EVIDENCE
    assert other.evidence == {}
    assert because(replace(faq, calibration=None), "do you pay").evidence == {}


def test_a_category_that_is_not_taught_any_more_gives_way_to_the_best_guess(faq: TextClassifier) -> None:
    assert because(faq, "how much do you pay", "pets").category == "salary"


@pytest.mark.parametrize("message", ["", "???", "求人", "xxxx"])
def test_nothing_is_told_of_a_message_of_which_nothing_is_known(faq: TextClassifier, message: str) -> None:
    assert grounds(faq, message) is None


def test_a_model_that_kept_no_texts_has_no_nearest_examples(faq: TextClassifier) -> None:
    found = because(replace(faq, examples=replace(faq.examples, texts=Lines(""))), "how much do you pay")
    assert (found.nearest, found.nearest_of_others, found.nearness) == ((), (), None)
    assert np.isfinite(found.margin)


def test_a_misspelt_word_counts_as_the_one_that_is_read_in_it(faq: TextClassifier) -> None:
    found = because(faq, "how mcuh do you apy?")
    assert found.read == "how much do you pay"
    assert [word.text for word in found.words] == ["how", "mcuh", "do", "you", "apy"]
    assert_adds_up(faq, found)
    meant = because(faq, "how much do you pay?")
    assert [word.weight for word in found.words] == pytest.approx([word.weight for word in meant.words])
