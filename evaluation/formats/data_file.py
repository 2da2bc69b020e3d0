"""Reads examples from files, with an error line that says what to mend."""

from __future__ import annotations

from pathlib import Path

from evaluation.formats.content import ExampleRow
from evaluation.formats.data_records import EXAMPLE_COLUMNS, records_of, source_at
from evaluation.formats.reasons import UnreadableFile
from evaluation.formats.registry import format_of, read_content
from evaluation.formats.tables import content_of

__all__ = ["ExampleRow", "read_rows"]


def read_rows(path: Path, *, empty_category: bool = False) -> list[ExampleRow]:
    """Read the examples of a file in any format that `evaluation.formats` knows; docs/formats.md describes them.

    Columns of a table are text (or sentence), category (or label, intent) and, if present, language, created (ISO date;
    UTC unless it says otherwise) and answer; others are ignored. With `empty_category` a row may have no category (a
    negative example of a test). Raises DataFileError, one line that names the file, the line in it and what to do.
    """
    source = source_at(path)
    if empty_category and format_of(source).is_table:
        rows = content_of(source.name, records_of(source, EXAMPLE_COLUMNS), empty_category=True).rows
    else:
        rows = read_content(source).rows
    if not rows:
        raise UnreadableFile("no_examples", path.name)
    return list(rows)
