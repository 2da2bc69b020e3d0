"""Single fields of a challenge file, read with an error that names dialogue and turn."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from reprlib import repr as brief
from typing import Final, TypeVar

from evaluation.breakdown.documents import Values
from evaluation.breakdown.places import FilePlace
from evaluation.formats.reasons import UnreadableFile
from nlu.breakdown.dialogue import Label

LETTERS: Final[Mapping[str, Label]] = {"O": Label.NB, "T": Label.PB, "X": Label.B}
"""How the challenge writes the labels: a circle, a triangle, a cross."""

_T = TypeVar("_T")
_FILE_NAME: Final = re.compile(r"[^./\\\x00-\x1f][^/\\\x00-\x1f]{0,199}")
_TYPES: Final[Mapping[object, str]] = {str: "field_text", list: "field_list"}
"""What is said of a value that is not of this kind."""


def text(where: FilePlace, values: Values, name: str, default: str | None = None) -> str:
    """Return a text; a field that is missing is an error unless it has a default."""
    return _of_type(where, values, name, str, default)


def objects(where: FilePlace, values: Values, name: str, default: Sequence[Values] | None = None) -> list[Values]:
    """Return a list of objects; a field that is missing is an error unless it has a default."""
    found: list[Values] = _of_type(where, values, name, list, None if default is None else list(default))
    if not all(isinstance(item, dict) for item in found):
        raise where.refused("not_objects", field=name)
    return found


def dialogue_id(where: FilePlace, values: Values) -> str:
    """Return the name of a dialogue, which its files bear."""
    found = text(where, values, "dialogue-id")
    if not _FILE_NAME.fullmatch(found):
        raise where.refused("dialogue_id", value=brief(found))
    return found


def turn_index(where: FilePlace, values: Values) -> int:
    """Return the number of a turn."""
    found = values.get("turn-index")
    if not isinstance(found, int) or isinstance(found, bool) or found < 0:
        raise where.refused("turn_index", value=brief(found))
    return found


def share(where: FilePlace, values: Values, name: str) -> float:
    """Return a probability."""
    found = values.get(name)
    if not isinstance(found, int | float) or isinstance(found, bool) or not 0 <= found <= 1:
        raise _refused(where, values, name, "no_share")
    return float(found)


def label(where: FilePlace, values: Values) -> Label:
    """Return the label of an annotation or a prediction."""
    found = values.get("breakdown")
    if not isinstance(found, str) or found not in LETTERS:
        raise where.refused("breakdown_label", value=brief(found))
    return LETTERS[found]


def letter(label: Label) -> str:
    """Return how the challenge writes a label."""
    return next(letter for letter, meant in LETTERS.items() if meant is label)


def _of_type(where: FilePlace, values: Values, name: str, wanted: type[_T], default: _T | None) -> _T:
    found = values.get(name, default)
    if not isinstance(found, wanted):
        raise _refused(where, values, name, _TYPES[wanted])
    return found


def _refused(where: FilePlace, values: Values, name: str, code: str) -> UnreadableFile:
    """Return the error for a field that is missing or, as `code` says, no value of its kind."""
    if name not in values:
        return where.refused("no_field", field=name)
    return where.refused(code, field=name, value=brief(values[name]))
