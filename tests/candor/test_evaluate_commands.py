"""`candor evaluate sequential` and `candor evaluate compare` write their figures and say what stands in the way."""

from __future__ import annotations

import json
from datetime import date, timedelta
from pathlib import Path

import pytest

from tests.commanding import Candor

TOPICS = {
    "salary": ("pay", "salary", "wages", "bonus", "money"),
    "holidays": ("holidays", "vacation", "leave", "days off", "free days"),
    "parking": ("parking", "garage", "car park", "bike rack", "spaces for cars"),
}
SHAPES = ("what about {}", "{}?", "tell me of the {}", "any {} here")


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    """Sixty questions, one a day, the topics in turns."""
    rows = [
        (shape.format(words[place]), category)
        for place in range(5)
        for shape in SHAPES
        for category, words in TOPICS.items()
    ]
    path = tmp_path / "questions.csv"
    lines = [f"{text},{name},{date(2026, 1, 1) + timedelta(days=day)}" for day, (text, name) in enumerate(rows)]
    path.write_text("\n".join(["text,category,created", *lines]) + "\n", encoding="utf-8")
    return path


def run(*arguments: str | Path) -> str:
    return Candor().run("evaluate", *arguments).out


def refusal(*arguments: str | Path) -> str:
    return Candor().refusal("evaluate", *arguments)


def test_sequential_shows_the_curve_and_writes_it(questions: Path, tmp_path: Path) -> None:
    out = tmp_path / "curve.json"
    said = run("sequential", questions, "--steps", "3", "--test", "past", "--max-added", "30", "--out", out)
    assert "2026-01-18" in said  # the last of the 18 days that the start share of 60 covers
    written = json.loads(out.read_text(encoding="utf-8"))
    assert [step["known"] for step in written["steps"]] == [18, 28, 38, 48]
    assert (written["test_on"], written["engine"], written["unused"]) == ("past", "candor", 12)


def test_compare_says_which_engine_is_better_and_writes_the_figures(questions: Path, tmp_path: Path) -> None:
    out = tmp_path / "compared.json"
    said = run("compare", questions, "--engines", "candor,most-frequent", "--retries", "2", "--jobs", "1", "--out", out)
    assert said.startswith("candor is better than most-frequent")
    written = json.loads(out.read_text(encoding="utf-8"))
    assert [engine["engine"] for engine in written["engines"]] == ["candor", "most-frequent"]
    assert written["comparisons"][0]["beyond_noise"] is True


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("sequential", "--start-share", "2"), "start_share must be above 0"),
        (("sequential", "--steps", "0"), "steps must be 1 or more"),
        (("compare", "--engines", "candor"), "at least two different engines"),
        (("compare", "--engines", "candor,nonsense"), "There is no engine 'nonsense'"),
    ],
)
def test_what_makes_no_sense_is_refused(questions: Path, arguments: tuple[str, ...], message: str) -> None:
    command, *options = arguments
    assert message in refusal(command, questions, *options)


def test_data_without_dates_cannot_show_learning_over_time(tmp_path: Path) -> None:
    path = tmp_path / "undated.csv"
    path.write_text("text,category\nhow much,salary\nwhere to park,parking\n", encoding="utf-8")
    assert "add the column created" in refusal("sequential", path)


def test_a_cluster_without_its_address_is_asked_for(questions: Path) -> None:
    assert "needs --scheduler" in refusal("nex-cv", questions, "--backend", "dask")
