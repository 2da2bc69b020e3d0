"""What was erased stands in no file of the database any more, also while the server goes on."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from storage import Connection, Database
from storage.applications import answer_mails, applications
from storage.companies import companies
from storage.companies.companies import Company, CompanyProfile
from storage.conversations import conversations, messages
from storage.conversations.messages import NewMessage
from storage.database.erased_traces import WAIT_SECONDS, ErasedTraces
from storage.erasure import erasure, retention
from storage.subscriptions import subscriptions
from tests.storage.erasure.test_erasing_applications import apply, offer
from tests.subscribing import asks

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
SAID = "May I bring my zebra along"
EMAIL = "zebra@example.org"


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


def stands_in(file: Path, said: str = SAID) -> list[str]:
    """Return the files of the database that hold what was said."""
    return sorted(each.name for each in file.parent.glob(f"{file.name}*") if said.encode() in each.read_bytes())


def erase(conn: Connection) -> None:
    (company,) = companies.all_companies(conn)
    erasure.erase_conversation(conn, company.id, "t", NOW)


def retire(conn: Connection) -> None:
    (company,) = companies.all_companies(conn)
    talks = retention.due(conn, company.id, NOW + timedelta(days=9), 9)
    assert talks
    retention.erase(conn, company.id, talks)


def of_the_talk(conn: Connection) -> tuple[Company, int]:
    (company,) = companies.all_companies(conn)
    return company, retention.due(conn, company.id, NOW + timedelta(days=9), 9)[0]


def take_back(conn: Connection) -> None:
    company, talk = of_the_talk(conn)
    application = applications.in_progress(conn, company.id, talk)
    assert application is not None
    applications.forget(conn, application)


def end(conn: Connection) -> None:
    company, talk = of_the_talk(conn)
    answer_mails.forget(conn, company.id, talk)


@pytest.mark.parametrize("work", [take_back, end], ids=["an application", "where answers go"])
def test_an_address_that_is_forgotten_is_in_no_file_while_the_server_goes_on(
    said: Database, file: Path, work: Callable[[Connection], None]
) -> None:
    def give(conn: Connection) -> None:
        company, talk = of_the_talk(conn)
        messages.append(conn, company.id, talk, NewMessage("incoming", "candidate", f"I am {EMAIL}"), NOW)
        if work is end:
            answer_mails.ask(conn, company.id, talk, EMAIL, 1, 2, NOW)
        else:
            apply(conn, company, talk, offer(conn, company), EMAIL, b"%PDF-")

    said.write_now(give)
    assert stands_in(file, EMAIL) != []
    said.write_now(work)
    said.write_now(lambda conn: None)
    assert stands_in(file, EMAIL) == []


@pytest.mark.parametrize("refused", [False, True], ids=["never confirmed", "refused long ago"])
def test_a_stale_address_of_a_job_alert_is_in_no_file_while_the_server_goes_on(
    said: Database, file: Path, *, refused: bool
) -> None:
    (company,) = said.read_now(companies.all_companies)
    asks(said, company, email=EMAIL, now=NOW)
    if refused:
        said.write_now(lambda conn: subscriptions.bounce(conn, company.id, EMAIL, NOW))
    assert stands_in(file, EMAIL) != []
    said.write_now(lambda conn: subscriptions.forget_stale(conn, NOW + timedelta(days=60)))
    said.write_now(lambda conn: None)
    assert stands_in(file, EMAIL) == []


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


def test_what_a_killed_process_left_is_removed_with_the_first_commit(
    said: Database, file: Path, tmp_path: Path
) -> None:
    def erase_and_copy(conn: Connection) -> None:
        companies.all_companies(conn)
        said.write_now(erase)
        for each in file.parent.glob(f"{file.name}*"):
            shutil.copy(each, tmp_path / each.name)

    said.read_now(erase_and_copy)
    left = tmp_path / file.name
    assert stands_in(left) != []
    with Database.open(f"sqlite:///{left}") as database:
        for _ in range(2):
            database.write_now(lambda conn: None)
        assert stands_in(left) == []


def test_a_commit_that_erases_nothing_does_not_wait_for_who_reads_an_older_state(
    said: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []
    emptied = ErasedTraces._emptied

    def noting(self: ErasedTraces, wait: float) -> bool:
        waits.append(wait)
        return emptied(self, wait)

    monkeypatch.setattr(ErasedTraces, "_emptied", noting)

    def erase_meanwhile(conn: Connection) -> None:
        companies.all_companies(conn)
        for work in (erase, lambda conn: None, lambda conn: None):
            said.write_now(work)

    said.read_now(erase_meanwhile)
    assert waits[:2] == [WAIT_SECONDS, 0]
