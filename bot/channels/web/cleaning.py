"""Text from outside, made safe to store and to show."""

from __future__ import annotations

import re

_SURROGATE = re.compile("[\ud800-\udfff]")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def mend(text: str) -> str:
    r"""Return `text` with every lone surrogate replaced, so that it can be written as UTF-8.

    >>> mend("half \ud83d, whole \ud83d\ude42")
    'half �, whole 🙂'
    """
    if not _SURROGATE.search(text):
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def clean(text: str) -> str:
    r"""Return `text` without control characters except newline and tab, and without blanks at its ends.

    >>> clean("Hi\x00 there\r\nyou \t")
    'Hi there\nyou'
    """
    if _CONTROL.search(text):
        text = _CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return text.strip()
