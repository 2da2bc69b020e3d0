"""`candor evaluate splits`, `predictions` and `check`, and services behind --engine, as their users run them."""

from __future__ import annotations

import csv
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from evaluation.formats.data_file import read_rows
from tests.commanding import QUESTIONS, Candor
from tests.commanding import Said as Told
from tests.evaluation.engines.remote.service import Asked, Drop, Said
from tests.evaluation.engines.remote.vendors import RestService

pytestmark = pytest.mark.usefixtures("taught")


def evaluate(*arguments: object, expect: int = 0) -> Told:
    return Candor().run("evaluate", *arguments, expect=expect)


def refusal(*arguments: object) -> str:
    return Candor().refusal("evaluate", *arguments)


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


def test_predictions_made_elsewhere_are_measured(questions: Path, tmp_path: Path) -> None:
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
    assert "split-02/predictions.csv: cannot be read" in refusal("predictions", folder)
    assert "name a new folder" in refusal("splits", questions, "--out", folder)


def test_check_says_whether_an_engine_can_be_measured() -> None:
    assert "passes the check" in evaluate("check", "--engine", "nearest-neighbour").out
    failed = evaluate("check", "--engine", "most-frequent", expect=2)
    assert failed.err == "most-frequent: cannot be measured like this\n"
    assert failed.out == "- In training round first: 'wrench pliers hammer' got 'fruit', expected 'tools'.\n"


def test_a_service_is_measured_by_its_file(questions: Path, service: RestService, described: str) -> None:
    assert "passes the check" in evaluate("check", "--engine", described).out
    told = evaluate("nex-cv", questions, "--engine", described, "--retries", 1, "--jobs", 1)
    assert "(0, 0.15)" in told.out
    assert service.ids == {}


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_service_that_dies_midway_is_one_line(
    questions: Path, service: RestService, described: str, jobs: int, capfd: pytest.CaptureFixture[str]
) -> None:
    def dies(asked: Asked) -> Said | None:
        if any(one.path == "/classify" for one in service.asked):
            raise Drop
        return None

    service.failures.append(dies)
    told = refusal("nex-cv", questions, "--engine", described, "--retries", 2, "--jobs", jobs)
    assert "the connection was closed without an answer, tried 1 times" in told
    assert capfd.readouterr() == ("", ""), "nor does a worker say more"


def test_a_service_that_has_no_file_is_one_line(questions: Path) -> None:
    holdout = ("holdout", questions, questions)
    assert "'dialogflow-cx' needs a file" in refusal(*holdout, "--engine", "dialogflow-cx")
    assert "nowhere.yaml: cannot be read" in refusal(*holdout, "--engine", "rasa:nowhere.yaml")
