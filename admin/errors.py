"""What the desk refuses; the words for each code stand in the language files as `error.<code>`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final, cast

from admin.texts import Say
from evaluation.formats.reasons import UnreadableFile

_LONGEST_QUOTE: Final = 80
_COUNTS: Final = ("n", "least", "most", "low", "high")


class DeskError(Exception):
    """A request that cannot be done as it is: `code` names the text `error.<code>`, `params` fill it.

    `at` is the name of the form's field that is refused, where it is told; `others` is what else is refused with it.
    """

    def __init__(self, code: str, /, *, status: int = 422, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.status = status
        self.params = params
        self.at = ""
        self.others: tuple[DeskError, ...] = ()


def together(faults: Sequence[DeskError]) -> DeskError:
    """Return the first of these, with the others."""
    faults[0].others = tuple(faults[1:])
    return faults[0]


def all_in_words(say: Say, error: DeskError) -> str:
    """Say all that was refused."""
    return say.gap.join(in_words(say, each) for each in (error, *error.others))


def in_words(say: Say, error: DeskError) -> str:
    """Say what was refused, with fields by their labels and categories as people call them."""
    params = {name: _called(say, error.code, name, value) for name, value in error.params.items()}
    return say(f"error.{error.code}", **params)


def unreadable(say: Say, error: UnreadableFile) -> DeskError:
    """Return what is said of a file that cannot be read, in the language of the person who sent it."""
    reasons = (each.in_words(say.language) for each in (error, *error.others))
    return DeskError("file_unreadable", reason=say.gap.join(reasons))


def _called(say: Say, code: str, name: str, value: object) -> object:
    if name == "field":
        # What a page sends unseen has no label.
        return say(f"field.{value}") if say.has(f"field.{value}") else value
    if isinstance(value, date):
        return say.day(value)
    if code == "setting_share" and name == "value":
        return say.marked(str(value))  # as it was typed, and as the field shows it
    if name == "place":
        return _place(say, value)
    if name == "category":
        return say.named(str(value))
    has_plurals = not isinstance(say.texts[f"error.{code}"], str)  # then it writes its number itself
    return say.number(value, 2) if name in _COUNTS and isinstance(value, int | float) and not has_plurals else value


def _place(say: Say, place: object) -> str:
    """Say where in a file something stands: formats whose lines nobody counts are looked through for its words."""
    line, text = cast("tuple[int, str]", place)
    return say("import.in_line", line=line) if line else say("import.in_question", text=text[:_LONGEST_QUOTE])


class SetupError(RuntimeError):
    """The desk cannot be served; the message is one line that says what to do."""
