"""No more processes work than there are cores, and who asked for more is told."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from candor import cores
from candor.settings import load_settings
from candor.training_plan import training_plan
from storage.companies.company_settings import as_made
from tests.commanding import QUESTIONS, Candor


@pytest.fixture
def one_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0}, raising=False)


@pytest.mark.usefixtures("one_core")
def test_jobs_are_capped_at_the_cores() -> None:
    assert cores.at_most_cores(64) == 1
    settings = load_settings(None, {"evaluation": {"jobs": 64}})
    assert training_plan(settings, as_made("demo")).measuring.jobs == 1


def test_without_the_call_all_cores_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert cores.cores() == 1


@pytest.mark.usefixtures("one_core")
def test_a_command_that_is_asked_for_more_says_how_many_work(tmp_path: Path) -> None:
    path = tmp_path / "q.csv"
    path.write_text(QUESTIONS, encoding="utf-8")
    options = ("--engine", "most-frequent", "--retries", "1", "--stage", "faq")
    said = Candor().run("evaluate", "nex-cv", path, *options, "--jobs", "64")
    assert "--jobs 64 is more than this machine has cores: 1 at work" in said.err
    assert "cores" not in Candor().run("evaluate", "nex-cv", path, *options).err
