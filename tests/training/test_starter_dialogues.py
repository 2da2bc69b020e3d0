from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from nlu.breakdown.starter import rated_dialogues
from nlu.errors import DataError
from tests.nlu.samples import DATA
from training.dialogues import starter_dialogues


def test_they_are_the_dialogues_that_the_first_detector_learns_from() -> None:
    learnt, measured = rated_dialogues(DATA, ["en", "zh"]), starter_dialogues(DATA, ["zh", "en"])
    assert [one.id for one in measured] == [f"starter/{one.name}" for one in learnt]
    assert [one.utterances() for one in measured] == [one.utterances for one in learnt]
    assert [list(one.ratings()) for one in measured] == [one.ratings() for one in learnt]


def test_a_broken_file_is_one_clear_line(tmp_path: Path) -> None:
    shutil.copytree(DATA / "breakdown", tmp_path / "breakdown")
    (tmp_path / "breakdown" / "en.json").write_text("{", encoding="utf-8")
    with pytest.raises(DataError, match=r"en\.json: not a list of dialogues"):
        starter_dialogues(tmp_path, ["en"])
