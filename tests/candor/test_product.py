"""Which version and commit a candor is: a wheel's from the build, a checkout's from git, and neither is no failure."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from candor import product
from candor.cli import candor
from nlu.version import VERSION


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A git repository with one commit."""
    _git(tmp_path, "init", "--quiet")
    (tmp_path / "file").write_text("one", encoding="utf-8")
    _git(tmp_path, "add", "file")
    _git(tmp_path, "-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "--quiet", "--message", "first")
    return tmp_path


def _git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(folder), *arguments], check=True, capture_output=True, text=True)
    return done.stdout.strip()


def test_a_checkout_tells_its_commit(checkout: Path) -> None:
    assert product.version(checkout) == f"candor {VERSION} ({_git(checkout, 'rev-parse', '--short=7', 'HEAD')})"


def test_a_checkout_with_changes_says_so(checkout: Path) -> None:
    (checkout / "file").write_text("two", encoding="utf-8")
    assert str(product.commit(checkout)).endswith("-dirty")


def test_what_the_build_wrote_counts_before_git(checkout: Path) -> None:
    (checkout / product.COMMIT_FILE).write_text("abc1234\n", encoding="utf-8")
    assert product.version(checkout) == f"candor {VERSION} (abc1234)"


def test_a_folder_inside_somebody_elses_repository_has_not_its_commit(checkout: Path) -> None:
    inside = checkout / "unpacked"
    inside.mkdir()
    assert product.version(inside) == f"candor {VERSION} (commit unknown)"


def test_without_git_the_commit_is_unknown(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(checkout))
    assert product.commit(checkout) is None


def test_the_command_tells_version_and_commit() -> None:
    told = CliRunner().invoke(candor, ["--version"])
    assert (told.exit_code, told.stdout) == (0, product.version() + "\n")
