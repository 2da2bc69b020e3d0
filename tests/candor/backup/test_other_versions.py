"""Backups of older schemas are restored and migrated, those of newer ones and of other installations are refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import MetaData, insert, text, update

from candor.backup.errors import BackupError
from candor.backup.restoring import RestoreTarget
from storage import Connection
from storage.backup.copying import standing_still
from storage.companies import companies
from storage.database.engine import open_engines, parse_url
from storage.database.migrate import revisions, upgrade_to
from storage.erasure import erasure
from storage.subscriptions import subscriptions
from storage.tables.erasure import installation
from tests.candor.backup.conftest import NOW, House

BEFORE_ERASURES = "0015"
ANNA = "anna@example.org"
SUBSCRIPTION = {
    "id": 7,
    "company_id": 1,
    "email": ANNA,
    "email_key": ANNA,
    "language": "en",
    "wish": {},
    "frequency": "daily",
    "status": "active",
    "created": NOW,
    "seen_revision": -1,
}


@pytest.fixture
def old(tmp_path: Path) -> House:
    """A house of a version that noted no erasures, in which Anna subscribed."""
    data_dir = tmp_path / "old"
    engines = open_engines(parse_url(f"sqlite:///{data_dir}/candor.db"), readers=1)
    with engines.writer.begin() as conn:
        upgrade_to(conn, BEFORE_ERASURES)
        tables = MetaData()
        tables.reflect(conn, only=["company", "subscription", "conversation"])
        names = {"key": "demo", "name": "Demo", "careers_url": "", "contact_email": "", "default_language": "en"}
        said = {"languages": ["en"], "helpline": {}, "answer_time": {}, "created": NOW}
        conn.execute(insert(tables.tables["company"]).values(id=1, **names, **said))
        conn.execute(insert(tables.tables["subscription"]).values(**SUBSCRIPTION))
    engines.dispose()
    return House(RestoreTarget(f"sqlite:///{data_dir}/candor.db", data_dir / "models", data_dir))


def heard_by(house: House) -> list[str | None]:
    with house.open() as database:
        return [each.email for each in database.read_now(lambda conn: subscriptions.running(conn, 1))]


def test_backing_up_migrates_nothing_and_restoring_does(old: House, tmp_path: Path) -> None:
    made = old.back_up(tmp_path / "backup")
    assert (made.manifest.schema_revision, made.manifest.installation) == (BEFORE_ERASURES, None)
    new = House(RestoreTarget(f"sqlite:///{tmp_path}/new/candor.db", tmp_path / "new/models", tmp_path / "new"))
    new.restore(tmp_path / "backup")
    with standing_still(new.target.database_url) as still:
        assert still.schema == revisions()[-1]
    assert heard_by(new) == [ANNA]


def test_who_was_erased_since_an_older_schema_was_backed_up_stays_erased(old: House, tmp_path: Path) -> None:
    old.back_up(tmp_path / "backup")
    with old.open() as database:
        database.write_now(lambda conn: erasure.erase_address(conn, 1, ANNA, NOW))
    with standing_still(old.target.database_url) as still:
        before = still.installation
    old.restore(tmp_path / "backup", replace=True)
    assert heard_by(old) == []
    with standing_still(old.target.database_url) as still:
        assert still.installation == before


@pytest.fixture
def strangers(house: House, tmp_path: Path) -> Path:
    """A backup of an installation with another name."""

    def rename(name: str) -> None:
        with house.open() as database:
            database.write_now(lambda conn: conn.execute(update(installation).values(name=name)))

    with standing_still(house.target.database_url) as still:
        assert still.installation is not None
        own = still.installation.name
    rename("another")
    house.back_up(tmp_path / "strangers")
    rename(own)
    return tmp_path / "strangers"


@pytest.mark.sqlite_only
def test_another_installations_backup_wants_a_word(house: House, empty: House, strangers: Path) -> None:
    with pytest.raises(BackupError, match=r"is of another installation \(demo\): add --foreign"):
        house.restore(strangers, replace=True)
    assert house.restore(strangers, replace=True, foreign=True).kept is not None
    assert empty.restore(strangers).kept is None


@pytest.fixture
def from_the_future(house: House, tmp_path: Path) -> Path:
    def say(conn: Connection) -> None:
        conn.execute(text("UPDATE alembic_version SET version_num = '9999'"))

    with house.open() as database:
        database.write_now(say)
    house.back_up(tmp_path / "future")
    return tmp_path / "future"


@pytest.mark.both_databases
def test_a_newer_schema_is_refused(empty: House, from_the_future: Path) -> None:
    with pytest.raises(BackupError, match=r"made by candor .* \(schema 9999\), which is newer than this: upgrade"):
        empty.restore(from_the_future)
    with empty.open() as database:
        assert database.read_now(companies.all_companies) == []


@pytest.mark.both_databases
def test_a_newer_schema_is_replaced_by_an_older_backup(house: House, backup: Path, from_the_future: Path) -> None:
    """The way back after an upgrade that went wrong."""
    with standing_still(house.target.database_url) as still:
        assert still.schema == "9999"
    house.restore(backup, replace=True)
    assert house.answers()[0].intent == "canteen"
