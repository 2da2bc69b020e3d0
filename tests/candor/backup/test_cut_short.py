"""Whatever happens meanwhile, a backup is whole or not there, and a restore has happened or has not."""

from __future__ import annotations

import itertools
import os
from pathlib import Path
from typing import Any

import pytest

from candor.backup.errors import BackupError
from candor.backup.folders import workplace
from candor.backup.making import make
from storage import Connection
from storage.companies import companies
from storage.database.errors import StorageError
from storage.models import model_files, models
from tests.candor.backup.conftest import NOW, House
from tests.candor.backup.dying import killed_at
from tests.full_disk import no_file_larger_than

EACH_STEP_OF_SQLITE, SOME_OF_POSTGRESQL = 1, 3


@pytest.mark.both_databases
def test_killed_at_any_step_a_restore_has_happened_or_has_not(house: House, backup: Path) -> None:
    house.promote("cafeteria")
    stride = EACH_STEP_OF_SQLITE if house.target.database_url.startswith("sqlite") else SOME_OF_POSTGRESQL
    for step in itertools.count(0, stride):
        died = killed_at(step, lambda: house.restore(backup, replace=True))
        answered = house.answers()[0].intent
        if not died:
            break
        assert answered in {"cafeteria", "canteen"}, step
        if answered == "canteen":
            house.promote("cafeteria", f"{step}")
    assert answered == "canteen"
    assert step > 10
    assert not list(house.target.data_dir.rglob("*restoring*")), "nothing of the killed ones is left"


def test_killed_at_any_step_a_backup_is_whole_or_not_there(house: House, empty: House, tmp_path: Path) -> None:
    target = tmp_path / "backups" / "backup"
    target.parent.mkdir()
    for step in itertools.count():
        if not killed_at(step, lambda: house.back_up(target)):
            break
        if target.exists():
            empty.restore(target, replace=True)
            target.unlink()
    assert step > 5
    assert list(target.parent.iterdir()) == [target]
    empty.restore(target, replace=True)
    assert empty.answers() == house.answers()


@pytest.mark.sqlite_only
@pytest.mark.parametrize("step", range(2, 6))
def test_what_a_killed_backup_left_goes_with_the_next_one_of_another_name(
    house: House, tmp_path: Path, step: int
) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    assert killed_at(step, lambda: house.back_up(folder / "monday"))
    left = list(folder.iterdir())
    house.back_up(folder / "tuesday")
    assert set(folder.iterdir()) - {folder / "monday"} == {folder / "tuesday"}
    assert left


@pytest.mark.sqlite_only
def test_the_next_backup_leaves_alone_what_is_being_made_and_what_is_not_its_own(house: House, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    (folder / ".my.making").mkdir(parents=True)
    (folder / ".my.making" / "diary").touch()
    with workplace(folder / ".monday.making", "busy"):
        house.back_up(folder / "tuesday")
        assert {each.name for each in folder.iterdir()} == {".my.making", ".monday.making", "tuesday"}
    assert (folder / ".my.making" / "diary").exists()


@pytest.mark.sqlite_only
def test_what_has_filled_the_disk_is_removed_all_the_same(house: House, tmp_path: Path) -> None:
    left = tmp_path / ".monday.making"
    left.mkdir()
    (left / "lock").write_text("17")
    with no_file_larger_than(0), pytest.raises((BackupError, StorageError)):
        house.back_up(tmp_path / "tuesday")
    assert not left.exists()


@pytest.mark.sqlite_only
@pytest.mark.parametrize("size", [0, 100_000, 1_500_000], ids=["for the lock", "for the copy", "for the file"])
def test_without_space_a_backup_is_refused_in_one_line_and_leaves_nothing(
    house: House, tmp_path: Path, size: int
) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    house.keep("demo/large.candor", os.urandom(2_000_000))
    with no_file_larger_than(size), pytest.raises((BackupError, StorageError)) as refused:
        house.back_up(folder / "backup")
    assert str(folder) in str(refused.value)
    assert "\n" not in str(refused.value)
    assert list(folder.iterdir()) == []


def test_without_space_a_restore_leaves_the_old_state(house: House, backup: Path) -> None:
    house.promote("cafeteria")
    with no_file_larger_than(100_000), pytest.raises(BackupError, match="nothing was changed"):
        house.restore(backup, replace=True)
    assert house.answers()[0].intent == "cafeteria"


@pytest.mark.sqlite_only
def test_a_model_that_went_live_meanwhile_is_not_mixed_with_the_database_of_before(
    house: House, empty: House, tmp_path: Path
) -> None:
    """Once the database is copied, another model goes live and the file of the one before is pruned."""
    promoted: list[models.ModelVersion] = []

    def at_the_end(done: int, total: int) -> None:
        if done == total and not promoted:
            promoted.append(house.promote("cafeteria"))
            with house.open() as database:
                (company,) = database.read_now(companies.all_companies)
                its: Any = (models.VERSIONS, company.id, "en")
                database.write_now(lambda conn: model_files.give_up(conn, *its, keep=0, now=NOW))
                for file in database.read_now(lambda conn: model_files.given_up(conn, *its)):
                    (house.target.models_dir / file).unlink()

    url, models_dir = house.target.database_url, house.target.models_dir
    made = make(url, models_dir, tmp_path / "backup", replace=False, progress=at_the_end)
    assert [part.name for part in made.manifest.parts] == ["database", "models/demo/en-cafeteria.candor"]
    assert made.left_out == ()
    empty.restore(tmp_path / "backup")
    assert empty.answers()[0].intent == "cafeteria"


@pytest.mark.parametrize("damage", ["missing", "broken"])
def test_a_model_file_that_is_no_more_is_left_out_and_named(
    house: House, empty: House, tmp_path: Path, damage: str
) -> None:
    gone = house.promote("gym")
    house.promote("cafeteria")
    file = house.target.models_dir / gone.file
    file.unlink() if damage == "missing" else file.write_bytes(b"?")
    assert house.back_up(tmp_path / "backup").left_out == (gone.file,)
    empty.restore(tmp_path / "backup")
    assert empty.answers()[0].intent == "cafeteria"


def test_what_could_answer_again_is_backed_up_as_well(house: House, empty: House, backup: Path, tmp_path: Path) -> None:
    house.promote("cafeteria")
    house.back_up(tmp_path / "second")
    empty.restore(tmp_path / "second")

    def step_back(conn: Connection) -> None:
        (company,) = companies.all_companies(conn)
        models.roll_back(conn, company.id, models.history(conn, company.id)[-1].id, NOW)

    with empty.open() as database:
        database.write_now(step_back)
    assert empty.answers()[0].intent == "canteen"


def test_only_its_owner_can_read_a_backup(backup: Path) -> None:
    assert backup.stat().st_mode & 0o777 == 0o600
