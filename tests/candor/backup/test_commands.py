"""`candor backup` and `candor restore` say in a line what they did, and in one what they could not do."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from candor.cli import candor
from tests.candor.backup.conftest import House


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(candor, [str(each) for each in arguments])


@pytest.fixture
def folder(house: House, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CANDOR_STORAGE__DATABASE_URL", house.target.database_url)
    return house.target.data_dir


@pytest.mark.sqlite_only
def test_both_tell_what_they_did(folder: Path, tmp_path: Path) -> None:
    made = run("backup", tmp_path / "file", "--data-dir", folder)
    assert f"{tmp_path / 'file'}: sqlite database (schema " in made.output
    assert "1 model files" in made.output
    told = [line.split(": ")[0] for line in made.stderr.splitlines()]
    assert list(dict.fromkeys(told)) == ["backing up, copying the database (kB)", "backing up, packing (kB)"]
    done = run("restore", tmp_path / "file", "--data-dir", folder, "--replace")
    assert "restored: demo, as of " in done.output
    assert "kept: the replaced state is " in done.output
    assert (made.exit_code, done.exit_code) == (0, 0)


def test_a_model_that_is_left_out_is_named_on_standard_error(folder: Path, tmp_path: Path) -> None:
    (folder / "models" / "demo" / "en-canteen.candor").unlink()
    made = run("backup", tmp_path / "file", "--data-dir", folder)
    assert "left out, because it is missing or broken: model file demo/en-canteen.candor" in made.stderr


def test_a_refusal_is_one_line_and_exit_code_two(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a backup")
    command = [sys.executable, "-m", "candor", "restore", str(tmp_path / "file"), "--data-dir", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ}, check=False)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert "is not a whole backup" in done.stderr
