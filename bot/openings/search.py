"""Finding what a candidate looks for among a company's openings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from bot.openings.criteria import anywhere, criteria_of, spots_of
from bot.openings.wish import Wish
from nlu.entities.atlas import Atlas, Spot, km
from storage import Connection, opening_search, openings, synonyms
from storage.companies import Company
from storage.openings import Opening


@dataclass(frozen=True, slots=True)
class Hit:
    """An opening that fits; `km` to the nearest of its places within reach, None when no city was asked for."""

    opening: Opening
    km: float | None


@dataclass(frozen=True, slots=True)
class Results:
    """How many openings fit, and some of them, the best first.

    `near` is False when nothing lies where it was sought and remote openings stand in for it.
    """

    total: int
    hits: tuple[Hit, ...]
    near: bool = True


def search(
    conn: Connection,
    company: Company,
    wish: Wish,
    language: str,
    atlas: Atlas,
    *,
    today: date,
    limit: int = 5,
    offset: int = 0,
) -> Results:
    """Return the open openings that fit a wish: by profession, then the nearest, then the newest.

    Remote ones fit everywhere when the candidate wants to work remotely, after those nearby, or when nothing is near
    and the candidate did not ask for a work mode.
    """
    own = synonyms.of_company(conn, company.id)
    criteria = criteria_of(wish, company, language, atlas, own)
    page = opening_search.find(conn, company.id, criteria, today, limit=limit, offset=offset)
    near = True
    if not page.total and criteria.placed and wish.work_mode is None:
        remote = replace(anywhere(criteria), work_modes=("remote",))
        page = opening_search.find(conn, company.id, remote, today, limit=limit, offset=offset)
        near = not page.total
    found = openings.by_ids(conn, company.id, page.ids)
    spots = spots_of(wish, company, language, atlas)
    return Results(page.total, tuple(Hit(opening, _km(opening, spots, wish.within_km)) for opening in found), near)


def _km(opening: Opening, spots: Sequence[Spot], within: float) -> float | None:
    places = [
        (place.latitude, place.longitude)
        for place in opening.content.places
        if place.latitude is not None and place.longitude is not None
    ]
    away = [km((spot.latitude, spot.longitude), place) for spot in spots for place in places]
    nearest = min(away, default=None)
    return nearest if nearest is not None and nearest <= within * 1.01 else None
