"""Making a backup while others write: the database first, then the model files that its rows name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from candor import product
from candor.backup import archive
from candor.backup.archive import DATABASE, FORMAT, BackupManifest, BackupPart, part_of
from candor.backup.errors import BackupError
from candor.backup.folders import remove_abandoned, whole_or_nothing, workplace
from nlu.classifier.sealed import sync_folder
from storage.backup.copying import ModelFile, Progress, Still, standing_still

ATTEMPTS = 5


@dataclass(frozen=True, slots=True)
class Made:
    """What was backed up, and the model files that rows name but that are missing or broken."""

    manifest: BackupManifest
    left_out: tuple[str, ...]


def make(
    database_url: str,
    models_dir: Path,
    target: Path,
    *,
    replace: bool,
    progress: Progress,
) -> Made:
    """Write a backup to `target`, which is there whole or not at all; `progress` counts bytes copied, then packed.

    Raises BackupError (as when there is no space) or StorageError; nothing is left behind then, nor what backups to
    this folder have left that were killed.
    """
    _expect_room(target, replace=replace)
    remove_abandoned(target.parent, _making("*"))
    busy = f"Another backup to {target} is being made: wait for it, or name another file."
    with whole_or_nothing(target), workplace(target.parent / _making(target.name), busy) as folder:
        made = _consistent(database_url, models_dir, folder, progress)
        (folder / "backup").replace(target)
    sync_folder(target.parent)
    return made


def _making(name: str) -> str:
    return f".{name}.making"


def _expect_room(target: Path, *, replace: bool) -> None:
    """Refuse a folder that is missing, as one is where a disk is not mounted, and to write over what is no backup."""
    if not target.parent.is_dir():
        raise BackupError(f"There is no folder {target.parent}: make it first, or name a file elsewhere.")
    if not target.exists():
        return
    if not replace:
        raise BackupError(f"{target} is there already: name another file, or add --replace.")
    is_empty = target.is_file() and not target.stat().st_size
    if not is_empty and not (target.is_file() and archive.is_backup(target)):
        raise BackupError(f"{target} is not a backup, and --replace writes over backups only: name another file.")


def _consistent(database_url: str, models_dir: Path, folder: Path, progress: Progress) -> Made:
    """Begin again when a model file was pruned since the database was copied; one that two copies miss is left out."""
    lost: set[str] = set()
    for _ in range(ATTEMPTS):
        began = datetime.now(UTC)
        with standing_still(database_url) as still:
            expected = still.model_files()
            files = dict(_sound(models_dir, expected))
            gone = {each.path for each in expected} - {part.name.removeprefix("models/") for part in files}
            if not gone <= lost:
                lost |= gone
                continue
            still.copy_to(folder / DATABASE, progress)
            manifest = _manifest(still, began, (part_of(DATABASE, folder / DATABASE), *files))
        places = {DATABASE: folder / DATABASE} | {part.name: file for part, file in files.items()}
        try:
            archive.write(folder / "backup", manifest, places, progress)
        except FileNotFoundError:
            continue
        return Made(manifest, tuple(sorted(gone)))
    raise BackupError("Models changed all the time while they were backed up: try again.")


def _sound(models_dir: Path, expected: list[ModelFile]) -> Iterator[tuple[BackupPart, Path]]:
    for each in expected:
        file = models_dir / each.path
        if file.is_file() and (part := part_of(f"models/{each.path}", file)).sha256 == each.sha256:
            yield part, file


def _manifest(still: Still, began: datetime, parts: tuple[BackupPart, ...]) -> BackupManifest:
    if still.schema is None:
        raise BackupError(f"There is nothing of Candor's in {still.name}: name the right database or data folder.")
    return BackupManifest(
        format=FORMAT,
        product=product.version(),
        created=began,
        kind=still.kind,
        schema_revision=still.schema,
        namespace=still.namespace,
        installation=still.installation.name if still.installation else None,
        companies=tuple(still.companies),
        parts=parts,
    )
