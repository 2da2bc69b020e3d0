"""What only says what an opening must be narrows the search that goes on, whatever the FAQ makes of it."""

from __future__ import annotations

import pytest

from nlu.understanding import Stage
from tests.bot import conftest as scripted
from tests.bot.conftest import Chat
from tests.bot.job_search.conftest import titles


@pytest.mark.parametrize("text", ["part-time only", "part time please", "only part-time"])
def test_hours_narrow_the_search_though_the_faq_speaks_of_them(
    chat: Chat, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setitem(scripted.SCRIPT, text, (Stage.FAQ, "salary", 0.95))
    chat.say("nurse jobs in Hamburg")
    assert titles(chat, text) == ["Nurse, night shift"]


def test_a_question_about_hours_is_still_the_faqs(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "how many hours a week do people who work part-time have in your offices?"
    monkeypatch.setitem(scripted.SCRIPT, text, (Stage.FAQ, "salary", 0.95))
    chat.say("nurse jobs in Hamburg")
    assert titles(chat, text) == []
