"""Openings by what people call them: their titles without endings and what only explains them."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Final

from sqlalchemy import Connection, Integer, bindparam, select

from storage.database.prepared import Prepared
from storage.tables.opening import opening

_ASIDE: Final = re.compile(
    r"\([^()]{0,30}\)|\[[^\[\]]{0,30}\]|[/*:_]-?(?:in|innen|r|e|frau|euse|trice|ne|ère)\b", re.IGNORECASE
)
"""What a title has for all genders, and other asides: "(m/w/d)", "(ne)", "/in"."""
_PARTS: Final = re.compile(r"\s[–—-]\s|,|\|")
_WORD: Final = re.compile(r"[a-z0-9]+|[^\Wa-z0-9_]+")
_TITLES: Final = Prepared(
    select(opening.c.id, opening.c.title).where(
        opening.c.company_id == bindparam("company", type_=Integer), opening.c.status == "open"
    )
)
_FEWEST, _SHORTEST = 2, 12
"""Words and letters of a title at least: "Cook" is a trade rather than the one opening for a cook."""


def title_words(text: str) -> tuple[str, ...]:
    """Return the words of a text as titles are compared: small letters without accents.

    >>> title_words("Elektroniker für Betriebstechnik?"), title_words("那个Barista的")
    (('elektroniker', 'fur', 'betriebstechnik'), ('那个', 'barista', '的'))
    """
    parts = unicodedata.normalize("NFKD", text.casefold())
    return tuple(_WORD.findall("".join(letter for letter in parts if not unicodedata.combining(letter))))


def spoken_title(title: str) -> str | None:
    """Return the words that name an opening when its title is said; None where they would name a trade as well.

    >>> spoken_title("Mechatroniker Montage Espressomaschinen (m/w/d)"), spoken_title("Koch (m/w/d) Betriebsrestaurant")
    ('mechatroniker montage espressomaschinen', 'koch betriebsrestaurant')
    >>> spoken_title("Produktionshelfer (m/w/d) – auch ohne Erfahrung"), spoken_title("Servicetechniker/in Wien")
    (None, 'servicetechniker wien')
    """
    words = title_words(_PARTS.split(_ASIDE.sub("", title))[0])
    said = " ".join(words)
    return said if len(words) >= _FEWEST and len(said) >= _SHORTEST else None


def by_title(conn: Connection, company_id: int) -> dict[str, int]:
    """Return the company's open openings by their spoken titles, those that one alone has."""
    ids = defaultdict[str, list[int]](list)
    for id_, title in _TITLES.rows(conn, {"company": company_id}):
        said = spoken_title(title)
        if said is not None:
            ids[said].append(id_)
    return {said: its[0] for said, its in ids.items() if len(its) == 1}


def titles_said(text: str, titles: Mapping[str, Mapping[str, int]]) -> Iterator[tuple[str, int]]:
    """Yield the spoken titles that a text holds word for word, with their openings, of those under their first words.

    >>> known = {"koch": {"koch betriebsrestaurant": 7, "koch kassel": 8}}
    >>> list(titles_said("is Koch Betriebsrestaurant open?", known))
    [('koch betriebsrestaurant', 7)]
    """
    words = title_words(text)
    said = f" {' '.join(words)} "
    for first in dict.fromkeys(words):
        yield from ((title, id_) for title, id_ in titles.get(first, {}).items() if f" {title} " in said)
