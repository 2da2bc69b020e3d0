"""JSON Lines: one object a line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from evaluation.formats.reasons import UnreadableFile


def objects(name: str, text: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the line, from 1, and the object of every line that is not blank; raises UnreadableFile."""
    for line, written in enumerate(text.split("\n"), start=1):
        if not written.strip():
            continue
        try:
            values = json.loads(written)
        except (ValueError, RecursionError) as error:
            raise UnreadableFile("not_json", name, line) from error
        if not isinstance(values, dict):
            raise UnreadableFile("not_object", name, line)
        yield line, values
