"""Names of people, as they type them."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from nlu.ngrams import HAN
from nlu.product_files import DATA_FOLDER
from nlu.starter import phrases

NAME_LIMIT: Final = 80
_WORDS: Final = 6
_FEW_WORDS: Final = 4
_BEGINS: Final = rf"(?:^|(?<=[^\w])|(?<=[{HAN}])|(?=[{HAN}]))"
"""Where a word may begin: Chinese has no blanks."""


def name_in(text: str) -> str:
    """Return the name that a text gives, on one line.

    >>> name_in("My name is  Anna\\nLópez."), name_in("我叫王芳"), name_in("Imani"), name_in("OK then, my name is Bo")
    ('Anna López', '王芳', 'Imani', 'Bo')
    """
    said = _after_introduction(text)
    said = _introduction("self").sub("", text.strip()) if said is None else said
    return " ".join(said.split()).rstrip(".。!！")


def says_its_name(text: str) -> bool:
    """Tell whether a text says a name and can hardly mean anything else.

    >>> says_its_name("Gut, ich heiße Anna Löpez"), says_its_name("Ich bin am Ende"), says_its_name("Anna Löpez")
    (True, False, False)
    """
    introduced = _after_introduction(text) is not None
    return introduced and is_name(text) and len(name_in(text).split()) <= _FEW_WORDS


def is_name(text: str) -> bool:
    """Tell whether a text can be a person's name: a few words with letters and no digits.

    >>> is_name("Jean-Luc d’Artagnan"), is_name("2 + 2"), is_name("x" * 200), is_name("a@b.example")
    (True, False, False, False)
    """
    name = name_in(text)
    few = 0 < len(name) <= NAME_LIMIT and len(name.split()) <= _WORDS
    return few and any(each.isalpha() for each in name) and not re.search(r"[\d@<>{}\[\]/\\=+*#|_]", name)


def _after_introduction(text: str) -> str | None:
    """What follows the last words with which a name is said, after which hardly anything else comes."""
    *_, last = (None, *_introduction("name", anywhere=True).finditer(text.strip()))
    return None if last is None else text.strip()[last.end() :]


@cache
def _introduction(meaning: str, *, anywhere: bool = False) -> re.Pattern[str]:
    """The forms in `data/introductions` of this meaning, in any language, with which a text or its words begin."""
    listed = phrases(DATA_FOLDER, "introductions").values()
    forms = [form for of_language in listed for form in of_language[meaning]]
    choice = "|".join(map(re.escape, sorted(forms, key=len, reverse=True)))
    return re.compile(rf"{_BEGINS if anywhere else '^'}(?:{choice})\s*", re.IGNORECASE)
