"""A company with openings in three countries, and what is wished of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.dialogue.search.wishes import changed
from candor.house import entity_finder, job_words
from storage import Connection
from storage.companies import companies
from storage.companies.companies import Company
from storage.database.database import Database
from storage.openings import opening_feeds, opening_import
from storage.openings.openings import OpeningContent, Place
from storage.openings.wishes import Wish
from tests.bot.conftest import NOW, add_company
from tests.bot.job_search.conftest import BERLIN, HAMBURG, MUNICH, opening

LYON = Place("Lyon", None, "FR", 45.74846, 4.84671)
GENEVA = Place("Genève", None, "CH", 46.20222, 6.14569)
LAUSANNE = Place("Lausanne", None, "CH", 46.516, 6.63282)
COLOGNE = Place("Köln", None, "DE", 50.93333, 6.95)
DUESSELDORF = Place("Düsseldorf", None, "DE", 51.22172, 6.77616)
DRESDEN = Place("Dresden", "Sachsen", "DE", 51.05089, 13.73832)

TITLES: dict[str, tuple[str, str, tuple[Place, ...]]] = {
    "1": ("fr", "Technicien(ne) de maintenance itinérant(e) (H/F)", (LYON,)),
    "2": ("fr", "Responsable régional(e) des ventes", (LAUSANNE, GENEVA)),
    "3": ("de", "Verkäufer (m/w/d) im Laden Hohe Straße", (COLOGNE,)),
    "4": ("de", "Aushilfe im Verkauf (m/w/d)", (DRESDEN, DUESSELDORF)),
    "5": ("en", "Embedded Software Engineer", (HAMBURG,)),
    "6": ("en", "Warehouse Manager", (BERLIN,)),
    "7": ("de", "Filialleiter (m/w/d)", (BERLIN,)),
    "8": ("en", "Frontend Developer", (HAMBURG,)),
    "9": ("de", "Springkrautwart (m/w/d)", (HAMBURG,)),
    "10": ("en", "Nurse Manager", (MUNICH,)),
}

PART_TIME = {"3", "4"}


def contents() -> list[OpeningContent]:
    """The openings as an import reads them."""
    return [
        opening(
            int(number),
            title,
            "",
            *places,
            language=language,
            professions=entity_finder().named_in(title, language),
            employment_types=("full_time", "part_time") if number in PART_TIME else ("full_time",),
        )
        for number, (language, title, places) in TITLES.items()
    ]


@pytest.fixture
def company(database: Database) -> Company:
    def furnished(conn: Connection) -> Company:
        company = companies.by_key(conn, "acme") or add_company(conn, "acme")
        feed = opening_feeds.add(conn, company.id, format="csv", url="file:test", now=NOW, fetched=False)
        opening_import.apply(conn, company.id, feed.id, contents(), NOW)
        return company

    return database.write_now(furnished)


@pytest.fixture
def wished(company: Company) -> Callable[[str, str], Wish]:
    finder = entity_finder().for_company(titles=[title for _, title, _ in TITLES.values()], countries=("DE", "CH"))

    def wished(text: str, language: str) -> Wish:
        return changed(Wish(), job_words().wishes.read(text, finder.find(text, language), language))

    return wished
