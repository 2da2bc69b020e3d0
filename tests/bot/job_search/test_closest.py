"""A general word finds special professions too, exact ones first; where there are none, what is closely related."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.conversation import open_conversation
from bot.service import Service
from openings.closest import Closest, closest
from storage import Connection
from storage.companies import companies
from storage.companies.companies import Company
from storage.database.database import Database
from storage.openings import opening_feeds, opening_import
from storage.openings.wishes import Wish
from storage.snapshots import CompanySnapshot
from tests.bot.conftest import NOW, Chat, add_company
from tests.bot.job_search.conftest import BERLIN, HAMBURG, MUNICH, POTSDAM, opening

OPENINGS = [
    opening(1, "Software developer", "software_developer", BERLIN),
    opening(2, "Frontend developer", "frontend_developer", BERLIN),
    opening(3, "Backend developer", "backend_developer", POTSDAM),
    opening(4, "Developer, web and backend", "backend_developer", BERLIN, professions=("software_developer",)),
    opening(5, "Full-stack developer", "x", BERLIN, professions=("software_developer", "fullstack_developer")),
    opening(6, "Graphic designer", "graphic_designer", HAMBURG),
    opening(7, "Warehouse worker", "warehouse_worker", HAMBURG),
    opening(8, "Baker", "baker", MUNICH),
    opening(9, "Order picker, remote", "order_picker", POTSDAM, work_mode="remote"),
]
Find = Callable[..., Closest]


def furnished(conn: Connection) -> Company:
    company = companies.by_key(conn, "acme") or add_company(conn, "acme")
    feed = opening_feeds.add(conn, company.id, format="csv", url="file:test", now=NOW, fetched=False)
    opening_import.apply(conn, company.id, feed.id, OPENINGS, NOW)
    return company


@pytest.fixture
def company(database: Database) -> Company:
    return database.write_now(furnished)


@pytest.fixture
def find(database: Database, service: Service, company: Company) -> Find:
    def find(profession: str, city: str | None = None, *, limit: int = 10, offset: int = 0) -> Closest:
        wish = Wish((profession,), (city,) if city else ())
        where = (CompanySnapshot(company), wish, "en", service.jobs)
        return database.read_now(lambda conn: closest(conn, *where, today=NOW.date(), limit=limit, offset=offset))

    return find


def titles(found: Closest) -> list[str]:
    return [hit.opening.content.title for hit in found.hits]


def test_exact_ones_come_before_special_ones_and_none_comes_twice(find: Find) -> None:
    found = find("software_developer", "Berlin")
    assert (found.total, found.exact) == (5, True)
    assert set(titles(found)[:3]) == {"Software developer", "Developer, web and backend", "Full-stack developer"}
    assert titles(found)[3:] == ["Frontend developer", "Backend developer"]


def test_pages_hold_every_opening_once_in_the_same_order(find: Find) -> None:
    whole = titles(find("software_developer"))
    pages = [titles(find("software_developer", limit=2, offset=offset)) for offset in (0, 2, 4)]
    assert [title for page in pages for title in page] == whole
    assert [len(page) for page in pages] == [2, 2, 1]
    assert find("software_developer", limit=2, offset=6).hits == ()


def test_a_general_word_finds_special_ones_alone(find: Find) -> None:
    found = find("designer", "Hamburg")
    assert (titles(found), found.exact) == (["Graphic designer"], True)


def test_where_a_special_one_is_missing_the_general_one_is_offered(find: Find) -> None:
    assert (titles(find("pastry_chef", "Munich")), find("pastry_chef", "Munich").exact) == (["Baker"], False)
    assert titles(find("packer", "Hamburg")) == ["Warehouse worker"]


def test_a_remote_opening_of_the_profession_comes_before_a_related_one(find: Find) -> None:
    found = find("order_picker", "Hamburg")
    assert (titles(found), found.near, found.exact) == (["Order picker, remote"], False, True)


def test_a_special_word_never_finds_its_siblings(find: Find) -> None:
    assert titles(find("ux_designer", "Hamburg")) == []
    assert titles(find("frontend_developer", "Berlin")) == ["Frontend developer"]


def test_what_has_no_relatives_finds_nothing(find: Find) -> None:
    assert find("Happiness Hero").total == 0


@pytest.fixture
def chat(database: Database, service: Service, company: Company) -> Chat:
    return Chat(
        database, service, database.write_now(lambda conn: open_conversation(conn, service, company, "en", NOW))
    )


def test_the_bot_says_that_only_related_ones_were_found(chat: Chat) -> None:
    (reply,) = chat.say("a pastry chef job in Munich").replies
    assert "no opening for exactly this search: pastry chef" in reply.text
    assert [card.title for card in reply.cards] == ["Baker"]


def test_a_special_kind_fits_as_well_as_any(chat: Chat) -> None:
    (reply,) = chat.say("a designer job in Hamburg").replies
    assert reply.text == "One opening fits your search: designer · within 50 km of Hamburg."


def test_the_bot_says_nothing_of_it_where_exact_ones_are_among_them(chat: Chat) -> None:
    (reply,) = chat.say("a developer job in Berlin").replies
    assert reply.text.startswith("5 openings fit your search")


def test_the_numbers_on_buttons_count_special_ones_too(chat: Chat) -> None:
    (reply,) = chat.say("a developer job in Munich").replies
    offered = {button.id: button.title for button in reply.buttons}
    assert offered["search:anywhere"] == "In any town (5)"
    assert "5 openings fit" in chat.say(button="search:anywhere").replies[0].text


def test_openings_for_trainees_alone_do_not_hide_those_of_the_general_profession(
    database: Database, service: Service, company: Company
) -> None:
    shop = opening(20, "Barista and sales", "sales_work", BERLIN)
    trainee = opening(21, "Apprenticeship in retail", "retail_salesperson", BERLIN, level="trainee")

    def found(conn: Connection, wish: Wish) -> list[str]:
        return titles(closest(conn, CompanySnapshot(company), wish, "en", service.jobs, today=NOW.date()))

    def add(conn: Connection) -> None:
        feed = opening_feeds.add(conn, company.id, format="csv", url="file:more", now=NOW, fetched=False)
        opening_import.apply(conn, company.id, feed.id, [shop, trainee], NOW)

    database.write_now(add)
    sought = Wish(("retail_salesperson",), ("Berlin",))
    assert set(database.read_now(lambda conn: found(conn, sought))) == {shop.title, trainee.title}
    beginner = Wish(("retail_salesperson",), ("Berlin",), level="trainee")
    assert database.read_now(lambda conn: found(conn, beginner)) == [trainee.title]
