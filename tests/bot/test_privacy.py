"""A question about privacy deletes nothing and is not answered "yes", as the general stage and the policy see it."""

from __future__ import annotations

from functools import cache

import pytest

from bot.dialogue.acts import Act, Confirm, Fulfil
from bot.dialogue.policy import Thresholds, decide
from bot.texts import load_texts
from candor.house import entity_finder
from candor.starter_kinds import StarterKind
from nlu.data_rows import rows
from nlu.general.stage import GeneralStage
from nlu.pipeline import Pipeline
from tests.learnt import Learnt
from tests.nlu.samples import DATA

QUESTIONS = DATA.parent / "tests" / "nlu" / "privacy.csv"


def decided(learnt: Learnt, language: str, text: str) -> Act:
    return decide(_pipeline(learnt, language).parse(text), Thresholds())


@cache
def _pipeline(learnt: Learnt, language: str) -> Pipeline:
    general = GeneralStage(learnt.model(StarterKind.GENERAL, language))
    return Pipeline(
        general=general,
        faq=None,
        entities=entity_finder(),
        language=language,
        general_threshold=0.4,
        model_version="v1",
    )


@pytest.mark.parametrize("language", ["en", "de", "fr", "zh"])
def test_a_question_about_privacy_deletes_nothing_and_is_not_answered_yes(learnt: Learnt, language: str) -> None:
    asked = [row["text"] for _, row in rows(QUESTIONS, ("language", "text")) if row["language"] == language]
    assert len(asked) == 10
    for text in asked:
        decision = decided(learnt, language, text)
        assert not isinstance(decision, Confirm), text
        assert not (isinstance(decision, Fulfil) and decision.intent in ("delete_my_data", "affirm")), text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "please delete my data"),
        ("de", "bitte löschen Sie meine Daten"),
        ("fr", "supprimez mes données s'il vous plaît"),
        ("zh", "请删除我的数据"),
    ],
)
def test_who_plainly_wants_his_data_deleted_is_heard(learnt: Learnt, language: str, text: str) -> None:
    assert decided(learnt, language, text) == Fulfil("delete_my_data")


@pytest.mark.parametrize("language", ["en", "de", "fr", "zh"])
def test_what_the_chats_menu_says_for_a_candidate_is_understood(learnt: Learnt, language: str) -> None:
    for key, intent in (("say_delete", "delete_my_data"), ("say_restart", "start_over")):
        said = load_texts().get(language, f"widget.panel.{key}")
        understood = _pipeline(learnt, language).parse(said)
        assert (understood.intent, said) == (intent, said)
