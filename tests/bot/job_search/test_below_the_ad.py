"""What nobody surely answers may be a question about the opening talked of: its advertisement is told first."""

from __future__ import annotations

import pytest

from nlu.understanding import Stage
from tests.bot import conftest as scripted
from tests.bot.conftest import Chat

UNKNOWN = "do they have a piano on it?"


@pytest.fixture
def ward(chat: Chat) -> Chat:
    """A talk about the nurse's opening on ward 3, shown in a list."""
    chat.say("a nurse job in Hamburg")
    chat.say("what does the first one pay?")
    return chat


def test_what_is_passed_on_stands_below_all_that_the_opening_says(ward: Chat) -> None:
    shown, told = ward.texts(UNKNOWN)
    assert "Nurse, ward 3" in shown
    assert told.startswith("If that doesn't answer your question: I've passed it to the recruiting team")
    assert (ward.last_decision.kind, ward.status) == ("defer", "waiting")


def test_so_does_what_is_asked_back(ward: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(scripted.SCRIPT, UNKNOWN, (Stage.FAQ, "benefits", 0.4))
    shown, asked = ward.texts(UNKNOWN)
    assert "Nurse, ward 3" in shown
    assert asked.startswith("If that isn't what you asked: is it about this?")
    assert ward.last_decision.kind == "clarify"


def test_what_was_said_of_late_is_not_said_again(ward: Chat) -> None:
    ward.say(UNKNOWN)
    (told,) = ward.texts("and do they have a violin on it?")
    assert told.startswith("I'm not sure I have the right answer to that")


def test_the_talk_stays_with_that_opening(ward: Chat) -> None:
    ward.say(UNKNOWN)
    assert "“Nurse, ward 3” gives this pay" in ward.ask("and what does it pay?")


def test_a_complaint_is_answered_by_no_advertisement(ward: Chat) -> None:
    (told,) = ward.texts("then I will complain")
    assert "Nurse, ward 3" not in told
