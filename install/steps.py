"""What `make` installs: for the product, for its tests, and the sentence encoder."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from install.checkout import Checkout, SetUpStep
from install.failures import InstallFailed

_NODE = 20
_STARTED = ("candor.opening", "candor.serving", "nlu.breakdown.training", "training.retrain")


def _environment(checkout: Checkout) -> list[Sequence[str]]:
    """Make .venv, anew where another Python made it; one that is half made is completed."""
    config = checkout.root / ".venv/pyvenv.cfg"
    ours = rf"^version(?:_info)? *= *{sys.version_info[0]}\.{sys.version_info[1]}\b"
    usable = config.exists() and re.search(ours, config.read_text(), re.MULTILINE) and Path(checkout.python).exists()
    fresh = [] if usable else ["--clear"]
    return [[sys.executable, "-m", "venv", *fresh, ".venv"]]


def _tools(checkout: Checkout) -> list[Sequence[str]]:
    pip = [checkout.python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "2"]
    return [[*pip, "--require-hashes", "-r", "requirements-build.lock"]]


def locked(checkout: Checkout, *arguments: str) -> list[str]:
    """Return the command that installs files of pinned packages, each checked by its hash, as are their build tools."""
    install = [checkout.uv, "pip", "install", "--quiet", "--python", checkout.python]
    return [*install, "--build-constraint", "requirements-build.lock", "--require-hashes", *arguments]


def _packages(checkout: Checkout) -> list[Sequence[str]]:
    return [locked(checkout, "-r", "requirements.lock")]


def _itself(checkout: Checkout) -> list[Sequence[str]]:
    install = [checkout.uv, "pip", "install", "--quiet", "--python", checkout.python]
    return [[*install, "--build-constraint", "requirements-build.lock", "--no-deps", "--editable", "."]]


def _byte_code(checkout: Checkout) -> list[Sequence[str]]:
    """Import what a start imports, so that no start compiles it, even where Python is told to keep no byte code."""
    return [[checkout.python, "-c", f"import sys; sys.dont_write_bytecode = False; import {', '.join(_STARTED)}"]]


def _test_packages(checkout: Checkout) -> list[Sequence[str]]:
    return [locked(checkout, "-r", "requirements-dev.lock")]


def _encoder(checkout: Checkout) -> list[Sequence[str]]:
    return [locked(checkout, "--no-deps", "-r", "requirements-encoder.lock")]


def _libraries(checkout: Checkout) -> list[Sequence[str]]:
    return [[*_NPM, "--omit=dev"]]


def _test_libraries(checkout: Checkout) -> list[Sequence[str]]:
    return [_NPM]


_NPM = ("npm", "ci", "--loglevel=error", "--no-audit", "--no-fund", "--fetch-retry-mintimeout=1000")


def _has_venv() -> None:
    if find_spec("ensurepip") is None:
        package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
        raise InstallFailed(f"{sys.executable} has no venv module (Debian: apt-get install {package})")


def _has_node() -> None:
    if shutil.which("npm") is None or shutil.which("node") is None:
        raise InstallFailed(f"Node {_NODE} with npm is needed for the browser libraries (Debian: apt-get install npm)")
    version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout.strip()
    major = re.match(r"v(\d+)\.", version)
    if major is None or int(major[1]) < _NODE:
        raise InstallFailed(f"Node {_NODE} or newer is needed, and node is {version or 'broken'}")


ENVIRONMENT = SetUpStep("environment", "a Python environment in .venv", _environment, check=_has_venv)
TOOLS = SetUpStep(
    "tools", "uv, which installs the rest (requirements-build.lock)", _tools, ("requirements-build.lock",)
)
_LIBRARIES = SetUpStep(
    "libraries",
    "browser libraries (package-lock.json)",
    _libraries,
    ("package.json", "package-lock.json"),
    into="node_modules",
    check=_has_node,
)
PRODUCT = (
    SetUpStep("packages", "Python packages (requirements.lock)", _packages, ("requirements.lock",)),
    SetUpStep("candor", "candor itself", _itself, ("pyproject.toml",)),
    _LIBRARIES,
    SetUpStep("byte-code", "byte code of what a start imports", _byte_code, ("requirements.lock", "pyproject.toml")),
)
TESTS = (
    SetUpStep(
        "test-packages", "Python packages for tests (requirements-dev.lock)", _test_packages, ("requirements-dev.lock",)
    ),
    SetUpStep(
        "test-libraries",
        "browser libraries for tests (package-lock.json)",
        _test_libraries,
        _LIBRARIES.reads,
        into="node_modules",
        covers=(_LIBRARIES,),
        check=_has_node,
    ),
)
ENCODER = SetUpStep("encoder", "the English sentence encoder (83 MB)", _encoder, ("requirements-encoder.lock",))
