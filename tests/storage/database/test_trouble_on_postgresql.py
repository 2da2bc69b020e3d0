from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import datetime

import psycopg
import pytest
from sqlalchemy import make_url, text

from storage import Connection, Database
from storage.companies import companies
from storage.companies.companies import Company, CompanyProfile
from storage.conversations import conversations, messages
from storage.conversations.conversations import Conversation
from storage.conversations.messages import NewMessage
from storage.database.errors import StorageError, Unavailable

TIMEOUT = 60.0


@pytest.fixture
def database(postgresql_url: str) -> Iterator[Database]:
    with Database.open(postgresql_url) as opened:
        yield opened


def backend(conn: Connection) -> int:
    return int(conn.scalar(text("SELECT pg_backend_pid()")) or 0)


def end(url: str, process: int) -> None:
    with psycopg.connect(url, autocommit=True) as conn:
        conn.execute("SELECT pg_terminate_backend(%s, 5000)", [process])


def test_a_connection_lost_while_writing_fails_that_batch_and_the_next_one_reconnects(
    database: Database, postgresql_url: str, now: datetime
) -> None:
    def write_and_lose(conn: Connection) -> None:
        companies.add(conn, CompanyProfile("lost", "Lost"), now)
        end(postgresql_url, backend(conn))

    with pytest.raises(Unavailable, match="try again"):
        database.write_now(write_and_lose)
    database.write_now(lambda conn: companies.add(conn, CompanyProfile("kept", "Kept"), now))
    assert [each.key for each in database.read_now(companies.all_companies)] == ["kept"]


def test_a_connection_lost_within_a_prepared_statement_is_no_different(database: Database, postgresql_url: str) -> None:
    def lose_and_ask(conn: Connection) -> None:
        end(postgresql_url, backend(conn))
        conversations.by_token(conn, "talk", "secret")

    with pytest.raises(Unavailable, match="try again"):
        database.write_now(lose_and_ask)
    assert database.write_now(lambda _: "works") == "works"


def test_a_reader_whose_connection_died_asks_once_more(database: Database, postgresql_url: str) -> None:
    end(postgresql_url, database.read_now(backend))
    assert database.read_now(companies.all_companies) == []


def test_a_deadlock_with_another_process_is_solved_by_doing_it_again(postgresql_url: str, now: datetime) -> None:
    """Two processes lock two rows crosswise: PostgreSQL throws one out, which then runs again."""
    both_hold_one = threading.Barrier(2)
    with Database.open(postgresql_url) as one, Database.open(postgresql_url) as other:
        profiles = [CompanyProfile("a", "A"), CompanyProfile("b", "B")]
        ids = one.write_now(lambda conn: [companies.add(conn, each, now).id for each in profiles])

        def lock(first: int, second: int) -> list[int]:
            runs: list[int] = []

            def work(conn: Connection) -> None:
                runs.append(1)
                companies.data_changed(conn, first, now)
                if len(runs) == 1:
                    both_hold_one.wait(TIMEOUT)
                companies.data_changed(conn, second, now)

            (one if first == ids[0] else other).write_now(work)
            return runs

        crossing = threading.Thread(target=lock, args=(ids[1], ids[0]))
        crossing.start()
        lock(ids[0], ids[1])
        crossing.join(TIMEOUT)
        assert [each.dataset_revision for each in one.read_now(companies.all_companies)] == [2, 2]


def test_two_processes_number_the_messages_of_a_conversation_without_gaps_or_doubles(
    database: Database, company: Company, conversation: Conversation, postgresql_url: str, now: datetime
) -> None:
    question = NewMessage("incoming", "candidate", "What do I earn?")

    def say(here: Database) -> None:
        for _ in range(50):
            here.write_now(lambda conn: messages.append(conn, company.id, conversation.id, question, now))

    with Database.open(postgresql_url) as other:
        saying = threading.Thread(target=say, args=(other,))
        saying.start()
        say(database)
        saying.join(TIMEOUT)
    stored = database.read_now(lambda conn: messages.after(conn, company.id, conversation.id, 0))
    assert [each.seq for each in stored] == list(range(1, 101))


@pytest.mark.parametrize("wrong", [{"database": "no_such"}, {"username": "nobody_of_us"}])
def test_who_asks_for_a_database_or_role_that_is_not_there_is_not_told_to_wait(
    postgresql_url: str, wrong: dict[str, str]
) -> None:
    url = make_url(postgresql_url).set(**wrong).render_as_string(hide_password=False)  # type: ignore[arg-type]
    with pytest.raises(StorageError, match="does not exist") as refusal:
        Database.open(url)
    assert not isinstance(refusal.value, Unavailable)
