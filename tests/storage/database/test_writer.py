from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any

import pytest
from sqlalchemy import event, text

from storage import ChangeNotice, Connection, notify
from storage.database.batch import Work
from storage.database.engine import Engines
from storage.database.errors import AlreadyExists, Busy, Unavailable
from storage.database.writer import Job, Writer

TIMEOUT = 60.0


@pytest.fixture
def told() -> list[ChangeNotice]:
    return []


@pytest.fixture
def commits(engines: Engines) -> list[str]:
    seen: list[str] = []
    event.listen(engines.writer, "commit", lambda _: seen.append("commit"))
    return seen


@pytest.fixture
def writer(engines: Engines, told: list[ChangeNotice]) -> Iterator[Writer]:
    with engines.writer.begin() as conn:
        conn.execute(text("CREATE TABLE note (word VARCHAR(50) PRIMARY KEY)"))
    started = Writer(engines.writer, send=lambda *_: None, tell=told.extend, queue_size=20, batch=8)
    yield started
    started.close()


@pytest.fixture
def submit(writer: Writer) -> Callable[[Work], Future[Any]]:
    def queue(work: Work) -> Future[Any]:
        future: Future[Any] = Future()
        writer.submit(Job(work, future))
        return future

    return queue


@pytest.fixture
def held(submit: Callable[[Work], Future[Any]]) -> Iterator[threading.Event]:
    """Keep the writer busy until the event is set, so that everything submitted meanwhile waits together."""
    entered, release = threading.Event(), threading.Event()

    def hold(_: Connection) -> None:
        entered.set()
        release.wait(TIMEOUT)

    submit(hold)
    assert entered.wait(TIMEOUT)
    yield release
    release.set()


def note(word: str) -> Work:
    def write(conn: Connection) -> str:
        conn.execute(text("INSERT INTO note VALUES (:word)"), {"word": word})
        return word

    return write


def fail_after(work: Work, error: BaseException) -> Work:
    def write(conn: Connection) -> None:
        work(conn)
        raise error

    return write


def notes(engines: Engines) -> list[str]:
    with engines.reader.connect() as conn:
        return list(conn.scalars(text("SELECT word FROM note ORDER BY word")))


def test_writes_that_wait_together_are_committed_together(
    submit: Callable[[Work], Future[Any]], held: threading.Event, commits: list[str], engines: Engines
) -> None:
    waiting = [submit(note(word)) for word in "abcdef"]
    held.set()
    assert [each.result(TIMEOUT) for each in waiting] == list("abcdef")
    assert len(commits) == 2, "one for the write that held the others up, one for all six"
    assert notes(engines) == list("abcdef")


def test_a_batch_is_never_larger_than_allowed(
    submit: Callable[[Work], Future[Any]], held: threading.Event, commits: list[str]
) -> None:
    waiting = [submit(note(str(number))) for number in range(17)]
    held.set()
    for each in waiting:
        each.result(TIMEOUT)
    assert len(commits) == 1 + 3


def test_a_failing_write_is_undone_alone_and_gets_its_own_error(
    submit: Callable[[Work], Future[Any]], held: threading.Event, engines: Engines
) -> None:
    before, failing, after = submit(note("a")), submit(fail_after(note("b"), KeyError("mine"))), submit(note("c"))
    held.set()
    assert (before.result(TIMEOUT), after.result(TIMEOUT)) == ("a", "c")
    with pytest.raises(KeyError, match="mine"):
        failing.result(TIMEOUT)
    assert notes(engines) == ["a", "c"]


def test_a_statement_that_the_database_refuses_fails_alone_too(
    submit: Callable[[Work], Future[Any]], held: threading.Event, engines: Engines
) -> None:
    waiting = [submit(note("a")), submit(note("a")), submit(note("b"))]
    held.set()
    assert waiting[0].result(TIMEOUT) == "a"
    with pytest.raises(AlreadyExists):
        waiting[1].result(TIMEOUT)
    assert waiting[2].result(TIMEOUT) == "b"
    assert notes(engines) == ["a", "b"]


def test_a_lone_failing_write_is_undone(submit: Callable[[Work], Future[Any]], engines: Engines) -> None:
    with pytest.raises(KeyError):
        submit(fail_after(note("a"), KeyError("mine"))).result(TIMEOUT)
    assert submit(note("b")).result(TIMEOUT) == "b"
    assert notes(engines) == ["b"]


