from __future__ import annotations

import pytest

from nlu.danger.signs import SignLists, Signs
from nlu.danger.stage import NOTHING, Bounds, DangerStage
from nlu.danger.training import fit_danger
from nlu.data_rows import sentences
from nlu.errors import DataError
from nlu.understanding import Level
from tests.nlu.samples import DATA

SIGNS = Signs(SignLists({"suicide": ("die", "dead"), "plain": ("i want to die",)}, ("dead easy",)), "en")
EXAMPLES = [
    ("I will die tonight", "danger"),
    ("I wish I was dead", "danger"),
    ("the printer is dead", "safe"),
    ("will the battery die", "safe"),
    ("where do I apply", "safe"),
] * 2


@pytest.fixture(scope="module")
def stage() -> DangerStage:
    return DangerStage(SIGNS, fit_danger(EXAMPLES, SIGNS, "en"), Bounds(0.3, 0.7), "en")


def test_a_message_without_a_sign_is_not_judged_at_all(stage: DangerStage) -> None:
    assert stage.judge("I will tonight, I wish I was") == NOTHING
    assert stage.judge("this is dead easy") == NOTHING
    assert stage.judge("") == NOTHING


def test_the_clearest_sentence_of_a_message_counts(stage: DangerStage) -> None:
    alone = stage.judge("I wish I was dead")
    assert alone.level is Level.DANGER
    assert stage.judge("The printer is dead. I wish I was dead! Where do I apply?") == alone


def test_what_only_sounds_so_is_no_danger(stage: DangerStage) -> None:
    assert stage.judge("my printer is dead").level is Level.NONE


def test_what_stands_beside_danger_in_a_message_is_not_learnt_as_danger() -> None:
    beside = [("The battery will die soon. I wish I was dead.", "danger")] * 3
    stage = DangerStage(SIGNS, fit_danger([*EXAMPLES, *beside], SIGNS, "en"), Bounds(0.3, 0.7), "en")
    assert stage.judge("The battery will die soon.").level is Level.NONE
    assert stage.judge("The battery will die soon. I wish I was dead.").level is Level.DANGER


def test_the_likeliest_passage_of_a_message_of_danger_is_always_learnt() -> None:
    unlike = [("I lie here dead inside. The printer is dead.", "danger")] * 6
    ordinary = [("the phone is dead inside", "safe"), ("dead inside the box", "safe")] * 2
    stage = DangerStage(SIGNS, fit_danger([*EXAMPLES, *ordinary, *unlike], SIGNS, "en"), Bounds(0.3, 0.7), "en")
    assert stage.judge("I lie here dead inside.").level is not Level.NONE


def test_plain_words_are_asked_about_whatever_was_learnt() -> None:
    unlearnt = fit_danger([*EXAMPLES, ("I want to die of this printer", "safe")] * 3, SIGNS, "en")
    stage = DangerStage(SIGNS, unlearnt, Bounds(0.9999, 1.0), "en")
    assert stage.judge("the printer, I want to die").level is Level.UNSURE
    assert stage.judge("will die").level is Level.NONE


def test_what_explains_is_read_when_it_is_asked_for() -> None:
    whole = fit_danger(EXAMPLES, SIGNS, "en")
    holding = DangerStage(SIGNS, whole, Bounds(0.3, 0.7), "en")
    stage = DangerStage(SIGNS, whole, Bounds(0.3, 0.7), "en", whole=lambda: whole)
    assert stage.judge("I wish I was dead") == holding.judge("I wish I was dead")
    assert not stage.classifier.examples.texts
    assert stage.explaining() is holding.explaining() is whole


def test_what_can_no_longer_be_read_explains_without_examples() -> None:
    stage = DangerStage(SIGNS, fit_danger(EXAMPLES, SIGNS, "en"), Bounds(0.3, 0.7), "en", whole=lambda: None)
    assert stage.explaining() is stage.classifier


@pytest.mark.parametrize("text", ["die" * 10_000, "I want to die " * 5_000, "\ud800", "?!." * 5_000])
def test_any_text_can_be_judged(stage: DangerStage, text: str) -> None:
    assert 0 <= stage.judge(text).confidence <= 1


def test_examples_of_one_kind_alone_teach_nothing() -> None:
    with pytest.raises(DataError):
        fit_danger([("I will die", "danger")], SIGNS, "en")


NOT_SPOKEN = sentences(DATA / "crisis" / "not_spoken.txt")


@pytest.mark.parametrize("language", ["en", "de", "fr", "zh"])
@pytest.mark.parametrize(
    "text",
    [
        "Hola. Ya no aguanto más, quiero morirme",
        "voglio farla finita",
        "Chcę się zabić!",
        "kendimi öldürmek istiyorum",
        "não quero mais viver",
        "Я больше не хочу жить",
        "хочу вмерти",
        "أريد أن أموت",
        "もう死にたいです。",
        "죽고 싶어요",
    ],
)
def test_who_wants_to_die_is_asked_in_languages_that_are_not_spoken_too(
    stage: DangerStage, text: str, language: str
) -> None:
    listening = DangerStage(SIGNS, stage.classifier, Bounds(0.3, 0.7), language, not_spoken=NOT_SPOKEN)
    assert listening.judge(text).level is Level.UNSURE
    assert stage.judge(text) == NOTHING


def test_what_else_is_said_in_them_is_no_danger(stage: DangerStage) -> None:
    listening = DangerStage(SIGNS, stage.classifier, Bounds(0.3, 0.7), "en", not_spoken=NOT_SPOKEN)
    for text in (
        "quiero trabajar",
        "хочу работать у вас",
        "me muero de ganas de trabajar",
        "일하고 싶어요",
        "働きたい",
    ):
        assert listening.judge(text) == NOTHING


def test_what_is_clearer_counts(stage: DangerStage) -> None:
    listening = DangerStage(SIGNS, stage.classifier, Bounds(0.3, 0.7), "en", not_spoken=NOT_SPOKEN)
    assert listening.judge("quiero morir. I wish I was dead") == stage.judge("I wish I was dead")
