"""A message that could begin a search or hang on the question before it, where the company has openings."""

from __future__ import annotations

import pytest

from nlu.understanding import Stage
from tests.bot import conftest as scripted
from tests.bot.conftest import Chat
from tests.bot.job_search.conftest import HearingModels, titles


def test_a_place_after_an_answer_adds_to_the_question(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(scripted.SCRIPT, "what do you pay and in Hamburg?", (Stage.FAQ, "salary", 0.8))
    chat.say("what do you pay")
    assert titles(chat, "and in Hamburg?") == []
    assert chat.last_decision.question == "what do you pay and in Hamburg?"


@pytest.mark.parametrize("text", ["in Hamburg?", "Hamburg?", "in Hamburg"])
def test_a_place_alone_right_after_an_answer_adds_to_the_question(
    chat: Chat, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setitem(scripted.SCRIPT, text, (Stage.GENERAL, "job_search", 0.95))
    monkeypatch.setitem(scripted.SCRIPT, f"what do you pay {text}", (Stage.FAQ, "salary", 0.8))
    chat.say("what do you pay")
    assert titles(chat, text) == []
    assert chat.last_decision.question == f"what do you pay {text}"


@pytest.mark.parametrize("text", ["jobs in Hamburg?", "a nurse in Hamburg", "have you got something in Hamburg?"])
def test_who_names_more_than_a_place_looks_for_a_job(chat: Chat, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setitem(scripted.SCRIPT, f"what do you pay {text}", (Stage.FAQ, "salary", 0.8))
    chat.say("what do you pay")
    assert titles(chat, text) == ["Nurse, ward 3", "Nurse, night shift"]


def test_a_place_alone_later_is_where_to_look(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(scripted.SCRIPT, "in Hamburg?", (Stage.GENERAL, "job_search", 0.95))
    monkeypatch.setitem(scripted.SCRIPT, "what do you pay in Hamburg?", (Stage.FAQ, "salary", 0.8))
    chat.say("what do you pay")
    chat.say("!thanks")
    assert titles(chat, "in Hamburg?") == ["Nurse, ward 3", "Nurse, night shift"]


def test_a_place_in_a_search_changes_the_search_though_something_was_answered_meanwhile(chat: Chat) -> None:
    chat.say("a nurse job in Munich")
    chat.say("what do you pay")
    assert titles(chat, "and in Hamburg?") == ["Nurse, ward 3", "Nurse, night shift"]


def test_a_town_named_beside_the_one_sought_changes_the_search_after_an_answer(chat: Chat) -> None:
    chat.say("a nurse job in Munich")
    chat.say("what do you pay")
    assert titles(chat, "and Hamburg? there was nothing nice in Munich") == ["Nurse, ward 3", "Nurse, night shift"]


@pytest.mark.parametrize(
    ("between", "hangs"), [("!thanks", True), ("!job_search", True), ("a cook job in Munich", False)]
)
def test_what_is_asked_after_openings_were_shown_hangs_on_no_answer_before_them(
    chat: Chat, monkeypatch: pytest.MonkeyPatch, between: str, hangs: bool
) -> None:
    asked = "is it only for people in Germany?"
    monkeypatch.setattr(HearingModels, "taught", lambda *_: 5000, raising=False)
    monkeypatch.setitem(scripted.SCRIPT, f"what do you pay {asked}", (Stage.FAQ, "salary", 0.8))
    chat.say("what do you pay")
    chat.say(between)
    chat.say(asked)
    assert (chat.last_decision.question == f"what do you pay {asked}") is hangs
