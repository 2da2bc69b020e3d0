"""Single fields of a challenge file, read with an error that names dialogue and turn."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from reprlib import repr as brief
from typing import Final, TypeVar

from evaluation.breakdown.documents import Values
from evaluation.errors import DataFileError
from nlu.breakdown.dialogue import Label

LETTERS: Final[Mapping[str, Label]] = {"O": Label.NB, "T": Label.PB, "X": Label.B}
"""How the challenge writes the labels: a circle, a triangle, a cross."""

_T = TypeVar("_T")
_FILE_NAME: Final = re.compile(r"[^./\\\x00-\x1f][^/\\\x00-\x1f]{0,199}")
_TYPES: Final[Mapping[object, str]] = {str: "a text in quotes", list: "a list"}


def text(where: str, values: Values, name: str, default: str | None = None) -> str:
    """Return a text; a field that is missing is an error unless it has a default."""
    return _of_type(where, values, name, str, default)


def objects(where: str, values: Values, name: str, default: Sequence[Values] | None = None) -> list[Values]:
    """Return a list of objects; a field that is missing is an error unless it has a default."""
    found: list[Values] = _of_type(where, values, name, list, None if default is None else list(default))
    if not all(isinstance(item, dict) for item in found):
        raise DataFileError(f"{where}: {name} must hold objects in braces only.")
    return found


def dialogue_id(where: str, values: Values) -> str:
    """Return the name of a dialogue, which its files bear."""
    found = text(where, values, "dialogue-id")
    if not _FILE_NAME.fullmatch(found):
        raise DataFileError(f"{where}: the dialogue-id {brief(found)} must be a name that a file can have.")
    return found


def turn_index(where: str, values: Values) -> int:
    """Return the number of a turn."""
    found = values.get("turn-index")
    if not isinstance(found, int) or isinstance(found, bool) or found < 0:
        raise DataFileError(f"{where}: a turn needs a turn-index, a whole number from 0, not {brief(found)}.")
    return found


def share(where: str, values: Values, name: str) -> float:
    """Return a probability."""
    found = values.get(name)
    if not isinstance(found, int | float) or isinstance(found, bool) or not 0 <= found <= 1:
        problem = f"no {name}" if name not in values else f"{name} must be a number from 0 to 1, not {brief(found)}"
        raise DataFileError(f"{where}: {problem}.")
    return float(found)


def label(where: str, values: Values) -> Label:
    """Return the label of an annotation or a prediction."""
    found = values.get("breakdown")
    if not isinstance(found, str) or found not in LETTERS:
        known = "O (not a breakdown), T (possible breakdown) and X (breakdown)"
        raise DataFileError(f"{where}: the label {brief(found)} is unknown; breakdown is one of {known}.")
    return LETTERS[found]


def letter(label: Label) -> str:
    """Return how the challenge writes a label."""
    return next(letter for letter, meant in LETTERS.items() if meant is label)


def _of_type(where: str, values: Values, name: str, wanted: type[_T], default: _T | None) -> _T:
    found = values.get(name, default)
    if not isinstance(found, wanted):
        problem = f"no {name}" if name not in values else f"{name} must be {_TYPES[wanted]}, not {brief(found)}"
        raise DataFileError(f"{where}: {problem}.")
    return found
