"""JSON of strangers: read with clear errors, and looked into without trusting its shape."""

from __future__ import annotations

import json
import math
from typing import Any

from openings.feeds.markup import refuse_no_feed
from openings.feeds.reasons import FeedError, FeedReasonCode


def read_json(text: str) -> Any:
    """Return the value; raise FeedError with the place for what is no JSON or nested beyond reason.

    Line breaks and tabs may stand in a text as they are: many who write JSON by hand put them there.
    """
    try:
        return json.loads(text, strict=False)
    except json.JSONDecodeError as error:
        refuse_no_feed(text.strip("\ufeff"))
        raise _broken(text, error) from None
    except (RecursionError, ValueError):
        raise FeedError(FeedReasonCode.JSON_TOO_DEEP) from None


def _broken(text: str, error: json.JSONDecodeError) -> FeedError:
    if text.lstrip("\ufeff \t\r\n")[0] not in "[{":
        return FeedError(FeedReasonCode.NOT_JSON)
    if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated"):
        return FeedError(FeedReasonCode.JSON_CUT_OFF)
    return FeedError(FeedReasonCode.JSON_BROKEN, line=error.lineno, column=error.colno)


def within(value: Any, *path: str) -> Any:
    """Return what stands at the path of keys, None where a step is missing or no object.

    >>> within({"location": {"city": "Bonn"}}, "location", "city"), within({"location": "Bonn"}, "location", "city")
    ('Bonn', None)
    """
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def each(value: Any) -> list[Any]:
    """Return a list as it is, nothing as an empty list, anything else as the only item."""
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def objects(value: Any) -> list[dict[str, Any]]:
    """Return the objects among what `each` returns."""
    return [item for item in each(value) if isinstance(item, dict)]


def words(*values: Any) -> tuple[str, ...]:
    """Return the texts among values and lists of values."""
    return tuple(item for value in values for item in each(value) if isinstance(item, str) and item.strip())


def number(value: Any) -> float | None:
    """Return a number, also one written as text; None for anything else, and for what has no end.

    >>> number("7.5"), number(float("nan")), number("-Infinity"), number(True)
    (7.5, None, None, None)
    """
    if isinstance(value, bool):
        return None
    try:
        found = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return found if math.isfinite(found) else None
