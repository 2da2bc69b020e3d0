"""Text from outside, made safe to store and to show."""

from __future__ import annotations

import re

from texts.cleaning import CONTROL, SURROGATES

_SURROGATE = re.compile(f"[{SURROGATES}]")
_CONTROL = re.compile(f"[{CONTROL}]")
VISIBLE = r"[^\s\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]"
"""A character that shows something, for Python and for JSON schemas: no blank, no control, none of zero width."""
_VISIBLE = re.compile(VISIBLE)


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


def shows_something(text: str) -> bool:
    r"""Tell whether a reader sees anything of a text.

    >>> shows_something("\u200b \ufeff"), shows_something("👩\u200d🍳")
    (False, True)
    """
    return _VISIBLE.search(text) is not None
