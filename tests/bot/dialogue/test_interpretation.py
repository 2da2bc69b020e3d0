"""What a message was taken for in its conversation, kept beside what the models saw in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.dialogue.policy import Thresholds
from bot.dialogue.readings import Interpretation, Reading
from bot.dialogue.recording import may_be_a_question
from bot.dialogue.search_acts import Search
from bot.service import Service
from candor.house import job_words
from nlu.understanding import Stage, Understanding
from storage.reviews import decisions
from storage.reviews.decisions import Decision
from tests.bot.conftest import Chat


@pytest.fixture
def service(service: Service) -> Service:
    return replace(service, jobs=job_words())


@pytest.fixture
def decided(chat: Chat) -> Callable[[str], Decision]:
    def say(text: str) -> Decision:
        turn = chat.say(text)
        its = (turn.conversation.company_id, turn.conversation.id, turn.message.seq)
        made = chat.database.read_now(lambda conn: decisions.of_message(conn, *its))
        assert made is not None
        return made

    return say


def test_a_question_that_stands_by_itself_needs_no_interpretation(decided: Callable[[str], Decision]) -> None:
    assert decided("who feeds the unicorns?").interpretation is None


def test_what_the_models_saw_is_kept_where_the_conversation_gives_another_meaning(
    decided: Callable[[str], Decision],
) -> None:
    alone = decided("German")
    assert (alone.stage, alone.intent) == (Stage.GENERAL, "change_language")
    assert alone.interpretation is not None
    assert alone.interpretation.understanding.stage is Stage.NONE
    assert alone.interpretation.reading == "language"


def test_how_sure_a_meaning_is_comes_from_weighing_all_that_may_be_meant(decided: Callable[[str], Decision]) -> None:
    made = decided("German")
    assert made.interpretation is not None
    assert made.interpretation.probability is not None
    assert 0 < made.interpretation.probability < 1
    assert made.confidence == made.interpretation.probability


@pytest.mark.parametrize(
    ("probability", "stage", "queued"),
    [(0.6, Stage.FAQ, True), (0.9, Stage.FAQ, False), (0.6, Stage.GENERAL, False), (None, Stage.FAQ, False)],
)
def test_a_step_of_a_task_that_was_not_surely_taken_may_be_a_question(
    probability: float | None, stage: Stage, queued: bool
) -> None:
    seen = Understanding("Where are you?", "en", stage, "locations", 0.6, (), (), "v7")
    meant = Interpretation(seen, Reading("change", act=Search()), probability)
    assert may_be_a_question(meant, Thresholds()) is queued
