from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import yaml

from evaluation.engines.remote import remote_engine
from evaluation.engines.remote.classifier import RemoteClassifier
from tests.evaluation.engines.remote.service import FakeClock, FakeService

Start = Callable[[type[FakeService]], FakeService]
Opened = Callable[..., Callable[[int], RemoteClassifier]]


@pytest.fixture(autouse=True)
def _locks_of_this_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts services, and stops them after the test."""
    with ExitStack() as running:
        yield lambda kind: running.enter_context(kind())


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def opened(tmp_path: Path, clock: FakeClock) -> Opened:
    """Writes the file that describes a service and returns the engine for it."""

    def opened(service: FakeService, **changes: Any) -> Callable[[int], RemoteClassifier]:
        path = tmp_path / f"{service.kind}.yaml"
        path.write_text(yaml.safe_dump(service.description | changes), encoding="utf-8")
        return remote_engine(service.kind, path, clock)

    return opened
