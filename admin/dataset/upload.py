"""A file on its way through the pages of an import: the form carries it, so that nothing of it is kept before."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

from admin.errors import DeskError
from evaluation.formats.content import Choices, SourceFile

_NAME_LIMIT: Final = 200


@dataclass(frozen=True, slots=True)
class UploadedTable:
    """An uploaded file, how it is to be read, and the language of what names none."""

    source: SourceFile
    choices: Choices = field(default_factory=Choices)
    language: str = ""

    def packed(self) -> str:
        """Return it as text for a field of a form."""
        content = base64.b64encode(zlib.compress(self.source.content)).decode("ascii")
        choices = {**asdict(replace(self.choices, columns={})), "columns": dict(self.choices.columns)}
        return json.dumps(
            {"name": self.source.name[-_NAME_LIMIT:], "language": self.language, "choices": choices, "content": content}
        )

    @classmethod
    def unpacked(cls, text: str, most: int) -> UploadedTable:
        """Return what `packed` made a text of, of at most so many bytes; raises DeskError."""
        if not text:
            raise DeskError("file_missing")
        try:
            found = json.loads(text)
            choices = _choices(found["choices"])
            unpacking = zlib.decompressobj()
            content = unpacking.decompress(base64.b64decode(found["content"], validate=True), most)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, zlib.error) as error:
            raise DeskError("bad_request") from error
        if unpacking.unconsumed_tail:
            raise DeskError("too_large")
        return cls(SourceFile(str(found.get("name", "")), content), choices, str(found.get("language", "")))


def _choices(said: Mapping[str, Any]) -> Choices:
    header, columns = said.get("header"), said.get("columns") or {}
    return Choices(
        format=str(said.get("format") or ""),
        encoding=str(said.get("encoding") or ""),
        sheet=str(said.get("sheet") or ""),
        header=header if isinstance(header, int) else None,
        columns={str(meaning): str(column) for meaning, column in columns.items()},
    )
