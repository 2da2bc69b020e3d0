"""Whether a text names one of a person's addresses: whole, at word borders, in any case and spelling."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator
from typing import Final

from sqlalchemy import ColumnElement, or_

from nlu.words.script import HAN, IS_HAN
from nlu.words.spoken_addresses import hints, written
from storage.conversations.mailboxes import email_key, unicode_address

_JOINS: Final = "[.+&'’-]"
_AROUND_AT: Final = re.compile(r"[^\s@]{1,64}@[^\s@]{1,255}")
_BEGINNING: Final = re.compile(r"(?<![0-9a-z])(?=\S)")
_END: Final = re.compile(r"(?<=[^\W_])(?![0-9a-z])")


def may_hold_one(text: ColumnElement[str]) -> ColumnElement[bool]:
    """Return a condition for texts that may hold an address, in signs or in words: SQL knows no word borders."""
    return or_(text.contains("@"), text.contains("＠"), *(text.icontains(hint, autoescape=True) for hint in hints()))


class Mentions:
    """Finds addresses, given by their keys, in texts.

    A longer address that holds one of them is somebody else's.

    >>> annas = Mentions(["anna@example.org"])
    >>> [annas.found_in(said) for said in ("I'm ANNA@Example.org.", "是anna＠example.org谢谢", "<anna@example.org>")]
    [True, True, True]
    >>> annas.found_in("it's anna at example dot org")
    True
    >>> theirs = ("johanna@example.org", "b.anna@example.org", "anna@example.org.uk")
    >>> [annas.found_in(f"I am {other}") for other in theirs]
    [False, False, False]
    """

    def __init__(self, keys: Collection[str]) -> None:
        written = {form for key in keys for form in forms(key)}
        self._pattern = re.compile("|".join(map(_whole, sorted(written))) or "(?!)")

    def found_in(self, text: str) -> bool:
        """Tell whether the text names one of the addresses; False when there are none."""
        return self._pattern.search(_comparable(text)) is not None


def forms(key: str) -> frozenset[str]:
    """Return how an address may stand in a text, folded as `possible` folds."""
    return frozenset(_comparable(form) for form in (email_key(key), unicode_address(key)))


def possible(text: str) -> Iterator[str]:
    """Yield every part of a text that may be meant as an address, folded: more rather than less.

    >>> sorted(possible("Write to Anna@Example.org."))
    ['anna@example', 'anna@example.org']
    """
    for around in _AROUND_AT.findall(_comparable(text)):
        at = around.index("@")
        starts = [found.start() for found in _BEGINNING.finditer(around, 0, at)]
        ends = [found.start() for found in _END.finditer(around, at + 1)]
        yield from (around[start:end] for start in starts for end in ends)


def _whole(form: str) -> str:
    before, after = _letter(form[0]), _letter(form[-1])
    return rf"(?<!{before})(?<!{before}{_JOINS}){re.escape(form)}(?!{after}|-+{after}|\.{after})"


def _letter(edge: str) -> str:
    """What continues a word beside its first or last letter: Chinese characters never go on from Latin ones."""
    return r"\w" if IS_HAN.match(edge) else rf"[^\W{HAN}]"


def _comparable(text: str) -> str:
    return written(unicodedata.normalize("NFC", text)).replace("＠", "@").casefold()
