from __future__ import annotations

from datetime import datetime

import pytest

from storage import Database
from storage.companies import companies
from storage.companies.companies import Company
from storage.database.errors import AlreadyExists, InvalidText
from storage.openings import synonyms


def test_synonyms_are_added_listed_and_removed(database: Database, company: Company, now: datetime) -> None:
    def add(word: str, meaning: str) -> synonyms.Synonym:
        return database.write_now(lambda conn: synonyms.add(conn, company.id, "de", word, meaning, now))

    hero, zivi = add("Alltagsheld", "nursing_assistant"), add("  Zivi  neu ", "caregiver")
    assert zivi.word == "Zivi neu"
    assert database.read_now(lambda conn: synonyms.of_company(conn, company.id)) == [hero, zivi]
    assert database.write_now(lambda conn: synonyms.remove(conn, company.id, hero.id))
    assert not database.write_now(lambda conn: synonyms.remove(conn, company.id, hero.id))
    assert database.read_now(lambda conn: synonyms.of_company(conn, company.id)) == [zivi]


def test_a_synonym_stands_once_however_it_is_written(database: Database, company: Company, now: datetime) -> None:
    def add(word: str, meaning: str = "cook", language: str = "de") -> synonyms.Synonym:
        return database.write_now(lambda conn: synonyms.add(conn, company.id, language, word, meaning, now))

    add("Küchenfee")
    with pytest.raises(AlreadyExists, match="'küchenfee' means 'cook' already"):
        add("küchenfee")
    add("Küchenfee", "kitchen_assistant")
    add("Küchenfee", language="en")


@pytest.mark.parametrize(("word", "meaning"), [("", "cook"), ("!!", "cook"), ("cook", " "), ("cook", "?")])
def test_a_synonym_without_words_is_refused(
    database: Database, company: Company, now: datetime, word: str, meaning: str
) -> None:
    with pytest.raises(InvalidText, match="needs a word and what it means"):
        database.write_now(lambda conn: synonyms.add(conn, company.id, "de", word, meaning, now))


def test_other_words_are_other_openings_for_those_who_follow_them(
    database: Database, company: Company, now: datetime
) -> None:
    def revision() -> int:
        known = database.read_now(lambda conn: companies.by_id(conn, company.id))
        assert known is not None
        return known.openings_revision

    zivi = database.write_now(lambda conn: synonyms.add(conn, company.id, "de", "Zivi", "caregiver", now))
    assert revision() == 0
    database.write_now(lambda conn: companies.openings_changed(conn, company.id))
    database.write_now(lambda conn: synonyms.add(conn, company.id, "de", "Bufdi", "caregiver", now))
    assert revision() == 2
    for _ in range(2):
        database.write_now(lambda conn: synonyms.remove(conn, company.id, zivi.id))
        assert revision() == 3
