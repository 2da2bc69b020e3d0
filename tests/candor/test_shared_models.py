"""What all companies of a language share holds no more than answering needs."""

from __future__ import annotations

from pathlib import Path

from candor.house import entity_finder, known_shared_models
from candor.settings import Settings
from tests.learnt import Learnt


def test_examples_are_held_by_nothing_and_read_when_somebody_asks_why(tmp_path: Path, learnt: Learnt) -> None:
    learnt.give(tmp_path, ["en"])
    shared = known_shared_models(Settings(data_dir=tmp_path), "en", entity_finder())
    assert shared is not None
    assert shared.danger is not None
    for stage in (shared.general, shared.danger):
        assert not stage.classifier.examples.texts
        assert len(stage.explaining().examples.texts) > 1000
