"""E-mail addresses that are said in words ("kate dot hill at example dot org"): written in signs, and found again."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from nlu.word_patterns import of_every_language

_SIGNS: Final = {".": "dot", "_": "underscore", "-": "hyphen"}
_NAME: Final = r"[^\W_\u3400-\u9fff+]+(?:\+[^\W_\u3400-\u9fff]+)*"
"""Letters and digits of a script that is written in words."""
_LONGEST: Final = 120
"""Characters before and after the at sign in which the rest of an address is looked for."""


def written(text: str) -> str:
    """Return a text with the signs of the addresses in it that are said in words, or stand between blanks.

    The word "at" alone is one where a dot is said as well, or what stands before it can be nothing but an address.

    >>> written("it's kate dot hill at example dot org, thanks"), written("luki unterstrich w klammeraffe example.org")
    ("it's kate.hill@example.org, thanks", 'luki_w@example.org')
    >>> written("flo.h @ example . org"), written("I looked at indeed.com")
    ('flo.h@example.org', 'I looked at indeed.com')
    """
    done, end = [], 0
    for at in _at().finditer(text):
        before, after = text[max(end, at.start() - _LONGEST) : at.start()], text[at.end() : at.end() + _LONGEST]
        local, domain = _local().search(before), _domain().match(after)
        if local is None or domain is None or not _is_sign(at, local[1], domain[1]):
            continue
        done += [text[end : at.start() - len(local[0])], f"{_in_signs(local[1])}@{_in_signs(domain[1])}"]
        end = at.end() + domain.end(1)
    return "".join([*done, text[end:]])


def as_said(address: str) -> str:
    """Return an expression for an address, in signs or in words, without regard to case.

    >>> bool(re.fullmatch(as_said("kate.hill@example.org"), "kate dot hill (at) example DOT org", re.IGNORECASE))
    True
    """
    ways = {sign: rf"\s?(?:{re.escape(sign)}|{_said(kind)})\s?" for sign, kind in _SIGNS.items()}
    ways["@"] = rf"\s?(?:[@＠]|{_said('at')}|{_said('may_be_at')})\s?"
    return "".join(ways.get(letter, re.escape(letter)) for letter in address)


def _is_sign(at: re.Match[str], local: str, domain: str) -> bool:
    """Whether what may be the word "at" stands for the sign."""
    if at["may_be"] is None:
        return True
    return _in_signs(domain) != domain or bool(re.search(r"[._\d]", _in_signs(local)))


def _in_signs(said: str) -> str:
    for sign in ("_", "-", "."):
        said = _sign(sign).sub(sign, said)
    return said


def _said(kind: str) -> str:
    return of_every_language("addresses", kind).pattern


@cache
def _sign(sign: str) -> re.Pattern[str]:
    return re.compile(rf"\s*(?:{_said(_SIGNS[sign])}|{re.escape(sign)})\s*", re.IGNORECASE)


@cache
def _at() -> re.Pattern[str]:
    return re.compile(rf"{_said('at')}|[@＠]|(?P<may_be>{_said('may_be_at')})", re.IGNORECASE)


@cache
def _between() -> str:
    """What stands between the names of an address: a sign, or its words between blanks."""
    words = "|".join(_said(kind) for kind in ("underscore", "hyphen", "dot"))
    return rf"(?:[._-]| ?(?:{words}) ?| [._-] )"


@cache
def _local() -> re.Pattern[str]:
    return re.compile(rf"(?<![^\W\u3400-\u9fff])({_NAME}(?:{_between()}{_NAME})*)[ ,，]{{0,2}}$", re.IGNORECASE)


@cache
def _domain() -> re.Pattern[str]:
    last = rf"(?:\.| ?(?:{_said('dot')}) ?| \. )[a-z]{{2,}}"
    return re.compile(rf"[ ,，]{{0,2}}({_NAME}(?:{_between()}{_NAME})*{last})", re.IGNORECASE)
