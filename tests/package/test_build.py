"""What `uv build` puts into sdist and wheel, and how it says that it cannot."""

from __future__ import annotations

import subprocess
from pathlib import Path
from zipfile import ZipFile

import pytest
from uv import find_uv_bin

from admin.libraries import LIBRARIES
from candor.product import ROOT
from hatch_build import browser_libraries

ROOMS = (
    "candor",
    "workers",
    "bot",
    "admin",
    "openings",
    "training",
    "evaluation",
    "storage",
    "nlu",
    "texts",
    "network",
)


def _committed(*below: str) -> set[str]:
    listed = subprocess.run(["git", "ls-files", *below], cwd=ROOT, check=True, capture_output=True, text=True)
    return {path for path in listed.stdout.splitlines() if (ROOT / path).exists()}


def test_the_wheel_holds_every_file_of_the_rooms(wheel: Path) -> None:
    assert _committed(*ROOMS) - set(ZipFile(wheel).namelist()) == set()


def test_the_wheel_holds_starter_data_settings_and_browser_libraries(wheel: Path) -> None:
    wanted = _committed("data", "config.yaml") | {f"node_modules/{file}" for file in LIBRARIES.values()}
    wanted |= {"commit.txt", "node_modules/htmx.org/LICENSE", "node_modules/@picocss/pico/LICENSE.md"}
    assert {f"candor/product_files/{path}" for path in wanted} - set(ZipFile(wheel).namelist()) == set()


def test_the_wheel_holds_nothing_else(wheel: Path) -> None:
    tops = {name.partition("/")[0] for name in ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == set(ROOMS)


def test_an_older_python_is_refused_in_one_line(wheel: Path, tmp_path: Path) -> None:
    install = [find_uv_bin(), "pip", "install", "--offline", "--python-version", "3.10", "--target", str(tmp_path)]
    refused = subprocess.run([*install, str(wheel)], check=False, capture_output=True, text=True)
    assert refused.returncode != 0
    assert "Python>=3.11" in refused.stderr


def test_without_npm_the_build_says_what_it_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SystemExit, match="needs Node 20 with npm"):
        browser_libraries(tmp_path)
