"""`candor openings` as an operator runs it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

POSTINGS = [{"@type": "JobPosting", "identifier": str(i), "title": f"Nurse {i}"} for i in range(20)]


@dataclass(frozen=True)
class House:
    """A data folder with the company acme, and files beside it."""

    folder: Path

    def candor(self, *arguments: str, expect: int = 0) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "candor", *arguments],
            capture_output=True,
            check=False,
            env=os.environ | {"CANDOR_DATA_DIR": str(self.folder / "data"), "CANDOR_DEMO": "false"},
        )
        assert done.returncode == expect, done.stderr.decode()
        assert b"Traceback" not in done.stderr
        return (done.stdout + done.stderr).decode()

    def write(self, name: str, content: object) -> str:
        (self.folder / name).write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return str(self.folder / name)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    made = House(tmp_path_factory.mktemp("house"))
    profile = ("--careers-url", "https://acme.example/jobs", "--contact-email", "jobs@acme.example")
    made.candor("company", "add", "acme", "--name", "Acme", *profile)
    return made


def test_a_file_is_tried_imported_and_held_back(house: House) -> None:
    file = house.write("jobs.json", POSTINGS)
    command = ("openings", "import", "--company", "acme", file)
    assert house.candor(*command, "--dry-run") == "would change: 20 added, 0 changed, 0 closed\n"
    assert house.candor(*command) == "imported: 20 offered, 20 added, 0 changed, 0 closed, 0 skipped; 20 open in all\n"
    house.write("jobs.json", POSTINGS[:3])
    assert "held back until a person accepts it; look at it and repeat the command with --accept" in house.candor(
        *command, expect=3
    )
    assert "17 closed" in house.candor(*command, "--accept")


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("broken.json", '[{"a":', "broken.json: not valid JSON: Expecting value in line 1, column 7"),
        ("broken.xml", "<source><job></source>", "broken.xml: not well-formed XML: mismatched tag in line 1"),
        ("letter.txt", "Dear all", "letter.txt: the format is not recognised; name it with --format"),
        ("map.xml", "<urlset><url><loc>https://a.example</loc></url></urlset>", "it only names addresses"),
        ("empty.csv", "name,city\n", "empty.csv: the CSV has no column `id`"),
    ],
)
def test_bad_files_are_one_clear_line(name: str, content: str, said: str, house: House) -> None:
    error = house.candor("openings", "import", "--company", "acme", house.write(name, content), expect=2)
    assert said in error
    assert error.startswith("candor: ")
    assert error.count("\n") == 1


def test_a_file_that_is_not_there_is_one_clear_line(house: House) -> None:
    error = house.candor("openings", "import", "--company", "acme", "nothing.csv", expect=2)
    assert error == "candor: nothing.csv: No such file or directory\n"


def test_what_is_skipped_and_noted_is_shown(house: House) -> None:
    file = house.write("some.csv", "id,title,posted\n1,Nurse,03/04/2026\n1,Cook,\n,Baker,\n")
    shown = house.candor("openings", "import", "--company", "acme", file, "--dry-run")
    assert "note: Nurse: the date '03/04/2026' (posted) is not clear and left out" in shown
    assert "skipped: Cook: its id stood there before" in shown
    assert "skipped: Baker: it has no id" in shown


def test_feeds_are_added_listed_fetched_and_removed(house: House) -> None:
    feeds = ("openings", "feeds")
    added = house.candor(*feeds, "add", "--company", "acme", "http://localhost:9/jobs", "--format", "lever")
    number = added.split()[-1]
    assert f"{number}\tlever\tnot fetched yet\thttp://localhost:9/jobs" in house.candor(
        *feeds, "list", "--company", "acme"
    )
    failed = house.candor(*feeds, "fetch", "--company", "acme", number, expect=3)
    assert "localhost is a private or local address: add it to openings.allow_hosts" in failed
    assert house.candor(*feeds, "remove", "--company", "acme", number) == "removed; 0 openings closed\n"


@pytest.mark.parametrize("url", ["http://127.0.0.1/x", "http://[::1]/", "ftp://jobs.example/", "jobs"])
def test_a_feed_that_could_never_be_fetched_is_not_added(url: str, house: House) -> None:
    error = house.candor("openings", "feeds", "add", "--company", "acme", url, "--format", "csv", expect=2)
    assert error.count("\n") == 1
