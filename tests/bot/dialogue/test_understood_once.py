"""However many readings of a message are weighed, no text is understood twice in a turn."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.bot.conftest import Chat, ScriptedModels


@pytest.mark.parametrize("text", ["and the unicorns?", "and coffee?", "perks", "Perks? And what do you pay?"])
def test_no_text_is_understood_twice_in_a_turn(chat: Chat, models: ScriptedModels, text: str) -> None:
    chat.say("what do you pay")
    models.asked.clear()
    chat.say(text)
    assert set(Counter(models.asked).values()) == {1}
