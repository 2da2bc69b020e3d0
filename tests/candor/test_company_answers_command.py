"""`candor company answers`: answers out to a YAML file and back, and what cannot be is one line."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from storage import Database
from storage.answers import answer_versions, answers
from storage.answers.answers import Answer
from storage.companies import companies
from storage.companies.companies import CompanyProfile
from storage.conversations.messages import Button, Link
from storage.dataset import dataset
from storage.dataset.dataset import NewExample
from tests.commanding import Candor, Said, refusal_in

NOW = datetime(2026, 3, 1, tzinfo=UTC)
PAY = Answer(
    "pay",
    "en",
    "**Well**, {{company}} pays:\n- by a tariff",
    (Button("faq:perks", "And else?"), Button("general:help", "Help")),
    (Link("Tariff", "https://acme.example/pay"),),
    "Pay",
    "It is public.",
    date(2026, 1, 1),
    date(2026, 12, 31),
    "ada@acme.example",
)


@pytest.fixture
def folder(data_dir: Path) -> Path:
    with Database.open(f"sqlite:///{data_dir}/candor.db") as database:
        acme = database.write_now(lambda conn: companies.add(conn, CompanyProfile("acme", "Acme"), NOW))
        rows = [NewExample("What do you pay?", "pay", "en"), NewExample("Any perks?", "perks", "en")]
        database.write_now(lambda conn: dataset.import_rows(conn, acme.id, rows, "starter", None, NOW))
        database.write_now(lambda conn: answers.put(conn, acme.id, PAY, NOW))
    (data_dir / "config.yaml").write_text("{}\n", encoding="utf-8")
    return data_dir


def run(folder: Path, text: str | None = None, expect: int = 0) -> Said:
    given = ["--data-dir", str(folder), "--config", str(folder / "config.yaml"), "--company", "acme"]
    if text is not None:
        (folder / "answers.yaml").write_text(text, encoding="utf-8")
        given.append(str(folder / "answers.yaml"))
    return Candor().run("company", "answers", *given, expect=expect)


def stored(folder: Path) -> dict[str, Answer]:
    with Database.open(f"sqlite:///{folder}/candor.db") as database:
        return {each.category: each for each in database.read_now(lambda conn: answers.of_company(conn, 1))}


def test_what_a_file_says_comes_back_as_it_was_and_saves_nothing_twice(folder: Path) -> None:
    shown = run(folder).out
    assert run(folder, shown).out == shown
    assert stored(folder) == {"pay": PAY}
    with Database.open(f"sqlite:///{folder}/candor.db") as database:
        assert len(database.read_now(lambda conn: answer_versions.of_answer(conn, 1, "pay", "en", 9))) == 1


def test_a_changed_answer_is_saved_and_those_that_the_file_leaves_out_stay(folder: Path) -> None:
    run(folder, "perks: {text: Coffee., valid_until: 2026-05-01}\n")
    assert stored(folder) == {"pay": PAY, "perks": Answer("perks", "en", "Coffee.", valid_until=date(2026, 5, 1))}


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("{title: Perks}", "needs a `text`"),
        ("{text: '{{salary}}'}", "{{salary}} is no placeholder"),
        ("{text: '# Perks'}", "'# Perks' would be shown as it stands"),
        ("{text: Coffee., txet: Tea.}", "there is no 'txet'"),
        ("{text: Coffee., valid_from: 2026-02-02, valid_until: 2026-02-01}", "it ends (2026-02-01) before it begins"),
        ("{text: Coffee., valid_from: tomorrow}", "dates are YYYY-MM-DD"),
        ("{text: Coffee., buttons: [{title: More}]}", "buttons have a title with a category or an intent"),
        ("{text: Coffee., buttons: [{title: Tea, category: tea}]}", "there is no category 'tea'"),
    ],
)
def test_what_cannot_be_given_is_refused_in_one_line_and_saves_nothing(folder: Path, written: str, says: str) -> None:
    said = refusal_in(run(folder, f"pay: {{text: We pay.}}\nperks: {written}\n", expect=2))
    assert says in said
    assert stored(folder) == {"pay": PAY}


def test_a_file_that_is_no_utf_8_is_refused_in_one_line(folder: Path) -> None:
    file = folder / "latin.yaml"
    file.write_bytes("pay: {text: Gehälter}".encode("windows-1252"))
    given = ("--data-dir", str(folder), "--config", str(folder / "config.yaml"), "--company", "acme", str(file))
    said = refusal_in(Candor().run("company", "answers", *given, expect=2))
    assert said.endswith("latin.yaml: is not UTF-8: save it as UTF-8\n")
