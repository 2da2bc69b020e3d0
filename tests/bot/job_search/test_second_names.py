"""Names beside others: what replaces, what adds, and a trade that no list knows told by where it stands."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.dialogue.search.wishes import changed
from candor.house import job_words
from candor.product import DATA_FOLDER
from nlu import starter
from nlu.entities.city_dictionary import CityDictionary
from nlu.entities.finder import EntityFinder
from nlu.wishes.words import WishWords
from storage.openings.wishes import Wish

Read = Callable[[str, str], WishWords]
LANGUAGES = ("en", "de", "fr", "zh")
COOK_IN_BERN = Wish(("cook",), ("Bern",))


@pytest.fixture(scope="module")
def entities() -> EntityFinder:
    return EntityFinder(starter.professions(DATA_FOLDER), CityDictionary(starter.cities(DATA_FOLDER)), LANGUAGES)


@pytest.fixture
def read(entities: EntityFinder) -> Read:
    return lambda text, language: job_words().wishes.read(text, entities.find(text, language), language)


@pytest.mark.parametrize(
    ("language", "text", "cities"),
    [
        ("en", "swap Bern for Hamburg", ("Hamburg",)),
        ("en", "Bern or Hamburg", ("Bern", "Hamburg")),
        ("de", "nich Bern, ich mein Hamburg", ("Hamburg",)),
        ("de", "Bern oder auch in Hamburg", ("Bern", "Hamburg")),
        ("fr", "oublie Berne, regarde à Hambourg", ("Hamburg",)),
        ("fr", "Berne aussi bien qu'à Hambourg", ("Bern", "Hamburg")),
        ("zh", "伯尔尼换成汉堡", ("Hamburg",)),
        ("zh", "伯尔尼或者汉堡", ("Bern", "Hamburg")),
    ],
)
def test_the_town_sought_before_is_left_unless_it_stands_in_a_list(
    read: Read, language: str, text: str, cities: tuple[str, ...]
) -> None:
    assert changed(COOK_IN_BERN, read(text, language)).cities == cities


def test_a_profession_named_beside_the_one_before_replaces_it(read: Read) -> None:
    assert changed(COOK_IN_BERN, read("cook bores me, a nurse maybe", "en")).professions == ("nurse",)


@pytest.mark.parametrize(("asks", "professions"), [(True, ("baker",)), (False, ("cook", "baker"))])
def test_who_asks_whether_there_is_also_something_else_moves_on(
    read: Read, asks: bool, professions: tuple[str, ...]
) -> None:
    said = read("haben Sie auch etwas als Bäcker", "de")
    assert changed(COOK_IN_BERN, said, asks=asks).professions == professions


@pytest.mark.parametrize(
    ("language", "text", "trade"),
    [
        ("en", "any lamplighter jobs in Bern", "lamplighter"),
        ("de", "ich suche eine Stelle als Köhler in Bern", "Köhler"),
        ("fr", "un poste de rémouleur à Berne", "rémouleur"),
        ("zh", "想当驯鹰人", "驯鹰人"),
        ("en", "may I bring my hamster to Bern", ""),
    ],
)
def test_a_trade_that_no_list_knows_is_told_by_where_it_stands(
    read: Read, language: str, text: str, trade: str
) -> None:
    assert read(text, language).trade == trade


@pytest.mark.parametrize("text", ["is there anything I can do from home", "anything part-time?"])
def test_anything_of_a_kind_is_of_the_profession_sought(read: Read, text: str) -> None:
    assert changed(COOK_IN_BERN, read(text, "en")).professions == ("cook",)


def test_anything_at_all_leaves_the_profession(read: Read) -> None:
    assert changed(COOK_IN_BERN, read("I would do any kind of work", "en")).professions == ()
