"""What a typed message answers in an application, where the general stage mistakes a name for something else."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.applications.hearing import hear_application
from bot.texts import load_texts
from nlu.understanding import Guess, Stage, Understanding
from storage.applications import Application

NOW = datetime(2026, 3, 1, tzinfo=UTC)
ASKED = Application(1, 1, 1, 1, "k", "name", "de", None, None, None, None, NOW, None)


def heard(text: str, intent: str, confidence: float) -> tuple[str, str] | None:
    seen = Understanding(text, "de", Stage.GENERAL, intent, confidence, (Guess(intent, confidence),), (), "v")
    move = hear_application(ASKED, seen, load_texts(), 0.5)
    return None if move is None else move.applying


@pytest.mark.parametrize("intent", ["insult", "contact_human"])
def test_who_says_their_name_has_said_it_whatever_it_sounds_like(intent: str) -> None:
    assert heard("Ich heiße Anna Löpez", intent, 0.34) == ("name", "Ich heiße Anna Löpez")
