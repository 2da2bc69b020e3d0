"""What a typed message answers in an application, where the general stage mistakes a name for something else."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.applications.hearing import hear_application
from bot.texts import load_texts
from nlu.understanding import Guess, Stage, Understanding
from storage.applications import Application

NOW = datetime(2026, 3, 1, tzinfo=UTC)
ASKED = Application(1, 1, 1, 1, "k", "name", "de", None, None, None, None, NOW, None, 0)


def heard(text: str, intent: str, confidence: float) -> tuple[str, str] | None:
    seen = Understanding(text, "de", Stage.GENERAL, intent, confidence, (Guess(intent, confidence),), (), "v")
    move = hear_application(ASKED, seen, load_texts(), 0.5)
    return None if move is None else move.applying


@pytest.mark.parametrize("intent", ["crisis", "insult", "contact_human"])
def test_who_says_their_name_has_said_it_whatever_it_sounds_like(intent: str) -> None:
    assert heard("Ich heiße Anna Löpez", intent, 0.34) == ("name", "Ich heiße Anna Löpez")


@pytest.mark.parametrize("text", ["Ich heiße Anna und will sterben", "Ich heiße Anna", "Ich bin am Ende"])
def test_somebody_who_is_surely_in_danger_is_not_asked_for_a_name(text: str) -> None:
    assert heard(text, "crisis", 0.66) is None


def test_a_little_danger_in_more_words_than_a_name_has_comes_first() -> None:
    assert heard("Ich heiße Anna und möchte nicht mehr", "crisis", 0.34) is None
