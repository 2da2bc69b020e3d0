"""What an alert is to tell of may be said while it waits for an address."""

from __future__ import annotations

import pytest

from tests.bot.conftest import Chat
from tests.bot.subscriptions.talking import Kept, said


@pytest.mark.parametrize("typed", ["only part-time", "part-time please", "just part-time"])
def test_what_is_said_then_is_what_the_alert_tells_of(chat: Chat, kept: Kept, typed: str) -> None:
    chat.say("!job_subscribe nurse jobs in Hamburg")
    asked = said(chat.say(typed))
    assert "part-time" in asked
    assert "Which address shall I write to" in asked
    chat.say("anna@example.org")
    (made,) = kept(chat)
    assert (made.wish.professions, made.wish.employment_types) == (("nurse",), ("part_time",))
