"""Openings by what people call them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage.companies.companies import Company
from storage.database.database import Database
from storage.openings import opening_titles
from storage.openings.opening_titles import spoken_title
from tests.storage.openings.conftest import COOK, Import


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ("Elektroniker für Betriebstechnik (m/w/d)", "elektroniker fur betriebstechnik"),
        ("Technicien(ne) de maintenance itinérant(e) (H/F)", "technicien de maintenance itinerant"),
        ("Servicetechniker/in Kaffeemaschinen", "servicetechniker kaffeemaschinen"),
        ("Backend Developer, Connected Machines", "backend developer"),
        ("Koch (m/w/d)", None),
        ("Produktionshelfer – auch ohne Erfahrung", None),
        ("Team A", None),
        ("", None),
    ],
)
def test_a_title_is_said_without_its_endings_and_one_word_names_a_trade(title: str, said: str | None) -> None:
    assert spoken_title(title) == said


def test_open_ones_are_known_by_the_titles_that_they_alone_have(
    database: Database, company: Company, imported: Import
) -> None:
    alone = replace(COOK, external_id="1", title="Cook for the canteen")
    twins = [replace(COOK, external_id=number, title="Help in the kitchen") for number in "23"]
    imported(alone, *twins, replace(COOK, external_id="4", title="Baker for the night"))
    imported(alone, *twins)
    known = database.read_now(lambda conn: opening_titles.by_title(conn, company.id))
    assert list(known) == ["cook for the canteen"]
