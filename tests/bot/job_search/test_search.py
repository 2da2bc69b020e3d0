"""Searching as a candidate's turn does, what there is instead, and places as feeds give them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from typing import Any

import pytest

from nlu import starter
from nlu.entities.atlas import Atlas
from nlu.entities.city_dictionary import CityDictionary
from openings.alternatives import Alternatives, alternatives
from openings.criteria import criteria_of
from openings.located import located
from openings.search import FoundOpenings, search
from storage import Connection, Database, snapshots
from storage.companies.companies import Company
from storage.openings import opening_feeds, opening_import, synonyms
from storage.openings.openings import OpeningContent, Place
from storage.openings.wishes import Wish
from storage.snapshots import CompanySnapshot
from tests.nlu.samples import DATA

TODAY = date(2026, 3, 1)
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
RELATED = starter.related_professions(DATA)

Offer = Callable[..., None]
Search = Callable[..., FoundOpenings]


@pytest.fixture(scope="module")
def atlas() -> Atlas:
    cities = starter.cities(DATA)
    return Atlas(cities, starter.areas(DATA), CityDictionary(cities).names)


@pytest.fixture
def firm(new_company: Callable[..., Company]) -> Company:
    return new_company("firm", countries=("DE", "CH"))


@pytest.fixture
def offer(database: Database, firm: Company, atlas: Atlas) -> Offer:
    """Offer openings written as `key: (title, city, professions, more)`."""

    def contents(openings: dict[str, tuple[str, str, str, dict[str, object]]]) -> Iterator[OpeningContent]:
        for key, (title, city, profession, more) in openings.items():
            places = located([Place(city)], atlas, firm.countries) if city else ()
            professions = (profession,) if profession else ()
            values = {"language": "de", "places": places, "professions": professions, "posted": TODAY, **more}
            yield OpeningContent(key, title, **values)  # type: ignore[arg-type]

    def offer(**openings: tuple[str, str, str, dict[str, object]]) -> None:
        def run(conn: Connection) -> None:
            feed = opening_feeds.add(conn, firm.id, format="csv", url="https://firm.example", now=NOW)
            opening_import.apply(conn, firm.id, feed.id, list(contents(openings)), NOW)

        database.write_now(run)

    return offer


@pytest.fixture
def found(database: Database, firm: Company, atlas: Atlas) -> Search:
    def run(wish: Wish, language: str = "de", **page: Any) -> FoundOpenings:
        def look(conn: Connection) -> FoundOpenings:
            return search(conn, snapshots.load(conn, firm.id), wish, language, atlas, today=TODAY, **page)

        return database.read_now(look)

    return run


@pytest.fixture
def instead(database: Database, firm: Company, atlas: Atlas) -> Callable[[Wish], Alternatives]:
    def run(wish: Wish) -> Alternatives:
        return database.read_now(
            lambda conn: alternatives(conn, CompanySnapshot(firm), wish, "de", atlas, RELATED, today=TODAY)
        )

    return run


def keys(results: FoundOpenings) -> list[str]:
    return [hit.opening.content.external_id for hit in results.hits]


REMOTE: dict[str, object] = {"work_mode": "remote"}


def test_a_nurse_in_hamburg_finds_what_is_called_otherwise_nearest_first(offer: Offer, found: Search) -> None:
    offer(
        near=("Pflegefachkraft (m/w/d)", "Norderstedt", "nurse", {}),
        here=("Krankenschwester", "Hamburg", "nurse", {}),
        far=("Nurse", "Berlin", "nurse", {}),
        other=("Koch", "Hamburg", "cook", {}),
    )
    results = found(Wish(("nurse",), ("Hamburg",)), "en")
    assert keys(results) == ["here", "near"]
    assert (results.total, results.near) == (2, True)
    distances = [hit.km for hit in results.hits]
    assert distances[0] is not None
    assert distances[0] < 3
    assert distances[1] == pytest.approx(17, abs=4)
    assert keys(found(Wish(("nurse",), ("Hamburg",), within_km=400.0))) == ["here", "near", "far"]


def test_what_was_not_said_and_any_ask_for_nothing(offer: Offer, found: Search) -> None:
    offer(a=("Koch", "Bern", "cook", {}), b=("Nurse", "", "nurse", {}))
    assert found(Wish()).total == found(Wish((), ())).total == 2
    assert found(Wish()).hits[0].km is None


@pytest.mark.parametrize(
    ("wish", "keys_found"),
    [
        (Wish((), (), regions=("DE-BY",)), {"munich", "hof"}),
        (Wish((), (), countries=("DE",)), {"munich", "berlin", "hof"}),
        (Wish((), (), regions=("DE-BE",)), {"berlin"}),
        (Wish((), ("Zürich",), countries=("DE",)), {"munich", "berlin", "hof", "zurich"}),
    ],
)
def test_regions_and_countries_are_places_too(offer: Offer, found: Search, wish: Wish, keys_found: set[str]) -> None:
    offer(
        munich=("Koch", "München", "cook", {}),
        berlin=("Koch", "Berlin", "cook", {}),
        hof=("Koch", "", "cook", {"places": (Place("Kleindorf", "Bayern", "DE"),)}),
        zurich=("Koch", "Zürich", "cook", {}),
    )
    assert set(keys(found(wish, limit=9))) == keys_found


def test_a_remote_wish_takes_near_ones_first_and_then_any(offer: Offer, found: Search) -> None:
    offer(
        far=("Koch", "Zürich", "cook", REMOTE),
        near=("Koch", "Berlin", "cook", {**REMOTE, "posted": date(2025, 12, 1)}),
        onsite=("Koch", "Berlin", "cook", {}),
    )
    results = found(Wish(("cook",), ("Berlin",), work_mode="remote"))
    assert keys(results) == ["near", "far"]
    assert results.near
    assert results.hits[1].km is None


def test_when_nothing_is_near_remote_openings_stand_in(offer: Offer, found: Search) -> None:
    offer(far=("Koch", "Zürich", "cook", {}), remote=("Koch", "", "cook", REMOTE), it=("Admin", "", "", REMOTE))
    results = found(Wish(("cook",), ("Berlin",)))
    assert (keys(results), results.total, results.near) == (["remote"], 1, False)
    results = found(Wish(("cook",), ("Berlin",), work_mode="onsite"))
    assert (results.total, results.near) == (0, True)


def test_a_synonym_of_the_company_is_searched_with(
    database: Database, firm: Company, offer: Offer, found: Search
) -> None:
    offer(
        hero=("Alltagsheld (m/w/d)", "Bern", "", {}),
        care=("Pflegehilfe", "Bern", "nursing_assistant", {}),
        cook=("Koch", "Bern", "cook", {}),
    )
    assert keys(found(Wish(("nursing_assistant",), ()))) == ["care"]
    assert keys(found(Wish(("Alltagsheld",), ()))) == ["hero"]

    def add(conn: Connection) -> None:
        synonyms.add(conn, firm.id, "de", "Alltagsheld", "nursing_assistant", NOW)
        synonyms.add(conn, firm.id, "de", "Küchenfee", "cook", NOW)

    database.write_now(add)
    assert keys(found(Wish(("nursing_assistant",), ()))) == ["care", "hero"]
    assert set(keys(found(Wish(("alltagsheld",), ())))) == {"care", "hero"}
    assert keys(found(Wish(("Küchenfee",), ()))) == ["cook"]


def test_when_nothing_fits_there_is_what_there_really_is(offer: Offer, instead: Callable[[Wish], Alternatives]) -> None:
    offer(
        kassel1=("Pflegefachkraft", "Kassel", "nurse", {}),
        kassel2=("Pflegefachkraft", "Kassel", "nurse", {}),
        munich=("Pflegefachkraft", "München", "nurse", {}),
        remote=("Pflegeberatung", "", "nurse", REMOTE),
        related=("Altenpfleger", "Hamburg", "geriatric_nurse", {}),
        elsewhere=("Altenpfleger", "München", "geriatric_nurse", {}),
        cook=("Koch", "Hamburg", "cook", {}),
    )
    found = instead(Wish(("nurse",), ("Hamburg",), work_mode="onsite"))
    assert [(town.city, town.country, town.count) for town in found.towns] == [
        ("Kassel", "DE", 2),
        ("München", "DE", 1),
    ]
    assert found.towns[0].km == pytest.approx(250, abs=15)
    assert found.professions == (("geriatric_nurse", 1),)
    assert (found.remote, found.anywhere, found.all) == (1, 3, 7)


def test_towns_are_looked_for_at_any_distance_and_around_a_region(
    offer: Offer, instead: Callable[[Wish], Alternatives]
) -> None:
    offer(zurich=("Koch", "Zürich", "cook", {}), bern=("Koch", "Bern", "cook", {}))
    assert [town.city for town in instead(Wish(("cook",), ("Beijing",))).towns] == ["Zürich", "Bern"]
    assert [town.city for town in instead(Wish(("cook",), (), regions=("CH-GE",))).towns] == ["Bern", "Zürich"]
    nothing = instead(Wish(("nurse",), ("Bern",)))
    assert (nothing.towns, nothing.professions, nothing.anywhere, nothing.all) == ((), (), 0, 2)


def test_a_place_is_completed_and_what_the_feed_says_is_kept(atlas: Atlas) -> None:
    told = Place("Zürich", "Region Nord", "CH", 1.0, 2.0)
    assert located([told], atlas) == (told,)
    assert located([Place("Nirgendwo", None, None)], atlas) == (Place("Nirgendwo"),)
    (place,) = located([Place("München")], atlas, language="de")
    assert (place.city, place.region, place.country) == ("München", "Bayern", "DE")
    assert place.latitude == pytest.approx(48.1, abs=0.1)
    (place,) = located([Place("Paris", country="US")], atlas)
    assert (place.country, place.region) == ("US", None)
    assert located([Place("Paris", country="DE")], atlas) == (Place("Paris", country="DE"),)


def test_a_wish_is_read_without_the_database(atlas: Atlas, firm: Company) -> None:
    wish = Wish(("nurse", "Care Hero"), ("Bern", "Nowhere"), regions=("CH-ZH",), words="the night", level="senior")
    criteria = criteria_of(wish, firm, "en", atlas)
    assert criteria.professions == ("nurse",)
    assert len(criteria.titles) == len(criteria.circles) == 1
    assert criteria.cities == ("Bern", "Nowhere")
    assert {("CH", "Kanton Zürich"), ("CH", "Zürich"), ("CH", "ZH"), ("CH", "CH-ZH")} <= set(criteria.regions)
    assert [terms[0] for terms in criteria.words] == ["night"]
