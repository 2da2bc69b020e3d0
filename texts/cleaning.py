r"""Text from outside without what nobody sees, and on one line.

The sets of characters are classes of regular expressions, without their brackets.
"""

from __future__ import annotations

import re
from typing import Final

TURNING: Final = r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
"""What turns the direction of writing unseen, and with it what stands behind it on a page."""
CONTROL: Final = r"\x00-\x08\x0b-\x1f\x7f-\x9f"
"""Control characters but for the tab and the end of a line."""
SURROGATES: Final = r"\ud800-\udfff"
"""Halves of characters, which stand in no file and no database."""
UNSEEN: Final = TURNING + CONTROL + SURROGATES + r"\ufeff"
"""What no text needs."""
_UNSEEN: Final = re.compile(f"[{UNSEEN}]")


def without_unseen(text: str) -> str:
    r"""Return a text without control characters, halves of characters and what turns its direction; lines end in \n.

    >>> without_unseen("a\x00b\r\nc\ud800"), without_unseen("\u202epay\u2069 \u061cnow")
    ('ab\nc', 'pay now')
    """
    return _UNSEEN.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def one_line(text: str) -> str:
    r"""Fold all white space into single spaces.

    >>> one_line(" working\n hours ")
    'working hours'
    """
    return " ".join(text.split())
