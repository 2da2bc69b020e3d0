from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from storage import Database
from storage.database.errors import StorageError, Unavailable
from tests.full_disk import no_file_larger_than

NOBODY = 65534


@contextmanager
def one_clear_line(*words: str) -> Iterator[pytest.ExceptionInfo[StorageError]]:
    with pytest.raises(StorageError) as caught:
        yield caught
    complaint = str(caught.value)
    assert "\n" not in complaint
    for word in words:
        assert word in complaint


@pytest.mark.parametrize(
    "url",
    ["candor.db", "", "mysql://root@localhost/candor", "sqlite://", "sqlite:///:memory:", "sqlite://folder/candor.db"],
)
def test_a_url_that_names_no_database_is_refused_with_an_example(url: str) -> None:
    with one_clear_line("sqlite:///folder/candor.db", "postgresql://"):
        Database.open(url)


@pytest.mark.parametrize("query", ["x=1", "timeout=x", "timeout=1&timeout=2", "timeout=1&mode=ro"])
def test_what_follows_the_file_of_sqlite_and_is_read_by_nothing_is_refused(tmp_path: Path, query: str) -> None:
    with one_clear_line(f"{tmp_path}/candor.db?", "at most ?timeout=SECONDS may follow"):
        Database.open(f"sqlite:///{tmp_path}/candor.db?{query}")


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://root:hunter2@:x@localhost/candor",
        "postgresql://root:hunter2@localhost:port/candor",
        "postgresql://root:hunter2@[::1/candor",
        "root:hunter2@localhost/candor",
    ],
)
def test_a_url_that_cannot_be_read_is_refused_and_not_shown(url: str) -> None:
    with one_clear_line("sqlite:///folder/candor.db", "an @ in user or password is written %40") as told:
        Database.open(url)
    assert "hunter2" not in str(told.value)


def test_a_password_is_never_shown() -> None:
    with pytest.raises(StorageError, match=r"root:\*\*\*@localhost"):
        Database.open("mysql://root:hunter2@localhost/candor")


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with one_clear_line(str(tmp_path / "file"), "choose another one or make it writable"):
        Database.open(f"sqlite:///{tmp_path}/file/candor.db")


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    (tmp_path / "candor.db").write_text("text,category\n" * 100)
    with one_clear_line("candor.db is not an SQLite database", "move this one away"):
        Database.open(f"sqlite:///{tmp_path}/candor.db")


@pytest.mark.parametrize("room", [0, 4096, 20_000, 100_000])
def test_without_space_it_is_one_line_and_may_go_better_later(tmp_path: Path, room: int) -> None:
    with no_file_larger_than(room), one_clear_line("candor.db", "the disk is not full") as told:
        Database.open(f"sqlite:///{tmp_path}/candor.db")
    assert isinstance(told.value, Unavailable)


def test_a_database_locked_by_another_program_is_refused_after_waiting(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "candor.db", isolation_level=None) as other:
        other.execute("BEGIN EXCLUSIVE")
        with one_clear_line("locked by another program", "stop that program"):
            Database.open(f"sqlite:///{tmp_path}/candor.db?timeout=0.1")
    other.close()


@contextmanager
def without_root() -> Iterator[None]:
    """Be nobody for a while: root may write everywhere."""
    user = os.geteuid()
    if user != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(user)


@pytest.mark.parametrize("existing", [False, True])
def test_a_read_only_folder_is_refused_with_what_to_check(migrated_file: Path, existing: bool) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        if existing:
            (folder / "candor.db").write_bytes(migrated_file.read_bytes())
        folder.chmod(0o555)
        with one_clear_line(name, "belong to the user who runs Candor"), without_root():
            Database.open(f"sqlite:///{folder}/candor.db")
        folder.chmod(0o755)


def test_an_unreachable_server_is_named(tmp_path: Path) -> None:
    with one_clear_line("candor:***@127.0.0.1:1/candor", "check that PostgreSQL runs there"):
        Database.open("postgresql://candor:secret@127.0.0.1:1/candor")
