"""Locks in files, which the system frees however the process that holds them ends."""

from __future__ import annotations

import errno
import fcntl
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from io import FileIO
from pathlib import Path

from storage.database.engine import parse_url
from storage.database.errors import StorageError, Unavailable

_PASSING = {errno.ENOSPC, errno.EDQUOT, errno.EIO}
"""What keeps a file from being written until somebody has made room, or the disk is back."""


class Locked(StorageError):
    """Another process holds the lock; `holder` is its process id, None where it cannot be read."""

    def __init__(self, message: str, holder: int | None) -> None:
        super().__init__(message)
        self.holder = holder


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Hold the lock of this file, which is made where it is missing and stays; raises Locked at once.

    Raises StorageError where the file cannot be written, Unavailable where it may be later, as on a full disk.
    """
    with ExitStack() as held:
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            # Unbuffered: closing a file whose writing was refused would write once more, and hide what was refused.
            _take(held.enter_context(file.open("a+b", buffering=0)))
        except OSError as error:
            kind = Unavailable if error.errno in _PASSING else StorageError
            raise kind(
                f"{file} cannot be written ({error.strerror}): check its folder and the space on the disk"
            ) from error
        yield


def _take(lock: FileIO) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.seek(0)
        holder = lock.read().strip().decode("ascii", "replace")
        raise Locked(f"{lock.name} is held by another process", int(holder) if holder.isdigit() else None) from None
    lock.truncate(0)
    lock.write(str(os.getpid()).encode("ascii"))


@contextmanager
def only_server(database_url: str) -> Iterator[None]:
    """Be the only process that serves this SQLite file; PostgreSQL may have several. Raises Locked."""
    url = parse_url(database_url)
    if url.get_backend_name() != "sqlite":
        yield
        return
    with ExitStack() as held:
        try:
            held.enter_context(locked(Path(f"{url.database}.serving")))
        except Locked as error:
            who = f" (process {error.holder})" if error.holder else ""
            raise Locked(
                f"another `candor serve`{who} is serving {url.database}: stop it first, name another folder with "
                "--data-dir, or use PostgreSQL, which several may share",
                error.holder,
            ) from None
        yield
