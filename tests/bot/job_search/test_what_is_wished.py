"""What a search looks for is what somebody wishes, not what they leave, complain of or are."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from candor.house import entity_finder
from storage.openings.wishes import Wish
from tests.bot.job_search.many_openings import company, wished

__all__ = ["company", "wished"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Hamburg is too expensive, what is there in Berlin?"),
        ("en", "forget Hamburg, I prefer Berlin"),
        ("de", "Hamburg ist mir zu teuer, gibt es etwas in Berlin?"),
        ("de", "vergiss Hamburg, nehmen wir Berlin"),
        ("fr", "les loyers à Hambourg sont trop chers, tu peux regarder à Berlin ?"),
        ("fr", "oublie Hambourg, je préfère Berlin"),
        ("zh", "汉堡太贵，柏林有没有？"),
        ("zh", "汉堡消费高，看看柏林"),
    ],
)
def test_a_town_that_is_complained_of_is_not_meant(
    wished: Callable[[str, str], Wish], language: str, text: str
) -> None:
    assert wished(text, language).cities == ("Berlin",)


def test_two_towns_with_no_complaint_are_both_meant(wished: Callable[[str, str], Wish]) -> None:
    assert wished("a job in Hamburg or Berlin, not too expensive", "en").cities == ("Hamburg", "Berlin")


@pytest.mark.parametrize("text", ["show me chef or waiter jobs", "find chef and waiter openings"])
def test_an_ordinary_word_beside_a_profession_is_one(wished: Callable[[str, str], Wish], text: str) -> None:
    assert wished(text, "en").professions == ("cook", "waiter")


def test_who_says_to_be_experienced_sees_openings_that_ask_for_nothing(wished: Callable[[str, str], Wish]) -> None:
    assert wished("I am an experienced nurse in Munich", "en").level is None
    assert wished("with experience", "en").level == "experienced"


@pytest.mark.parametrize("text", ["je bosse comme boulanger", "j'ai de la peine à trouver", "cela me va, boulanger"])
def test_a_french_word_written_small_is_no_town(text: str) -> None:
    found = entity_finder().find(text, "fr", expected=frozenset({"city"}))
    assert [entity.text for entity in found if entity.name == "city"] == []


def test_a_word_for_a_kind_of_job_is_sought_in_no_title(wished: Callable[[str, str], Wish]) -> None:
    wish = wished("Ausbildung als Bäcker", "de")
    assert (wish.professions, wish.said, wish.employment_types) == (("baker",), ("Bäcker",), ("apprenticeship",))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "had enough of gardener work, show me accountant jobs"),
        ("de", "als Gärtner finde ich nichts, dann als Buchhalter"),
        ("fr", "j'en ai marre d'être jardinier, plutôt comptable"),
        ("zh", "园丁先不看了，看看会计师"),
    ],
)
def test_the_work_that_somebody_leaves_is_not_what_is_sought(
    wished: Callable[[str, str], Wish], language: str, text: str
) -> None:
    assert wished(text, language).professions == ("accountant",)


def test_a_not_reaches_no_further_than_the_turn(wished: Callable[[str, str], Wish]) -> None:
    assert wished("不要柏林换成汉堡", "zh").cities == ("Hamburg",)
