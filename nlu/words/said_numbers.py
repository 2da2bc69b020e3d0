"""Numbers as people write them: with separators, or in Chinese characters. Pure."""

from __future__ import annotations

import re
from typing import Final

HAN_NUMBER: Final = "[一二两三四五六七八九十百千]+"
"""A pattern of numbers in Chinese characters."""
_DIGITS: Final = {sign: value for value, sign in enumerate("零一二三四五六七八九")} | {"两": 2}
_TENS: Final = {"十": 10, "百": 100, "千": 1000}


def number(said: str) -> float:
    """Return what a number is that is written with or without separators, or in Chinese; ValueError for what is none.

    >>> [number(said) for said in ("60.000", "3 500", "14,50", "1.5", "三千五百", "十二")]
    [60000.0, 3500.0, 14.5, 1.5, 3500.0, 12.0]
    """
    if said[0] in _DIGITS or said[0] in _TENS:
        return _han_number(said)
    if re.fullmatch(r"\d{1,3}(?:[.,'’\s]\d{3})+", said):
        return float(re.sub(r"\D", "", said))
    return float(said.replace(",", "."))


def _han_number(said: str) -> float:
    total, digit = 0, 0
    for sign in said:
        if sign in _TENS:
            total, digit = total + (digit or 1) * _TENS[sign], 0
        else:
            digit = _DIGITS[sign]
    return float(total + digit)