def test_writes_happen_in_the_order_they_came(submit: Callable[[Work], Future[Any]], held: threading.Event) -> None:
    order: list[int] = []

    def numbered(number: int) -> Work:
        return lambda _: order.append(number)

    waiting = [submit(numbered(number)) for number in range(20)]
    held.set()
    for each in waiting:
        each.result(TIMEOUT)
    assert order == list(range(20))


def test_a_full_queue_refuses_at_once_and_keeps_what_it_took(
    submit: Callable[[Work], Future[Any]], held: threading.Event, engines: Engines
) -> None:
    waiting = [submit(note(f"{number:02}")) for number in range(20)]
    with pytest.raises(Busy):
        submit(note("one too many"))
    held.set()
    for each in waiting:
        each.result(TIMEOUT)
    assert notes(engines) == [f"{number:02}" for number in range(20)]


def test_closing_finishes_what_was_accepted_and_refuses_more(
    writer: Writer, submit: Callable[[Work], Future[Any]], held: threading.Event, engines: Engines
) -> None:
    waiting = [submit(note(f"{number:02}")) for number in range(20)]
    closing = threading.Thread(target=writer.close)
    closing.start()
    held.set()
    closing.join(TIMEOUT)
    assert [each.result(0) for each in waiting] == notes(engines) == [f"{number:02}" for number in range(20)]
    with pytest.raises(Unavailable, match="closed"):
        submit(note("late"))


def test_a_failing_commit_rejects_every_write_of_the_batch_and_the_next_one_works(
    submit: Callable[[Work], Future[Any]], held: threading.Event, engines: Engines
) -> None:
    def break_down(_: Connection) -> None:
        raise OSError("disk on fire")

    waiting = [submit(note("a")), submit(note("b"))]
    event.listen(engines.writer, "commit", break_down)
    held.set()
    for each in waiting:
        with pytest.raises(Unavailable, match="disk on fire"):
            each.result(TIMEOUT)
    event.remove(engines.writer, "commit", break_down)
    assert notes(engines) == []
    assert submit(note("c")).result(TIMEOUT) == "c"


def test_notices_of_undone_writes_are_not_told_and_double_ones_once(
    submit: Callable[[Work], Future[Any]], held: threading.Event, told: list[ChangeNotice]
) -> None:
    def telling(number: int) -> Work:
        return lambda conn: notify(conn, ChangeNotice("conversation", 1, number))

    waiting = [submit(telling(1)), submit(fail_after(telling(2), KeyError())), submit(telling(1)), submit(telling(3))]
    held.set()
    for each in waiting:
        each.exception(TIMEOUT)
    with pytest.raises(KeyError):
        submit(fail_after(telling(4), KeyError())).result(TIMEOUT)
    assert submit(lambda _: None).result(TIMEOUT) is None
    assert told == [ChangeNotice("conversation", 1, 1), ChangeNotice("conversation", 1, 3)]


async def test_a_loop_is_woken_once_for_a_whole_batch(
    writer: Writer, held: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop = asyncio.get_running_loop()
    wakings: list[Any] = []
    wake = loop.call_soon_threadsafe

    def counted(*call: Any) -> asyncio.Handle:
        wakings.append(call)
        return wake(*call)

    monkeypatch.setattr(loop, "call_soon_threadsafe", counted)
    futures = [loop.create_future() for _ in range(8)]
    for future in futures:
        writer.submit(Job(lambda _: "done", future, loop))
    held.set()
    assert await asyncio.wait_for(asyncio.gather(*futures), TIMEOUT) == ["done"] * 8
    assert len(wakings) == 1


async def test_who_gives_up_waiting_leaves_the_others_unharmed(writer: Writer, held: threading.Event) -> None:
    loop = asyncio.get_running_loop()
    gone, staying = loop.create_future(), loop.create_future()
    writer.submit(Job(lambda _: 1, gone, loop))
    writer.submit(Job(lambda _: 2, staying, loop))
    gone.cancel()
    held.set()
    assert await asyncio.wait_for(staying, TIMEOUT) == 2


async def test_work_that_raises_stop_iteration_is_answered_too(writer: Writer) -> None:
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Any] = loop.create_future()
    writer.submit(Job(lambda _: next(iter(())), future, loop))
    with pytest.raises(RuntimeError, match="StopIteration"):
        await asyncio.wait_for(future, TIMEOUT)


def test_what_the_writer_logs_is_not_shown_beside_the_line_of_a_command_that_has_no_log() -> None:
    code = "import storage.database.writer as writer; writer.log.error('the disk is full')"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stderr == b""
