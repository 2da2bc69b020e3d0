"""The product as its users get it: built from the checkout, installed into an environment of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from uv import find_uv_bin

from candor.product import ROOT
from tests.package.installed import Installed

_NO_NETWORK = "THE PACKAGE WAS NOT TRIED: its dependencies are not in uv's cache and could not be fetched"


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist of this checkout and the wheel that was built from the sdist."""
    folder = tmp_path_factory.mktemp("dist")
    command = [find_uv_bin(), "build", "--quiet", "--no-build-isolation", "--python", sys.executable]
    subprocess.run([*command, "--out-dir", str(folder), str(ROOT)], check=True)
    return folder


@pytest.fixture(scope="session")
def wheel(built: Path) -> Path:
    """The wheel."""
    return next(built.glob("*.whl"))


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel in a new environment; without network and with an empty cache skips, loudly, and fails in CI."""
    environment = tmp_path_factory.mktemp("environment")
    uv = find_uv_bin()
    subprocess.run([uv, "venv", "--quiet", "--clear", "--python", sys.executable, str(environment)], check=True)
    install = [uv, "pip", "install", "--quiet", "--python", str(environment / "bin" / "python")]
    locked = [str(wheel), "--constraint", str(ROOT / "requirements.lock")]
    for network in (["--offline"], []):
        if subprocess.run([*install, *network, *locked], check=False).returncode == 0:
            give_byte_code(environment)
            return Installed(environment / "bin" / "candor", tmp_path_factory.mktemp("elsewhere"))
    if os.environ.get("CI") == "true":
        pytest.fail(_NO_NETWORK, pytrace=False)
    pytest.skip(_NO_NETWORK)


def give_byte_code(environment: Path) -> None:
    """Give an environment the byte code of the packages here, which are the same: compiling it takes half a minute.

    Python checks it against the sources, and compiles what is not theirs.
    """
    (there,) = environment.glob("lib/python*/site-packages")
    here = Path(sysconfig.get_path("purelib"))
    for package in there.iterdir():
        for folder in (here / package.name).rglob("__pycache__"):
            if (into := there / folder.parent.relative_to(here)).is_dir():
                shutil.copytree(folder, into / folder.name, dirs_exist_ok=True)
