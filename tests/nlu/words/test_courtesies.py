"""A greeting before a question and thanks after it are not read, and what says little else is read whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlu.arrays import Floats
from nlu.classifier import model_file
from nlu.classifier.features import Features
from nlu.classifier.text_classifier import TextClassifier, fit
from nlu.classifier.tfidf import Tfidf
from nlu.danger.training import danger_recipe
from nlu.embeddings import Embedding
from nlu.errors import DataError
from nlu.explanations.grounds import grounds
from nlu.explanations.reading import read
from nlu.general.stage import GeneralStage, fit_general
from nlu.product_files import DATA_FOLDER
from nlu.recipe import KNOWN_LANGUAGES, Recipe
from nlu.understanding import Entity
from nlu.words.courtesies import PLACES, WHOLE, CourtesyReader, courtesies, courtesy_forms
from nlu.words.normalise import considered
from tests.nlu.explanations.test_grounds import assert_adds_up
from tests.nlu.samples import FAQ

HEADER = "# Forms.\nplace,forms\n"
QUESTION = "where can I park my car"


@pytest.mark.parametrize(
    ("language", "text", "asked"),
    [
        ("en", "Good morning, where do I park?", "where do i park"),
        ("en", "hi there where do i park thanks", "where do i park"),
        ("en", "Hello! Excuse me, where do I park? Please, thank you!", "where do i park"),
        ("en", "Where can I park? Thanks 🙂", "where can i park"),
        ("en", "Hey everyone 🙂 do you use C++? Many thanks, kind regards", "do you use c++"),
        ("de", "Grüß Gott zusammen, wo parke ich? Dankeschön", "wo parke ich"),
        ("de", "Sehr geehrte Damen und Herren! Wann fange ich an? Mit freundlichen Grüßen", "wann fange ich an"),
        ("fr", "Bonjour madame, bonjour monsieur, où se garer s’il vous plaît ?", "ou se garer"),
        ("fr", "slt, combien gagne-t-on svp merci d'avance", "combien gagne-t-on"),
        ("zh", "您好，请问一下，工资怎么算？先谢谢了！", "工资怎么算"),
        ("zh", "hi工資怎麼算thanks", "工资怎么算"),
        ("", "Hello, where do I park", "hello, where do i park"),
    ],
)
def test_what_is_read_begins_after_the_greeting_and_ends_before_the_thanks(
    language: str, text: str, asked: str
) -> None:
    assert CourtesyReader(language, 3).considered(text) == asked


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "hello there"),
        ("en", "thanks, good day"),
        ("en", "help me please"),
        ("en", "hi, pay rise"),
        ("en", "himalayan hello kitty costs too much"),
        ("en", "how do I say thanks to you"),
        ("de", "wie bitte"),
        ("de", "bitte löschen Sie meine Daten"),
        ("fr", "salut à tous"),
        ("zh", "你好吗"),
        ("zh", "请问工资呢"),
        ("zh", "谢谢"),
    ],
)
def test_what_says_little_else_or_only_holds_such_words_is_read_whole(language: str, text: str) -> None:
    assert CourtesyReader(language, 3).considered(text) == considered(text)


WORDS = st.sampled_from(["hi", "hello", "bitte", "merci", "s'il vous plaît", "谢谢", "您好", "pay", "工资", ",", "_"])


@given(st.sampled_from(sorted(KNOWN_LANGUAGES)), st.lists(WORDS | st.text(max_size=8), max_size=9).map(" ".join))
def test_what_was_read_once_is_read_as_it_is(language: str, text: str) -> None:
    reader = CourtesyReader(language, 3)
    for once in (reader.considered, reader.legible):
        assert once(once(text)) == once(text)


@pytest.mark.parametrize("language", sorted(KNOWN_LANGUAGES))
def test_every_form_is_left_out_with_and_without_accents_and_apostrophes(language: str) -> None:
    question = "这个工作的工资怎么算" if language == "zh" else QUESTION
    forms = courtesy_forms(DATA_FOLDER, language)
    hello = forms["greeting"][0]
    for place in PLACES:
        for form in dict.fromkeys(typed for each in forms[place] for typed in (each, each.replace("'", ""))):
            before = {"greeting": form, "opener": form, "addressee": f"{hello} {form}"}.get(place, "")
            text = f"{before}, {question}, {form if not before else ''}"
            for reading in (CourtesyReader(language, 3).considered, CourtesyReader(language, 3).legible):
                assert reading(text) == question.lower(), form


def test_a_question_between_courtesies_is_the_question() -> None:
    taught = [*FAQ, (f"Good evening, {QUESTION}, thanks", "parking"), ("is there parking", "parking")]
    model = fit([text for text, _ in taught], [name for _, name in taught], Recipe.faq())
    asked = model.rank(f"Dear team, {QUESTION}? Many thanks")
    assert asked == model.rank(QUESTION)
    assert asked[0] == model.rank_batch([f"hi, {QUESTION}"])[0][0]
    assert (asked[0].intent, asked[0].confidence) == ("parking", 1.0)
    assert "evening" not in model.features.tfidf.blocks[0].ids
    assert f"Good evening, {QUESTION}, thanks" in model.examples.texts


def test_the_general_stage_reads_past_them_where_much_else_is_said() -> None:
    examples = [("hello", "greet"), ("good morning from rainy Leeds", "greet"), ("thanks", "thanks"),
                ("thank you", "thanks"), ("find me a job near here", "job_search"),
                ("i look for a job", "job_search")]  # fmt: skip
    stage = GeneralStage(fit_general(examples, ["where is the canteen", "how high is the pay"]))
    assert stage.rank("hello, find me a job near here thanks") == stage.rank("find me a job near here")
    assert stage.rank("good morning, Leeds is lovely")[0].intent == stage.rank("hello")[0].intent == "greet"
    assert stage.rank("thank you")[0].intent == "thanks"
    assert stage.classifier.features.read("hi, is anybody in the office") == "hi, is anybody in the office"


class Heard:
    """An embedding that keeps what it is given to read."""

    dimensions, learns = 1, False

    def __init__(self) -> None:
        self.texts: list[str] = []

    def vectors(self, texts: Sequence[str]) -> Floats:
        self.texts += texts
        return np.ones((len(texts), 1), np.float32)


def test_an_encoder_reads_past_them_with_the_accents_of_the_rest() -> None:
    heard = Heard()
    features = Features(Tfidf(()), cast("Embedding", heard), CourtesyReader("fr", 3))
    features.dense(["Bonjour, où est le café ? Merci", "Merci"])
    features.vector("", "Bonsoir, où est le café s'il vous plaît")
    assert heard.texts == ["où est le café", "merci", "où est le café"]


def test_why_this_answer_points_at_what_was_read() -> None:
    model = fit([text for text, _ in FAQ], [name for _, name in FAQ], Recipe.faq())
    message = "Good morning, how much do you pay, please?"
    found = grounds(model, message)
    assert found is not None
    assert found.read == "how much do you pay"
    assert [message[word.start : word.end] for word in found.words] == ["how", "much", "do", "you", "pay"]
    assert_adds_up(model, found)


def test_a_reading_past_courtesies_keeps_its_places_beside_masked_entities() -> None:
    message = "Hello, any job in Bonn? Thanks"
    reading = read(message, [Entity("city", "Bonn", "Bonn", 18, 22)], CourtesyReader("en", 3))
    assert reading.text == "any job in entity_city"
    assert [message[slice(*shown)] for _, shown in reading.words()] == ["any", "job", "in", "Bonn"]


def test_a_model_of_before_reads_them_as_it_was_taught(faq: TextClassifier, tmp_path: Path) -> None:
    described = {name: value for name, value in faq.recipe.to_dict().items() if not name.startswith("courtesies")}
    old = replace(faq, recipe=Recipe.from_dict(described), features=replace(faq.features, reader=WHOLE))
    model_file.save(tmp_path / "old.candor", old, {})
    loaded, _ = model_file.load(tmp_path / "old.candor")
    assert loaded.features.read("hi, how much do you pay") == "hi, how much do you pay"
    model_file.save(tmp_path / "new.candor", faq, {})
    assert model_file.load(tmp_path / "new.candor")[0].features.read("hi, how much do you pay") == "how much do you pay"


def test_danger_reads_every_word() -> None:
    assert {danger_recipe(language).courtesies for language in KNOWN_LANGUAGES} == {""}


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ("greeting,hello\ngreeting,hi\n", "line 4: 'greeting'"),
        ("goodbye,bye\n", "line 3: 'goodbye' is none of"),
        ("thanks,thanks|!!\n", "line 3: a form has no word"),
    ],
)
def test_a_list_that_cannot_be_used_is_refused_with_file_and_line(tmp_path: Path, rows: str, reason: str) -> None:
    (tmp_path / "courtesies").mkdir()
    (tmp_path / "courtesies" / "en.csv").write_text(HEADER + rows, encoding="utf-8")
    with pytest.raises(DataError, match=reason):
        courtesy_forms(tmp_path, "en")


def test_languages_together_have_the_courtesies_of_each() -> None:
    both = courtesies("de", "fr")
    text = "hallo, bonjour, pay, danke"
    start, end = both.asked(text, 1)
    assert text[start:end] == "pay"
    assert both.asked(text, 3) == (0, len(text))
