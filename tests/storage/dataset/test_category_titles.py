"""What people call categories."""

from __future__ import annotations

from datetime import datetime

from storage import Database
from storage.answers import answers
from storage.answers.answers import Answer
from storage.companies.companies import Company
from storage.dataset import category_titles, dataset


def called(database: Database, company: Company, *languages: str) -> dict[str, str]:
    return database.read_now(lambda conn: category_titles.called(conn, company.id, *languages))


def test_it_is_the_title_in_the_first_language_that_has_one_or_the_name_that_people_gave(
    database: Database, company: Company, now: datetime
) -> None:
    titles = {
        "pay_day": {"en": "When you are paid", "de": "Wann Sie Geld bekommen"},
        "parking": {"en": "Parking"},
        "start": {},
        "shift_plan": {"en": "Shifts"},
    }
    for name, of in titles.items():
        its = database.write_now(lambda conn, name=name: dataset.add_category(conn, company.id, name, now))  # type: ignore[misc]
        for language, title in of.items():
            one = Answer(name, language, "It depends.", title=title)
            database.write_now(lambda conn, one=one: answers.put(conn, company.id, one, now))  # type: ignore[misc]
        if name == "shift_plan":
            database.write_now(lambda conn, its=its: dataset.rename_category(conn, company.id, its.id, "Rota"))  # type: ignore[misc]
    assert called(database, company, "de", "en") == {
        "pay_day": "Wann Sie Geld bekommen",
        "parking": "Parking",
        "shift_plan": "Rota",
    }
    assert called(database, company, "fr") == {"shift_plan": "Rota"}


def test_a_title_that_two_have_or_that_is_another_ones_name_names_neither(
    database: Database, company: Company, now: datetime
) -> None:
    for name, title in (("one", "Pay"), ("two", "pay"), ("three", "four"), ("four", "")):
        database.write_now(lambda conn, name=name: dataset.add_category(conn, company.id, name, now))  # type: ignore[misc]
        one = Answer(name, "en", "It depends.", title=title)
        database.write_now(lambda conn, one=one: answers.put(conn, company.id, one, now))  # type: ignore[misc]
    assert called(database, company, "en") == {}
