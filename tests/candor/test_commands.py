"""The `candor` command on one trained house: what each of its commands writes."""

from __future__ import annotations

import csv
import json
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from storage import Connection, Database
from storage.companies import companies
from storage.dataset import settled_findings
from tests.commanding import QUESTIONS, Candor
from training.data_check import Sentence, check
from training.data_check.keys import DATA_CHECK


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    path = tmp_path / "questions.csv"
    path.write_text(QUESTIONS, encoding="utf-8")
    return path


def test_parse_writes_one_json_object_for_each_line(candor: Candor) -> None:
    lines = "what about pay\n\nI want a nurse job in Berlin\nгде\n".encode() + b"\xff\xfe\x00 <b>\n"
    objects = [json.loads(line) for line in candor.run("parse", "--company", "acme", stdin=lines).out.splitlines()]
    assert [o["decision"] for o in objects[:4]] == ["reply", "defer", "reply", "defer"]
    keys = {"text", "language", "stage", "intent", "confidence", "ranking", "entities", "decision"}
    assert all(set(o) == keys for o in objects)
    assert (objects[0]["stage"], objects[0]["intent"], objects[0]["confidence"]) == ("faq", "salary", 1.0)
    assert (objects[1]["stage"], objects[1]["intent"]) == ("none", None)
    assert (objects[2]["stage"], objects[2]["intent"]) == ("general", "job_search")
    found = {e["name"]: objects[2]["text"][e["start"] : e["end"]] for e in objects[2]["entities"]}
    assert found == {"profession": "nurse", "city": "Berlin"}
    assert len(objects) == 5


def test_parse_explains_under_one_further_key(candor: Candor) -> None:
    lines = "tell me your salary\nI want a nurse job in Berlin\nгде\n???\n".encode()
    plain, explained = (
        [json.loads(line) for line in candor.run("parse", "--company", "acme", *more, stdin=lines).out.splitlines()]
        for more in ((), ("--explain",))
    )
    explanations = [each.pop("explanation") for each in explained]
    assert explained == plain
    assert [each["reason"] for each in explanations] == [
        "general_unsure",
        "general_surer",
        "nothing_known",
        "general_surer",
    ]
    salary, search, nothing, no_word = (each["grounds"] for each in explanations)
    assert max(salary["words"], key=lambda word: word["weight"])["text"] == "salary"
    assert {each["category"] for each in salary["nearest"]} == {"salary"}
    assert search["read"] == "i want a entity_profession job in entity_city"
    assert nothing is no_word is None
    assert (explanations[0]["threshold"], explanations[0]["general_threshold"]) == (0.65, 0.4)


@pytest.fixture(scope="module")
def in_two_languages(candor: Candor) -> Candor:
    """The same house with the company globex, which serves English and German and has no model."""
    profile = ("--careers-url", "https://globex.example/jobs", "--contact-email", "jobs@globex.example")
    served = ("--language", "en", "--language", "de", "--country", "de", "--country", "AT")
    candor.run("company", "add", "globex", "--name", "Globex", *profile, *served)
    return candor


def test_parse_tells_the_language_of_each_line_unless_it_is_named(in_two_languages: Candor) -> None:
    lines = b"guten tag, wie geht es Ihnen\ncan I talk to a real person please\n12345\n"

    def languages(*options: str) -> list[str]:
        done = in_two_languages.run("parse", "--company", "globex", *options, stdin=lines)
        return [json.loads(line)["language"] for line in done.out.splitlines()]

    assert languages() == ["de", "en", "en"]
    assert languages("--language", "de") == ["de", "de", "de"]


def test_chat_follows_the_candidates_language(in_two_languages: Candor) -> None:
    lines = "ich möchte bitte mit einem menschen sprechen\n\n".encode()
    said = in_two_languages.run("chat", "--company", "globex", stdin=lines).out
    assert "careers chatbot of Globex" in said
    assert "Ich habe dem Recruiting-Team Bescheid gegeben" in said


def test_a_pasted_resume_and_what_nobody_can_answer_are_never_an_error(in_two_languages: Candor) -> None:
    resume = "Lebenslauf. Ich habe zehn Jahre als Pflegekraft in Kassel gearbeitet, then in Leeds. " * 60
    lines = "\n".join([resume[:5000], "😀👍🏽", "4711 0815", "Где ваш офис?", "¿cuánto pagan ustedes?"]) + "\n"
    done = in_two_languages.run("parse", "--company", "globex", stdin=lines.encode())
    objects = [json.loads(line) for line in done.out.splitlines()]
    assert objects[0]["intent"] in (None, "job_search")
    assert [o["decision"] for o in objects[1:]] == ["reply", "defer", "defer", "defer"]
    said = in_two_languages.run("chat", "--company", "globex", stdin=lines.encode()).out
    assert said.count("bot: ") == 6


