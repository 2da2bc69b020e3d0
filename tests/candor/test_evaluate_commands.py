"""`candor evaluate nex-cv`, `sequential` and `compare` write their figures and say what stands in the way."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path

import pytest

from candor.commands import measured_engine
from candor.settings import Settings
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
    assert written["folds"] == "grouped"
    run("sequential", questions, "--steps", "1", "--folds", "plain", "--out", out)
    assert json.loads(out.read_text(encoding="utf-8"))["folds"] == "plain"


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


@pytest.mark.parametrize("command", ["nex-cv", "compare", "sequential", "threshold", "splits", "holdout", "breakdown"])
def test_a_seed_that_libraries_do_not_take_is_refused(questions: Path, command: str) -> None:
    assert "Invalid value for '--seed'" in refusal(command, questions, questions, "--seed", "-1")
    assert "Invalid value for '--seed'" in refusal(command, questions, questions, "--seed", str(2**32))


def test_data_without_dates_cannot_show_learning_over_time(tmp_path: Path) -> None:
    path = tmp_path / "undated.csv"
    path.write_text("text,category\nhow much,salary\nwhere to park,parking\n", encoding="utf-8")
    assert "add the column created" in refusal("sequential", path)


def test_nex_cv_tells_which_answers_stay_the_same_when_it_is_asked_to(questions: Path, tmp_path: Path) -> None:
    out = tmp_path / "figures.json"
    ways = ("--stage", "faq", "--language", "en", "--retries", "1", "--jobs", "1", "--out", out)
    assert "Asked in another way" not in run("nex-cv", questions, *ways)
    said = run("nex-cv", questions, *ways, "--invariance")
    assert "Asked in another way" in said
    found = json.loads(out.read_text(encoding="utf-8"))["invariance"]
    assert 0 < found["share"] <= 1
    assert {"typo", "case", "politeness", "name"} <= {one["change"] for one in found["changes"]}


def test_a_cluster_without_its_address_is_asked_for(questions: Path) -> None:
    assert "needs --scheduler" in refusal("nex-cv", questions, "--backend", "dask")


def test_compare_takes_recorded_predictions_beside_an_engine(questions: Path, tmp_path: Path) -> None:
    lines = [line.split(",")[:2] for line in questions.read_text(encoding="utf-8").splitlines()[1:]]
    path = tmp_path / "watson.csv"
    path.write_text("".join([f"{a};{b};{c}\n" for a, b, c in [("text", "prediction", "confidence")]]), encoding="utf-8")
    with path.open("a", encoding="utf-8") as stream:
        stream.writelines(f"{text};{category};0.9\n" for text, category in lines)
    options = ("--retries", "2", "--jobs", "1")
    said = run("compare", questions, "--engines", "most-frequent", "--recorded", f"watson={path}", *options)
    assert said.startswith("watson is better than most-frequent")
    assert run("compare", questions, "--engines", "most-frequent", "--recorded", path, *options).startswith("watson is")
    assert "cannot be read" in refusal("compare", questions, "--recorded", "x=nowhere.csv", "--engines", "candor")


def test_two_recordings_of_one_name_are_refused(questions: Path, tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "watson.csv").write_text("text,prediction,confidence\npay?,salary,1\n", encoding="utf-8")
    files = [tmp_path / folder / "watson.csv" for folder in ("a", "b")]
    both = ("--recorded", files[0], "--recorded", files[1])
    assert "two recordings are called 'watson'" in refusal("compare", questions, "--engines", "candor", *both)
    named = ("--recorded", f"v={files[0]}", "--recorded", f" v ={files[1]}")
    assert "two recordings are called 'v'" in refusal("compare", questions, *named)


ALIKE = ("Pay", "pay", "PAY ", "p\u200bay", "visa", "visa")


def alike(path: Path, names: Sequence[str], first: int = 0) -> Path:
    rows = [f"{shape.format(name.strip())} {first + i},{name}" for i, name in enumerate(names) for shape in SHAPES]
    path.write_text("\n".join(["text,category", *rows]) + "\n", encoding="utf-8")
    return path


def test_categories_are_told_apart_as_an_import_does(tmp_path: Path) -> None:
    file, out = alike(tmp_path / "alike.csv", ALIKE), tmp_path / "figures.json"
    ways = ("--stage", "faq", "--language", "en", "--retries", "1", "--jobs", "1", "--out", out)
    said = Candor().run("evaluate", "nex-cv", file, *ways)
    assert "note: names of categories in alike.csv that are one but for case or blanks: 3 joined" in said.err
    record = json.loads(out.read_text(encoding="utf-8"))
    assert record["categories"] == 2
    assert {one["category"] for one in record["settings"][0]["per_category"]} == {"Pay", "visa"}


def test_a_test_set_calls_categories_as_what_was_taught_does(tmp_path: Path) -> None:
    train = alike(tmp_path / "train.csv", ("Pay", "visa", "VISA"))
    test = alike(tmp_path / "test.csv", ("pay", "Visa", "none", "NONE"), first=9)
    out, options = tmp_path / "figures.json", ("--language", "en", "--negative-label", "None")
    said = Candor().run("evaluate", "holdout", train, test, *options, "--out", out)
    for file, joined in (("train", 1), ("test", 4)):
        assert f"categories in {file}.csv that are one but for case or blanks: {joined} joined" in said.err
    record = json.loads(out.read_text(encoding="utf-8"))
    assert (record["n_in_scope"], record["n_negative"]) == (8, 8)


def test_a_label_of_the_test_that_nobody_was_taught_may_mean_that_nothing_fits(tmp_path: Path) -> None:
    train, test = alike(tmp_path / "train.csv", ("pay", "visa")), alike(tmp_path / "test.csv", ("pay", "none"), first=9)
    said = Candor().run("evaluate", "holdout", train, test, "--language", "en")
    assert "in TEST but not in TRAIN: none. Their 4 of 8 questions cannot be answered rightly" in said.err
    assert "--negative-label" in said.err


def test_a_recording_may_write_categories_as_the_file_did(tmp_path: Path) -> None:
    file, path = alike(tmp_path / "alike.csv", ALIKE), tmp_path / "watson.csv"
    rows = [line.replace("text,category", "text,prediction") for line in file.read_text(encoding="utf-8").splitlines()]
    path.write_text("\n".join([f"{rows[0]},confidence", *(f"{row},1" for row in rows[1:])]), encoding="utf-8")
    options = ("--language", "en", "--retries", "1", "--jobs", "1")
    said = run("compare", file, "--engines", "most-frequent", "--recorded", path, *options)
    assert "watson" in said.splitlines()[0]


def test_a_category_called_like_a_general_intent_is_refused(tmp_path: Path) -> None:
    file = alike(tmp_path / "general.csv", ("general:pay", "visa"))
    refused = refusal("nex-cv", file, "--stage", "faq", "--retries", "1")
    assert "general.csv, line 2: 'general:pay' begins like a general intent" in refused
    file = alike(tmp_path / "unseen.csv", ("\u200b", "visa"))
    assert "unseen.csv, line 2: no category" in refusal("nex-cv", file, "--stage", "faq", "--retries", "1")


def test_sequential_draws_random_orders_when_all_dates_are_the_same(questions: Path, tmp_path: Path) -> None:
    lines = [line.rsplit(",", 1)[0] for line in questions.read_text(encoding="utf-8").splitlines()[1:]]
    path, out = tmp_path / "same.csv", tmp_path / "curve.json"
    path.write_text("text,category,created\n" + "".join(f"{line},2026-03-31\n" for line in lines), encoding="utf-8")
    options = ("--engine", "nearest-neighbour", "--steps", "2")
    assert run("sequential", path, *options).startswith("All dates are the same (2026-03-31) and tell no order: 5")
    said = run("sequential", questions, *options, "--orders", "2", "--out", out)
    assert "Mean of 2 random orders" in said
    assert "All dates" not in said
    assert json.loads(out.read_text(encoding="utf-8"))["steps"][0]["intervals"]["accuracy"]["mean"] > 0
    page = tmp_path / "page.html"
    run("report", out, "--out", page)
    assert page.is_file()


def test_an_evaluation_makes_no_data_folder_where_there_is_none(
    questions: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    learnt_in: list[Path] = []

    def learn(settings: Settings, threshold: float, language: str) -> None:
        settings.models_dir.mkdir(parents=True, exist_ok=True)
        learnt_in.append(settings.data_dir)

    monkeypatch.setattr(measured_engine, "general_intents", learn)
    ways = ("--language", "en", "--retries", "1", "--jobs", "1")
    for folder in (tmp_path / "none", tmp_path):
        monkeypatch.setenv("CANDOR_DATA_DIR", str(folder))
        run("nex-cv", questions, *ways)
    assert not (tmp_path / "none").exists()
    assert learnt_in[0] != tmp_path / "none"
    assert not learnt_in[0].exists(), "what was learnt goes with the command"
    assert learnt_in[1] == tmp_path, "a folder that is there keeps what was learnt"


def test_compare_writes_a_report_for_people_at_once(questions: Path, tmp_path: Path) -> None:
    html, ways = tmp_path / "report.html", ("--language", "en", "--retries", "1", "--jobs", "1")
    run("compare", questions, "--engines", "candor,most-frequent", *ways, "--html", html)
    assert "Which engine answers best?" in html.read_text(encoding="utf-8")
