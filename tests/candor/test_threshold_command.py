"""`candor evaluate threshold`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commanding import Candor

TOPICS = {"pay": ("salary", "wage"), "visa": ("permit", "passport"), "leave": ("holiday", "vacation"), "dog": ("dog",)}
SHAPES = ("tell me about the {}", "what about {} here", "{}?", "question on {} please", "any info on {}")


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    rows = [f"{shape.format(word)},{name}" for name, words in TOPICS.items() for word in words for shape in SHAPES]
    path = tmp_path / "questions.csv"
    path.write_text("\n".join(["text,category", *rows]), encoding="utf-8")
    return path


@pytest.mark.usefixtures("taught")
def test_it_recommends_a_threshold_in_words_and_as_json(questions: Path, tmp_path: Path) -> None:
    out = tmp_path / "threshold.json"
    options = ("--wrong-costs", "8", "--prior", "0.4", "--retries", "2", "--seed", "3", "--out", out)
    said = Candor().run("evaluate", "threshold", questions, *options).out
    record = json.loads(out.read_text(encoding="utf-8"))
    assert f"Recommended threshold: {record['threshold']:.2f} (95 % interval" in said
    assert "costs as much as 8 questions" in said
    assert (record["wrong_costs"], record["prior"], record["engine"]) == (8, 0.4, "candor")
    assert record["stage"] == "pipeline"
    assert "Set it as bot.threshold." in said
    assert (record["seed"], record["retries"]) == (3, 2)
    assert record["low"] <= record["threshold"] <= record["high"]


@pytest.mark.usefixtures("taught")
def test_what_general_intents_take_counts_as_a_wrong_answer_of_the_bot(questions: Path, tmp_path: Path) -> None:
    with questions.open("a", encoding="utf-8") as file:
        file.writelines(
            f"\n{text},manners" for text in ("hello", "thank you", "goodbye", "who are you", "help me please")
        )
    wrong = {}
    for stage in ("pipeline", "faq"):
        out = tmp_path / f"{stage}.json"
        options = ("--stage", stage, "--language", "en", "--retries", "3", "--prior", "0")
        said = Candor().run("evaluate", "threshold", questions, *options, "--out", out).out
        assert ("Set it as bot.threshold" in said) == (stage == "pipeline")
        wrong[stage] = json.loads(out.read_text(encoding="utf-8"))["prices"][0]["wrong"]
    assert wrong["pipeline"] > wrong["faq"]


@pytest.mark.usefixtures("taught")
def test_the_threshold_of_an_engine_that_no_bot_answers_with_is_not_for_its_settings(questions: Path) -> None:
    options = ("--engine", "nearest-neighbour", "--language", "en", "--retries", "1")
    said = Candor().run("evaluate", "threshold", questions, *options).out
    assert "Recommended threshold" in said
    assert "bot.threshold" not in said


def test_a_language_without_general_intents_is_measured_by_the_classifier_alone(questions: Path) -> None:
    assert "add --stage faq" in Candor().refusal("evaluate", "threshold", questions, "--language", "nl")


@pytest.mark.parametrize(
    ("options", "reason"),
    [(("--wrong-costs", "0"), "wrong-costs"), (("--prior", "1"), "prior"), (("--engine", "deep"), "no engine")],
)
def test_bad_input_is_refused_before_the_work_begins(questions: Path, options: tuple[str, ...], reason: str) -> None:
    assert reason in Candor().refusal("evaluate", "threshold", questions, *options)
