"""Colours as the web writes them: how well one is read on another, and the nearest that is. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

READABLE: Final = 4.5
"""The contrast that text needs (WCAG 2.2, 1.4.3)."""
BLACK: Final = "#000000"
WHITE: Final = "#ffffff"
_STEPS: Final = 100
_HEX = re.compile(r"#([0-9a-f]{3}|[0-9a-f]{6})")


def colour_of(typed: str) -> str | None:
    """Return a colour in six digits; None for what is none.

    >>> colour_of(" #1B5 "), colour_of("#14594F"), colour_of("teal"), colour_of("#12345")
    ('#11bb55', '#14594f', None, None)
    """
    found = _HEX.fullmatch(typed.strip().lower())
    if found is None:
        return None
    digits = found[1]
    return "#" + ("".join(digit * 2 for digit in digits) if len(digits) == 3 else digits)


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 (the same) to 21 (WCAG 2.2).

    >>> contrast("#000000", "#ffffff"), round(contrast("#777777", "#ffffff"), 2)
    (21.0, 4.48)
    """
    dark, light = sorted((_luminance(one), _luminance(other)))
    return round((light + 0.05) / (dark + 0.05), 4)


def readable_ink(fill: str) -> str:
    """Return white or black, whichever is read better on a colour; one of them always has 4.5:1.

    >>> readable_ink("#14594f"), readable_ink("#ffd400")
    ('#ffffff', '#000000')
    """
    return max((WHITE, BLACK), key=lambda ink: contrast(fill, ink))


def readable_on(colour: str, grounds: Sequence[str]) -> str:
    """Return the colour, made only as much darker or lighter as it must be to be read as text on all these grounds.

    The grounds are all light, or all dark.

    >>> readable_on("#14594f", ["#ffffff"]), readable_on("#ffd400", ["#ffffff"])
    ('#14594f', '#8c7500')
    """
    towards = readable_ink(grounds[0])
    mixes = (_mixed(colour, towards, step / _STEPS) for step in range(_STEPS + 1))
    return next(each for each in mixes if all(contrast(each, ground) >= READABLE for ground in grounds))


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(channel / 255) for channel in _channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


def _mixed(colour: str, other: str, share: float) -> str:
    pairs = zip(_channels(colour), _channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)
