"""How a category's name is written: names that look the same are one name. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from typing import Final

_WITHOUT_WIDTH: Final = re.compile("[\u00ad\u200b\u2060\ufeff]")


def spelt(name: str) -> str:
    """Return a name with its letters composed, single blanks, and nothing that has no width.

    >>> spelt(" Cafe\\u0301\\u00a0 \\u200bpay\\n")
    'Café pay'
    """
    return " ".join(unicodedata.normalize("NFC", _WITHOUT_WIDTH.sub("", name)).split())


def alike(name: str) -> str:
    """Return what is the same for names that differ in case or in what cannot be seen.

    >>> alike("PAY  "), alike("Maße") == alike("Masse")
    ('pay', False)
    """
    return spelt(name).lower()


def caller(known: Mapping[str, str], named: Iterable[str]) -> Callable[[str], str]:
    """Return what names the category that a file means: one that is `known`, whose name may be spelt otherwise there.

    `known` has the names of the company's categories by all that they may be called, `named` are the file's: of those
    that are alike and new the first is taken.

    >>> its = caller({"Working hours": "hours"}, ["working  hours", "Pay", "pay"])
    >>> its("Working hours"), its("working  hours"), its("pay")
    ('Working hours', 'Working hours', 'Pay')
    """
    by_key = {alike(each): spelt(each) for each in reversed(list(named))}
    by_key |= {alike(each): each for each in sorted(known, key=lambda each: known[each] == each, reverse=True)}
    return lambda name: name if name in known else by_key.get(alike(name), spelt(name))
