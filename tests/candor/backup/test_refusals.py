"""What cannot be backed up or restored is one clear line, and leaves everything as it was."""

from __future__ import annotations

import io
import json
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from candor.backup.archive import MANIFEST
from candor.backup.errors import BackupError
from candor.backup.making import make
from storage import Database
from storage.database.engine import parse_url
from storage.database.errors import StorageError
from storage.database.file_lock import only_server
from tests.candor.backup.conftest import House, silent

Members = dict[str, bytes]


def rewritten(backup: Path, change: Callable[[Members], object]) -> Path:
    """Return a backup whose parts were changed by somebody else's hand."""
    with tarfile.open(backup) as archive:
        members = {each.name: content.read() for each in archive if (content := archive.extractfile(each))}
    change(members)
    forged = backup.with_name("forged")
    with tarfile.open(forged, "w:gz") as archive:
        for name, part in members.items():
            member = tarfile.TarInfo(name)
            member.size = len(part)
            archive.addfile(member, io.BytesIO(part))
    return forged


def said(**changes: Any) -> Callable[[Members], None]:
    """Change what the manifest says."""

    def change(members: Members) -> None:
        members[MANIFEST] = json.dumps(json.loads(members[MANIFEST]) | changes).encode()

    return change


def altered(members: Members) -> None:
    members["database"] = members["database"][:-1] + b"!"


def outside(members: Members) -> None:
    parts = json.loads(members[MANIFEST])["parts"]
    parts[-1]["name"] = "models/../../escaped"
    said(parts=parts)(members)


BROKEN: list[tuple[Callable[[Members], object], str]] = [
    (altered, "database is not what was backed up"),
    (outside, "does not name one database and its models"),
    (lambda members: members.pop("database"), "database is missing"),
    (lambda members: members.update(extra=b"?"), "holds 'extra', which its manifest does not describe"),
    (lambda members: members.pop(MANIFEST), "is not a backup that Candor made"),
    (said(format=2, product="candor 9.9"), "was made by candor 9.9, in a newer format: upgrade candor first"),
    (said(created="yesterday"), "its manifest is not what Candor writes (created:"),
    (said(kind="postgresql"), "is of postgresql, and the configured database is sqlite"),
]


@pytest.mark.sqlite_only
@pytest.mark.parametrize(("change", "complaint"), BROKEN)
def test_a_file_that_is_not_a_whole_backup_is_refused(
    empty: House, backup: Path, change: Callable[[Members], object], complaint: str
) -> None:
    with pytest.raises(BackupError) as refused:
        empty.restore(rewritten(backup, change))
    assert complaint in str(refused.value)
    assert "\n" not in str(refused.value)
    assert not list(empty.target.data_dir.rglob("*.candor")), "no model of a refused backup stays"
    assert not (empty.target.data_dir / "candor.db").exists()


@pytest.mark.parametrize("share", [0.0, 0.3, 0.99])
def test_a_file_that_was_cut_off_is_refused(empty: House, backup: Path, share: float) -> None:
    content = backup.read_bytes()
    backup.write_bytes(content[: int(len(content) * share)])
    with pytest.raises(BackupError, match=r"take another one|not a backup that Candor made"):
        empty.restore(backup)


def test_another_kind_of_file_is_refused(empty: House, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("text,category\n")
    with pytest.raises(BackupError, match="is not a whole backup"):
        empty.restore(tmp_path / "notes.txt")


@pytest.mark.both_databases
def test_what_is_there_is_replaced_only_when_told(house: House, backup: Path) -> None:
    house.promote("cafeteria")
    with pytest.raises(BackupError) as refused:
        house.restore(backup)
    where = parse_url(house.target.database_url)
    assert str(refused.value) == (
        f"The database {where.render_as_string()} is in use by demo: "
        "name an empty database in storage.database_url, or add --replace."
    )
    assert house.answers()[0].intent == "cafeteria"


@pytest.mark.sqlite_only
def test_where_the_folder_has_the_database_it_is_another_folder_that_is_wanted(empty: House, backup: Path) -> None:
    empty.restore(backup)
    with pytest.raises(BackupError) as refused:
        empty.restore(backup)
    folder = empty.target.data_dir
    assert str(refused.value) == f"{folder} is in use by demo: name an empty --data-dir, or add --replace."


@pytest.mark.both_databases
def test_a_database_that_somebody_has_open_is_not_replaced(house: House, backup: Path) -> None:
    with Database.open(house.target.database_url), pytest.raises(StorageError, match="is in use: stop Candor"):
        house.restore(backup, replace=True)
    assert house.restore(backup, replace=True).kept is not None


@pytest.mark.sqlite_only
def test_a_server_in_the_folder_is_named(house: House, backup: Path) -> None:
    with only_server(house.target.database_url), pytest.raises(StorageError, match="another `candor serve`"):
        house.restore(backup, replace=True)


@pytest.mark.sqlite_only
def test_a_database_that_cannot_be_read_is_replaced_when_told(house: House, backup: Path) -> None:
    file = Path(house.target.database_url.removeprefix("sqlite:///"))
    file.write_bytes(b"no database" * 1000)
    with pytest.raises(BackupError, match=r"cannot be read .*not a database.* Add --replace"):
        house.restore(backup)
    assert house.restore(backup, replace=True).kept is not None
    assert house.answers()[0].intent == "canteen"


@pytest.mark.sqlite_only
def test_there_must_be_something_to_back_up(empty: House, tmp_path: Path) -> None:
    with pytest.raises(StorageError, match=r"There is no database .*: name another folder with --data-dir"):
        empty.back_up(tmp_path / "backup")
    assert not (empty.target.data_dir / "candor.db").exists()


def test_a_backup_is_written_over_only_when_told(house: House, backup: Path) -> None:
    before = backup.read_bytes()
    with pytest.raises(BackupError, match="is there already: name another file, or add --replace"):
        house.back_up(backup)
    assert backup.read_bytes() == before
    house.back_up(backup, replace=True)
    assert backup.read_bytes() != before


def test_without_the_programs_of_postgresql_it_is_said_what_to_install(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = str(request.getfixturevalue("postgresql_url"))

    def try_it() -> str:
        with pytest.raises(StorageError) as refused:
            make(url, tmp_path, tmp_path / "backup", replace=False, progress=silent)
        assert list(tmp_path.glob("*backup*")) == []
        return str(refused.value)

    programs = tmp_path / "programs"
    programs.mkdir()
    monkeypatch.setenv("PATH", str(programs))
    assert "pg_dump cannot be run: install PostgreSQL's client programs of version" in try_it()
    (programs / "pg_dump").write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 9.6'\n")
    (programs / "pg_dump").chmod(0o755)
    assert "pg_dump is older than the server (pg_dump (PostgreSQL) 9.6; server " in try_it()
