"""Names of people, as they type them."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from nlu.product_files import DATA_FOLDER
from nlu.starter import phrases

NAME_LIMIT: Final = 80
_WORDS: Final = 6
_FEW_WORDS: Final = 4


def name_in(text: str) -> str:
    """Return the name that a text gives, on one line.

    >>> name_in("My name is  Anna\\nLópez."), name_in("我叫王芳"), name_in("Imani")
    ('Anna López', '王芳', 'Imani')
    """
    return " ".join(_introduction("name", "self").sub("", text.strip()).split()).rstrip(".。!！")


def says_its_name(text: str) -> bool:
    """Tell whether a text says a name and can hardly mean anything else.

    >>> says_its_name("Ich heiße Anna Löpez"), says_its_name("Ich bin am Ende"), says_its_name("Anna Löpez")
    (True, False, False)
    """
    introduced = _introduction("name").match(text.strip()) is not None
    return introduced and is_name(text) and len(name_in(text).split()) <= _FEW_WORDS


def is_name(text: str) -> bool:
    """Tell whether a text can be a person's name: a few words with letters and no digits.

    >>> is_name("Jean-Luc d’Artagnan"), is_name("2 + 2"), is_name("x" * 200), is_name("a@b.example")
    (True, False, False, False)
    """
    name = name_in(text)
    few = 0 < len(name) <= NAME_LIMIT and len(name.split()) <= _WORDS
    return few and any(each.isalpha() for each in name) and not re.search(r"[\d@<>{}\[\]/\\=+*#|_]", name)


@cache
def _introduction(*meanings: str) -> re.Pattern[str]:
    """What a text begins with: the forms in `data/introductions` that have these meanings, in any language."""
    listed = phrases(DATA_FOLDER, "introductions").values()
    forms = [form for of_language in listed for meaning in meanings for form in of_language[meaning]]
    choice = "|".join(map(re.escape, sorted(forms, key=len, reverse=True)))
    return re.compile(rf"^(?:{choice})\s*", re.IGNORECASE)
