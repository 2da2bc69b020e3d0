"""`candor openings` as an operator runs it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest

from storage import Connection, Database
from storage.companies import companies
from storage.openings import opening_feeds
from storage.people import audit
from tests.commanding import Candor

POSTINGS = [{"@type": "JobPosting", "identifier": str(i), "title": f"Nurse {i}"} for i in range(20)]


@dataclass(frozen=True)
class House:
    """A data folder with the company acme, and files beside it."""

    folder: Path

    def candor(self, *arguments: str, expect: int = 0) -> str:
        said = Candor(self.folder / "data").run(*arguments, expect=expect)
        return said.out + said.err

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
    held = house.candor(*command, expect=3)
    assert held.startswith("candor: held: The feed offers 3 openings where 20 were open.")
    assert held.endswith("If that is right, repeat the command with --accept.\n")
    assert "17 closed" in house.candor(*command, "--accept")


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("broken.json", '[{"a":', "broken.json: The JSON stops in the middle."),
        (
            "broken.xml",
            "<source><job></source>",
            "broken.xml: The XML has a mistake in line 1, column 16: an element is closed that was not open.",
        ),
        ("letter.txt", "Dear all", "letter.txt: The format is not recognised. Name it with --format (schema.org, "),
        (
            "map.xml",
            "<urlset><url><loc>https://a.example</loc></url></urlset>",
            "The file only names addresses of pages.",
        ),
        ("empty.csv", "name,city\n", "empty.csv: The table has no column “id”."),
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
    assert "note: Nurse: The day it was posted, “03/04/2026”, is not clear" in shown
    assert "skipped: Cook: The id “1” stood there before" in shown
    assert "skipped: Baker: It has no id" in shown


def test_feeds_are_added_listed_fetched_and_removed(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    feeds = ("openings", "feeds")
    monkeypatch.setenv("CANDOR_OPENINGS__ALLOW_HOSTS", '["localhost"]')
    added = house.candor(*feeds, "add", "--company", "acme", "http://localhost:9/jobs", "--format", "lever")
    number = added.split()[-1]
    assert f"{number}\tlever\tnot fetched yet\thttp://localhost:9/jobs" in house.candor(
        *feeds, "list", "--company", "acme"
    )
    monkeypatch.delenv("CANDOR_OPENINGS__ALLOW_HOSTS")
    failed = house.candor(*feeds, "fetch", "--company", "acme", number, expect=3)
    assert failed.startswith("candor: failed: localhost is a private or local address.")
    assert failed.count("\n") == 1
    assert "openings.allow_hosts" in failed
    assert house.candor(*feeds, "remove", "--company", "acme", number) == "removed; 0 openings closed\n"


@pytest.mark.parametrize("minutes", ["4", "525601"])
def test_a_feed_is_fetched_no_less_than_once_a_year(house: House, minutes: str) -> None:
    add = ("openings", "feeds", "add", "--company", "acme", "https://jobs.example/f", "--format", "csv")
    assert "5<=x<=525600" in house.candor(*add, "--every", minutes, expect=2)


@pytest.mark.parametrize("command", ["fetch", "remove"])
def test_a_number_that_no_feed_can_have_is_one_line(house: House, command: str) -> None:
    said = house.candor("openings", "feeds", command, "--company", "acme", "9" * 23, expect=2)
    assert said.startswith("candor: Invalid value for 'NUMBER'")
    assert said.count("\n") == 1


def test_feeds_added_and_removed_by_a_command_stand_among_the_changes(house: House) -> None:
    url = "https://jobs.example/noted"
    number = house.candor("openings", "feeds", "add", "--company", "acme", url, "--format", "csv").split()[-1]
    house.candor("openings", "feeds", "remove", "--company", "acme", number)
    with Database.open(f"sqlite:///{house.folder}/data/candor.db") as database:
        noted = database.read_now(lambda conn: audit.recent(conn, companies.all_companies(conn)[0].id, 2))
    said = [(each.actor, each.action, each.detail) for each in noted]
    assert said == [("operator", "feed_removed", {"url": url, "n": 0}), ("operator", "feed_added", {"url": url})]


def test_a_feed_or_file_that_is_being_fetched_is_one_clear_line(house: House) -> None:
    added = house.candor(
        "openings", "feeds", "add", "--company", "acme", "https://jobs.example/busy", "--format", "csv"
    )
    file = house.write("busy.csv", "id,title\n1,Nurse\n")
    house.candor("openings", "import", "--company", "acme", file)
    with Database.open(f"sqlite:///{house.folder}/data/candor.db") as database:
        database.write_now(being_fetched)
    for command in (("feeds", "fetch", "--company", "acme", added.split()[-1]), ("import", "--company", "acme", file)):
        said = house.candor("openings", *command, expect=3)
        assert said == "candor: This feed is being fetched right now. Wait a minute and try again.\n"


def being_fetched(conn: Connection) -> None:
    now = datetime.now(UTC)
    for company in companies.all_companies(conn):
        for feed in opening_feeds.of_company(conn, company.id):
            opening_feeds.take(conn, company.id, feed.id, now)


@pytest.mark.parametrize("url", ["http://127.0.0.1/x", "http://localhost/x", "ftp://jobs.example/", "jobs"])
def test_a_feed_that_could_never_be_fetched_is_not_added(url: str, house: House) -> None:
    error = house.candor("openings", "feeds", "add", "--company", "acme", url, "--format", "csv", expect=2)
    assert error.count("\n") == 1
