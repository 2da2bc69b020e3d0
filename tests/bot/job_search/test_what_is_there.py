"""A search finds what is there: by the candidate's own words, by whole fields of work, in whatever language."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.dialogue.search.card_buttons import listed_buttons
from bot.dialogue.search.wishes import changed
from bot.texts import load_texts
from candor.house import job_words
from openings.cards import card
from openings.closest import Closest, closest
from openings.wording import Wording
from storage import Connection
from storage.companies.companies import Company
from storage.database.database import Database
from storage.openings import opening_feeds, opening_import
from storage.openings.openings import Salary
from storage.openings.wishes import Wish
from storage.snapshots import CompanySnapshot
from tests.bot.conftest import NOW, Chat
from tests.bot.job_search.conftest import BERLIN, opening
from tests.bot.job_search.many_openings import company, wished

__all__ = ["company", "wished"]


@pytest.fixture
def look_for(database: Database, company: Company, wished: Callable[[str, str], Wish]) -> Callable[[str, str], Closest]:
    def look_for(text: str, language: str) -> Closest:
        where = (CompanySnapshot(company), wished(text, language), language, job_words())
        return database.read_now(lambda conn: closest(conn, *where, today=NOW.date()))

    return look_for


def titles(found: Closest) -> list[str]:
    return [hit.opening.content.title for hit in found.hits]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "technicien de maintenance à Lyon"),
        ("fr", "une technicienne de maintenance sur Lyon"),
        ("en", "maintenance technician in Lyon"),
        ("de", "Wartungstechniker in Lyon"),
        ("zh", "里昂的维修技术员"),
    ],
)
def test_a_title_that_holds_more_words_is_found_in_every_language(
    look_for: Callable[[str, str], Closest], language: str, text: str
) -> None:
    found = look_for(text, language)
    assert (titles(found), found.exact) == (["Technicien(ne) de maintenance itinérant(e) (H/F)"], True)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Teilzeit im Verkauf in Köln"),
        ("en", "part-time sales jobs in Cologne"),
        ("fr", "un temps partiel dans la vente à Cologne"),
        ("zh", "科隆的销售兼职工作"),
    ],
)
def test_a_field_of_work_finds_all_who_work_in_it_the_nearest_first(
    look_for: Callable[[str, str], Closest], language: str, text: str
) -> None:
    found = titles(look_for(text, language))
    assert found == ["Verkäufer (m/w/d) im Laden Hohe Straße", "Aushilfe im Verkauf (m/w/d)"]  # the nearest first


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "software jobs in Hamburg"),
        ("de", "eine Stelle im Bereich Software in Hamburg"),
        ("fr", "un emploi dans le logiciel à Hambourg"),
        ("zh", "汉堡的软件行业工作"),
    ],
)
def test_software_is_a_field_of_work(look_for: Callable[[str, str], Closest], language: str, text: str) -> None:
    assert set(titles(look_for(text, language))) == {"Embedded Software Engineer", "Frontend Developer"}


def test_a_commercial_works_in_sales(look_for: Callable[[str, str], Closest]) -> None:
    assert titles(look_for("commercial à Genève", "fr")) == ["Responsable régional(e) des ventes"]


def test_the_head_of_a_name_decides(look_for: Callable[[str, str], Closest]) -> None:
    assert titles(look_for("store manager in Berlin", "en")) == ["Filialleiter (m/w/d)"]
    assert titles(look_for("warehouse manager in Berlin", "en")) == ["Warehouse Manager"]
    assert titles(look_for("I am a nurse in Munich", "en")) == ["Nurse Manager"]  # its title says so: better than none


def test_words_of_a_title_that_no_list_has_find_it(look_for: Callable[[str, str], Closest]) -> None:
    assert titles(look_for("Springkrautwart in Hamburg", "de")) == ["Springkrautwart (m/w/d)"]


def test_who_wants_any_job_is_held_to_no_word_said_before(
    wished: Callable[[str, str], Wish], database: Database, company: Company
) -> None:
    wish = changed(wished("software jobs in Hamburg", "en"), job_words().wishes.read("any job", (), "en"))
    assert (wish.professions, wish.said) == ((), ())
    found = database.read_now(
        lambda conn: closest(conn, CompanySnapshot(company), wish, "en", job_words(), today=NOW.date())
    )
    assert "Springkrautwart (m/w/d)" in titles(found)


def test_a_card_names_the_place_that_was_sought_first(look_for: Callable[[str, str], Closest]) -> None:
    wording = Wording(load_texts(), "en", job_words())
    (manager,) = look_for("commercial à Genève", "fr").hits
    assert (
        card(manager.opening, wording, listed_buttons, km=manager.km, places=manager.places).facts[0].text
        == "Genève, Lausanne"
    )
    helper = look_for("Teilzeit im Verkauf in Köln", "de").hits[-1]
    place = card(helper.opening, wording, listed_buttons, km=helper.km, places=helper.places).facts[0].text
    assert place == "Düsseldorf (34 km away), Dresden"
    saxon = next(hit for hit in look_for("Verkauf in Sachsen", "de").hits)
    assert [place.city for place in saxon.places] == ["Dresden", "Düsseldorf"]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "from €14.50 an hour"),
        ("de", "ab 14,50 € pro Stunde"),
        ("fr", "14,50"),
        ("zh", "14.5"),
    ],
)
def test_a_card_in_a_list_tells_the_pay(database: Database, company: Company, language: str, said: str) -> None:
    paid = opening(21, "Cook", "cook", BERLIN, salary=Salary(14.5, None, "EUR", "hour"))
    unpaid = opening(22, "Cook", "cook", BERLIN)

    def add(conn: Connection) -> None:
        feed = opening_feeds.add(conn, company.id, format="csv", url="file:paid", now=NOW, fetched=False)
        opening_import.apply(conn, company.id, feed.id, [paid, unpaid], NOW)

    database.write_now(add)
    where = (CompanySnapshot(company), Wish(("cook",), ()), language, job_words())
    found = database.read_now(lambda conn: closest(conn, *where, today=NOW.date()))
    wording = Wording(load_texts(), language, job_words())
    label = wording.say("label.salary")
    pays = [
        [fact.text for fact in card(hit.opening, wording, listed_buttons).facts if fact.label == label]
        for hit in found.hits
    ]
    assert sorted(len(pay) for pay in pays) == [0, 1]
    assert any(said in pay for pay in (pays[0] + pays[1]))


@pytest.mark.parametrize(
    ("language", "text", "meant"),
    [
        ("en", "a job of 15 hours a week at most", ("part_time",)),
        ("de", "höchstens 18 Stunden die Woche", ("part_time",)),
        ("de", "eine 40-Stunden-Woche", ("full_time",)),
        ("fr", "20 heures par semaine", ("part_time",)),
        ("fr", "39h par semaine", ("full_time",)),
        ("zh", "一周20个小时", ("part_time",)),
        ("zh", "每周最多 16 小时", ("part_time",)),
        ("en", "8 hours a day", ()),
        ("en", "within 24 hours", ()),
    ],
)
def test_hours_a_week_tell_full_from_part_time(
    wished: Callable[[str, str], Wish], language: str, text: str, meant: tuple[str, ...]
) -> None:
    assert wished(text, language).employment_types == meant


def test_where_no_opening_is_shown_the_buttons_say_where_to_look(chat: Chat) -> None:
    (reply,) = chat.say("a job as warehouse worker in Munich").replies
    assert not reply.cards
    assert reply.text.endswith("You could look here instead:")
    assert any(button.id.startswith("search:city:") for button in reply.buttons)
