"""The look of a company's chat as the fields of a form, and back. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from admin.errors import DeskError
from admin.settings.kinds import said_plainly, without_braces
from storage.companies.look import LIMITS as CHARACTERS
from storage.companies.look import MOST_STARTERS, InvalidLook, Look, look_of

BY_LANGUAGE: Final = ("launcher", "greeting", "starters")
"""Texts that each language has one of: the field of German is "greeting.de"."""
LINES: Final = ("greeting", "starters")
"""Texts of several lines."""
LIMITS: Final[Mapping[str, int]] = {
    **CHARACTERS, "colour": 7, "ink": 7, "starters": MOST_STARTERS * (CHARACTERS["starters"] + 1),
}  # fmt: skip
"""How many characters each field takes."""
_PLAIN: Final = ("bot_name", "colour", "ink", "side", "logo")


def values_of(look: Look, languages: Sequence[str]) -> dict[str, str]:
    """Return what stands in the fields; a starter question is a line.

    >>> values_of(Look("Halmi", starters={"en": ("Pay?", "Leave?")}), ["en"])["starters.en"]
    'Pay?\\nLeave?'
    """
    values = {name: str(getattr(look, name)) for name in _PLAIN}
    for language in languages:
        values[f"launcher.{language}"] = look.launcher.get(language, "")
        values[f"greeting.{language}"] = look.greeting.get(language, "")
        values[f"starters.{language}"] = "\n".join(look.starters.get(language, ()))
    return values


def look_from(values: Mapping[str, str], before: Look) -> Look:
    """Return the look that the fields say; raises DeskError. What is kept in languages that have no field stays."""
    given = {
        **{name: values[name] for name in _PLAIN},
        **without_braces({"bot_name": values["bot_name"]}),
        "launcher": {**before.launcher, **_typed("launcher", values)},
        "greeting": {**before.greeting, **_typed("greeting", values)},
        "starters": {**before.starters, **{k: text.split("\n") for k, text in _typed("starters", values).items()}},
    }
    try:
        return look_of(given)
    except InvalidLook as error:
        raise _refused(error) from None


def _typed(name: str, values: Mapping[str, str]) -> dict[str, str]:
    return said_plainly({key.partition(".")[2]: text for key, text in values.items() if key.startswith(f"{name}.")})


def _refused(error: InvalidLook) -> DeskError:
    if error.code == "long":
        return DeskError("field_long", field=error.name, n=int(error.value))
    codes = {
        "colour": "look_colour",
        "contrast": "look_contrast",
        "ink_alone": "look_ink_alone",
        "many": "look_many",
    }
    return DeskError(codes.get(error.code, "bad_request"), value=error.value)
