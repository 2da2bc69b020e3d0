"""What was erased, copied from the database to a file beside it, so that it is known when the database is lost."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import structlog

from candor.backup.errors import BackupError
from storage import ChangeNotice, Database, erasure_log
from storage.erasure_log import Erasure

FILE = "erasures.log"
log = structlog.get_logger()


def follow(database: Database, data_dir: Path) -> None:
    """Keep the file of a data folder up to date, from now on and for as long as the database is open.

    A file that cannot be written is logged and tried again: the database has what it would hold.
    """
    file, copied = data_dir / FILE, [0]
    installation = database.read_now(erasure_log.this_installation).name

    def catch_up() -> None:
        # PostgreSQL numbers rows before it commits them: the last few may not have been the last.
        since = max(0, copied[0] - 100)
        noted, newest = database.read_now(lambda conn: erasure_log.noted_after(conn, since))
        try:
            _add(file, _lines(noted, installation))
            copied[0] = newest
        except OSError as error:
            log.error("erasures_not_copied", file=str(file), reason=error.strerror)

    def hear(notice: ChangeNotice) -> None:
        if notice.kind in ("erasure", "reconnected"):
            catch_up()

    database.subscribe(hear)
    catch_up()


def read(file: Path, installation: str) -> list[Erasure]:
    """Return the erasures of an installation that a file holds, none where there is no file; raise BackupError."""
    # A last line that was cut off by a crash is in the database; it is written again.
    return [_parsed(file, line)[1] for line in _written(file)[:-1] if f'"{installation}"' in line]


def read_copy(file: Path, installation: str) -> list[Erasure]:
    """Return the erasures of an installation that a file holds which somebody named, perhaps another by mistake.

    Raises BackupError for a line that is no erasure, and for a file with something in it, none of this installation.
    """
    *whole, last = _written(file)
    is_cut_off = not last.endswith("}")
    noted = [_parsed(file, line) for line in (whole if is_cut_off else [*whole, last]) if line.strip()]
    its = [erasure for name, erasure in noted if name == installation]
    if not its and (noted or last.strip()):
        raise _no_list(file, "it holds none of this installation")
    return its


def _written(file: Path) -> list[str]:
    """Return the lines of a file, the last of them what stands behind its last line break."""
    try:
        return file.read_text(encoding="utf-8").split("\n") if file.exists() else [""]
    except UnicodeDecodeError as error:
        raise _no_list(file, error) from None


def _add(file: Path, lines: Sequence[str]) -> None:
    """Write the lines that the file does not hold yet, durably, in place of a last one that was cut off."""
    if not lines:
        return
    with os.fdopen(os.open(file, os.O_RDWR | os.O_CREAT, 0o600), "r+b") as kept:
        # Several processes have heard of the same erasure.
        fcntl.flock(kept, fcntl.LOCK_EX)
        content = kept.read()
        whole = content[: content.rfind(b"\n") + 1]
        known = set(whole.split(b"\n"))
        kept.seek(len(whole))
        kept.truncate()
        kept.write(b"".join(line + b"\n" for line in map(str.encode, lines) if line not in known))
        kept.flush()
        os.fsync(kept.fileno())


def _lines(noted: Iterable[Erasure], installation: str) -> list[str]:
    return [
        json.dumps({
            "installation": installation,
            "company": each.company_id,
            "kind": each.kind,
            "mark": each.mark,
            "examples": each.examples,
            "created": each.created.isoformat(),
        })
        for each in noted
    ]  # fmt: skip


def _parsed(file: Path, line: str) -> tuple[str, Erasure]:
    """Return an erasure, and of which installation it is."""
    try:
        said: dict[str, Any] = json.loads(line)
        created = datetime.fromisoformat(said["created"])
        erasure = Erasure(int(said["company"]), said["kind"], str(said["mark"]), bool(said["examples"]), created)
        return str(said["installation"]), erasure
    except (ValueError, KeyError, TypeError) as error:
        raise _no_list(file, error) from None


def _no_list(file: Path, why: object) -> BackupError:
    return BackupError(f"{file} is not a list of erasures that Candor wrote ({why}).")
