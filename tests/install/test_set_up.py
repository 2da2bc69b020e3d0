"""`make install` on a machine with Python and Node alone, and on one with another Python."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from candor.product import ROOT

_NOT_THERE = (".git", ".venv", "node_modules", "var", "artifacts", "tests", ".*_cache", "__pycache__")
_ALONE = ("bash", "sh", "env", "make", "node", "npm")
_NO_NETWORK = "THE SET-UP WAS NOT TRIED: a package registry cannot be reached"


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A fresh copy of this checkout, beside a folder `bin` of the commands that a set-up may need."""
    shutil.copytree(ROOT, tmp_path / "clone", ignore=shutil.ignore_patterns(*_NOT_THERE))
    (tmp_path / "bin").mkdir()
    for name in _ALONE:
        found = shutil.which(name)
        assert found, f"{name} is not on the PATH"
        (tmp_path / "bin" / name).symlink_to(Path(found).resolve())
    return tmp_path / "clone"


def make(clone: Path, target: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run make with nothing but those commands on the PATH, as if no other make had started the tests."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    return subprocess.run(
        ["make", target, *(f"{name}={value}" for name, value in variables.items())],
        cwd=clone,
        env={**inherited, "PATH": str(clone.parent / "bin"), "CXX": "c++"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_without_a_compiler_everything_but_fasttext_is_installed(clone: Path) -> None:
    ended = make(clone, "install", PYTHON=sys.executable)
    if "cannot be reached" in ended.stderr and os.environ.get("CI") != "true":
        pytest.skip(_NO_NETWORK)
    assert ended.returncode == 0, ended.stderr
    lines = [line for line in ended.stderr.splitlines() if line.startswith("candor:")]
    assert len(lines) == 1
    assert "a C++ compiler (c++) is missing" in lines[0]
    assert lines[0].endswith("apt-get install g++ && make fasttext")
    installed = clone / ".venv/bin/python"
    for module, there in (("candor.cli", True), ("spacy", True), ("fasttext", False), ("pytest", False)):
        command = f"import importlib.util as i, sys; sys.exit(i.find_spec('{module}') is None)"
        assert (subprocess.run([installed, "-c", command], cwd=clone.parent, check=False).returncode == 0) is there
    assert list((clone / "candor/__pycache__").glob("serving.*.pyc")), "a start compiles what it imports"
    assert (clone / "node_modules/htmx.org").exists()
    assert not (clone / "node_modules/axe-core").exists()


def test_a_python_that_is_too_old_is_one_line(clone: Path) -> None:
    old = clone.parent / "bin/python3.10"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    ended = make(clone, "serve", PYTHON=str(old))
    said, *rest = ended.stderr.splitlines()
    assert said.startswith(f"candor needs Python 3.11, 3.12 or 3.13; {old} is none of them: install one")
    assert all(line.startswith("make: ***") for line in rest)
    assert ended.returncode == 2
    assert not (clone / ".venv").exists()
