from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import ForeignKeyConstraint, event, text

import storage
from storage import Database
from storage.companies import companies
from storage.companies.companies import Company
from storage.database.engine import Engines, open_engines, parse_url
from storage.database.errors import StorageError
from storage.database.migrate import migrate, revisions
from storage.tables.base import metadata
from tests.storage.vintages import OF_ONE_DATABASE

WITHOUT_COMPANY = {"installation", "company", "account", "session", "login_attempt", "job_run", "audit"}
MIGRATIONS = Path(storage.__file__).parent / "migrations"
OPEN_IT = "import sys; from storage import Database; Database.open(sys.argv[1]).close(); print('open')"


def test_the_migrations_make_exactly_the_tables_of_the_code(engines: Engines) -> None:
    with engines.writer.connect() as conn:
        opts = {"target_metadata": metadata, "compare_server_default": True, "include_name": in_both_databases}
        context = MigrationContext.configure(conn, opts=opts)
        assert compare_metadata(context, metadata) == []


def in_both_databases(name: str | None, *_: object) -> bool:
    return name is None or not name.startswith(OF_ONE_DATABASE)


def test_revisions_are_named_as_their_files_and_follow_each_other() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    scripts = ScriptDirectory.from_config(config)
    assert revisions() == tuple(reversed([each.revision for each in scripts.walk_revisions()]))


def test_a_database_that_is_up_to_date_is_opened_without_alembic(sqlite_url: str) -> None:
    """It would be a third of the time that a command takes to start."""
    opened = subprocess.run(
        [sys.executable, "-c", f"{OPEN_IT}; print('alembic' in sys.modules)", sqlite_url],
        capture_output=True,
        check=True,
        text=True,
    )
    assert opened.stdout == "open\nFalse\n"


def test_every_row_is_tied_to_its_company() -> None:
    for table in metadata.tables.values():
        if table.name in WITHOUT_COMPANY:
            continue
        assert not table.c.company_id.nullable, table.name
        keys = [key for key in table.constraints if isinstance(key, ForeignKeyConstraint)]
        assert any("company_id" in key.column_keys for key in keys), table.name


def test_opening_again_keeps_what_is_there(database_url: str, database: Database, company: Company) -> None:
    with Database.open(database_url) as again:
        assert again.read_now(lambda conn: companies.by_key(conn, "demo")) == company


def test_folders_are_made_for_a_new_file(tmp_path: Path) -> None:
    Database.open(f"sqlite:///{tmp_path}/not/yet/there/candor.db").close()
    assert (tmp_path / "not/yet/there/candor.db").is_file()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_processes_may_open_a_new_database_at_the_same_moment(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = (
        f"sqlite:///{tmp_path}/new.db" if kind == "sqlite" else emptied(str(request.getfixturevalue("postgresql_url")))
    )
    command = [sys.executable, "-c", OPEN_IT, url]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) for _ in range(4)]
    assert [process.communicate(timeout=300)[0] for process in running] == [b"open\n"] * 4


def test_a_file_is_prepared_by_one_process_at_a_time(tmp_path: Path) -> None:
    """Without this lock about one opening in five hundred fails, too rarely for the test above to notice."""
    free: list[bool] = []

    def try_the_lock(*_: object) -> None:
        handle = os.open(tmp_path, os.O_RDONLY)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            free.append(True)
        except BlockingIOError:
            free.append(False)
        finally:
            os.close(handle)

    engines = open_engines(parse_url(f"sqlite:///{tmp_path}/new.db"), readers=1)
    for moment in ("connect", "begin"):
        event.listen(engines.writer, moment, try_the_lock)
    migrate(engines.writer)
    try_the_lock()
    engines.dispose()
    assert free == [False, False, True]


def emptied(url: str) -> str:
    engines = open_engines(parse_url(url), readers=1)
    with engines.writer.begin() as conn:
        metadata.drop_all(conn)
        conn.execute(text("DROP TABLE alembic_version"))
    engines.dispose()
    return url


def test_a_newer_schema_is_refused_with_what_to_do(database_url: str, engines: Engines) -> None:
    with engines.writer.begin() as conn:
        conn.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StorageError, match=r"newer Candor .*9999.*install that version again, or restore a backup"):
        Database.open(database_url)


def test_a_failed_migration_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path}/new.db"

    def stop(*_: object) -> None:
        raise RuntimeError("power cut")

    with monkeypatch.context() as cut:
        cut.setattr("alembic.ddl.impl.DefaultImpl.create_index", stop)
        with pytest.raises(RuntimeError, match="power cut"):
            Database.open(url)
    Database.open(url).close()
