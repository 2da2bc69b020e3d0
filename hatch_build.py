"""What a build adds to the code: starter data, settings, browser libraries and the commit (hatchling's custom hook)."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))

from admin.libraries import LIBRARIES
from candor.product import COMMIT_FILE, commit

# Where candor.product looks in a wheel; in an sdist everything keeps its place, so that a wheel can be built from it.
PREFIX = {"wheel": "candor/product_files/", "sdist": ""}


class ProductFiles(BuildHookInterface[Any]):
    """Adds the product's files to a wheel or an sdist; an editable install finds them in the checkout."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the files to add; ends the build in one line where the browser libraries cannot be had."""
        if version == "editable":
            return
        root, prefix = Path(self.root), PREFIX[self.target_name]
        paths = ["data", "config.yaml", *browser_libraries(root)]
        self._temporary = tempfile.TemporaryDirectory()
        written = Path(self._temporary.name) / COMMIT_FILE
        written.write_text(commit(root) or "", encoding="utf-8")
        build_data["force_include"] |= {str(root / path): prefix + path for path in paths}
        build_data["force_include"][str(written)] = prefix + COMMIT_FILE

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was written for the build."""
        if version != "editable":
            self._temporary.cleanup()


def browser_libraries(root: Path) -> list[str]:
    """Return the served files and their licences, relative to the root; installs them by package-lock.json first."""
    folder = root / "node_modules"
    if not all((folder / file).exists() for file in LIBRARIES.values()):
        _install(root)
    files = [folder / file for file in LIBRARIES.values()]
    packages = {folder.joinpath(*Path(file).parts[: 2 if file.startswith("@") else 1]) for file in LIBRARIES.values()}
    licences = [path for package in sorted(packages) for path in sorted(package.glob("LICENSE*"))]
    return [path.relative_to(root).as_posix() for path in (*files, *licences)]


def _install(root: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        sys.exit(
            "the build needs Node 20 with npm for candor's browser libraries: install them, or run `npm ci` before"
        )
    command = [npm, "ci", "--omit=dev", "--no-audit", "--no-fund"]
    if subprocess.run(command, cwd=root, stdout=sys.stderr, check=False).returncode:  # noqa: S603
        sys.exit("npm could not install candor's browser libraries; see its message above")
