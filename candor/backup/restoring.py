"""Restoring a backup: everything is prepared and checked beside the old state, then takes its place in one step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from candor.backup import archive, erasures
from candor.backup.archive import DATABASE, BackupManifest, BackupPart, Progress
from candor.backup.errors import BackupError
from candor.backup.folders import whole_or_nothing, workplace
from nlu.classifier.sealed import sync_folder
from storage import Connection, Database, erasure_log, staged_files
from storage.applications import answer_mails, applications
from storage.backup.copying import standing_still
from storage.backup.replacing import Replacement, replacement
from storage.companies import companies
from storage.database.engine import named, parse_url
from storage.database.errors import StorageError
from storage.database.file_lock import only_server
from storage.database.limits import PATIENT, TimeLimits
from storage.database.migrate import revisions
from storage.erasure.erasure_replay import replay
from storage.erasure_log import Erasure, Installation
from storage.people import audit, sessions
from storage.subscriptions import subscriptions


@dataclass(frozen=True, slots=True)
class RestoreTarget:
    """Where a backup is restored to."""

    database_url: str
    models_dir: Path
    data_dir: Path


@dataclass(frozen=True, slots=True)
class Consent:
    """What the operator agrees to: replacing what is there, by another installation's data."""

    replace: bool = False
    foreign: bool = False


@dataclass(frozen=True, slots=True)
class Restored:
    """What was restored: how many erasures were repeated, and where the state that was replaced is kept."""

    manifest: BackupManifest
    erased_again: int
    kept: str | None


@dataclass(frozen=True, slots=True)
class _Here:
    """What is there already; `trouble` says why it cannot be read."""

    companies: Sequence[str] = ()
    installation: Installation | None = None
    erasures: Sequence[Erasure] = field(default=())
    trouble: str | None = None


def restore(
    file: Path, target: RestoreTarget, consent: Consent, *, erased: Path | None = None, progress: Progress
) -> Restored:
    """Put what was backed up in the place of what is there, and erase again what was erased since.

    `erased` is a copy of a lost data folder's erasures.log. Raises BackupError or StorageError, and then the old state
    is there, as it is whenever this is killed before its last step.
    """
    manifest = archive.read_manifest(file)
    _expect_known(file, manifest, target)
    if erased is not None and not erased.is_file():
        raise BackupError(f"{erased} cannot be read: name the erasures.log of the data folder that was lost.")
    with whole_or_nothing(target.data_dir), only_server(target.database_url):
        new = replacement(target.database_url)
        new.expect_unused()
        here = _look(target.database_url)
        _expect_consent(file, manifest, here, target, consent)
        return _replace(file, manifest, new, here, target, erased, progress)


def _place(target: RestoreTarget) -> tuple[str, str]:
    """Return where a restore would put the data, and what to name in its place."""
    url = parse_url(target.database_url)
    if url.get_backend_name() == "sqlite" and Path(str(url.database)).parent == target.data_dir.resolve():
        return str(target.data_dir), "an empty --data-dir"
    return f"The database {named(url)}", "an empty database in storage.database_url"


def _replace(
    file: Path,
    manifest: BackupManifest,
    new: Replacement,
    here: _Here,
    target: RestoreTarget,
    erased: Path | None,
    progress: Progress,
) -> Restored:
    busy = f"Another restore to {target.data_dir} is running: wait for it."
    with workplace(target.models_dir / ".restoring", busy) as folder:
        archive.unpack(file, manifest, lambda part: folder / part.name, progress)
        try:
            new.load(folder / DATABASE, manifest.namespace)
            count = _make_current(new, manifest, here, target, erased)
            _place_models(folder, target.models_dir, manifest.parts)
            kept = new.swap(datetime.now(UTC))
        finally:
            new.discard()
    return Restored(manifest, count, kept)


def _expect_known(file: Path, manifest: BackupManifest, target: RestoreTarget) -> None:
    if manifest.schema_revision not in revisions():
        made = f"{file} was made by {manifest.product} (schema {manifest.schema_revision})"
        raise BackupError(f"{made}, which is newer than this: upgrade candor first.")
    kind = parse_url(target.database_url).get_backend_name()
    if manifest.kind != kind:
        how = "set storage.database_url to a database of that kind"
        raise BackupError(f"{file} is of {manifest.kind}, and the configured database is {kind}: {how}.")


def _look(database_url: str) -> _Here:
    url = parse_url(database_url)
    if url.get_backend_name() == "sqlite" and not Path(str(url.database)).exists():
        return _Here()
    try:
        with standing_still(database_url) as still:
            return _Here(still.companies, still.installation, still.erasures)
    except StorageError as error:
        return _Here(trouble=str(error))


def _expect_consent(file: Path, manifest: BackupManifest, here: _Here, target: RestoreTarget, consent: Consent) -> None:
    if not consent.replace and here.trouble:
        raise BackupError(f"{here.trouble} Add --replace to put the backup in its place.")
    if not consent.replace and here.companies:
        users = ", ".join(here.companies)
        where, another = _place(target)
        raise BackupError(f"{where} is in use by {users}: name {another}, or add --replace.")
    own = here.installation.name if here.installation and here.companies else None
    if not consent.foreign and None not in (own, manifest.installation) and own != manifest.installation:
        whose = ", ".join(manifest.companies) or "no company"
        raise BackupError(f"{file} is of another installation ({whose}): add --foreign if you mean it.")


def _make_current(
    new: Replacement, manifest: BackupManifest, here: _Here, target: RestoreTarget, erased: Path | None
) -> int:
    """Migrate the copy and take it from when it was made to now; return how many erasures were repeated."""
    with Database.open(new.url, limits=TimeLimits(statement=PATIENT, answer=PATIENT)) as database:
        if manifest.installation is None and here.installation is not None:
            database.write_now(partial(erasure_log.become, wanted=here.installation))
        installation = database.read_now(erasure_log.this_installation)
        noted = list(here.erasures) if here.installation == installation else []
        noted += erasures.read(target.data_dir / erasures.FILE, installation.name)
        noted += erasures.read_copy(erased, installation.name) if erased else []
        return database.write_now(partial(_catch_up, noted=noted, made=manifest.created))


def _catch_up(conn: Connection, noted: Sequence[Erasure], made: datetime) -> int:
    now = datetime.now(UTC)
    count = replay(conn, noted, now)
    subscriptions.forget_stale(conn, now)
    answer_mails.forget_stale(conn, now)
    staged_files.forget_old(conn, now)
    for each in applications.expired(conn, now):
        applications.forget(conn, each)
    sessions.delete_all(conn)
    for company in companies.all_companies(conn):
        audit.write(conn, company.id, audit.BY_COMMAND, "restored", {"created": f"{made:%Y-%m-%d %H:%M} UTC"}, now)
    return count


def _place_models(folder: Path, models_dir: Path, parts: Sequence[BackupPart]) -> None:
    """Put the files beside those that are there: a name is never used for two models."""
    touched = set()
    for part in parts:
        if part.name != DATABASE:
            to = models_dir / part.name.removeprefix("models/")
            to.parent.mkdir(parents=True, exist_ok=True)
            (folder / part.name).replace(to)
            touched.add(to.parent)
    for each in touched:
        sync_folder(each)
