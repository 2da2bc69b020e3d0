"""`candor evaluate` learns questions by the recipe of the language that they are in."""

from __future__ import annotations

import csv
import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from candor.product import DATA_FOLDER
from evaluation import nexcv
from evaluation.engines.by_name import engine
from evaluation.engines.candor_engine import CandorClassifier
from evaluation.formats.data_file import read_rows
from evaluation.holdout import holdout
from evaluation.splits.plan import SplitPlan
from nlu.recipe import Recipe
from tests.commanding import Candor

TOPICS = {"gehalt": ("Gehalt", "Lohn"), "urlaub": ("Urlaub", "Ferien"), "parken": ("Parkplatz", "Garage")}
SHAPES = ("Guten Tag, wie ist das mit {}?", "Was ist mit {} bei euch, vielen Dank im Voraus", "{}?", "Gibt es hier {}")
TAUGHT = [(shape.format(word), name) for name, words in TOPICS.items() for shape in SHAPES for word in words]
ASKED = [("Schönen guten Tag, wie viel Lohn bekomme ich bei euch, besten Dank", "gehalt")]
CHINESE = [(row.text, row.category) for row in islice(read_rows(DATA_FOLDER / "demo" / "faq.zh.csv"), 300)]
ENGLISH = [("how much do you pay", "gehalt"), ("how long is the vacation", "urlaub")]


def written(path: Path, *parts: tuple[str, list[tuple[str, str]]]) -> Path:
    """A file of questions, each part with its language ("": not told)."""
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(("text", "category", "language", "created"))
        told = [(*row, language) for language, its in parts for row in its]
        rows.writerows((*row, f"2026-01-{place % 28 + 1:02}") for place, row in enumerate(told))
    return path


def figures(tmp_path: Path, command: str, *arguments: object) -> dict[str, Any]:
    out = tmp_path / "figures.json"
    Candor().run("evaluate", command, *arguments, "--out", out)
    found: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    return found


def accuracy(record: dict[str, Any]) -> list[float]:
    return [setting["accuracy"]["mean"] for setting in record["settings"]]


@pytest.mark.parametrize("name", ["candor", "candor-encoder", "candor-sif", "paper"])
def test_an_engine_of_candor_is_the_recipe_of_the_language(name: str) -> None:
    german = engine(name, "de")(0)
    assert isinstance(german, CandorClassifier)
    features = german.recipe.features
    assert german.recipe == Recipe.faq("de", features) != Recipe.faq("en", features)


def test_nex_cv_learns_by_the_column(tmp_path: Path) -> None:
    file = written(tmp_path / "questions.csv", ("zh", CHINESE))
    record = figures(tmp_path, "nex-cv", file, "--stage", "faq", "--jobs", "1", "--retries", "2")
    texts, categories = [text for text, _ in CHINESE], [name for _, name in CHINESE]
    right = {code: nexcv.run(texts, categories, engine("candor", code), SplitPlan(retries=2)) for code in ("zh", "en")}
    assert record["language"] == "zh"
    assert accuracy(record) == accuracy(right["zh"].to_dict()) != accuracy(right["en"].to_dict())


def test_without_a_column_the_questions_tell_their_language(tmp_path: Path) -> None:
    file = written(tmp_path / "fragen.csv", ("", TAUGHT))
    assert figures(tmp_path, "threshold", file, "--stage", "faq", "--retries", "2")["language"] == "de"


def test_the_language_can_be_named(tmp_path: Path) -> None:
    file, predictions = written(tmp_path / "fragen.csv", ("", TAUGHT)), tmp_path / "predictions.csv"
    asked = written(tmp_path / "test.csv", ("", ASKED))
    for language in ("de", "en"):
        figures(tmp_path, "holdout", file, asked, "--language", language, "--predictions", predictions)
        (said,) = csv.DictReader(predictions.read_text(encoding="utf-8").splitlines())
        (case,) = holdout.run(TAUGHT, ASKED, engine("candor", language)).cases
        assert float(said["confidence"]) == pytest.approx(case.confidence)


def test_of_several_languages_the_others_are_left_out(tmp_path: Path) -> None:
    file = written(tmp_path / "both.csv", ("de", TAUGHT), ("en", ENGLISH))
    record = figures(tmp_path, "nex-cv", file, "--language", "de", "--stage", "faq", "--jobs", "1", "--retries", "1")
    assert (record["language"], record["examples"]) == ("de", len(TAUGHT))
    said = Candor().run("evaluate", "threshold", file, "--language", "de", "--stage", "faq", "--retries", "1")
    assert f"note: {len(TAUGHT)} of the {len(TAUGHT) + len(ENGLISH)} questions of both.csv are in 'de'" in said.err


