"""Who applies for an opening that they name does not want to see it."""

from __future__ import annotations

import pytest

from bot.dialogue import interpret
from bot.dialogue.context import Context
from bot.dialogue.cues import Cues
from bot.dialogue.readings import Reading
from bot.dialogue.registry import readings_of
from tests.bot.conftest import Chat


@pytest.mark.parametrize(
    ("text", "may_be_shown"),
    [("can I apply for the one on ward 3?", False), ("what about ward 3, is it nice there?", True)],
)
def test_the_opening_is_shown_only_to_who_does_not_apply(
    chat: Chat, monkeypatch: pytest.MonkeyPatch, text: str, *, may_be_shown: bool
) -> None:
    kinds = list[str]()

    def noted(context: Context, cues: Cues) -> list[Reading]:
        found = list(readings_of(context, cues))
        kinds.extend(each.kind for each in found)
        return found

    chat.say("a nurse job in Hamburg")
    monkeypatch.setattr(interpret, "readings_of", noted)
    chat.say(text)
    assert kinds
    assert ("open" in kinds) is may_be_shown
