"""What all companies of a language share holds no more than answering needs."""

from __future__ import annotations

from pathlib import Path

from candor.house import entity_finder, known_shared_models, listening_models
from candor.settings import Settings
from candor.starter_kinds import StarterKind
from nlu.understanding import Level
from tests.learnt import Learnt


def test_examples_are_held_by_nothing_and_read_when_somebody_asks_why(tmp_path: Path, learnt: Learnt) -> None:
    learnt.give(tmp_path, ["en"])
    shared = known_shared_models(Settings(data_dir=tmp_path), "en", entity_finder())
    assert shared is not None
    assert shared.danger is not None
    for stage in (shared.general, shared.danger):
        assert not stage.classifier.examples.texts
        assert len(stage.explaining().examples.texts) > 1000


def test_what_hears_general_intents_and_danger_learns_nothing_else(tmp_path: Path, learnt: Learnt) -> None:
    learnt.give(tmp_path, ["en"])
    settings = Settings(data_dir=tmp_path)
    others = [
        settings.models_dir / kind for kind in StarterKind if kind not in (StarterKind.GENERAL, StarterKind.DANGER)
    ]
    for folder in others:
        folder.rename(folder.with_suffix(".away"))
    general, danger = listening_models(settings, "en", entity_finder())
    assert general.hear("hello there").ranking[0].intent == "greet"
    assert danger.judge("I want to kill myself").level is Level.DANGER
    assert not any(folder.exists() for folder in others)
