"""A fake of what hears steps in words of no list: it hears each in the sentences that it is given."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import pytest

from nlu.steps.said import SaidSteps, Step
from tests.bot.conftest import Chat


class HeardSteps(SaidSteps):
    """Hears in each of these sentences one step, wherever it is open."""

    def __init__(self, heard: Mapping[str, Step]) -> None:
        self._heard = heard

    def hear(self, text: str, among: Collection[Step], *, asks: bool = False) -> Step | None:
        """Return the step of the sentence, if it is open."""
        step = self._heard.get(text)
        return step if step in among else None

    def shares(self, text: str, among: Collection[Step]) -> list[tuple[Step, float]]:
        """Return that step as sure, if it is open."""
        step = self.hear(text, among)
        return [(step, 1.0)] if step else []


def let_hear(monkeypatch: pytest.MonkeyPatch, chat: Chat, heard: Mapping[str, Step]) -> None:
    """Let a chat's models hear these steps."""
    monkeypatch.setattr(type(chat.service.live), "steps", lambda self, language: HeardSteps(heard))
