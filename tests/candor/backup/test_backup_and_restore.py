"""What was acknowledged before a backup began is there after it was restored, and models answer the same."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from storage import Connection
from storage.companies import companies
from storage.conversations import conversations, messages
from storage.conversations.messages import Message
from storage.erasure_log import this_installation
from storage.models import models
from storage.people import audit, sessions, users
from tests.candor.backup.conftest import NOW, House

CHATTING = Path(__file__).parents[2] / "storage" / "chatting_process.py"
ROOT = Path(__file__).parents[3]


@pytest.mark.both_databases
def test_all_that_was_acknowledged_before_the_backup_began_is_restored(
    house: House, empty: House, tmp_path: Path
) -> None:
    company_id, talks = open_talks(house)
    command = [sys.executable, str(CHATTING), house.target.database_url, str(company_id), *map(str, talks)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        acknowledged = {process.stdout.readline().strip() for _ in range(300)}
        house.back_up(tmp_path / "backup")
        acknowledged_meanwhile = {process.stdout.readline().strip() for _ in range(300)}
        process.kill()
        process.stdout.read()
    assert acknowledged_meanwhile
    empty.restore(tmp_path / "backup")
    with empty.open() as database:
        for talk in talks:
            said = database.read_now(lambda conn, talk=talk: messages.after(conn, company_id, talk, 0, 100_000))  # type: ignore[misc]
            acknowledged -= {each.client_id for each in said}
            assert_whole(said)
    assert acknowledged == set()
    assert empty.answers() == house.answers()


def open_talks(house: House) -> tuple[int, list[int]]:
    def create(conn: Connection) -> tuple[int, list[int]]:
        (company,) = companies.all_companies(conn)
        names = [f"t{n}" for n in range(8)]
        made = [
            conversations.create(conn, company.id, public_id=name, token_hash="s", language="en", now=NOW)
            for name in names
        ]
        return company.id, [each.id for each in made]

    with house.open() as database:
        return database.write_now(create)


def assert_whole(said: list[Message]) -> None:
    """Questions and replies come in pairs, numbered without gaps."""
    assert [each.seq for each in said] == list(range(1, len(said) + 1))
    assert [each.reply_to for each in said[1::2]] == [each.seq for each in said[::2]]


@pytest.mark.both_databases
def test_a_restored_house_is_the_same_installation_goes_on_and_is_kept_aside(house: House, backup: Path) -> None:
    before = house.answers()
    with house.open() as database:
        name = database.read_now(this_installation)
    house.promote("cafeteria")
    done = house.restore(backup, replace=True)
    assert done.kept is not None
    assert house.answers() == before
    with house.open() as database:
        assert database.read_now(this_installation) == name
    assert [each.number for each in versions(house)] == [1]
    assert house.add_company("acme").key == "acme"


def versions(house: House) -> list[models.ModelVersion]:
    with house.open() as database:
        return database.read_now(lambda conn: models.history(conn, companies.all_companies(conn)[0].id))


def test_everybody_logs_in_again_and_the_history_tells_what_happened(
    house: House, backup: Path, tmp_path: Path
) -> None:
    def log_in(conn: Connection) -> None:
        (company,) = companies.all_companies(conn)
        user = users.add(conn, company.id, "ada@demo.example", "Ada", "recruiter", "hash", NOW)
        sessions.create(conn, user.id, "token", "csrf", NOW, NOW.replace(year=2099))

    with house.open() as database:
        database.write_now(log_in)
    house.back_up(tmp_path / "logged-in")
    house.restore(tmp_path / "logged-in", replace=True)
    with house.open() as database:
        assert database.read_now(lambda conn: sessions.by_token_hash(conn, "token", NOW)) is None
        (entry,) = database.read_now(lambda conn: audit.recent(conn, companies.all_companies(conn)[0].id))
    assert (entry.actor, entry.action) == ("operator", "restored")


@pytest.mark.sqlite_only
def test_the_state_that_was_replaced_can_be_put_back(house: House, backup: Path) -> None:
    house.promote("cafeteria")
    kept = house.restore(backup, replace=True).kept
    file = Path(house.target.database_url.removeprefix("sqlite:///"))
    for beside in file.parent.glob(f"{file.name}-*"):
        beside.unlink()
    Path(str(kept)).rename(file)
    assert house.answers()[0].intent == "cafeteria"
