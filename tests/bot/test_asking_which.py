"""A short question right after an answer ("which ones?", "who's that?") asks more of it, and nothing of the bot."""

from __future__ import annotations

import pytest

from nlu.understanding import Stage
from tests.bot import conftest as scripted
from tests.bot.conftest import Chat


@pytest.mark.parametrize(
    ("said", "heard"), [("which ones?", "help"), ("what ones do you have", "small_talk"), ("who's that", "who_are_you")]
)
def test_it_is_passed_on_with_the_question_before(
    chat: Chat, monkeypatch: pytest.MonkeyPatch, said: str, heard: str
) -> None:
    monkeypatch.setitem(scripted.SCRIPT, said, (Stage.GENERAL, heard, 0.95))
    chat.ask("what do you pay")
    told = chat.ask(said)
    assert "passed" in told
    assert said in told


def test_where_nothing_was_answered_it_asks_who_the_bot_is(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(scripted.SCRIPT, "who's that", (Stage.GENERAL, "who_are_you", 0.95))
    assert "passed" not in chat.ask("who's that")
