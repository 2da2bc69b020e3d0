"""The fields of a submitted form, cleaned and checked."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from aiohttp import web

from admin.errors import DeskError
from network.posted import Fields
from texts.cleaning import without_unseen

NAME_LIMIT = 80
QUESTION_LIMIT = 2000
ANSWER_LIMIT = 5000
MEGABYTE = 1024 * 1024
FORM_BYTES = MEGABYTE
"""How large a form without files may be."""
ROW_DIGITS = 15
"""How many digits the number of a row may have."""
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that are drawn as nothing."""


@dataclass(frozen=True, slots=True)
class Form:
    """A submitted form; errors name the field by its label in the language files, `field.<name>`."""

    fields: Fields

    def text(self, name: str, limit: int, *, required: bool = True) -> str:
        """Return a text field, trimmed; raises DeskError when it is empty though required, or too long."""
        value = self.fields.get(name, "")
        text = clean(value).strip() if isinstance(value, str) else ""
        if required and not text:
            raise DeskError("field_empty", field=name)
        if len(text) > limit:
            raise DeskError("field_long", field=name, n=limit)
        return text

    def number(self, name: str) -> int:
        """Return a row's number, 0 when none is given that could be one."""
        value = self.fields.get(name, "")
        return (row_number(value) or 0) if isinstance(value, str) else 0

    def row(self, name: str) -> int:
        """Return a row's number; raises DeskError when none is given that could be one."""
        number = row_number(self.text(name, ROW_DIGITS))
        if number is None:
            raise DeskError("bad_request")
        return number

    def secret(self, name: str) -> str:
        """Return a password exactly as it was typed."""
        value = self.fields.get(name, "")
        return value if isinstance(value, str) else ""

    def flag(self, name: str) -> bool:
        """Tell whether a checkbox was ticked."""
        return name in self.fields

    def file(self, name: str) -> tuple[str, bytes]:
        """Return an uploaded file's name and content; raises DeskError when none was chosen."""
        value = self.fields.get(name)
        if not isinstance(value, web.FileField) or not value.filename:
            raise DeskError("file_missing")
        return clean(value.filename), value.file.read()

    def many(self, name: str) -> list[str]:
        """Return all values of a repeated field, trimmed."""
        return [clean(value).strip() for value in self.fields.getall(name, []) if isinstance(value, str)]


def clean(text: str) -> str:
    r"""Drop what no text needs and databases refuse: control characters and lone surrogates; newlines become \n.

    So go the characters that turn the direction of writing unseen, and with it what stands behind them on a page; and
    a text in which nothing can be seen.

    >>> clean("a\x00b\r\nc\ud800"), clean("\u202epay\u2069"), clean("\u200b \u3164")
    ('ab\nc', 'pay', '')
    """
    kept = without_unseen(text)
    return kept if any(_is_seen(c) for c in kept) else ""


def _is_seen(character: str) -> bool:
    return character not in _BLANK and unicodedata.category(character)[0] not in "CZM"


def row_number(digits: str) -> int | None:
    """Return the number of a row, None for what no row of a database can have.

    >>> row_number("12"), row_number("-1"), row_number("²"), row_number("9" * 40)
    (12, None, None, None)
    """
    return whole(digits, 0, 10**ROW_DIGITS - 1)


def whole(typed: str, least: int, most: int) -> int | None:
    """Return the whole number that is written in plain digits, None for what is none of these.

    >>> whole("12", 1, 720), whole("0", 1, 720), whole("1,000", 1, 5000), whole("9" * 9999, 0, 5)
    (12, None, None, None)
    """
    if not (typed.isascii() and typed.isdigit()) or len(typed) > max(len(str(most)), ROW_DIGITS):
        return None
    return number if least <= (number := int(typed)) <= most else None
