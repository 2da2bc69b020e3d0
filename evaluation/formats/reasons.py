"""Why a file cannot be read, in the languages of the desk: what is wrong, where, and what to do."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from evaluation.errors import DataFileError
from texts import load_texts

MOST_TOLD: Final = 20
"""So many rows of a file are named that cannot be read."""
TEXTS: Final = Path(__file__).parent / "texts"
"""One YAML file of words per language; commands speak English."""


class UnreadableFile(DataFileError):
    """A file that cannot be read: `code` names the reason in the language files, `line` counts from 1 where known.

    Of a file of dialogues the params `dialogue` and `turn` say where in it. `others` are what is wrong in further rows.

    >>> str(UnreadableFile("no_category", "faq.csv", 3))
    'faq.csv, line 3: no category: write one or delete the row.'
    """

    def __init__(self, code: str, file: str, line: int | None = None, **params: object) -> None:
        self.code, self.file, self.line, self.params = code, file, line, params
        self.others: tuple[UnreadableFile, ...] = ()
        super().__init__(self.in_words("en"))

    @classmethod
    def together(cls, faults: Sequence[UnreadableFile]) -> UnreadableFile:
        """Return the first of these, with the others."""
        faults[0].others = tuple(faults[1:])
        return faults[0]

    def in_words(self, language: str) -> str:
        """Return the reason as one line that names the file."""
        texts = load_texts(TEXTS)
        known = {"file": self.file, "line": self.line, **self.params}
        return texts.get(language, self._place(), **known) + texts.get(language, self.code, **known)

    def _place(self) -> str:
        if self.line is not None:
            return "in_line"
        return next((f"in_{each}" for each in ("turn", "dialogue") if each in self.params), "in_file")
