"""The JSON documents of a folder of challenge files, wherever it lies."""

from __future__ import annotations

import json
import lzma
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final, TypeAlias

from evaluation.errors import DataFileError
from evaluation.formats.reasons import UnreadableFile

Values: TypeAlias = Mapping[str, object]
_SIZE: Final = re.compile(r"_\d+$")
# What each way of packing raises for damaged content, and zipfile for places that are none (ValueError).
_DAMAGED: Final = (zipfile.BadZipFile, EOFError, zlib.error, lzma.LZMAError, OSError, ValueError)
# What it raises for a file that a password protects; for a way of packing that it does not know, a kind of the same.
_LOCKED: Final = RuntimeError
_BOM: Final = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class DialogueDocument:
    """A JSON object, its file's path below the folder that was read, and the system that the file's folder names."""

    name: str
    system: str
    values: Values


def documents(folder: Path, ending: str) -> list[DialogueDocument]:
    """Return the documents of all files below `folder` whose names end so, by path.

    The folder may lie inside a ZIP file, `DBDC3.zip/DBDC3/dbdc3/en/eval`, or be a single `.json` file. A file holds one
    document or a list of them. Hidden files are passed over. Raises DataFileError, one line that names the file, when
    there is none or one cannot be read.
    """
    found = sorted(_contents(folder, ending))
    if not found:
        raise UnreadableFile("no_such_files", str(folder), ending=ending)
    return [
        DialogueDocument(name, _system(folder, name), values)
        for name, content in found
        for values in _parse_all(name, content)
    ]


def parse(name: str, content: bytes) -> Values:
    """Return the object that `content` holds; raises DataFileError, which names the file."""
    values = _json(name, content)
    if not isinstance(values, dict):
        raise UnreadableFile("no_dialogue", name)
    return values


def _parse_all(name: str, content: bytes) -> list[Values]:
    values = _json(name, content)
    held = values if isinstance(values, list) else [values]
    found: list[Values] = [one for one in held if isinstance(one, dict)]
    if not found or len(found) < len(held):
        raise UnreadableFile("no_dialogues", name)
    return found


def _json(name: str, content: bytes) -> object:
    try:
        text = content.removeprefix(_BOM).decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise UnreadableFile("not_utf8", name, line) from error
    try:
        values: object = json.loads(text)
        json.dumps(values, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise UnreadableFile("half_character", name) from error
    except RecursionError as error:
        raise UnreadableFile("json_deep", name) from error
    except ValueError as error:
        at = error.lineno if isinstance(error, json.JSONDecodeError) else None
        raise UnreadableFile("broken_json", name, at) from error
    return values


def _contents(folder: Path, ending: str) -> Iterator[tuple[str, bytes]]:
    if _is_json(folder):
        yield folder.name, _read(folder)
        return
    archive = next((path for path in (folder, *folder.parents) if path.is_file()), None)
    if archive is not None:
        yield from _zipped(archive, folder.relative_to(archive).as_posix(), ending)
        return
    if not folder.is_dir():
        raise DataFileError(f"{folder}: no such folder.")
    for path in folder.rglob(f"*{ending}"):
        name = path.relative_to(folder)
        if path.is_file() and not _is_hidden(name.parts):
            yield name.as_posix(), _read(path)


def _zipped(archive: Path, below: str, ending: str) -> Iterator[tuple[str, bytes]]:
    top = PurePosixPath(below)
    with _opened(archive) as opened:
        for member in opened.namelist():
            path = PurePosixPath(member)
            if path.is_relative_to(top) and member.endswith(ending) and not _is_hidden(path.parts):
                yield path.relative_to(top).as_posix(), _unpacked(opened, member, archive)


def _opened(archive: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(archive)
    except (zipfile.BadZipFile, NotImplementedError, UnicodeDecodeError) as error:
        raise UnreadableFile("no_zip", str(archive)) from error


def _unpacked(opened: zipfile.ZipFile, member: str, archive: Path) -> bytes:
    try:
        return opened.read(member)
    except (*_DAMAGED, _LOCKED) as error:
        raise UnreadableFile("no_zip", str(archive)) from error


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise DataFileError(f"{path}: cannot be read: {error.strerror}.") from error


def _is_json(path: Path) -> bool:
    return path.suffix == ".json" and path.is_file()


def _is_hidden(parts: tuple[str, ...]) -> bool:
    return any(part.startswith((".", "__MACOSX")) for part in parts)


def _system(folder: Path, name: str) -> str:
    """Return the name of the file's own folder without the number of dialogues that the challenge appends."""
    top = folder.resolve().parent if _is_json(folder) else folder.resolve()
    return _SIZE.sub("", PurePosixPath(name).parent.name or top.name)
