"""Finding what a candidate looks for among a company's openings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from nlu.entities.atlas import Atlas, Spot, km
from openings.criteria import anywhere, criteria_of, spots_of
from storage import Connection
from storage.companies.companies import Company
from storage.openings.opening_search import Criteria
from storage.openings.openings import Opening, Place
from storage.openings.wishes import Wish
from storage.snapshots import CompanySnapshot


@dataclass(frozen=True, slots=True)
class Hit:
    """An opening that fits; `km` to the nearest of its places within reach, None when no city was asked for.

    `places` are its places, those where it was sought first.
    """

    opening: Opening
    km: float | None
    places: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class FoundOpenings:
    """How many openings fit, and some of them, the best first.

    `near` is False when nothing lies where it was sought and remote openings stand in for it.
    """

    total: int
    hits: tuple[Hit, ...]
    near: bool = True


def search(
    conn: Connection,
    snapshot: CompanySnapshot,
    wish: Wish,
    language: str,
    atlas: Atlas,
    *,
    today: date,
    limit: int = 5,
    offset: int = 0,
    special: Sequence[str] = (),
) -> FoundOpenings:
    """Return the open openings that fit a wish: by profession, then the nearest, then the newest.

    Those whose title has the candidate's own words come after those of the profession, then those of the `special`
    professions; of those of the profession that are as near, those with the own words come first.

    Remote ones fit everywhere when the candidate wants to work remotely, after those nearby, or when nothing is near
    and the candidate did not ask for a work mode.
    """
    company = snapshot.company
    criteria = replace(criteria_of(wish, company, language, atlas, snapshot.synonyms), special=tuple(special))
    page = snapshot.find(conn, criteria, today, limit=limit, offset=offset)
    near = True
    if not page.total and criteria.placed and wish.work_mode is None:
        remote = replace(anywhere(criteria), work_modes=("remote",))
        page = snapshot.find(conn, remote, today, limit=limit, offset=offset)
        near = not page.total
    found = snapshot.openings(conn, page.ids)
    spots = spots_of(wish, company, language, atlas)
    return FoundOpenings(page.total, tuple(_hit(opening, criteria, spots) for opening in found), near)


def is_there(opening: Opening, wish: Wish, company: Company, language: str, atlas: Atlas) -> bool:
    """Tell whether an opening has a place where it is wished, whatever else is."""
    criteria, spots = criteria_of(wish, company, language, atlas), spots_of(wish, company, language, atlas)
    return bool(_near(opening, criteria, spots) or _within(opening, criteria))


def _hit(opening: Opening, criteria: Criteria, spots: Sequence[Spot]) -> Hit:
    away, sought = _near(opening, criteria, spots), _within(opening, criteria)
    farthest = max(away.values(), default=0.0) + 1
    ordered = sorted(opening.content.places, key=lambda place: (away.get(place, farthest), place not in sought))
    return Hit(opening, min(away.values(), default=None), tuple(ordered))


def _near(opening: Opening, criteria: Criteria, spots: Sequence[Spot]) -> dict[Place, float]:
    """Its places in reach of the cities that are sought, and how many kilometres away each is."""
    reach = max((circle.km for circle in criteria.circles), default=0.0) * 1.01
    away = {place: _km(place, spots) for place in opening.content.places}
    return {place: nearest for place, nearest in away.items() if nearest is not None and nearest <= reach}


def _within(opening: Opening, criteria: Criteria) -> set[Place]:
    """Its places in the areas that are sought."""
    countries, regions = {*criteria.countries}, {*criteria.regions}
    places = opening.content.places
    return {place for place in places if place.country in countries or (place.country, place.region) in regions}


def _km(place: Place, spots: Sequence[Spot]) -> float | None:
    if place.latitude is None or place.longitude is None:
        return None
    here = place.latitude, place.longitude
    return min((km((spot.latitude, spot.longitude), here) for spot in spots), default=None)
