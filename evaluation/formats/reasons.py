"""Why a file cannot be read, in the languages of the desk: what is wrong, where, and what to do."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from evaluation.errors import DataFileError
from texts import load_texts

TEXTS: Final = Path(__file__).parent / "texts"
"""One YAML file of words per language; commands speak English."""


class UnreadableFile(DataFileError):
    """A file that cannot be read: `code` names the reason in the language files, `line` counts from 1 where known.

    >>> str(UnreadableFile("no_category", "faq.csv", 3))
    'faq.csv, line 3: no category: write one or delete the row.'
    """

    def __init__(self, code: str, file: str, line: int | None = None, **params: object) -> None:
        self.code, self.file, self.line, self.params = code, file, line, params
        super().__init__(self.in_words("en"))

    def in_words(self, language: str) -> str:
        """Return the reason as one line that names the file."""
        texts = load_texts(TEXTS)
        place = {"file": self.file, "line": self.line}
        where = texts.get(language, "in_file" if self.line is None else "in_line", **place)
        return where + texts.get(language, self.code, **{**place, **self.params})
