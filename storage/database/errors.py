"""What can go wrong in storage; each message is one line that a person can act on."""

# These are read as sentences ("raise Busy"), not as types.

from __future__ import annotations

import re
import sqlite3

from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, SQLAlchemyError, StatementError


class StorageError(Exception):
    """Base of everything storage raises on purpose."""


class Unavailable(StorageError):
    """The database cannot be reached or written at the moment; nothing of the request was kept, ask again."""


class Busy(Unavailable):
    """The write queue is full; nothing was queued, ask again a little later."""


class Moved(Busy):
    """What was read before this was written has changed meanwhile; nothing was kept, think again."""


class NotFound(StorageError):
    """This company has no such row."""


class AlreadyExists(StorageError):
    """A row with this key (or this sentence in this category) is there already."""


class InOtherCategory(StorageError):
    """The sentence stands in another category of the same company and language."""

    def __init__(self, category: str) -> None:
        super().__init__(f"This sentence already stands in the category “{category}”: move it from there instead.")
        self.category = category


class AlreadyReviewed(StorageError):
    """Another recruiter was first."""

    def __init__(self, status: str, reviewer: str | None) -> None:
        super().__init__(f"This answer was already reviewed ({status}) by {reviewer or 'somebody else'}.")
        self.status = status
        self.reviewer = reviewer


class DatasetError(StorageError):
    """The data asked for makes no sense as training data (empty sentence, one sentence in two categories)."""


class WrongState(StorageError):
    """The row exists but may not make this step, such as rolling back to a model that never was live."""


class BeingFetched(StorageError):
    """Another process is fetching this feed at the moment; ask again a little later."""


class LeaseLost(StorageError):
    """What this process is at was removed, or taken over by another that took it for dead; the rest is not kept."""


class InvalidText(StorageError):
    """Text that no database keeps: it holds a NUL or a lone surrogate."""


def reason(error: BaseException) -> str:
    """Return the first line of the driver's own words, without a value that it quotes."""
    cause = getattr(error, "orig", None) or error
    words = (str(cause).strip().splitlines() or [type(error).__name__])[0].strip()
    quotes_data = isinstance(cause, sqlite3.Error) or str(getattr(cause, "sqlstate", None)).startswith("22")
    return re.sub(r'"[^"]*"?', "a value", words) if quotes_data else words


def is_duplicate(error: BaseException) -> bool:
    """Whether the database refused a row because its unique key is taken."""
    if not isinstance(error, IntegrityError):
        return False
    return getattr(error.orig, "sqlstate", None) == "23505" or "UNIQUE constraint failed" in str(error.orig)


def translated(error: SQLAlchemyError) -> StorageError:
    """Return the storage error that stands for a SQLAlchemy one, so that no other room needs to know SQLAlchemy."""
    if isinstance(error, StatementError) and isinstance(error.orig, StorageError):
        return error.orig
    if isinstance(error, OperationalError) or (isinstance(error, DBAPIError) and error.connection_invalidated):
        return Unavailable(f"The database did not take this ({reason(error)}); try again.")
    if is_duplicate(error):
        return AlreadyExists(f"This is there already ({reason(error)}).")
    return StorageError(f"The database refused this: {reason(error)}")
