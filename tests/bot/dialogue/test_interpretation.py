"""What a message was taken for in its conversation, kept beside what the models saw in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.service import Service
from candor.house import job_words
from nlu.understanding import Stage
from storage import decisions
from storage.decisions import Decision
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
    alone = decided("deutsch")
    assert (alone.stage, alone.intent) == (Stage.GENERAL, "change_language")
    assert alone.interpretation is not None
    assert alone.interpretation.stage is Stage.NONE
    assert alone.interpretation.reading == "language"


def test_how_sure_a_meaning_is_comes_from_weighing_all_that_may_be_meant(decided: Callable[[str], Decision]) -> None:
    made = decided("deutsch")
    assert made.interpretation is not None
    assert made.interpretation.probability is not None
    assert 0 < made.interpretation.probability < 1
    assert made.confidence == made.interpretation.probability
