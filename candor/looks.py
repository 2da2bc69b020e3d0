"""The look of a company's chat in a YAML file, its logo a file beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import click

from storage import Connection
from storage.companies import companies, logos
from storage.companies.look import InvalidLook, Look, look_of
from storage.companies.pictures import LEAST_SIDE, MOST_BYTES, MOST_SIDE, InvalidPicture, cleaned, digest

_LOOK: Final = {
    "colour": "{name}: {value!r} is no colour: write it as '#14594f'",
    "contrast": "ink: is not read well on this colour ({value}; text needs 4.5:1): choose a darker or lighter one",
    "ink_alone": "ink: needs a colour that it stands on",
    "side": "side: {value!r} is neither right nor left",
    "long": "{name}: takes {value} characters at most",
    "many": "starters: {value} in each language at most",
    "list": "starters: a list of questions for each language",
    "by_language": "{name}: a text for each language, such as `en: ...`",
    "unknown": "there is no {name!r}: see docs/settings.md",
}
_LOGO: Final = {
    "not_png": "is no PNG: save the logo as one",
    "large": f"is larger than {MOST_BYTES // 1000} kB",
    "sides": f"must be {LEAST_SIDE} to {MOST_SIDE} pixels wide and high",
    "damaged": "is damaged: save the logo again",
}


def look_in(path: Path, given: Mapping[str, Any]) -> tuple[Look, bytes | None]:
    """Return the look that a file says and the picture of its logo; raises UsageError in one line.

    `logo` names a file beside it.
    """
    try:
        look = look_of({name: value for name, value in given.items() if name != "logo"})
    except InvalidLook as error:
        raise click.UsageError(f"{path}: " + _LOOK[error.code].format(name=error.name, value=error.value)) from None
    if not given.get("logo"):
        return look, None
    picture = _picture(path.parent / str(given["logo"]))
    return replace(look, logo=digest(picture)), picture


def put_look(conn: Connection, company_id: int, look: Look, picture: bytes | None) -> None:
    """Keep a company's look and the picture of its logo."""
    companies.set_look(conn, company_id, look)
    if picture is None:
        logos.remove(conn, company_id)
    else:
        logos.put(conn, company_id, picture)


def _picture(path: Path) -> bytes:
    try:
        return cleaned(path.read_bytes())
    except OSError as error:
        raise click.UsageError(f"{path}: cannot be read ({error.strerror})") from None
    except InvalidPicture as error:
        raise click.UsageError(f"{path}: {_LOGO[error.code]}") from None
