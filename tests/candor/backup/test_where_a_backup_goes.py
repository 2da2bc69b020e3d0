"""A backup makes no folder, and writes over nothing but a backup."""

from __future__ import annotations

from pathlib import Path

import pytest

from candor.backup.errors import BackupError
from tests.candor.backup.conftest import House

pytestmark = pytest.mark.sqlite_only


def test_a_folder_that_is_missing_is_named_and_not_made(house: House, tmp_path: Path) -> None:
    with pytest.raises(BackupError, match=f"There is no folder {tmp_path}/not-mounted: make it first"):
        house.back_up(tmp_path / "not-mounted" / "file")
    assert not (tmp_path / "not-mounted").exists()


def test_replacing_never_writes_over_what_is_no_backup(house: House) -> None:
    model = house.target.models_dir / "demo" / "en-canteen.candor"
    before = model.read_bytes()
    with pytest.raises(BackupError, match=r"canteen\.candor is not a backup, and --replace writes over backups only"):
        house.back_up(model, replace=True)
    assert model.read_bytes() == before
    with pytest.raises(BackupError, match="/dev/null is not a backup"):
        house.back_up(Path("/dev/null"), replace=True)


@pytest.mark.parametrize("is_cut", [False, True])
def test_an_empty_file_and_a_backup_that_is_not_whole_are_replaced(house: House, backup: Path, is_cut: bool) -> None:
    whole = backup.read_bytes()
    backup.write_bytes(whole[: len(whole) // 2] if is_cut else b"")
    house.back_up(backup, replace=True)
    assert len(backup.read_bytes()) > len(whole) // 2
