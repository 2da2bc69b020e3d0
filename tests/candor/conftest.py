"""What commands that are given no folder find: what they would learn of the starter data, learnt once a run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.learnt import Learnt


@pytest.fixture(scope="session")
def taught_folder(learnt: Learnt, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder without a database that knows English."""
    folder = tmp_path_factory.mktemp("taught")
    learnt.give(folder, ["en"])
    return folder


@pytest.fixture
def taught(taught_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let that be the folder of commands that are given none, which else is one of the checkout."""
    monkeypatch.setenv("CANDOR_DATA_DIR", str(taught_folder))
