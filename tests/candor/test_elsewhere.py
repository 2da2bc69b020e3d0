"""`candor evaluate splits`, `predictions` and `check`, and services behind --engine, as their users run them."""

from __future__ import annotations

import csv
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

from candor.cli import main
from evaluation.data_file import read_rows
from tests.commanding import QUESTIONS
from tests.evaluation.remote.service import Asked, Drop, Said
from tests.evaluation.remote.vendors import RestService


@dataclass(frozen=True)
class Told:
    """What the command wrote, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def refusal(self) -> str:
        """The one line of a refused command."""
        assert (self.code, self.err.count("\n")) == (2, 1), self.err
        return self.err


Evaluate = Callable[..., Told]


@pytest.fixture
def evaluate(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Evaluate:
    """Runs `candor evaluate` with these arguments."""

    def run(*arguments: object) -> Told:
        monkeypatch.setattr(sys, "argv", ["candor", "evaluate", *map(str, arguments)])
        try:
            main()
            code = 0
        except SystemExit as end:
            code = int(end.code or 0)
        return Told(code, *capfd.readouterr())

    return run


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    path = tmp_path / "questions.csv"
    path.write_text(QUESTIONS, encoding="utf-8")
    return path


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RestService]:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))  # the service's lock goes with the test
    with RestService() as service:
        service.failures.append(lambda asked: Said({"state": "ready"}) if asked.path == "/train" else None)
        yield service


@pytest.fixture
def described(service: RestService, tmp_path: Path) -> str:
    path = tmp_path / "service.yaml"
    quick = {key: value for key, value in service.description.items() if key not in ("train", "ready")}
    path.write_text(yaml.safe_dump(quick), encoding="utf-8")
    service.trained = service.examples
    return f"rest:{path}"


def test_predictions_made_elsewhere_are_measured(evaluate: Evaluate, questions: Path, tmp_path: Path) -> None:
    folder, out = tmp_path / "splits", tmp_path / "x.json"
    assert "4 splits of 36 examples" in evaluate("splits", questions, "--out", folder, "--retries", 2).out
    for split in sorted(folder.glob("split-*")):
        with (split / "predictions.csv").open("w", encoding="utf-8", newline="") as stream:
            rows = [(row.text, row.category, 0.9) for row in read_rows(split / "test.csv", empty_category=True)]
            csv.writer(stream).writerows([("text", "category", "confidence"), *rows])
    assert "oracle" in evaluate("predictions", folder, "--name", "oracle", "--out", out).out
    record = json.loads(out.read_text(encoding="utf-8"))
    assert [setting["accuracy"]["mean"] for setting in record["settings"]] == [1.0] * len(record["settings"])
    (folder / "split-02" / "predictions.csv").unlink()
    assert "split-02/predictions.csv: cannot be read" in evaluate("predictions", folder).refusal
    assert "name a new folder" in evaluate("splits", questions, "--out", folder).refusal


def test_check_says_whether_an_engine_can_be_measured(evaluate: Evaluate) -> None:
    assert "passes the check" in evaluate("check", "--engine", "nearest-neighbour").out
    failed = evaluate("check", "--engine", "most-frequent")
    assert failed.refusal == "most-frequent: cannot be measured like this\n"
    assert failed.out == "- In training round first: 'wrench pliers hammer' got 'fruit', expected 'tools'.\n"


def test_a_service_is_measured_by_its_file(
    evaluate: Evaluate, questions: Path, service: RestService, described: str
) -> None:
    assert "passes the check" in evaluate("check", "--engine", described).out
    told = evaluate("nex-cv", questions, "--engine", described, "--retries", 1, "--jobs", 1)
    assert (told.code, "(0, 0.15)" in told.out) == (0, True)
    assert service.ids == {}


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_service_that_dies_midway_is_one_line(
    evaluate: Evaluate, questions: Path, service: RestService, described: str, jobs: int
) -> None:
    def dies(asked: Asked) -> Said | None:
        if any(one.path == "/classify" for one in service.asked):
            raise Drop
        return None

    service.failures.append(dies)
    told = evaluate("nex-cv", questions, "--engine", described, "--retries", 2, "--jobs", jobs)
    assert "the connection was closed without an answer, tried 1 times" in told.refusal


def test_a_service_that_has_no_file_is_one_line(evaluate: Evaluate, questions: Path) -> None:
    holdout = ("holdout", questions, questions)
    assert "'dialogflow-cx' needs a file" in evaluate(*holdout, "--engine", "dialogflow-cx").refusal
    assert "nowhere.yaml: cannot be read" in evaluate(*holdout, "--engine", "rasa:nowhere.yaml").refusal
