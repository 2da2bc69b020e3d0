"""However many readings of a message are weighed, no text is understood twice in a turn, or for nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.dialogue.context import Context
from bot.dialogue.cues import cues_of
from bot.dialogue.state import JobSearch
from candor.house import job_words
from nlu.ads.questions import OpeningQuestion, OpeningQuestions
from storage.openings.wishes import Wish
from tests.bot.conftest import Chat, ScriptedModels


class Listening(OpeningQuestions):
    """Keeps what it was to hear questions about openings in."""

    def __init__(self) -> None:
        super().__init__({})
        self.heard: list[str] = []

    def hear(self, text: str, language: str) -> OpeningQuestion | None:
        self.heard.append(text)
        return super().hear(text, language)


@pytest.mark.parametrize("text", ["and the unicorns?", "and coffee?", "perks", "Perks? And what do you pay?"])
def test_no_text_is_understood_twice_in_a_turn(chat: Chat, models: ScriptedModels, text: str) -> None:
    chat.say("what do you pay")
    models.asked.clear()
    chat.say(text)
    assert set(Counter(models.asked).values()) == {1}


def test_questions_about_openings_are_listened_for_in_a_search_only(in_context: Callable[[str], Context]) -> None:
    listening, context = Listening(), in_context("what does it pay?")
    context = replace(context, service=replace(context.service, jobs=replace(job_words(), questions=listening)))
    assert cues_of(context).search is None
    assert not listening.heard
    cues_of(replace(context, search=JobSearch(Wish())))
    assert listening.heard == ["what does it pay?"]
    cues_of(
        replace(context.understood_as(context.parse("what does AC-1004 pay?")), search=JobSearch(Wish()), referred=(4,))
    )
    assert listening.heard[1:] == ["what does pay?"], "a number is no word of a question"
