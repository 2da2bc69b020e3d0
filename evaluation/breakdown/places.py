"""Where something stands in a challenge's file, and what is refused there."""

from __future__ import annotations

from dataclasses import dataclass, replace

from evaluation.formats.reasons import UnreadableFile


@dataclass(frozen=True, slots=True)
class FilePlace:
    """A file, the dialogue in it and the turn of that, as far as they are known.

    >>> str(FilePlace("a.log.json", "d1", 2))
    'a.log.json, dialogue d1, turn 2'
    """

    file: str
    dialogue: str = ""
    turn: int | None = None

    def at(self, turn: int) -> FilePlace:
        """Return the place of a turn of the dialogue."""
        return replace(self, turn=turn)

    def refused(self, code: str, **params: object) -> UnreadableFile:
        """Return the error that says, in every language, what cannot be read here."""
        known = {"dialogue": self.dialogue or None, "turn": self.turn}
        params |= {name: value for name, value in known.items() if value is not None}
        return UnreadableFile(code, self.file, None, **params)

    def __str__(self) -> str:
        """Return the place as commands name it."""
        dialogue = f", dialogue {self.dialogue}" if self.dialogue else ""
        return f"{self.file}{dialogue}" + (f", turn {self.turn}" if self.turn is not None else "")
