"""How much a message says."""

from __future__ import annotations

from typing import Final

from nlu.words.length import length
from nlu.words.normalise import considered

_FEW_WORDS: Final = 8


def is_brief(text: str) -> bool:
    """Tell whether a text has eight words at most, two Chinese characters counting as one.

    >>> is_brief("it's a@b.example, thanks"), is_brief("我的邮箱填错了，想改一下"), is_brief("word " * 9)
    (True, True, False)
    """
    return length(considered(text)) <= _FEW_WORDS
