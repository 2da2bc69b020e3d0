"""Zip archives, read within limits and never unpacked to a disk; written the same whenever they hold the same."""

from __future__ import annotations

import io
import json
import re
import zipfile
import zlib
from collections.abc import Mapping
from typing import Any, Final

from evaluation.formats.content import SourceFile
from evaluation.formats.encoding import decoded
from evaluation.formats.reasons import UnreadableFile

SIGNATURE: Final = b"PK\x03\x04"
MOST_FILES: Final = 20_000
MOST_BYTES: Final = 100 * 1024 * 1024
"""What all files of an archive may come to when unpacked: a bomb says so of itself, or is caught while it is read."""
_FIRST_DAY: Final = (1980, 1, 1, 0, 0, 0)
_FORBIDDEN: Final = re.compile(r'[\x00-\x1f/\\:*?"<>|]')
_LONGEST_NAME: Final = 100


class Archive:
    """The files of a zip archive by name; raises UnreadableFile for what is none or too large."""

    def __init__(self, source: SourceFile) -> None:
        self._source, self._left = source, MOST_BYTES
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(source.content))
        except (zipfile.BadZipFile, ValueError, OverflowError, NotImplementedError) as error:
            raise UnreadableFile("zip_broken", source.name) from error
        entries = [entry for entry in self._zip.infolist() if not entry.is_dir() and _counts(entry.filename)]
        if len(entries) > MOST_FILES:
            raise UnreadableFile("zip_many", source.name, most=MOST_FILES)
        if sum(entry.file_size for entry in entries) > MOST_BYTES:
            raise UnreadableFile("zip_large", source.name, most=MOST_BYTES // 2**20)
        self.names: Final = [entry.filename for entry in entries]
        """In the order in which they stand in the archive."""

    def text(self, name: str) -> str:
        """Return a text file of the archive."""
        return decoded(self.path(name), self.read(name))[0]

    def json(self, name: str) -> Any:
        """Return what a JSON file of the archive holds."""
        try:
            return json.loads(self.text(name))
        except (ValueError, RecursionError) as error:
            raise UnreadableFile("broken_json", self.path(name)) from error

    def object(self, name: str) -> Mapping[str, Any]:
        """Return the object that a JSON file of the archive holds."""
        found = self.json(name)
        if not isinstance(found, dict):
            raise UnreadableFile("broken_json", self.path(name))
        return found

    def path(self, name: str) -> str:
        """Return how messages call a file of the archive."""
        return f"{self._source.name}/{name}"

    def read(self, name: str) -> bytes:
        """Return a file of the archive as it is."""
        try:
            with self._zip.open(name) as stream:
                content = stream.read(self._left + 1)
        except RuntimeError as error:
            raise UnreadableFile("zip_locked", self._source.name) from error
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, ValueError) as error:
            raise UnreadableFile("zip_broken", self._source.name) from error
        self._left -= len(content)
        if self._left < 0:
            raise UnreadableFile("zip_large", self._source.name, most=MOST_BYTES // 2**20)
        return content


def _counts(name: str) -> bool:
    """What file managers add counts for nothing."""
    return not name.startswith("__MACOSX/") and not name.endswith((".DS_Store", "Thumbs.db"))


def packed(files: Mapping[str, str | bytes]) -> bytes:
    """Return an archive of these files."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, _FIRST_DAY), content, zipfile.ZIP_DEFLATED)
    return stream.getvalue()


def as_json(value: object) -> str:
    """Return a value as the JSON of a file that people may look into."""
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def file_names(categories: list[str]) -> dict[str, str]:
    """Return a name for a file of each category, no two the same whatever a disk thinks of capitals.

    >>> file_names(["pay", "Pay", "a/b"])
    {'pay': 'pay', 'Pay': 'Pay (2)', 'a/b': 'a_b'}
    """
    taken: set[str] = set()
    found = {}
    for category in categories:
        name = wanted = _FORBIDDEN.sub("_", category)[:_LONGEST_NAME].strip(" .") or "_"
        number = 1
        while name.casefold() in taken:
            number += 1
            name = f"{wanted} ({number})"
        taken.add(name.casefold())
        found[category] = name
    return found
