"""What was erased stands in no file of the database any more, also while the server goes on."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from storage import Connection, Database, companies, conversations, erasure, messages, retention
from storage.companies import CompanyProfile
from storage.messages import NewMessage

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
SAID = "May I bring my zebra along"


@pytest.fixture
def file(sqlite_url: str) -> Path:
    return Path(sqlite_url.removeprefix("sqlite:///"))


@pytest.fixture
def said(sqlite_url: str) -> Iterator[Database]:
    """A database in which somebody said something."""

    def say(conn: Connection) -> None:
        company = companies.add(conn, CompanyProfile("acme", "Acme"), NOW)
        talk = conversations.create(conn, company.id, public_id="t", token_hash="t", language="en", now=NOW)
        messages.append(conn, company.id, talk.id, NewMessage("incoming", "candidate", SAID), NOW)

    with Database.open(sqlite_url) as database:
        database.write_now(say)
        yield database


def stands_in(file: Path) -> list[str]:
    """Return the files of the database that hold what was said."""
    return sorted(each.name for each in file.parent.glob(f"{file.name}*") if SAID.encode() in each.read_bytes())


def erase(conn: Connection) -> None:
    (company,) = companies.all_companies(conn)
    erasure.erase_conversation(conn, company.id, "t", NOW)


def retire(conn: Connection) -> None:
    (company,) = companies.all_companies(conn)
    talks = retention.due(conn, company.id, NOW + timedelta(days=9), 9)
    assert talks
    retention.erase(conn, company.id, talks)


@pytest.mark.parametrize("work", [erase, retire], ids=["asked for", "its days are over"])
def test_what_was_erased_is_in_no_file_while_the_server_goes_on(said: Database, file: Path, work: object) -> None:
    assert stands_in(file) != []
    said.write_now(work)  # type: ignore[arg-type]
    said.write_now(lambda conn: None)  # a commit tells and cleans up after it has answered
    assert stands_in(file) == []


def test_while_somebody_reads_an_older_state_it_waits_for_a_later_commit(said: Database, file: Path) -> None:
    def erase_meanwhile(conn: Connection) -> None:
        companies.all_companies(conn)
        said.write_now(erase)
        said.write_now(lambda conn: None)
        assert stands_in(file) != []

    said.read_now(erase_meanwhile)
    for _ in range(2):
        said.write_now(lambda conn: None)
    assert stands_in(file) == []
