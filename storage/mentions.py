"""Whether a text names one of a person's addresses: whole, at word borders, in any case and spelling."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from typing import Final

from nlu.ngrams import HAN
from storage.subscriptions import email_key, unicode_address

_JOINS: Final = "[.+&'’-]"


class Mentions:
    """Finds addresses, given by their keys, in texts.

    A longer address that holds one of them is somebody else's.

    >>> annas = Mentions(["anna@example.org"])
    >>> [annas.found_in(said) for said in ("I'm ANNA@Example.org.", "是anna＠example.org谢谢", "<anna@example.org>")]
    [True, True, True]
    >>> theirs = ("johanna@example.org", "b.anna@example.org", "anna@example.org.uk")
    >>> [annas.found_in(f"I am {other}") for other in theirs]
    [False, False, False]
    """

    def __init__(self, keys: Collection[str]) -> None:
        forms = {_comparable(form) for key in keys for form in (email_key(key), unicode_address(key))}
        self._pattern = re.compile("|".join(map(_whole, sorted(forms))) or "(?!)")

    def found_in(self, text: str) -> bool:
        """Tell whether the text names one of the addresses; False when there are none."""
        return self._pattern.search(_comparable(text)) is not None


def _whole(form: str) -> str:
    before, after = _letter(form[0]), _letter(form[-1])
    return rf"(?<!{before})(?<!{before}{_JOINS}){re.escape(form)}(?!{after}|-+{after}|\.{after})"


def _letter(edge: str) -> str:
    """What continues a word beside its first or last letter: Chinese characters never go on from Latin ones."""
    return r"\w" if re.match(f"[{HAN}]", edge) else rf"[^\W{HAN}]"


def _comparable(text: str) -> str:
    return unicodedata.normalize("NFC", text).replace("＠", "@").casefold()
