"""fastText: built beside the rest, and done without where it cannot be built."""

from __future__ import annotations

import sys
import sysconfig
from pathlib import Path

import pytest

from install import fasttext
from install.checkout import Checkout

UV = """#!{python}
import os, sys
with open("log", "a") as log:
    log.write(("build" if "--target" in sys.argv else "install") + " ")
print({says!r})
sys.exit({exits})
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """A checkout with a lock file for fastText, and nothing installed."""
    (tmp_path / "requirements-fasttext.lock").write_text("fasttext==0.9.3\n")
    (tmp_path / "bin").mkdir()
    return Checkout(tmp_path)


def with_uv(checkout: Checkout, exits: int = 0, says: str = "") -> None:
    """Give the checkout a uv that only says what it was asked for."""
    path = Path(checkout.uv)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(UV.format(python=sys.executable, exits=exits, says=says))
    path.chmod(0o755)


def said(checkout: Checkout, *, again: bool = False) -> str:
    """What is said about fastText when all is installed."""
    with fasttext.beside(checkout, again=again) as outcome:
        pass
    return outcome.said


def log(checkout: Checkout) -> str:
    """What uv was asked for."""
    path = checkout.root / "log"
    return path.read_text().strip() if path.exists() else ""


@pytest.fixture
def no_compiler(checkout: Checkout, monkeypatch: pytest.MonkeyPatch) -> None:
    """A PATH without any compiler."""
    monkeypatch.setenv("PATH", str(checkout.root / "bin"))
    monkeypatch.setenv("CXX", "c++")


@pytest.fixture
def compiler(checkout: Checkout, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A PATH with something that is called a compiler, and the headers of Python."""
    (checkout.root / "bin/c++").write_text("#!/bin/sh\n")
    (checkout.root / "bin/c++").chmod(0o755)
    monkeypatch.setenv("PATH", str(checkout.root / "bin"))
    monkeypatch.setenv("CXX", "c++ -pthread")
    (tmp_path / "Python.h").touch()
    monkeypatch.setattr(sysconfig, "get_path", lambda _: str(tmp_path))


@pytest.mark.usefixtures("no_compiler")
def test_without_a_compiler_one_line_says_once_what_is_missing_and_how_to_add_it(checkout: Checkout) -> None:
    first, second = said(checkout), said(checkout)
    assert first.startswith("fastText is not installed, for a C++ compiler (c++) is missing")
    assert first.endswith("to add it: apt-get install g++ && make fasttext")
    assert "\n" not in first
    assert second == ""
    assert said(checkout, again=True) == first


@pytest.mark.usefixtures("compiler")
def test_without_the_headers_of_python_their_package_is_named(checkout: Checkout) -> None:
    (checkout.root / "Python.h").unlink()
    assert f"apt-get install python{sys.version_info[0]}.{sys.version_info[1]}-dev && make" in said(checkout)


@pytest.mark.usefixtures("compiler")
def test_with_a_compiler_it_is_built_and_installed_once(checkout: Checkout) -> None:
    with_uv(checkout)
    assert said(checkout) == said(checkout) == ""
    assert log(checkout) == "build install"


def test_a_compiler_that_came_later_is_used(checkout: Checkout, request: pytest.FixtureRequest) -> None:
    request.getfixturevalue("no_compiler")
    assert said(checkout)
    request.getfixturevalue("compiler")
    with_uv(checkout)
    assert said(checkout) == ""
    assert log(checkout) == "build install"


@pytest.mark.usefixtures("compiler")
def test_a_build_that_fails_is_one_line_and_not_tried_at_every_start(checkout: Checkout) -> None:
    with_uv(checkout, exits=1, says="fatal error: no C++17\n")
    assert said(checkout).startswith("fastText failed: fatal error: no C++17; ")
    assert said(checkout) == ""
    assert said(checkout, again=True).startswith("fastText failed: ")


@pytest.mark.usefixtures("compiler")
def test_a_build_without_network_is_tried_again_by_the_next_make(checkout: Checkout) -> None:
    with_uv(checkout, exits=1, says="error: dns error\n")
    assert "cannot be reached" in said(checkout)
    with_uv(checkout)
    assert said(checkout) == ""
    assert log(checkout) == "build build install"