@pytest.mark.parametrize(("named", "reason"), [((), "--language"), (("--language", "fr"), "not 'fr'")])
def test_of_several_languages_one_is_to_be_named(tmp_path: Path, named: tuple[str, ...], reason: str) -> None:
    file = written(tmp_path / "both.csv", ("de", TAUGHT), ("en", ENGLISH))
    refused = Candor().refusal("evaluate", "nex-cv", file, "--stage", "faq", *named)
    assert "both.csv is in de, en: name one with --language" in refused
    assert reason in refused


def test_splits_are_of_one_language(tmp_path: Path) -> None:
    file, folder = written(tmp_path / "both.csv", ("de", TAUGHT), ("en", ENGLISH)), tmp_path / "splits"
    assert "name one with --language" in Candor().refusal("evaluate", "splits", file, "--out", folder)
    said = Candor().run("evaluate", "splits", file, "--out", folder, "--language", "de", "--retries", "1")
    assert f"of {len(TAUGHT)} examples" in said.out
    texts = [row.text for row in read_rows(folder / "data.csv")]
    assert texts == [text for text, _ in TAUGHT]


def test_compare_and_sequential_learn_by_it_too(tmp_path: Path) -> None:
    file, ways = written(tmp_path / "questions.csv", ("zh", CHINESE)), ("--engines", "candor,most-frequent")
    read_as = {}
    for language in ("zh", "en"):
        compared = figures(tmp_path, "compare", file, *ways, "--language", language, "--retries", "1", "--jobs", "1")
        curve = figures(tmp_path, "sequential", file, "--steps", "1", "--language", language)
        assert compared["language"] == curve["language"] == language
        read_as[language] = compared["engines"][0]["settings"][0]["accuracy"]["mean"], curve["steps"][-1]["accuracy"]
    assert all(chinese > english for chinese, english in zip(read_as["zh"], read_as["en"], strict=True))


def test_a_language_that_the_bot_does_not_speak_competes_with_no_general_intents(tmp_path: Path) -> None:
    file = written(tmp_path / "fragen.csv", ("es", TAUGHT))
    assert "no general intents in 'es' (de, en, fr, zh): add --stage faq" in Candor().refusal(
        "evaluate", "nex-cv", file
    )
    record = figures(tmp_path, "nex-cv", file, "--stage", "faq", "--jobs", "1", "--retries", "1")
    assert record["language"] == "es"
    unknown = ("--stage", "faq", "--invariance")
    assert "leave out --invariance" in Candor().refusal("evaluate", "nex-cv", file, *unknown)


@pytest.mark.parametrize("command", [
    ("nex-cv", "FILE"), ("holdout", "FILE", "FILE"), ("threshold", "FILE"), ("sequential", "FILE"),
    ("compare", "FILE", "--engines", "candor"), ("splits", "FILE", "--out", "FOLDER"),
    ("ratings", "export", "--company", "demo", "FILE"), ("report", "FILE", "--out", "FOLDER"),
], ids=lambda command: command[0])  # fmt: skip
def test_what_is_no_language_is_refused_in_one_line(tmp_path: Path, data_dir: Path, command: tuple[str, ...]) -> None:
    places = {"FILE": written(tmp_path / "fragen.csv", ("", TAUGHT)), "FOLDER": tmp_path / "new"}
    candor = Candor(data_dir)
    candor.run(
        "company", "add", "demo", "--name", "D", "--careers-url", "https://d.example", "--contact-email", "a@d.example"
    )
    refused = candor.refusal("evaluate", *(places.get(each, each) for each in command), "--language", "xx")
    assert "'xx'" in refused
    assert "en" in refused
    assert not places["FOLDER"].exists()


def test_a_language_without_word_lists_is_measured_with_a_note(tmp_path: Path) -> None:
    file, out = written(tmp_path / "vragen.csv", ("", TAUGHT)), tmp_path / "figures.json"
    options = ("--engines", "candor,most-frequent", "--language", "nl", "--retries", "1", "--jobs", "1", "--out", out)
    said = Candor().run("evaluate", "compare", file, *options)
    assert "note: there are no word lists in 'nl' (de, en, fr, zh)" in said.err
    assert json.loads(out.read_text(encoding="utf-8"))["language"] == "nl"
