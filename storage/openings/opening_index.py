"""Keeping what search sees in step with the openings that are open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import chain
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from nlu.ads.working_times import TIMES_VERSION, WorkingTime, working_times
from nlu.words.search_terms import TERMS_VERSION, index_terms
from storage.companies import companies
from storage.openings import openings as known_openings
from storage.openings.opening_kinds import EmploymentType
from storage.openings.openings import OpeningContent, Place
from storage.tables.search import NEVER, WHATEVER, opening_entry, opening_spot, opening_text

TYPE_BITS: dict[EmploymentType, int] = {
    "full_time": 1,
    "part_time": 2,
    "permanent": 4,
    "temporary": 8,
    "internship": 16,
    "apprenticeship": 32,
    "freelance": 64,
}
TIME_BITS: dict[WorkingTime, int] = {"night_work": 128, "weekend_work": 256, "shift_work": 512}
"""Employment types and working times as bits of `opening_entry.types`, so that a filter needs no other table."""

FOUND_BY = f"{TERMS_VERSION}/{TIMES_VERSION}"
"""The version of what is read from an opening's text to find it by."""

CONSIDERED_CHARACTERS = 20_000
"""What is searchable of a description at most."""

_LONGEST_NAME = 200
"""Of a city or region; PostgreSQL indexes no row of more than 2,704 bytes."""


def put(conn: Connection, company_id: int, openings: Iterable[tuple[int, OpeningContent]], today: date) -> None:
    """Make these openings findable as they are now; one without a date counts as posted today."""
    known = list(openings)
    if not known:
        return
    remove(conn, company_id, [opening_id for opening_id, _ in known])
    entries = [_entry(company_id, id_, content, today) for id_, content in known]
    conn.execute(insert(opening_entry), entries)
    spots = (_spots(entry, content) for entry, (_, content) in zip(entries, known, strict=True))
    conn.execute(insert(opening_spot), list(chain.from_iterable(spots)))
    conn.execute(insert(opening_text), [_text(company_id, id_, content) for id_, content in known])


def remove(conn: Connection, company_id: int, opening_ids: Sequence[int]) -> None:
    """Let these openings be found no more."""
    for table in (opening_entry, opening_spot, opening_text):
        conn.execute(delete(table).where(table.c.company_id == company_id, table.c.opening_id.in_(opening_ids)))


def renew(conn: Connection, company_id: int, most: int) -> int:
    """Read so many openings anew whose text was read by another version; return how many these were.

    What another process is at is left to it.
    """
    its = (opening_entry.c.company_id == company_id, opening_entry.c.terms != FOUND_BY)
    old = select(opening_entry.c.opening_id).where(*its).limit(most).with_for_update(skip_locked=True)
    ids = list(conn.scalars(old))
    known = known_openings.by_ids(conn, company_id, ids)
    if known:
        of_ids = (opening_text.c.company_id == company_id, opening_text.c.opening_id.in_(ids))
        conn.execute(delete(opening_text).where(*of_ids))
        conn.execute(insert(opening_text), [_text(company_id, each.id, each.content) for each in known])
        types = [{"id": each.id, "kinds": _types(each.content)} for each in known]
        for table in (opening_entry, opening_spot):
            its = (table.c.company_id == company_id, table.c.opening_id == bindparam("id"))
            conn.execute(update(table).where(*its).values(types=bindparam("kinds")), types)
        entries = (opening_entry.c.company_id == company_id, opening_entry.c.opening_id.in_(ids))
        conn.execute(update(opening_entry).where(*entries).values(terms=FOUND_BY))
        companies.changed(conn, company_id)
    return len(ids)


def bits(types: Iterable[EmploymentType], times: Iterable[WorkingTime] = ()) -> int:
    """Return employment types and working times as one number.

    >>> bits(["full_time", "permanent"]), bits([], ["night_work"])
    (5, 128)
    """
    return sum(TYPE_BITS[kind] for kind in set(types)) + sum(TIME_BITS[time] for time in set(times))


def _entry(company_id: int, opening_id: int, content: OpeningContent, today: date) -> dict[str, Any]:
    return {
        "company_id": company_id,
        "opening_id": opening_id,
        "posted": (content.posted or today).toordinal(),
        "last_day": content.valid_through.toordinal() if content.valid_through else NEVER,
        "work_mode": content.work_mode,
        "level": content.level,
        "types": _types(content),
        "terms": FOUND_BY,
    }


def _types(content: OpeningContent) -> int:
    told = f"{content.title}\n{content.description[:CONSIDERED_CHARACTERS]}"
    return bits(content.employment_types, working_times(told, content.language))


def _spots(entry: Mapping[str, Any], content: OpeningContent) -> list[dict[str, Any]]:
    fixed = {name: entry[name] for name in entry.keys() & opening_spot.c.keys()}
    places = [_on_the_map(place) | {"position": at} for at, place in enumerate(content.places or (Place(),))]
    professions = dict.fromkeys((WHATEVER, *content.professions))
    return [fixed | place | {"profession": profession} for profession in professions for place in places]


def _on_the_map(place: Place) -> dict[str, Any]:
    named = {"city": place.city and place.city[:_LONGEST_NAME], "region": place.region and place.region[:_LONGEST_NAME]}
    return {**named, "country": place.country, "latitude": place.latitude, "longitude": place.longitude}


def _text(company_id: int, opening_id: int, content: OpeningContent) -> dict[str, Any]:
    title = index_terms(content.title, content.language)
    text = f"{content.department or ''} {content.description[:CONSIDERED_CHARACTERS]}"
    words = dict.fromkeys([*title, *index_terms(text, content.language)])
    return {"company_id": company_id, "opening_id": opening_id, "title": " ".join(title), "words": " ".join(words)}
