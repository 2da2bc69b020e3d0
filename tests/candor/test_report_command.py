"""`candor evaluate report` and `nex-cv --html`, as their users run them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commanding import QUESTIONS, Candor

pytestmark = pytest.mark.usefixtures("taught")

NEX_CV = ("--retries", "2", "--jobs", "1", "--engine", "nearest-neighbour")


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    path = tmp_path / "questions.csv"
    path.write_text(QUESTIONS, encoding="utf-8")
    return path


def evaluate(*arguments: object) -> str:
    return Candor().run("evaluate", *arguments).out


def refusal(*arguments: object) -> str:
    return Candor().refusal("evaluate", "report", *arguments)


def test_nex_cv_writes_a_report_and_puts_the_advice_into_its_json(questions: Path, tmp_path: Path) -> None:
    html, out = tmp_path / "report.html", tmp_path / "figures.json"
    evaluate("nex-cv", questions, *NEX_CV, "--out", out, "--html", html)
    assert "<h2>The topics that are mixed up most</h2>" in html.read_text(encoding="utf-8")
    assert {"advice", "learning_curve"} <= json.loads(out.read_text(encoding="utf-8")).keys()


def test_a_result_without_advice_is_completed_from_its_data(questions: Path, tmp_path: Path) -> None:
    out, html = tmp_path / "figures.json", tmp_path / "report.html"
    evaluate("nex-cv", questions, *NEX_CV, "--out", out)
    evaluate("report", out, "--out", html, "--language", "de")
    assert "Würden mehr Beispiele helfen?" not in html.read_text(encoding="utf-8")
    evaluate("report", out, "--out", html, "--language", "de", "--data", questions, "--jobs", "1")
    assert "Würden mehr Beispiele helfen?" in html.read_text(encoding="utf-8")


def test_data_that_the_result_was_not_measured_on_is_refused(questions: Path, tmp_path: Path) -> None:
    out, html = tmp_path / "figures.json", tmp_path / "report.html"
    evaluate("nex-cv", questions, *NEX_CV, "--out", out)
    questions.write_text(QUESTIONS + "one more,salary\n", encoding="utf-8")
    assert "holds 37 examples in 3 categories" in refusal(out, "--out", html, "--data", questions)
    assert not html.exists()


def test_a_file_that_is_no_result_is_refused(questions: Path, tmp_path: Path) -> None:
    assert "questions.csv: not JSON" in refusal(questions, "--out", tmp_path / "report.html")
    other = tmp_path / "other.json"
    other.write_text("{}", encoding="utf-8")
    assert "other.json: not a result" in refusal(other, "--out", tmp_path / "report.html")


def test_data_without_a_nex_cv_result_is_refused(questions: Path, tmp_path: Path) -> None:
    curve = tmp_path / "curve.json"
    step = {"known": 10, "accuracy": 0.5, "f1_weighted": 0.5}
    curve.write_text(json.dumps({"steps": [step]}), encoding="utf-8")
    assert "--data goes with a nex-cv result" in refusal(curve, "--out", tmp_path / "report.html", "--data", questions)
