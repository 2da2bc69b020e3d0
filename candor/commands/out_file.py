"""Where a command writes: looked at before the work begins."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click


class OutFile(click.Path):
    """A file that can be written: its folder is there and may be written to, and it is no folder itself.

    Long work whose result finds no place would be lost.
    """

    def __init__(self, *, allow_dash: bool = False) -> None:
        super().__init__(dir_okay=False, writable=True, allow_dash=allow_dash, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path; fails with one line that says what to do."""
        path = super().convert(value, param, ctx)
        if self.allow_dash and str(path) == "-":
            return path
        folder = Path(os.fsdecode(path)).parent
        if not folder.is_dir():
            self.fail(f"{folder}: no such folder: make it first.", param, ctx)
        if not os.access(folder, os.W_OK):
            self.fail(f"{folder}: nothing can be written there: name another folder.", param, ctx)
        return path


out_file = OutFile()
