"""An installed candor on a machine with Python alone: no node, no git, another folder."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Installed:
    """The `candor` command of an environment of its own, and an empty folder to work in."""

    command: Path
    folder: Path

    @property
    def environment(self) -> dict[str, str]:
        """What a process of it sees: a PATH on which nothing is found, and settings that spare time."""
        quick = {"CANDOR_EVALUATION__RETRIES": "1", "CANDOR_EVALUATION__JOBS": "1", "CANDOR_GUARD__DETECTOR": "false"}
        quick |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        return {"PATH": str(self.folder), "HOME": str(self.folder), "LANG": "C.UTF-8", "CANDOR_DEMO": "false", **quick}

    def run(self, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """Run a command to its end and return what it said."""
        return subprocess.run(
            [str(self.command), *arguments],
            input=stdin,
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
