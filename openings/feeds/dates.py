"""Days as feeds write them."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from email.utils import parsedate_to_datetime
from typing import Final

_ISO: Final = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)")
_COMPACT: Final = re.compile(r"(20\d\d)(\d\d)(\d\d)$")
_DOTTED: Final = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})\b")
_SLASHED: Final = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})\b")
_NAMED: Final = ("%d %B %Y", "%d %b %Y", "%B %d, %Y", "%b %d, %Y", "%d-%b-%Y")
_EARLIEST, _LATEST = date(1990, 1, 1), date(2100, 1, 1)
_MILLISECONDS: Final = 10**11


def day(value: object) -> date | None:
    """Return the day that a feed means, None where that is not clear (03/04/2026) or out of all reason.

    Known are ISO 8601, RFC 2822, 31.12.2026, 2026/12/31, 12/31/2026, 31 Dec 2026, and seconds or milliseconds since
    1970 as Lever writes.

    >>> [str(day(value)) for value in ("2026-12-31T23:00:00+01:00", "31.12.2026", "Fri, 10 Dec 2004 22:49:39 GMT")]
    ['2026-12-31', '2026-12-31', '2004-12-10']
    >>> str(day(1767225600000)), day("03/04/2026"), day("soon"), day("31.02.2026")
    ('2026-01-01', None, None, None)
    """
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    found = _of_text(value.strip()[:60]) if isinstance(value, str) else _of_seconds(value)
    return found if found is not None and _EARLIEST <= found <= _LATEST else None


def _of_text(text: str) -> date | None:
    if text.isdecimal() and len(text) > 8:
        return _of_seconds(float(text))
    if found := _ISO.match(text) or _COMPACT.match(text):
        return _made(*found.groups())
    if found := _DOTTED.match(text):
        return _made(found[3], found[2], found[1])
    if found := _SLASHED.match(text):
        return _slashed(int(found[1]), int(found[2]), found[3])
    return _named(text)


def _slashed(first: int, second: int, year: str) -> date | None:
    """Months stand first in the United States and second elsewhere: only a number above 12 tells."""
    if first > 12 or first == second:
        return _made(year, second, first)
    return _made(year, first, second) if second > 12 else None


def _named(text: str) -> date | None:
    for form in _NAMED:
        try:
            return datetime.strptime(text, form).replace(tzinfo=UTC).date()
        except ValueError:
            continue
    try:
        return parsedate_to_datetime(text).date()
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def _of_seconds(value: float) -> date | None:
    try:
        return datetime.fromtimestamp(value / 1000 if value > _MILLISECONDS else value, UTC).date()
    except (ValueError, OverflowError, OSError):
        return None


def _made(year: object, month: object, day_: object) -> date | None:
    try:
        return date(int(str(year)), int(str(month)), int(str(day_)))
    except ValueError:
        return None
