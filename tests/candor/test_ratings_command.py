"""`candor evaluate nightly` and `candor evaluate ratings` in one go: measure, draw, rate in files, report."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from storage.companies.companies import Company
from storage.database.database import Database
from tests.candor.test_nightly_process import TOPICS, go_live, teach
from tests.commanding import Candor


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """One kind of database is enough here: the queries are tested on both."""
    return sqlite_url


@pytest.fixture
def asked(
    database: Database, database_url: str, company: Company, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Company:
    monkeypatch.setenv("CANDOR_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("CANDOR_STORAGE__DATABASE_URL", database_url)
    monkeypatch.setenv("CANDOR_SCHEDULE__EVALUATION_RETRIES", "2")
    teach(database, company, TOPICS)
    go_live(database, company)
    return company


def ok(*arguments: str | Path) -> str:
    return Candor().run("evaluate", *arguments).out


def refusal(*arguments: str | Path) -> str:
    return Candor().refusal("evaluate", *arguments)


def vote(path: Path, votes: tuple[str, ...]) -> None:
    with path.open(encoding="utf-8-sig", newline="") as stream:
        rows = list(csv.DictReader(stream))
    for row, said in zip(rows, votes, strict=False):
        row["vote"] = said
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def test_a_sample_is_drawn_from_a_version_of_the_language_asked_for(asked: Company, tmp_path: Path) -> None:
    ok("nightly", "--company", "demo", "--slot", "2026-03-01T04:00")
    options = ("ratings", "export", "--company", "demo", "--source", "nightly", "--size", "2", tmp_path / "a.csv")
    assert "2 pairs written" in ok(*options, "--language", "en")
    assert "does not serve 'fi'" in refusal(*options, "--language", "fi")
    others = [language for language in asked.languages if language != "en"]
    if others:
        assert f"no version in {others[0]} that went live" in refusal(*options, "--language", others[0])


def test_pairs_go_out_to_two_raters_and_the_report_compares_them_with_the_night(asked: Company, tmp_path: Path) -> None:
    assert "demo (en):" in ok("nightly", "--company", "demo", "--slot", "2026-03-01T04:00")
    files = [tmp_path / "ann.csv", tmp_path / "ben.csv"]
    ok("ratings", "export", "--company", "demo", "--source", "nightly", "--size", "4", files[0])
    ok("ratings", "export", "--company", "demo", "--sample", "1", files[1])
    assert files[0].read_bytes() == files[1].read_bytes()
    vote(files[0], ("yes", "yes", "no", "?"))
    vote(files[1], ("Ja", "yes", "no", ""))
    ok("ratings", "import", "--company", "demo", "--sample", "1", "--rater", "ann", files[0])
    assert "3 of 4 pairs rated by ben" in ok(
        "ratings", "import", "--company", "demo", "--sample", "1", "--rater", "ben", files[1]
    )
    out = tmp_path / "report.json"
    told = ok("ratings", "report", "--company", "demo", "--out", out)
    assert "v1 (en): people 0.667 [0.208, 0.939], 3 told, 1 can't tell, 2 raters, alpha 1.00" in told
    (version,) = json.loads(out.read_text(encoding="utf-8"))["versions"]
    assert (version["version"], version["human"]["yes"], version["raters"]) == ("v1", 2, 2)


def test_without_ratings_the_report_says_how_to_begin(asked: Company) -> None:
    assert "candor evaluate ratings export" in ok("ratings", "report", "--company", "demo")


def test_what_cannot_be_is_refused(asked: Company, tmp_path: Path) -> None:
    file = tmp_path / "ratings.csv"
    export = ("ratings", "export", "--company", "demo")
    assert "No night has measured v1 yet" in refusal(*export, "--source", "nightly", file)
    assert "known: v1" in refusal(*export, "--version", "v9", file)
    assert "sample" in refusal("ratings", "import", "--company", "demo", "--sample", "9", "--rater", "ann", file)


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ("pair,question,vote\n1,q,perhaps\n", "line 2: the vote 'perhaps' is none of"),
        ("pair,question,vote\n99,q,yes\n", "line 2: '99' is no pair of this sample"),
        ("pair,question,vote\n1,q,yes\n1,q,no\n", "line 3: pair 1 has a vote already"),
    ],
)
def test_a_file_that_cannot_be_read_names_its_line(asked: Company, tmp_path: Path, rows: str, told: str) -> None:
    file = tmp_path / "ratings.csv"
    ok("nightly", "--company", "demo")
    ok("ratings", "export", "--company", "demo", "--source", "nightly", "--size", "2", file)
    file.write_text(rows, encoding="utf-8")
    assert told in refusal("ratings", "import", "--company", "demo", "--sample", "1", "--rater", "ann", file)
