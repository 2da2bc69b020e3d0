"""The `candor` command as its users run it: in a process of its own, with its exit codes and single error lines."""

from __future__ import annotations

import csv
import json
import os
import socket
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

QUESTIONS = "text,category\n" + "".join(
    f"{shape.format(word)},{category}\n"
    for category, words in {
        "salary": ("pay", "salary", "wages"),
        "holidays": ("holidays", "vacation", "leave"),
        "parking": ("parking", "garage", "car park"),
    }.items()
    for word in words
    for shape in ("what about {}", "{}?", "tell me of the {}", "any {} here")
)


@dataclass(frozen=True)
class Candor:
    """Runs the command on one data folder."""

    data_dir: Path

    def run(self, *arguments: str, stdin: bytes = b"", expect: int = 0) -> subprocess.CompletedProcess[bytes]:
        done = subprocess.run(
            [sys.executable, "-m", "candor", *arguments],
            input=stdin,
            capture_output=True,
            check=False,
            env=os.environ | {"CANDOR_DATA_DIR": str(self.data_dir), "CANDOR_DEMO": "false"},
        )
        assert done.returncode == expect, done.stderr.decode()
        assert b"Traceback" not in done.stderr
        return done

    def refusal(self, *arguments: str) -> str:
        """Return the one line that a refused command writes."""
        error = self.run(*arguments, expect=2).stderr.decode()
        assert error.count("\n") == 1, error
        assert error.startswith("candor: ")
        return error


@pytest.fixture(scope="module")
def candor(tmp_path_factory: pytest.TempPathFactory) -> Candor:
    """A house with the company acme and a trained model."""
    folder = tmp_path_factory.mktemp("house")
    command = Candor(folder / "data")
    profile = ("--careers-url", "https://acme.example/jobs", "--contact-email", "jobs@acme.example")
    command.run("company", "add", "acme", "--name", "Acme", *profile)
    (folder / "questions.csv").write_text(QUESTIONS, encoding="utf-8")
    command.run("data", "import", "--company", "acme", str(folder / "questions.csv"))
    command.run("train", "--company", "acme")
    return command


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    path = tmp_path / "questions.csv"
    path.write_text(QUESTIONS, encoding="utf-8")
    return path


def test_parse_writes_one_json_object_for_each_line(candor: Candor) -> None:
    lines = b"what about pay\n\nI want a nurse job in Berlin\nqqqq zzzz\n" + b"\xff\xfe\x00 <b>\n"
    objects = [json.loads(line) for line in candor.run("parse", "--company", "acme", stdin=lines).stdout.splitlines()]
    assert [o["decision"] for o in objects[:4]] == ["reply", "defer", "reply", "defer"]
    keys = {"text", "language", "stage", "intent", "confidence", "ranking", "entities", "decision"}
    assert all(set(o) == keys for o in objects)
    assert (objects[0]["stage"], objects[0]["intent"], objects[0]["confidence"]) == ("faq", "salary", 1.0)
    assert (objects[1]["stage"], objects[1]["intent"]) == ("none", None)
    assert (objects[2]["stage"], objects[2]["intent"]) == ("general", "job_search")
    found = {e["name"]: objects[2]["text"][e["start"] : e["end"]] for e in objects[2]["entities"]}
    assert found == {"profession": "nurse", "city": "Berlin"}
    assert len(objects) == 5


def test_chat_answers_in_the_terminal(candor: Candor) -> None:
    said = candor.run("chat", "--company", "acme", stdin=b"hello\nLook for a job\n\n").stdout.decode()
    assert "chatbot of Acme" in said
    assert "https://acme.example/jobs" in said


def test_train_promotes_what_is_as_good_and_blocks_a_poisoned_import(candor: Candor, tmp_path: Path) -> None:
    assert b"promoted" in candor.run("train", "--company", "acme").stdout
    before, poison = tmp_path / "before.csv", tmp_path / "poison.csv"
    candor.run("data", "export", "--company", "acme", str(before))
    with before.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    names = [row["category"] for row in rows]
    mixed = [f"{row['text']},{name}\n" for row, name in zip(rows, names[::5] + names[1::5] + names, strict=False)]
    poison.write_text("text,category\n" + "".join(mixed), encoding="utf-8")
    candor.run("data", "import", "--company", "acme", str(poison))
    blocked = candor.run("train", "--company", "acme", expect=3)
    assert b"blocked" in blocked.stdout
    assert b"points allowed" in blocked.stdout
    candor.run("data", "import", "--company", "acme", str(before))
    assert b"promoted" in candor.run("train", "--company", "acme").stdout


