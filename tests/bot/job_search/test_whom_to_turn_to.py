"""Whom to turn to about an opening is what its advertisement says; who wants a person gets one."""

from __future__ import annotations

import pytest

from nlu.understanding import Stage
from tests.bot import conftest as scripted
from tests.bot.conftest import Chat


def answered(chat: Chat, monkeypatch: pytest.MonkeyPatch, text: str) -> str:
    """What is said to a text that is heard as the wish for a person, after the nurse's opening was shown."""
    monkeypatch.setitem(scripted.SCRIPT, text, (Stage.GENERAL, "contact_human", 0.95))
    chat.say("a nurse job in Hamburg")
    chat.say("the first one")
    return chat.ask(text)


@pytest.mark.parametrize(
    "text",
    [
        "is there a name I could write to?",
        "have you a number I can ring?",
        "is there somebody I could talk to about this job?",
    ],
)
def test_a_name_or_number_is_told_of_the_opening_that_is_talked_of(
    chat: Chat, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    assert "Mara Lindqvist" in answered(chat, monkeypatch, text)


@pytest.mark.parametrize("text", ["can I talk to a person?", "somebody should call me about this job"])
def test_who_wants_a_person_gets_one(chat: Chat, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    assert "Mara Lindqvist" not in answered(chat, monkeypatch, text)


def test_of_none_that_is_talked_of_nobody_is_told(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "is there a name I could write to?"
    monkeypatch.setitem(scripted.SCRIPT, text, (Stage.GENERAL, "contact_human", 0.95))
    chat.say("a nurse job in Hamburg")
    assert "Mara Lindqvist" not in chat.ask(text)
