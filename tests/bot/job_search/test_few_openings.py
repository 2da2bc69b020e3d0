"""Where what was said leaves few openings they are shown; nothing more is asked."""

from __future__ import annotations

import pytest

from bot.dialogue.search import asking
from bot.dialogue.search.shown import PAGE
from tests.bot.conftest import Chat
from tests.bot.job_search.conftest import titles

NURSES = ["Nurse, ward 3", "Nurse, night shift"]


@pytest.fixture(autouse=True)
def few_openings(many_openings: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "FEW", PAGE)


@pytest.mark.both_databases
def test_a_profession_of_few_openings_is_shown_wherever_they_are(chat: Chat) -> None:
    assert set(titles(chat, "a nurse job")) >= set(NURSES)


def test_a_place_may_be_named_afterwards(chat: Chat) -> None:
    chat.say("a nurse job")
    assert titles(chat, "in Hamburg") == NURSES


def test_what_an_opening_must_be_is_enough_where_few_are_so(chat: Chat) -> None:
    assert titles(chat, "a job that is fully remote") == ["Software developer"]


def test_nothing_said_is_asked_for(chat: Chat) -> None:
    assert "What kind of job" in chat.say(button="general:job_search").replies[0].text


def test_what_no_opening_has_is_asked_about(chat: Chat) -> None:
    (reply,) = chat.say("a lawyer job").replies
    assert not reply.cards
    assert "Where would you like to work" in reply.text
