"""Several pieces of work in one transaction, each failing on its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from storage.database.errors import StorageError, translated
from storage.database.notices import ChangeNotice, waiting

Work = Callable[[Connection], Any]
Send = Callable[[Connection, Sequence[ChangeNotice]], None]
# PostgreSQL's way of saying "another transaction was in the way, do it again": serialization failure, deadlock.
_AGAIN = {"40001", "40P01"}


@dataclass(frozen=True, slots=True)
class WorkResult:
    """What one piece of work gave: a value, or the error that undid it."""

    value: Any = None
    error: BaseException | None = None


class ConflictError(Exception):
    """Another process's transaction was in the way: nothing was kept, the same work may be run again."""


class GivenUpError(Exception):
    """A caller stopped waiting for its work: nothing was kept, and the others' work may be run again."""


class ConnectionLostError(Exception):
    """The transaction was lost as a whole."""


def commit_together(
    conn: Connection, works: Sequence[Work], send: Send, may_commit: Callable[[], bool]
) -> tuple[list[WorkResult], list[ChangeNotice]]:
    """Run the works in order in one transaction and COMMIT; return their outcomes and the notices that are due now.

    A work that raises is undone alone. When this itself raises (ConflictError, ConnectionLostError, an error of
    COMMIT), nothing of any work was kept as far as this process can know; `may_commit` is asked at the last moment,
    and if it says no, GivenUpError is raised.
    """
    notices = waiting(conn)
    notices.clear()
    with conn.begin() as transaction:
        if len(works) == 1:
            outcomes = [_alone(conn, works[0])]
            if outcomes[0].error is not None:
                transaction.rollback()
                return outcomes, []
        else:
            outcomes = [_in_savepoint(conn, work, notices) for work in works]
        due = list(dict.fromkeys(notices))
        send(conn, due)
        if not may_commit():
            raise GivenUpError
        transaction.commit()
    return outcomes, due


def _alone(conn: Connection, work: Work) -> WorkResult:
    try:
        return WorkResult(work(conn))
    except BaseException as error:
        return WorkResult(error=_told(error))


def _in_savepoint(conn: Connection, work: Work, notices: list[ChangeNotice]) -> WorkResult:
    # Straight to the driver: SQLAlchemy's begin_nested() costs as much as a statement.
    driver: Any = conn.connection.driver_connection
    before = len(notices)
    driver.execute("SAVEPOINT work")
    try:
        value = work(conn)
    except BaseException as error:
        told = _told(error)
        del notices[before:]
        driver.execute("ROLLBACK TO SAVEPOINT work")
        driver.execute("RELEASE SAVEPOINT work")
        return WorkResult(error=told)
    driver.execute("RELEASE SAVEPOINT work")
    return WorkResult(value)


def _told(error: BaseException) -> BaseException:
    """Return what the caller gets to see; raise when the error is not this work's alone."""
    if not isinstance(error, SQLAlchemyError):
        return error
    if isinstance(error, DBAPIError):
        if error.connection_invalidated:
            raise ConnectionLostError from error
        if getattr(error.orig, "sqlstate", None) in _AGAIN:
            raise ConflictError from error
    story: StorageError = translated(error)
    story.__cause__ = error
    return story
