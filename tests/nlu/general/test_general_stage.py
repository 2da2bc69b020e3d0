from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from nlu.arrays import Floats
from nlu.classifier.text_classifier import fit
from nlu.embeddings.static_encoder import StaticEncoder
from nlu.errors import DataError
from nlu.general.stage import GENERAL_INTENTS, GeneralStage, fit_general, masked
from nlu.recipe import ENCODER, TFIDF, Recipe
from nlu.understanding import Entity
from tests.nlu.embeddings.tiny_onnx import write_static

EXAMPLES = [
    ("hello there", "greet"),
    ("good morning", "greet"),
    ("a nurse job in Berlin", "job_search"),
    ("any jobs as a driver", "job_search"),
    ("I want to hurt myself", "crisis"),
    ("i will hurt someone", "crisis"),
]
NEGATIVES = [
    "how do I apply",
    "is your Berlin office open",
    "what does a nurse earn",
    "i hurt my knee can I apply later",
]


def find(text: str) -> list[Entity]:
    """Berlin and Paris, nurse and driver."""
    known = {"Berlin": "city", "Paris": "city", "nurse": "profession", "driver": "profession"}
    found = [(text.find(value), value, name) for value, name in known.items() if value in text]
    return [Entity(name, value, value, start, start + len(value)) for start, value, name in sorted(found)]


@pytest.mark.parametrize(
    ("text", "intent"), [("??", "repeat"), ("？", "repeat"), ("...", "small_talk"), ("🤔", "small_talk")]
)
def test_a_text_without_a_word_asks_to_hear_it_again_or_is_small_talk(text: str, intent: str) -> None:
    assert [guess.intent for guess in GeneralStage(fit_general(EXAMPLES, NEGATIVES)).rank(text)] == [intent]


def test_a_sign_that_is_known_and_tells_of_no_intent_is_small_talk() -> None:
    examples = [(f"{text} 👍", intent) for text, intent in EXAMPLES]
    stage = GeneralStage(fit_general(examples, [f"{text} 👍" for text in NEGATIVES]))
    assert len(stage.rank("👍 nurse")) > 1
    assert [(guess.intent, guess.confidence) for guess in stage.rank("👍")] == [("small_talk", 1.0)]
    taught = GeneralStage(fit_general([*EXAMPLES, *[("👍" * n, "affirm") for n in range(1, 9)]], NEGATIVES))
    assert taught.rank("👍")[0].intent == "affirm"


def test_each_general_intent_has_a_name_of_its_own() -> None:
    assert len(set(GENERAL_INTENTS)) == len(GENERAL_INTENTS) == 23


def test_what_no_general_intent_fits_is_never_named() -> None:
    stage = GeneralStage(fit_general(EXAMPLES, NEGATIVES))
    for text in ("how do I apply", "hello there", "is the office open", "what do you earn", "..."):
        assert {guess.intent for guess in stage.rank(text, limit=None)} <= set(GENERAL_INTENTS)
    assert len(stage.rank("hello there how do I apply", limit=2)) == 2


def test_the_mass_of_the_background_is_missing_from_the_ranking() -> None:
    stage = GeneralStage(fit_general(EXAMPLES, NEGATIVES))
    assert sum(guess.confidence for guess in stage.rank("how do I apply", limit=None)) < 0.5
    assert stage.rank("hello")[0].intent == "greet"


def test_a_stage_that_masks_entities_learns_the_shape_of_a_question() -> None:
    stage = GeneralStage(fit_general(EXAMPLES, NEGATIVES, find=find))
    first = stage.rank("a driver job in Paris", entities=find("a driver job in Paris"))[0]
    assert (first.intent, first.confidence) == ("job_search", 1.0)


def test_a_stage_fitted_without_entities_reads_the_text_as_it_is() -> None:
    stage = GeneralStage(fit_general(EXAMPLES, NEGATIVES))
    text = "a nurse job in Berlin"
    assert stage.rank(text, entities=find(text)) == stage.rank(text)


def test_every_entity_is_masked_in_its_place() -> None:
    text = "nurse or driver in Paris!"
    assert masked(text, find(text)) == "entity_profession or entity_profession in entity_city!"
    assert masked(text, ()) == text


def test_too_little_data_is_refused() -> None:
    with pytest.raises(DataError):
        fit_general([], ["how do I apply"])


def test_a_recipe_survives_being_written_down() -> None:
    for recipe in (Recipe.general(), Recipe.faq(), Recipe(char_ngrams=(2, 5), masks_entities=True)):
        assert Recipe.from_dict(recipe.to_dict()) == recipe
    with pytest.raises(DataError, match="unknown recipe setting 'deep'"):
        Recipe.from_dict({"deep": True})


@pytest.fixture
def encoder(tmp_path: Path) -> str:
    if os.environ.get("CI") != "true":
        pytest.importorskip("tokenizers", reason="the extra candor-bot[encoder] is not installed")
    return str(write_static(tmp_path / "encoder"))


def test_with_an_encoder_the_stage_understands_what_was_taught_in_another_language(encoder: str) -> None:
    examples = [("holiday", "greet"), ("how much holiday do i get", "greet"), ("salary", "job_search")]
    stages = [GeneralStage(fit_general(examples, ["hello there"], encoder=each)) for each in (None, encoder)]
    plain, with_encoder = (stage.rank("urlaub") for stage in stages)
    assert plain == ()
    assert with_encoder[0].intent == "greet"
    assert with_encoder[0].confidence > 0.5


def test_both_stages_let_the_encoder_read_the_same_text(encoder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    general = GeneralStage(fit_general(EXAMPLES, NEGATIVES, find=find, encoder=encoder))
    faq = fit(["pay", "leave"], ["pay", "holiday"], Recipe.faq("en", (TFIDF, ENCODER), encoder))
    read: list[str] = []
    encode = StaticEncoder.encode

    def noted(self: StaticEncoder, text: str) -> Floats:
        read.append(text)
        return encode(self, text)

    monkeypatch.setattr(StaticEncoder, "encode", noted)
    text = "Paye a nurse in Berlin – Congé?"
    general.rank(text, entities=find(text))
    faq.rank(text)
    assert read == ["paye a nurse in berlin – congé"]


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("tell me about new nurse jobs in Hamburg", "job_subscribe"),
        ("tell me about the nurse jobs in Hamburg", "job_search"),
    ],
)
def test_who_wants_to_be_told_of_new_jobs_asks_for_an_alert(
    general_stage: Callable[[str], GeneralStage], text: str, intent: str
) -> None:
    assert general_stage("en").rank(text)[0].intent == intent
