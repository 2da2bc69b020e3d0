"""E-mail addresses that are said in words ("kate dot hill at example dot org"): written in signs, and found again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from nlu.words.word_patterns import of_every_language

_AT_SIGNS: Final = "@＠"
_SIGNS: Final = {"_": "underscore", "-": "hyphen", "+": "plus", ".": "dot"}
_NAME: Final = r"[^\W_\u3400-\u9fff]+"
"""Letters and digits of a script that is written in words."""
_BLANKS: Final = r"\s{0,3}"
_AROUND: Final = r"[\s,，]{0,3}"
"""What may stand around the at sign."""
_LONGEST: Final = 120
"""Characters before and after the at sign in which the rest of an address is looked for."""


@dataclass(frozen=True, slots=True)
class SpokenAddress:
    """An address in a text: where it begins and ends there, and how it is written."""

    start: int
    end: int
    address: str


def spoken(text: str) -> Iterator[SpokenAddress]:
    """Yield the addresses of a text, said in words or in signs, in their order.

    The word "at" alone is a sign where a dot is said as well, or what stands before it can be nothing but an address.
    Before a sign in words a single name stands alone or after what announces it: "Kate Hill at" may be kate.hill@.
    """
    end = 0
    for at in _at().finditer(text):
        first = max(end, at.start() - _LONGEST)
        local, domain = _local().search(text[first : at.start()]), _domain().match(text, at.end(), at.end() + _LONGEST)
        if local is None or domain is None:
            continue
        start = first + local.start(1)
        if not _is_meant(at, text[:start], local[1], domain[1]):
            continue
        end = domain.end(1)
        yield SpokenAddress(start, end, f"{_in_signs(local[1])}@{_in_signs(domain[1])}")


def written(text: str) -> str:
    """Return a text with the signs of the addresses in it that are said in words, or stand between blanks.

    >>> written("it's kate dot hill at example dot org, thanks"), written("luki unterstrich w klammeraffe example.org")
    ("it's kate.hill@example.org, thanks", 'luki_w@example.org')
    >>> written("flo.h @ example . org"), written("I looked at indeed.com")
    ('flo.h@example.org', 'I looked at indeed.com')
    >>> written("it's hill at example dot org"), written("kate hill at example dot org")
    ("it's hill@example.org", 'kate hill at example dot org')
    """
    done, end = [], 0
    for each in spoken(text):
        done += [text[end : each.start], each.address]
        end = each.end
    return "".join([*done, text[end:]])


def hints() -> tuple[str, ...]:
    """Return parts of which every text holds one, in any case of Latin letters, that holds an address in words."""
    return tuple(_said("may_hold").replace("\\", "").split("|"))


def _is_meant(at: re.Match[str], before: str, local: str, domain: str) -> bool:
    """Whether an at sign that is said stands in an address, and all of what stands before it is known."""
    if at[0] in _AT_SIGNS:
        return True
    name = _in_signs(local)
    is_one_name = re.fullmatch(_NAME, local) is not None
    if name.isdigit() or (is_one_name and not _announced().search(before)):
        return False
    return at["may_be"] is None or _in_signs(domain) != domain or bool(re.search(r"[._\d]", name))


def _in_signs(said: str) -> str:
    for sign in _SIGNS:
        said = _sign(sign).sub(sign, said)
    return said


def _said(kind: str) -> str:
    return of_every_language("addresses", kind).pattern


@cache
def _sign(sign: str) -> re.Pattern[str]:
    return re.compile(rf"{_BLANKS}(?:{_said(_SIGNS[sign])}|{re.escape(sign)}){_BLANKS}", re.IGNORECASE)


@cache
def _announced() -> re.Pattern[str]:
    """The end of a text after which a single name may be all of an address before its sign."""
    return re.compile(rf"(?:^|[^\w\s]|[\u3400-\u9fff]|\b(?:{_said('announces')}))\s*$", re.IGNORECASE)


@cache
def _at() -> re.Pattern[str]:
    return re.compile(rf"{_said('at')}|[{_AT_SIGNS}]|(?P<may_be>{_said('may_be_at')})", re.IGNORECASE)


@cache
def _between() -> str:
    """What stands between the names of an address: a sign, or its words between blanks."""
    words = "|".join(_said(kind) for kind in _SIGNS.values())
    return rf"(?:[._+-]|{_BLANKS}(?:{words}){_BLANKS}| [._+-] )"


@cache
def _local() -> re.Pattern[str]:
    return re.compile(rf"(?<![^\W\u3400-\u9fff])({_NAME}(?:{_between()}{_NAME})*){_AROUND}$", re.IGNORECASE)


@cache
def _domain() -> re.Pattern[str]:
    last = rf"(?:\.|{_BLANKS}(?:{_said('dot')}){_BLANKS}| \. )[a-z]{{2,}}"
    return re.compile(rf"{_AROUND}({_NAME}(?:{_between()}{_NAME})*{last})", re.IGNORECASE)
