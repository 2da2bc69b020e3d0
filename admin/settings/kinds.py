"""What stands in a field of the settings and what is meant by it, for each kind of field. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any, Final

from admin import forms
from admin.addresses import mail_address
from admin.errors import DeskError
from storage.companies.company_settings import ORIGIN
from texts.markup import markup_in
from texts.placeholders import unknown
from training.timetable import trouble_of

NOBODY: Final = "-"
"""Typed where nobody is meant: an empty field is as the installation has it."""
ANY: Final = "*"
MOST_LISTED: Final = 50
_TIME = re.compile(r"(\d{1,2})[:.h](\d{2})")
_DAILY = re.compile(r"(\d{1,2}) (\d{1,2}) \* \* \*")
_WHOLE: Final = 100


@dataclass(frozen=True, slots=True)
class FieldKind:
    """How a value is shown in a field, and read from it; `read` raises DeskError. `lines`: of how many a field is.

    `has_decimals`: a number that each reader sees with their language's own mark, and types with a comma or a point.
    """

    show: Callable[[Any], str]
    read: Callable[[str], Any]
    lines: int = 0
    has_decimals: bool = False


def share(low: float, high: float) -> FieldKind:
    """Return a share in [0, 1], typed in percent between these two.

    >>> share(0, 100).read("2,5 %"), share(0, 100).show(0.025)
    (0.025, '2.5')
    """

    def read(typed: str) -> float:
        return float(_number(typed.rstrip("% "), low, high, "setting_share") / _WHOLE)

    return FieldKind(lambda value: f"{round(value * _WHOLE, 6):g}", read, has_decimals=True)


def whole(low: int, high: int) -> FieldKind:
    """Return a whole number between these two, typed in digits alone: "3.000" is three in one language, not in another.

    >>> whole(1, 5000).read("3000")
    3000
    """

    def read(typed: str) -> int:
        number = forms.whole(typed, low, high)
        if number is None:
            raise DeskError("setting_whole", value=typed, low=low, high=high)
        return number

    return FieldKind(lambda value: f"{value:g}", read)


def without_braces(texts: dict[str, str]) -> dict[str, str]:
    """Return texts that are said as they stand; raises DeskError for placeholders, which are filled in answers only."""
    for text in texts.values():
        if (found := unknown(text, ())) is not None:
            raise DeskError("braces", given=found[:80])
    return texts


def said_plainly(texts: dict[str, str]) -> dict[str, str]:
    """Return sentences that are said as they stand; raises DeskError for placeholders and markup."""
    for text in without_braces(texts).values():
        if (found := markup_in(text)) is not None:
            raise DeskError("markup", given=found[:80])
    return texts


def days(least: int, most: int) -> FieldKind:
    """Return a number of days between these two; 0 stands for ever."""
    counted = whole(least, most)

    def read(typed: str) -> int:
        try:
            return 0 if typed == "0" else int(counted.read(typed))
        except DeskError:
            raise DeskError("setting_days", value=typed, low=least, high=most) from None

    return FieldKind(counted.show, read)


def choice(*options: str) -> FieldKind:
    """Return one of these words."""

    def read(typed: str) -> str:
        if typed not in options:
            raise DeskError("bad_request")
        return typed

    return FieldKind(str, read)


def _number(typed: str, low: float, high: float, code: str) -> Decimal:
    try:
        number = Decimal(typed.replace(",", "."))
    except InvalidOperation:
        number = Decimal("NaN")
    if not (number.is_finite() and low <= number <= high):
        raise DeskError(code, value=typed, low=low, high=high)
    return number


def _read_hour(typed: str) -> str:
    """Return the timetable that is meant by a time of the day, or by the five fields of crontab."""
    time = _TIME.fullmatch(typed)
    written = f"{int(time[2])} {int(time[1])} * * *" if time else typed
    trouble = trouble_of(written)
    if trouble is not None:
        raise DeskError(f"timetable_{trouble}", value=typed)
    return written


def _show_hour(cron: str) -> str:
    daily = _DAILY.fullmatch(cron)
    return f"{int(daily[2])}:{int(daily[1]):02}" if daily else cron


def _read_addresses(typed: str) -> tuple[str, ...]:
    if typed == NOBODY:
        return ()
    return tuple(map(mail_address, _listed(typed)))


def _read_origins(typed: str) -> tuple[str, ...]:
    origins = tuple(dict.fromkeys(each.rstrip("/") for each in _listed(typed.lower())))
    if origins == (ANY,):
        return origins
    return tuple(map(_origin, origins))


def _origin(typed: str) -> str:
    scheme, separator, host = typed.partition("://")
    try:
        written = f"{scheme}{separator}{host if host.isascii() else host.encode('idna').decode()}"
    except UnicodeError:
        written = ""
    if not ORIGIN.fullmatch(written):
        raise DeskError("setting_origin", value=typed)
    return written


def _listed(typed: str) -> tuple[str, ...]:
    listed = tuple(dict.fromkeys(re.split(r"[\s,;、，]+", typed.strip())))
    if len(listed) > MOST_LISTED:
        raise DeskError("setting_many", most=MOST_LISTED)
    return listed


SWITCH: Final = FieldKind(
    lambda value: "yes" if value else "no", lambda typed: choice("yes", "no").read(typed) == "yes"
)
HOUR: Final = FieldKind(_show_hour, _read_hour)
ADDRESSES: Final = FieldKind(lambda value: "\n".join(value) or NOBODY, _read_addresses, 4)
ORIGINS: Final = FieldKind("\n".join, _read_origins, 4)
WORDS: Final = FieldKind(" ".join, lambda typed: tuple(typed.split()) if typed != NOBODY else ())
