"""E-mail addresses in what candidates write."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.brevity import is_brief
from nlu.words.script import IS_HAN
from nlu.words.spoken_addresses import written

# Half-width and full-width punctuation that ends an address within a sentence.
_SEPARATORS = re.compile(r"[\s<>()\[\],;:\"“”„«»‹›（）【】《》「」，。；：、！？!?]+")
_MAILTO = re.compile(r"\bmailto:", re.IGNORECASE)


def mentioned(text: str) -> tuple[str, ...]:
    """Return what looks like an address in a message, each once, in order; an address within a word is cut out whole.

    >>> mentioned("It's anna@example.org, thanks. Or <bo+jobs@example.org>!")
    ('anna@example.org', 'bo+jobs@example.org')
    >>> mentioned("我的邮箱是anna@example.org谢谢")
    ('anna@example.org',)
    >>> mentioned("it's anna dot lopez at example dot org")
    ('anna.lopez@example.org',)
    """
    words = _SEPARATORS.split(_MAILTO.sub(" ", written(text).replace("＠", "@")))
    return tuple(dict.fromkeys(_address_in(word) for word in words if "@" in word.strip("@")))


def says_little_else(text: str, found: Sequence[str]) -> bool:
    """Tell whether a message is about the addresses that were `found` in it, and asks nothing.

    >>> says_little_else("it's a@b.example", ["a@b.example"]), says_little_else("a@b.example?", ["a@b.example"])
    (True, False)
    """
    text = written(text)
    for address in found:
        text = text.replace(address, " ")
    return is_brief(text) and "?" not in text and "？" not in text


def _address_in(word: str) -> str:
    """Chinese is written without blanks: an address in Latin letters ends where its characters begin."""
    if word[0] == word[-1] == "'":
        word = word[1:-1]
    local, _, domain = word.strip(".…`").rpartition("@")
    if not IS_HAN.match(domain):
        domain = IS_HAN.split(domain)[0]
    if local and not IS_HAN.match(local[-1]):
        local = IS_HAN.split(local)[-1]
    return f"{local}@{domain.rstrip('.')}"
