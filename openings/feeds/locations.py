"""Places out of free text: "Berlin or remote", "2 Locations", "Hybrid - Köln", "New York, NY, United States"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from nlu.entities.areas import Area
from nlu.entities.atlas import Atlas
from storage.openings.openings import Place

_PARTED: Final = re.compile(r"[;|•·/]|\s-\s|\s–\s|\b(?:or|and|oder|und|ou|et)\b|&|或|和|、", re.IGNORECASE)
_MODE: Final = re.compile(
    r"""\b(?:(?:100\s?%|fully|full|partially|flexible|voll|teilweise)\s+)?(?:remote(?:ly)?|hybrid\w*|home[\s-]?office|on-?site
    |t[ée]l[ée]travail|telecommute|work\s+from\s+home|mobiles?\s+arbeiten|vor\s+ort|wfh|à\s+distance)\b|远程|混合办公|居家""",
    re.IGNORECASE | re.VERBOSE,
)
_NO_PLACE: Final = re.compile(
    r"""^(?:\d+\s+\w+|(?:multiple|various|several|mehrere|verschiedene|diverse|plusieurs|different|all|alle)\s+\w+
    |anywhere|worldwide|weltweit|global|flexible|flexibel|headquarters?|hq|zentrale|hauptsitz|siège|main\s+office|office
    |tbd|n/?a|emea|dach|europe|europa|多地|不限|the\s+.*|possible|möglich)$""",
    re.IGNORECASE | re.VERBOSE,
)
_NATIONWIDE: Final = re.compile(r"^(?:bundes|deutschland)weit$", re.IGNORECASE)
_PARTING: Final = re.compile(r"[()\[\]\n]")
_POSTCODE: Final = re.compile(r"^(?:[A-Z]{1,2}-)?\d{4,6}\s+|(?<!\s)\s+\d{5}$")
_LONGEST: Final = 100


def places_in(text: str, atlas: Atlas) -> tuple[Place, ...]:
    """Return the places that a free text names; words of work mode and counts ("2 Locations") are none.

    A town that the atlas does not know is kept by its name; what follows a comma is its region or country, or another
    town when the atlas knows one of that name.
    """
    found: list[Place] = []
    for piece in _pieces(text):
        found += _of_piece(piece, atlas)
    return tuple(dict.fromkeys(found))


def country_code(name: str | None, atlas: Atlas) -> str | None:
    """Return the ISO code of a country by its code or by its name in any language; None when it is not known."""
    if not name:
        return None
    area = atlas.area(name.strip())
    return area.country if area is not None and (area.is_country or len(name.strip()) > 3) else None


def _pieces(text: str) -> Iterator[str]:
    joined = " ".join(_PARTING.sub(";", text[:2000]).split())
    for piece in _PARTED.split(joined):
        plain = _MODE.sub(" ", piece).strip(" ,:-–.")
        if plain:
            yield _POSTCODE.sub("", plain)[:_LONGEST]


def _of_piece(piece: str, atlas: Atlas) -> list[Place]:
    if _NATIONWIDE.match(piece):
        return [Place(country="DE")]
    parts = [part.strip() for part in piece.split(",") if part.strip() and not _NO_PLACE.match(part.strip())]
    found: list[Place] = []
    for part in parts:
        area = atlas.area(part)
        if found and (area is not None or _is_code(part)):
            found[-1] = _in_area(found[-1], part, area)
        elif area is not None and atlas.city(part) is None:
            found.append(Place(region=None if area.is_country else part, country=area.country))
        elif not found or atlas.city(part) is not None:
            found.append(Place(city=part))
    return found


def _in_area(place: Place, name: str, area: Area | None) -> Place:
    if area is None or not area.is_country:
        country = place.country if area is None else area.country
        return Place(place.city, name, country)
    return Place(place.city, place.region, area.code)


def _is_code(part: str) -> bool:
    return len(part) == 2 and part.isupper()
