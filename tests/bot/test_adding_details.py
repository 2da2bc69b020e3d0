"""What is given to people who were called: a number to ring, and the question whether data are deleted yet."""

from __future__ import annotations

import pytest

from nlu.understanding import Stage
from tests.bot import conftest as scripted
from tests.bot.conftest import Chat

ADDED = "Thank you, I've passed that on as well."
WAITING = "Your question is with the recruiting team."
NUMBERS = ("0176 99887766", "my number is +49 (151) 234-5678", "call 06 12 34 56 78 please", "13800138000")
NO_NUMBERS = ("45.000 in 2019", "I can start on 01.09.2027", "from 2016-2024", "is 0176 99887766 yours?")


def say(chat: Chat, text: str, monkeypatch: pytest.MonkeyPatch, intent: str) -> str:
    for key in (text, text.lower()):
        monkeypatch.setitem(scripted.SCRIPT, key, (Stage.GENERAL, intent, 0.95))
    return "\n".join(reply.text for reply in chat.say(text).replies)


@pytest.mark.parametrize("number", NUMBERS)
def test_a_number_to_ring_is_added_to_what_waits(chat: Chat, monkeypatch: pytest.MonkeyPatch, number: str) -> None:
    say(chat, "a person please", monkeypatch, "contact_human")
    assert say(chat, "thank you", monkeypatch, "thanks") != ADDED
    assert say(chat, number, monkeypatch, "small_talk") == ADDED


@pytest.mark.parametrize("number", NUMBERS)
def test_where_nobody_waits_it_is_not(chat: Chat, monkeypatch: pytest.MonkeyPatch, number: str) -> None:
    assert say(chat, number, monkeypatch, "small_talk") != ADDED


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_other_figures_are_no_number_to_ring(chat: Chat, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    say(chat, "a person please", monkeypatch, "contact_human")
    assert say(chat, text, monkeypatch, "small_talk") != ADDED


@pytest.mark.parametrize(("text", "told"), [("is it really gone?", True), ("it is really gone", False)])
def test_who_asks_whether_data_are_deleted_yet_is_told(
    chat: Chat, monkeypatch: pytest.MonkeyPatch, text: str, told: bool
) -> None:
    assert WAITING not in say(chat, text, monkeypatch, "affirm")
    say(chat, "delete my data", monkeypatch, "delete_my_data")
    say(chat, "thank you", monkeypatch, "thanks")
    assert (WAITING in say(chat, text, monkeypatch, "affirm")) is told
