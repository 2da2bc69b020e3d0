"""A training process works with the very settings of the process that starts it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from candor.settings import load_settings
from candor.training_process import training_environment


def test_settings_survive_the_way_to_another_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = tmp_path / "mine.yaml"
    config.write_text("gate: {tolerance: 0.07}\nserver: {embedding_origins: {a: ['https://a.example']}}", "utf-8")
    monkeypatch.setenv("CANDOR_BOT__THRESHOLD", "0.9")
    settings = load_settings(config, {"data_dir": tmp_path / "d"})
    environment = training_environment(settings)
    for name in list(os.environ):
        if name.startswith("CANDOR_"):
            monkeypatch.delenv(name)
    for name, value in environment.items():
        if name.startswith("CANDOR_"):
            monkeypatch.setenv(name, value)
    received = load_settings()
    assert received.model_dump() == settings.model_dump()
    assert (received.gate.tolerance, received.bot.threshold) == (0.07, 0.9)
