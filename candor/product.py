"""The files that come with the product, and the commit it is: in a checkout they stand at its root, in a wheel here."""

from __future__ import annotations

import subprocess
from pathlib import Path

from nlu.product_files import DATA_FOLDER, ROOT
from nlu.version import VERSION

__all__ = ["DATA_FOLDER", "DEFAULT_CONFIG", "LIBRARIES", "ROOT", "commit", "version"]

DEFAULT_CONFIG = ROOT / "config.yaml"
LIBRARIES = ROOT / "node_modules"

COMMIT_FILE = "commit.txt"
_GIT_SECONDS = 5


def version(root: Path = ROOT) -> str:
    """Return the product's name, version and commit, as in `candor 0.1.0 (0535381)`."""
    return f"candor {VERSION} ({commit(root) or 'commit unknown'})"


def commit(root: Path = ROOT) -> str | None:
    """Return the commit that the build wrote into `commit.txt`, or the checkout's; None when neither tells.

    A checkout with changes that are not committed ends in "-dirty".
    """
    written = root / COMMIT_FILE
    if written.exists():
        return written.read_text(encoding="utf-8").strip() or None
    if not (root / ".git").exists():
        return None
    asked = ["git", "-C", str(root), "describe", "--always", "--dirty", "--abbrev=7", "--exclude=*"]
    try:
        told = subprocess.run(asked, capture_output=True, text=True, timeout=_GIT_SECONDS, check=True)  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return None
    return told.stdout.strip()
