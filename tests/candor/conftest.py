"""What commands that are given no folder find: what they would learn of the starter data, learnt once a run."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog

from candor import logs
from candor.settings import LogSettings
from tests.commanding import Candor, make_house
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


@pytest.fixture(scope="module")
def candor(tmp_path_factory: pytest.TempPathFactory, learnt: Learnt) -> Candor:
    """A house with the company acme and a trained model."""
    data_dir = tmp_path_factory.mktemp("house")
    learnt.give(data_dir, ["en", "de"])
    command = Candor(data_dir)
    make_house(command)
    return command


@pytest.fixture
def events_at_error(capsys: pytest.CaptureFixture[str]) -> Iterator[Callable[[], list[dict[str, Any]]]]:
    """Log as JSON from level error up, and put everything back; returns what was logged since it was last asked."""
    root, hook = logging.getLogger(), threading.excepthook
    handlers, level = root.handlers[:], root.level
    logs.configure(LogSettings(format="json", level="error"))

    def logged() -> list[dict[str, Any]]:
        told = capsys.readouterr()
        assert told.out == "", "what machines read stands on standard error"
        return [json.loads(line) for line in told.err.splitlines()]

    yield logged
    structlog.reset_defaults()
    threading.excepthook = hook
    root.handlers[:] = handlers
    root.setLevel(level)