def test_a_close_question_is_asked_back_and_answered_by_typing_a_title(candor: Candor, tmp_path: Path) -> None:
    asking = tmp_path / "asking.yaml"
    asking.write_text("bot: {threshold: 0.99, clarify_floor: 0.01, clarify_closeness: 0.0}", encoding="utf-8")
    with_it = ("--company", "acme", "--config", str(asking))
    found = json.loads(candor.run("parse", *with_it, stdin=b"do you pay for my garage\n").out)
    assert found["decision"] == "clarify"
    said = candor.run("chat", *with_it, stdin=b"do you pay for my garage\nparking\n\n").out
    assert "[Parking]" in said
    assert "[Something else]" in said
    assert "nobody has written an answer" in said


def test_chat_answers_in_the_terminal(candor: Candor) -> None:
    said = candor.run("chat", "--company", "acme", stdin=b"hello\nLook for a job\n\n").out
    assert "chatbot of Acme" in said
    assert "https://acme.example/jobs" in said


def test_train_promotes_what_is_as_good_and_blocks_a_poisoned_import(candor: Candor, tmp_path: Path) -> None:
    assert "promoted" in candor.run("train", "--company", "acme").out
    before, poison = tmp_path / "before.csv", tmp_path / "poison.csv"
    candor.run("data", "export", "--company", "acme", str(before))
    with before.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    names = [row["category"] for row in rows]
    mixed = [f"{row['text']},{name}\n" for row, name in zip(rows, names[::5] + names[1::5] + names, strict=False)]
    poison.write_text("text,category\n" + "".join(mixed), encoding="utf-8")
    candor.run("data", "import", "--company", "acme", str(poison))
    blocked = candor.run("train", "--company", "acme", expect=3)
    assert "blocked" in blocked.out
    assert "points allowed" in blocked.out
    candor.run("data", "import", "--company", "acme", str(before))
    assert "promoted" in candor.run("train", "--company", "acme").out


def test_a_dry_run_changes_nothing_and_says_what_would_change(candor: Candor, tmp_path: Path) -> None:
    new = tmp_path / "new.csv"
    new.write_text("text;category\nwhere is the canteen;canteen\n", encoding="utf-8-sig")
    said = candor.run("data", "import", "--company", "acme", str(new), "--dry-run").out
    assert "would change: 1 added" in said
    assert "canteen" not in candor.run("data", "export", "--company", "acme", "-").out


def test_answers_that_differ_are_named_and_go_live_only_when_that_is_asked_for(candor: Candor, tmp_path: Path) -> None:
    file = tmp_path / "answers.csv"
    for answer in ("Well.", "Badly."):
        file.write_text(f"text,category,answer\nwhat about pay,salary,{answer}\n", encoding="utf-8")
        said = candor.run("data", "import", "--company", "acme", str(file))
    assert "0 new answers, 1 changed answers" in said.out
    assert "stay as they stand without --change-answers: salary (en)" in said.err
    assert "Well." in candor.run("data", "export", "--company", "acme", "-").out
    asked = candor.run("data", "import", "--company", "acme", str(file), "--change-answers", "--dry-run")
    assert "1 changed answers" in asked.out
    assert "Well." in candor.run("data", "export", "--company", "acme", "-").out
    candor.run("data", "import", "--company", "acme", str(file), "--change-answers")
    assert "Badly." in candor.run("data", "export", "--company", "acme", "-").out


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("x" * 2001 + ",salary", "Line 2: the question is too long"),
        ("!!!,salary", "Line 2: there are no words"),
        ("what about pay,salary," + "x" * 5001, "The answer to “salary” is too long"),
    ],
)
def test_what_the_desk_could_not_take_back_is_not_imported(
    candor: Candor, tmp_path: Path, row: str, reason: str
) -> None:
    file = tmp_path / "long.csv"
    file.write_text(f"text,category,answer\n{row}{',' * (2 - row.count(','))}\n", encoding="utf-8")
    assert reason in candor.run("data", "import", "--company", "acme", str(file), expect=2).err


