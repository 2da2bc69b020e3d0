from __future__ import annotations

import queue
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import cast

import psycopg
import pytest
from sqlalchemy import Engine

from storage import ChangeNotice, Connection, Database, notify
from storage.companies.companies import Company
from storage.conversations import conversations
from storage.conversations.conversations import Conversation
from storage.database.listener import PostgresListener
from storage.database.notices import NoticeChannel, NoticeListeners
from storage.dataset import dataset

TIMEOUT = 60.0
SAME = ChangeNotice("conversation", 1, 1)


@pytest.fixture
def heard(database: Database) -> queue.Queue[ChangeNotice]:
    notices: queue.Queue[ChangeNotice] = queue.Queue()
    database.subscribe(notices.put)
    return notices


@pytest.fixture
def postgresql_pair(postgresql_url: str) -> Iterator[tuple[Database, Database]]:
    with Database.open(postgresql_url) as one, Database.open(postgresql_url) as other:
        yield one, other


def test_who_subscribes_hears_what_was_committed(
    database: Database, company: Company, conversation: Conversation, heard: queue.Queue[ChangeNotice], now: datetime
) -> None:
    database.write_now(lambda conn: conversations.set_owner(conn, company.id, conversation.id, "recruiter", now))
    database.write_now(lambda conn: dataset.add_category(conn, company.id, "salary", now))
    assert heard.get(timeout=TIMEOUT) == ChangeNotice("conversation", company.id, conversation.id)
    assert heard.get(timeout=TIMEOUT) == ChangeNotice("dataset", company.id, company.id)


def test_what_was_undone_is_not_heard(database: Database, heard: queue.Queue[ChangeNotice]) -> None:
    def fail(conn: Connection) -> None:
        notify(conn, ChangeNotice("model", 1, 1))
        raise KeyError

    with pytest.raises(KeyError):
        database.write_now(fail)
    database.write_now(lambda conn: notify(conn, ChangeNotice("model", 1, 2)))
    assert heard.get(timeout=TIMEOUT) == ChangeNotice("model", 1, 2)


def test_a_listener_that_fails_does_not_keep_others_from_hearing(database: Database) -> None:
    def fail(_: ChangeNotice) -> None:
        raise ValueError

    heard: queue.Queue[ChangeNotice] = queue.Queue()
    database.subscribe(fail)
    database.subscribe(heard.put)
    for _ in range(2):
        database.write_now(lambda conn: notify(conn, SAME))
        assert heard.get(timeout=TIMEOUT) == SAME


def test_who_unsubscribes_hears_no_more(database: Database) -> None:
    gone: list[ChangeNotice] = []
    stop = database.subscribe(gone.append)
    staying: queue.Queue[ChangeNotice] = queue.Queue()
    database.subscribe(staying.put)
    stop()
    database.write_now(lambda conn: notify(conn, SAME))
    assert staying.get(timeout=TIMEOUT) == SAME
    assert gone == []


def test_another_process_hears_it_and_the_own_one_only_once(postgresql_pair: tuple[Database, Database]) -> None:
    heard: tuple[queue.Queue[ChangeNotice], queue.Queue[ChangeNotice]] = (queue.Queue(), queue.Queue())
    for database, notices in zip(postgresql_pair, heard, strict=True):
        database.subscribe(notices.put)
    many = [ChangeNotice("conversation", 1, number) for number in range(249)] + [ChangeNotice("typing", 1, 7, 3)]

    def tell_all(conn: Connection) -> None:
        for each in many:
            notify(conn, each)

    postgresql_pair[0].write_now(tell_all)
    assert [heard[1].get(timeout=TIMEOUT) for _ in many] == many
    postgresql_pair[1].write_now(lambda conn: notify(conn, ChangeNotice("model", 1, 1)))
    assert [heard[0].get(timeout=TIMEOUT) for _ in range(251)] == [*many, ChangeNotice("model", 1, 1)]
    assert heard[1].get(timeout=TIMEOUT) == ChangeNotice("model", 1, 1)


def test_a_listener_that_lost_its_connection_says_so_and_hears_again(
    postgresql_pair: tuple[Database, Database], kill_connections: Callable[[str], None]
) -> None:
    one, other = postgresql_pair
    heard: queue.Queue[ChangeNotice] = queue.Queue()
    other.subscribe(heard.put)
    kill_connections("LISTEN%")
    assert heard.get(timeout=TIMEOUT) == ChangeNotice("reconnected", 0, 0)
    one.write_now(lambda conn: notify(conn, SAME))
    assert heard.get(timeout=TIMEOUT) == SAME


@pytest.fixture
def kill_connections(postgresql_url: str) -> Callable[[str], None]:
    """End this test's connections whose last statement was like that."""

    def kill(statement: str) -> None:
        with psycopg.connect(postgresql_url, autocommit=True) as conn:
            own = "query LIKE %s AND query LIKE '%%' || current_schema() || '%%' AND pid <> pg_backend_pid()"
            conn.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {own}", [statement])

    return kill


def test_a_database_that_is_gone_is_told_of_once_however_often_it_is_tried(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tried: queue.Queue[None] = queue.Queue()

    def refuse(_: PostgresListener) -> None:
        tried.put(None)
        raise OSError("connection refused")

    monkeypatch.setattr("storage.database.listener.RETRY_SECONDS", 0.001)
    monkeypatch.setattr(PostgresListener, "_connect", refuse)
    listening = PostgresListener(cast(Engine, None), cast(NoticeChannel, None), NoticeListeners())
    listening.start(timeout=0)
    for _ in range(4):
        tried.get(timeout=TIMEOUT)
    listening.close()
    assert [record.levelname for record in caplog.records] == ["WARNING"]
