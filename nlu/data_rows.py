"""The files of starter data: tables and lists of sentences, with comments before them that say who wrote them how."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from nlu.errors import DataError

DataRow = dict[str, str]


def rows(path: Path, wanted: tuple[str, ...]) -> Iterator[tuple[int, DataRow]]:
    """Yield (line number, row) of a CSV file with a header line; lines before it that begin with # are comments.

    Raises DataError, naming file and line, when it cannot be read or a column of `wanted` is missing.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            comments, file_lines = _without_comments(file)
            reader = csv.DictReader(file_lines, strict=True)
            missing = [column for column in wanted if column not in (reader.fieldnames or ())]
            if missing:
                raise DataError(f"{path}, line 1: the column {missing[0]!r} is missing")
            for row in reader:
                if None in row or None in row.values():
                    raise DataError(
                        f"{path}, line {comments + reader.line_num}: not as many cells as the header has columns"
                    )
                yield comments + reader.line_num, row
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({error.strerror or error})") from error
    except UnicodeDecodeError as error:
        raise DataError(f"{path}: not UTF-8 text ({error.reason} at byte {error.start})") from error
    except csv.Error as error:
        raise DataError(f"{path}, line {comments + reader.reader.line_num}: {error}") from error


def lots(folder: Path, ending: str) -> list[Path]:
    """Return the files of a folder with this ending, by name; raises DataError when there is none."""
    found = sorted(folder.glob(f"*.{ending}"))
    if not found:
        raise DataError(f"{folder}: there is no file *.{ending}")
    return found


def sentences(path: Path) -> list[str]:
    """Return the lines of a text file, one sentence each, without the empty ones and the comments; raises DataError."""
    return [line for _, line in numbered_lines(path)]


def numbered_lines(path: Path) -> list[tuple[int, str]]:
    """Return (number, line) of the lines of a text file that are neither empty nor comments; raises DataError."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({error.strerror or error})") from error
    except UnicodeDecodeError as error:
        raise DataError(f"{path}: not UTF-8 text ({error.reason} at byte {error.start})") from error
    kept = ((number, line) for number, line in enumerate(lines, 1) if line.strip() and not line.startswith("#"))
    return [(number, line.strip()) for number, line in kept]


def forms_in(cell: str) -> tuple[str, ...]:
    """Return the forms of a cell, which are parted by `|`.

    >>> forms_in("pay|wages | ")
    ('pay', 'wages')
    """
    return tuple(form.strip() for form in cell.split("|") if form.strip())


def forms_by_meaning(path: Path) -> dict[str, tuple[str, ...]]:
    """Return the forms of each meaning in a CSV file with these columns; raises DataError, for two rows of one too."""
    found: dict[str, tuple[str, ...]] = {}
    for line, row in rows(path, ("meaning", "forms")):
        if row["meaning"] in found:
            raise DataError(f"{path}, line {line}: {row['meaning']!r} has a row already: write its forms there")
        found[row["meaning"]] = forms_in(row["forms"])
    return found


def _without_comments(lines: Iterator[str]) -> tuple[int, Iterator[str]]:
    """Return how many lines at the beginning are comments, and those after them."""
    comments = 0
    for line in lines:
        if not line.startswith("#"):
            return comments, chain([line], lines)
        comments += 1
    return comments, iter(())
