"""One process at a time, and a line that says who has it."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from storage.database import file_lock
from storage.database.errors import StorageError, Unavailable
from storage.database.file_lock import Locked, locked, only_server


def test_a_second_server_on_one_sqlite_file_is_told_who_serves_it(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/candor.db"
    with only_server(url):
        with pytest.raises(Locked, match=rf"process {os.getpid()}.*is serving {tmp_path}/candor.db: stop it first"):
            only_server(url).__enter__()
        with only_server(f"sqlite:///{tmp_path}/other.db"):
            pass
    with only_server(url):
        pass


def test_several_servers_may_share_postgresql() -> None:
    url = "postgresql://user@host/database"
    with only_server(url), only_server(url):
        pass


def test_a_lock_that_cannot_be_written_is_one_line_that_says_what_to_check(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(StorageError, match=r"cannot be written \(.*\): check its folder and the space"):
        locked(tmp_path / "file" / "lock").__enter__()


@pytest.mark.parametrize(
    ("number", "passes"),
    [(errno.ENOSPC, True), (errno.EDQUOT, True), (errno.EIO, True), (errno.EROFS, False), (errno.EFBIG, False)],
)
def test_a_full_disk_passes_and_what_somebody_must_mend_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, passes: bool
) -> None:
    def refused(lock: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(file_lock, "_take", refused)
    with pytest.raises(StorageError, match="cannot be written") as error:
        locked(tmp_path / "lock").__enter__()
    assert isinstance(error.value, Unavailable) is passes
