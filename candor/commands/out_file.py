"""Where a command writes: looked at before the work begins, and written whole."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
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


def write_out(path: Path, content: str | bytes) -> None:
    """Write the file whole; where that fails, what stood there stays. Raises ClickException."""
    written = content.encode() if isinstance(content, str) else content
    try:
        if path.exists() and not path.is_file():  # a pipe or a terminal
            path.write_bytes(written)
        else:
            _replace(path.resolve(), written)
    except OSError as error:
        raise click.ClickException(
            f"{path} cannot be written ({error.strerror}): check its folder and the space on the disk."
        ) from None


def _replace(path: Path, written: bytes) -> None:
    """What stands there keeps its rights and, as far as may be, its owner; meanwhile nobody else reads the new one."""
    making, stands = path.with_name(f".{path.name}.{os.getpid()}.making"), path.exists()
    making.unlink(missing_ok=True)
    try:
        mode = 0o600 if stands else 0o666
        with os.fdopen(os.open(making, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(written)
        if stands:
            with suppress(OSError):
                os.chown(making, path.stat().st_uid, path.stat().st_gid)
            shutil.copymode(path, making)
        making.replace(path)
    finally:
        making.unlink(missing_ok=True)


out_file = OutFile()
