"""What there is instead when nothing fits a wish: with the numbers that are really there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from nlu.entities.atlas import Atlas, km
from nlu.entities.related import RelatedProfessions
from openings.closest import excluding
from openings.criteria import anywhere, criteria_of, spots_of
from storage import Connection
from storage.companies.companies import Company
from storage.openings import opening_counts
from storage.openings.opening_search import Criteria
from storage.openings.wishes import Wish
from storage.snapshots import CompanySnapshot

NEAREST_TOWNS = 3
MOST_PROFESSIONS = 4
_FIRST_LOOK_KM = 300.0


@dataclass(frozen=True, slots=True)
class Town:
    """A town with openings that fit but for their place; `city` is its name as feeds write it."""

    city: str
    country: str | None
    km: float
    count: int


@dataclass(frozen=True, slots=True)
class Alternatives:
    """What to offer: the nearest towns, related professions (id and count) at the place that was sought, and counts.

    `remote` and `anywhere` count what fits but for its place, `all` what the company offers today.
    """

    towns: tuple[Town, ...]
    professions: tuple[tuple[str, int], ...]
    remote: int
    anywhere: int
    all: int


def alternatives(
    conn: Connection,
    snapshot: CompanySnapshot,
    wish: Wish,
    language: str,
    atlas: Atlas,
    related: RelatedProfessions,
    *,
    today: date,
) -> Alternatives:
    """Return what else there is; for a wish that nothing fits, but right for any."""
    company = snapshot.company
    wish = excluding(wish, related)
    criteria = criteria_of(wish, company, language, atlas, snapshot.synonyms)
    modes = opening_counts.by_work_mode(conn, company.id, replace(anywhere(criteria), work_modes=()), today)
    total = sum(count for mode, count in modes.items() if not criteria.work_modes or mode in criteria.work_modes)
    centre = _centre(wish, company, language, atlas)
    return Alternatives(
        towns=_towns(conn, company.id, anywhere(criteria), centre, today) if total and centre else (),
        professions=_related(conn, company.id, criteria, related, today),
        remote=modes.get("remote", 0),
        anywhere=total,
        all=opening_counts.of_company(conn, company.id, today),
    )


def _centre(wish: Wish, company: Company, language: str, atlas: Atlas) -> tuple[float, float] | None:
    """Return the point that towns are near to: the first city of the wish, or the middle of its first area."""
    for spot in spots_of(wish, company, language, atlas):
        return spot.latitude, spot.longitude
    return next((middle for code in (*wish.regions, *wish.countries) if (middle := atlas.middle(code))), None)


def _towns(
    conn: Connection, company_id: int, criteria: Criteria, centre: tuple[float, float], today: date
) -> tuple[Town, ...]:
    narrow = criteria.professions or criteria.titles or criteria.words
    for within in (None,) if narrow else (_FIRST_LOOK_KM, None):  # of all openings the near ones are quicker to count
        places = opening_counts.by_place(
            conn, company_id, criteria, today, around=centre, within_km=within, limit=NEAREST_TOWNS
        )
        if places:
            break
    return tuple(
        Town(place.city, place.country, km(centre, (place.latitude, place.longitude)), place.count) for place in places
    )


def _related(
    conn: Connection, company_id: int, criteria: Criteria, related: RelatedProfessions, today: date
) -> tuple[tuple[str, int], ...]:
    others = related.near(criteria.professions)
    if not others:
        return ()
    instead = replace(criteria, professions=others, titles=(), synonyms=())
    return tuple(opening_counts.by_profession(conn, company_id, instead, today, limit=MOST_PROFESSIONS))
