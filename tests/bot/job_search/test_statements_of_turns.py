"""How many statements a turn of each kind runs, and that none is built or compiled once each kind has been seen."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from sqlalchemy import Connection, Engine, Pool, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry
from sqlalchemy.sql.compiler import SQLCompiler

from bot.guard.guard import Guard
from bot.service import Service
from tests.bot.conftest import Chat

pytestmark = pytest.mark.sqlite_only
_QUERIES = ("SELECT", "INSERT", "UPDATE", "DELETE", "WITH")
FAQ, SEARCH = 7, 10
"""The most statements of a turn that answers a question, and of one that finds openings."""


class Statements(list[str]):
    """The statements that ran, but for those that begin and end transactions."""

    def hear(self, statement: str) -> None:
        of_the_index = "_fts_config" in statement  # SQLite asks itself, once a connection
        if statement.lstrip().upper().startswith(_QUERIES) and not of_the_index:
            self.append(statement)

    def of(self, act: Callable[[], object]) -> int:
        """Return how many statements it takes."""
        before = len(self)
        act()
        return len(self) - before


@pytest.fixture
def statements() -> Iterator[Statements]:
    """What every connection runs from now on."""
    heard = Statements()

    def listen(driver: DBAPIConnection, _record: ConnectionPoolEntry, _proxy: object) -> None:
        assert isinstance(driver, sqlite3.Connection)
        driver.set_trace_callback(heard.hear)

    event.listen(Pool, "checkout", listen)
    yield heard
    event.remove(Pool, "checkout", listen)


@pytest.fixture
def talking(statements: Statements, service: Service, start_chat: Callable[[str], Chat]) -> Chat:
    """A chat whose replies are guarded, with a company that has openings."""
    chat = start_chat("acme")
    return Chat(chat.database, replace(service, guard=Guard()), chat.opened)


def test_the_statements_of_a_question_and_its_answer_are_few(statements: Statements, talking: Chat) -> None:
    assert 0 < statements.of(lambda: talking.say("what do you pay")) <= FAQ
    assert statements.of(lambda: talking.say("perks")) <= FAQ
    assert statements.of(lambda: talking.say("do you have unicorns")) <= FAQ


def test_the_statements_of_a_search_are_few(statements: Statements, talking: Chat) -> None:
    assert 0 < statements.of(lambda: talking.say("a job as a nurse in Hamburg")) <= SEARCH
    assert statements.of(lambda: talking.say("and in Berlin?")) <= SEARCH
    assert statements.of(lambda: talking.say("a warehouse job in Berlin")) <= SEARCH
    assert statements.of(lambda: talking.say("more")) <= SEARCH


def test_the_statements_of_what_names_an_opening_by_its_number_are_few(statements: Statements, talking: Chat) -> None:
    first = statements.of(lambda: talking.say("what about AC-1004"))
    assert statements.of(lambda: talking.say("and AC-1005?")) < first <= SEARCH


def test_a_message_sent_again_takes_fewer_statements_than_it_took(statements: Statements, talking: Chat) -> None:
    first = statements.of(lambda: talking.say("what do you pay", client_id="same"))
    assert statements.of(lambda: talking.say("what do you pay", client_id="same")) < first


@contextmanager
def compiling(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Collect what SQLAlchemy compiles."""
    compiled: list[str] = []
    begin = SQLCompiler.__init__

    def note(self: SQLCompiler, *given: object, **more: object) -> None:
        begin(self, *given, **more)  # type: ignore[arg-type]
        compiled.append(str(self))

    with monkeypatch.context() as patch:
        patch.setattr(SQLCompiler, "__init__", note)
        yield compiled


@contextmanager
def building() -> Iterator[list[str]]:
    """Collect what is built for a single run and given to SQLAlchemy to execute."""
    built: list[str] = []

    def note(_conn: Connection, statement: object, *_: object) -> None:
        built.append(str(statement))

    event.listen(Engine, "before_execute", note)
    yield built
    event.remove(Engine, "before_execute", note)


SAID = (
    "what do you pay",
    "a job as a nurse in Hamburg",
    "is it remote?",
    "a warehouse job in Berlin",
    "a remote job as a nurse in Berlin above 60k",
    "astronaut in Hamburg",
    "a part-time job as a nurse in Munich",
    "more",
    "AC-1004",
    "thanks",
)
"""Questions, searches that find openings, a question about one of them, and searches in vain."""


def test_nothing_is_compiled_in_a_turn_whose_kind_was_seen(
    monkeypatch: pytest.MonkeyPatch, start_chat: Callable[[str], Chat]
) -> None:
    first, second = start_chat("acme"), start_chat("other")
    for text in SAID:
        first.say(text)
    with compiling(monkeypatch) as compiled:
        for text in SAID:
            second.say(text)
    assert compiled == []


def test_no_statement_is_built_in_a_turn_whose_kind_was_seen(start_chat: Callable[[str], Chat]) -> None:
    first, second = start_chat("acme"), start_chat("other")
    for text in SAID:
        first.say(text)
    with building() as built:
        for text in SAID:
            second.say(text)
    assert built == []