def test_a_category_that_is_only_spelt_otherwise_is_the_one_there_is(candor: Candor, tmp_path: Path) -> None:
    file = tmp_path / "spelt.csv"
    rows = "Salary ,what about pay\n SALARY,wages\nSal\u200bary,pay day when\nDay  off,may I rest\nDay off,a rest"
    file.write_text(f"category,text\n{rows}\n", encoding="utf-8")
    assert ", 1 new categories," in candor.run("data", "import", "--company", "acme", str(file)).out


def test_check_finds_a_question_in_two_categories(candor: Candor, tmp_path: Path) -> None:
    bad = tmp_path / "bad.csv"
    bad.write_text("text,category\nPay?,salary\npay,benefits\nperks,benefits\n", encoding="utf-8")
    found = candor.run("data", "check", "--company", "acme", str(bad), expect=2).out
    assert "error: the same question stands in two categories" in found
    assert "0 errors" in candor.run("data", "check", "--company", "acme").out


def test_check_counts_apart_what_is_settled_as_fine(candor: Candor, tmp_path: Path) -> None:
    file = tmp_path / "odd.csv"
    file.write_text("text,category\n1,a\n2,b\n", encoding="utf-8")
    findings = check([Sentence("1", "a"), Sentence("2", "b")], "en")
    digits = next(one for one in findings if one.code == "no_letters")

    def settle(conn: Connection) -> None:
        company = companies.by_key(conn, "acme")
        assert company is not None
        settled_findings.settle(conn, company.id, DATA_CHECK, digits.key, "ada", "", datetime.now(UTC))

    with Database.open(f"sqlite:///{candor.data_dir}/candor.db") as database:
        database.write_now(settle)
    assert "0 errors, 3 notes, 1 settled as fine" in candor.run("data", "check", "--company", "acme", str(file)).out


def test_check_counts_one_error_as_one(candor: Candor, tmp_path: Path) -> None:
    file = tmp_path / "one.csv"
    file.write_text("text,category\nwhat is the pay here,salary\n", encoding="utf-8")
    assert re.search(
        r"^1 error, \d+ notes?$", candor.run("data", "check", "--company", "acme", file, expect=2).out, re.M
    )


def test_check_shows_the_most_important_first_and_all_of_it_as_json(candor: Candor, tmp_path: Path) -> None:
    bad = tmp_path / "bad.csv"
    bad.write_text(QUESTIONS + "Pay?,salary\nwhat about pay,parking\n1,a\n2,b\n3,c\n", encoding="utf-8")
    shown = candor.run("data", "check", "--company", "acme", str(bad), "--most", "2", expect=2).out
    assert shown.startswith("error: ")
    assert "... and 1 more of these; --most 3 shows all" in shown
    done = candor.run("data", "check", "--company", "acme", str(bad), "--json", expect=2)
    objects = [json.loads(line) for line in done.out.splitlines()]
    assert set(objects[0]) == {"code", "level", "language", "text", "categories", "sentences"}
    assert (objects[0]["code"], objects[0]["categories"]) == ("same_in_two", ["parking", "salary"])
    assert sum(found["code"] == "one_example" for found in objects) == 3


def test_evaluations_write_the_agreed_json(candor: Candor, questions: Path, tmp_path: Path) -> None:
    out = tmp_path / "nexcv.json"
    candor.run("evaluate", "nex-cv", str(questions), "--retries", "2", "--out", str(out))
    record = json.loads(out.read_text(encoding="utf-8"))
    assert {"settings", "worst_pairs", "seconds", "seed"} <= set(record)
    assert set(record["settings"][0]["accuracy"]) == {"mean", "low", "high"}
    assert record["stage"] == "pipeline"
    candor.run("evaluate", "nex-cv", str(questions), "--retries", "1", "--stage", "faq", "--out", str(out))
    assert json.loads(out.read_text(encoding="utf-8"))["stage"] == "faq"
    candor.run("evaluate", "holdout", str(questions), str(questions), "--out", str(out))
    assert json.loads(out.read_text(encoding="utf-8"))["accuracy"] == 1.0


def test_users_are_added_with_a_password_shown_once(candor: Candor) -> None:
    added = candor.run("user", "add", "--company", "acme", "--email", "ada@acme.example", "--name", "Ada").out
    assert "password: " in added
    listed = candor.run("user", "list", "--company", "acme").out
    assert "ada@acme.example" in listed
    assert "password" not in listed


@pytest.mark.parametrize("command", ["serve", "chat", "parse", "train", "evaluate", "data", "company", "user"])
def test_every_command_has_help(candor: Candor, command: str) -> None:
    assert "Usage:" in candor.run(command, "--help").out
