from __future__ import annotations

import pytest

from openings.feeds.completion import MOST_PLACES, Knowledge, complete
from openings.feeds.draft import OpeningDraft
from openings.feeds.locations import places_in
from openings.feeds.reasons import FeedReason, FeedReasonCode
from storage.openings.openings import Place

Named = tuple[str | None, str | None]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Berlin", [("Berlin", None)]),
        ("Berlin, Germany", [("Berlin", "DE")]),
        ("Berlin, Deutschland", [("Berlin", "DE")]),
        ("New York, NY, United States", [("New York", "US")]),
        ("Wien, Österreich", [("Wien", "AT")]),
        ("Berlin or remote", [("Berlin", None)]),
        ("Berlin oder Hamburg", [("Berlin", None), ("Hamburg", None)]),
        ("Berlin / Hamburg; Köln | München", [("Berlin", None), ("Hamburg", None), ("Köln", None), ("München", None)]),
        ("Berlin, Hamburg, Köln", [("Berlin", None), ("Hamburg", None), ("Köln", None)]),
        ("Hybrid - Köln", [("Köln", None)]),
        ("Köln (hybrid)", [("Köln", None)]),
        ("Remote - Germany", [(None, "DE")]),
        ("Germany", [(None, "DE")]),
        ("34121 Kassel", [("Kassel", None)]),
        ("Frankfurt am Main", [("Frankfurt am Main", None)]),
        ("Kleinkleckersdorf", [("Kleinkleckersdorf", None)]),
        ("deutschlandweit", [(None, "DE")]),
        ("2 Locations", []),
        ("Multiple Locations", []),
        ("Mehrere Standorte", []),
        ("Remote", []),
        ("Fully remote", []),
        ("100% Homeoffice", []),
        ("Home Office möglich", []),
        ("Headquarters", []),
        ("Anywhere", []),
        ("", []),
    ],
)
def test_cities_are_told_from_work_modes_and_counts(text: str, expected: list[Named], known: Knowledge) -> None:
    assert [(place.city, place.country) for place in places_in(text, known.atlas)] == expected


def test_a_field_for_the_city_that_holds_none_leaves_its_country(known: Knowledge) -> None:
    draft = OpeningDraft("1", "Nurse", places=(Place("Remote", None, "Germany"), Place("2 Locations")))
    content, _ = complete(draft, known)
    assert (content.places, content.work_mode) == ((Place(country="DE"),), "remote")


def test_a_field_for_the_city_may_hold_several(known: Knowledge) -> None:
    content, _ = complete(OpeningDraft("1", "Nurse", places=(Place("Berlin / Hamburg", None, "DE"),)), known)
    assert [(place.city, place.country) for place in content.places] == [("Berlin", "DE"), ("Hamburg", "DE")]
    assert all(place.latitude for place in content.places)


def test_the_same_place_counts_once(known: Knowledge) -> None:
    content, _ = complete(OpeningDraft("1", "Nurse", locations=("Berlin", "Berlin or remote", "Berlin")), known)
    assert len(content.places) == 1


def test_a_companys_own_country_decides_which_city_is_meant(known: Knowledge) -> None:
    content, _ = complete(OpeningDraft("1", "Nurse", locations=("Münster",)), known)
    assert content.places[0].country == "DE"


def test_of_ten_thousand_places_the_first_hundred_are_kept_with_a_note(known: Knowledge) -> None:
    content, note = complete(OpeningDraft("1", "Nurse", locations=tuple(f"Ort {i}" for i in range(10_000))), known)
    assert len(content.places) == MOST_PLACES
    assert note == FeedReason(FeedReasonCode.PLACES, {"n": 10_000, "most": 100})


def test_ten_thousand_places_in_one_text_are_no_trouble(known: Knowledge) -> None:
    content, _ = complete(OpeningDraft("1", "Nurse", locations=("; ".join(f"Ort {i}" for i in range(10_000)),)), known)
    assert len(content.places) == MOST_PLACES


@pytest.mark.parametrize(("latitude", "longitude"), [(91.0, 9.0), (51.0, 999.0), (0.0, 0.0)])
def test_coordinates_that_cannot_be_are_those_of_the_city(latitude: float, longitude: float, known: Knowledge) -> None:
    draft = OpeningDraft("1", "Nurse", places=(Place("Kassel", None, "DE", latitude, longitude),))
    assert complete(draft, known)[0].places[0].latitude == pytest.approx(51.3, abs=0.1)


def test_a_location_loses_what_no_database_keeps(known: Knowledge) -> None:
    draft = OpeningDraft("1", "Nurse", locations=("Kas\x00sel", "Klein\ud800stadt, \x07Germany\nB\u202eonn"))
    content, _ = complete(draft, known)
    assert [place.city for place in content.places] == ["Kassel", "Kleinstadt", "Bonn"]