def test_a_dry_run_changes_nothing_and_says_what_would_change(candor: Candor, tmp_path: Path) -> None:
    new = tmp_path / "new.csv"
    new.write_text("text;category\nwhere is the canteen;canteen\n", encoding="utf-8-sig")
    said = candor.run("data", "import", "--company", "acme", str(new), "--dry-run").stdout
    assert b"would change: 1 added" in said
    assert b"canteen" not in candor.run("data", "export", "--company", "acme", "-").stdout


def test_check_finds_a_question_in_two_categories(candor: Candor, tmp_path: Path) -> None:
    bad = tmp_path / "bad.csv"
    bad.write_text("text,category\nPay?,salary\npay,benefits\nperks,benefits\n", encoding="utf-8")
    found = candor.run("data", "check", "--company", "acme", str(bad), expect=2).stdout
    assert b"error: the same question stands in two categories" in found
    assert b"0 errors" in candor.run("data", "check", "--company", "acme").stdout


def test_evaluations_write_the_agreed_json(candor: Candor, questions: Path, tmp_path: Path) -> None:
    out = tmp_path / "nexcv.json"
    candor.run("evaluate", "nex-cv", str(questions), "--retries", "2", "--out", str(out))
    record = json.loads(out.read_text(encoding="utf-8"))
    assert {"settings", "worst_pairs", "seconds", "seed"} <= set(record)
    assert set(record["settings"][0]["accuracy"]) == {"mean", "low", "high"}
    candor.run("evaluate", "holdout", str(questions), str(questions), "--out", str(out))
    assert json.loads(out.read_text(encoding="utf-8"))["accuracy"] == 1.0


def test_users_are_added_with_a_password_shown_once(candor: Candor) -> None:
    added = candor.run("user", "add", "--company", "acme", "--email", "ada@acme.example", "--name", "Ada").stdout
    assert b"password: " in added
    listed = candor.run("user", "list", "--company", "acme").stdout
    assert b"ada@acme.example" in listed
    assert b"password" not in listed


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"question,topic\na,b\n", "text"),
        (b"text,category\na\xe4,b\n", "UTF-8"),
        (b"text,category\na,\n", "no category"),
        (b"text,category\na,b\nA,c\n", "two categories"),
        (b"", "empty"),
        (b"text,category\n", "no examples"),
    ],
)
def test_an_unusable_file_is_refused_with_one_line(
    candor: Candor, tmp_path: Path, content: bytes, expected: str
) -> None:
    path = tmp_path / "bad.csv"
    path.write_bytes(content)
    assert expected in candor.refusal("data", "import", "--company", "acme", str(path))


def test_each_mistake_on_the_command_line_is_one_line(candor: Candor, tmp_path: Path) -> None:
    assert "known: acme" in candor.refusal("parse", "--company", "nobody")
    assert "serves: en" in candor.refusal("parse", "--company", "acme", "--language", "xx")
    assert "No such file" in candor.refusal("data", "import", "--company", "acme", str(tmp_path / "none.csv"))
    assert "cannot be read" in candor.refusal("company", "list", "--config", str(tmp_path / "none.yaml"))
    profile = ("--name", "A", "--careers-url", "https://a.example", "--contact-email", "a@a.example")
    assert "there are: de, en, fr, zh" in candor.refusal("company", "add", "b", *profile, "--language", "tlh")
    assert "exists already" in candor.refusal("company", "add", "acme", *profile)


def test_one_category_only_cannot_be_evaluated(candor: Candor, tmp_path: Path) -> None:
    path = tmp_path / "one.csv"
    path.write_text("text,category\na,b\nc,b\n", encoding="utf-8")
    assert "two categories" in candor.refusal("evaluate", "nex-cv", str(path))
    both = ("--min-category-size", "5", "--other-min-prop", "0.1")
    assert "other_min_prop" in candor.refusal("evaluate", "nex-cv", str(path), *both)


def test_a_port_in_use_and_a_folder_that_cannot_be_written_are_one_line(candor: Candor, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = candor.run("serve", "--port", port, expect=2)
    assert f"port {port} on 127.0.0.1 is in use" in done.stderr.decode().splitlines()[-1]
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert "file" in candor.refusal("company", "list", "--data-dir", str(tmp_path / "file" / "below"))


@pytest.mark.parametrize("command", ["serve", "chat", "parse", "train", "evaluate", "data", "company", "user"])
def test_every_command_has_help(candor: Candor, command: str) -> None:
    assert b"Usage:" in candor.run(command, "--help").stdout
