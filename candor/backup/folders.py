"""A folder to work in, and writing that is finished or has not happened."""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from candor.backup.errors import BackupError
from storage.database.errors import StorageError
from storage.database.file_lock import Locked, locked

_LOCK = "lock"


@contextmanager
def workplace(folder: Path, busy: str) -> Iterator[Path]:
    """Lend a folder that only its owner can read, emptied of what a killed process left, and remove it afterwards.

    Raises BackupError, saying that it is `busy`, while another process works there.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        with locked(folder / _LOCK):
            try:
                for left in folder.iterdir():
                    if left.name != _LOCK:
                        shutil.rmtree(left) if left.is_dir() else left.unlink()
                yield folder
            finally:
                shutil.rmtree(folder, ignore_errors=True)
    except Locked:
        raise BackupError(busy) from None
    except StorageError:
        _forget(folder)
        raise


def remove_abandoned(parent: Path, names: str) -> None:
    """Remove the workplaces of processes that were killed, by a pattern of their names; those in use stay."""
    for folder in parent.glob(names):
        # Not `locked`, which writes: on a disk that they have filled nothing can be written.
        with suppress(OSError), (folder / _LOCK).open("rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(folder)


def _forget(folder: Path) -> None:
    """Remove a folder in which nothing was made because not even its lock could be written, as on a full disk."""
    with suppress(OSError):
        (folder / _LOCK).unlink(missing_ok=True)
        folder.rmdir()


@contextmanager
def whole_or_nothing(target: Path) -> Iterator[None]:
    """Turn what the system refuses while something is written for `target` into a BackupError."""
    try:
        yield
    except OSError as error:
        where = error.filename or target
        raise BackupError(f"{where}: {error.strerror or error}; nothing was changed.") from error
