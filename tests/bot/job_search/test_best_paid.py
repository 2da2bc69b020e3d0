"""Which opening pays the most, or the least, is told by comparing all that were found, not those shown alone."""

from __future__ import annotations

import pytest

from bot.dialogue.search.wishes import changed
from candor.house import entity_finder, job_words
from storage.openings.wishes import Wish
from tests.bot.conftest import Chat
from tests.bot.job_search.conftest import search_of, titles


def test_the_best_paid_of_all_that_were_found_comes_first(chat: Chat) -> None:
    assert "Cook" in titles(chat, "show me all jobs")
    (reply,) = chat.say("which one pays the most?").replies
    assert [card.title for card in reply.cards][:2] == ["Nurse, ward 3", "Cook"]
    assert "“Nurse, ward 3” pays the most: €3,200 to €3,900 a month" in (reply.text or "")
    assert "do not say what they pay (13)" in (reply.text or "")


def test_it_is_compared_among_those_of_the_search_alone(chat: Chat) -> None:
    chat.say("cook jobs in Munich and Potsdam")
    assert titles(chat, "which one pays the most?") == ["Cook", "Cook for our canteen"]


def test_the_least_paid_of_all_that_were_found_comes_first(chat: Chat) -> None:
    chat.say("show me all jobs")
    chat.say("which one pays the most?")
    (reply,) = chat.say("and which one pays the least?").replies
    assert [card.title for card in reply.cards][:2] == ["Cook", "Nurse, ward 3"]
    assert "“Cook” pays the least: up to €18.50 an hour" in (reply.text or "")
    assert [button.title for button in reply.buttons if "without" in button.id] == ["✕ least paid first"]


def test_where_no_advertisement_names_its_pay_that_is_said(chat: Chat) -> None:
    chat.say("warehouse worker jobs in Berlin")
    (reply,) = chat.say("which one pays the most?").replies
    assert (reply.text or "").startswith("None of these ads says what it pays.")
    assert len(reply.cards) == 4


def test_the_order_is_taken_back_by_its_button(chat: Chat) -> None:
    first = titles(chat, "show me all jobs")
    chat.say("which one pays the most?")
    assert titles(chat, button="search:without:best_paid") == first
    search = search_of(chat)
    assert search is not None
    assert not search.wish.order


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "which one pays the most?"),
        ("de", "Welche zahlt am meisten?"),
        ("de", "wo verdiene ich am meisten"),
        ("fr", "laquelle paie le mieux ?"),
        ("zh", "哪个工资最高"),
        ("en", "which of them pays better?"),
        ("en", "anything that pays more?"),
        ("de", "welcher zahlt besser?"),
        ("de", "und welche zahlt denn mehr"),
        ("fr", "lequel paye plus ?"),
        ("fr", "lesquels paient mieux"),
        ("zh", "邊份人工高啲"),
        ("zh", "哪个工资高"),
        ("zh", "哪一份薪水比较高"),
    ],
)
def test_who_asks_what_pays_most_is_heard_in_each_language(language: str, text: str) -> None:
    said = job_words().wishes.read(text, entity_finder().find(text, language), language)
    assert changed(Wish(("nurse",), ("Kassel",)), said) == Wish(("nurse",), ("Kassel",), order="best_paid")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "which pays least?"),
        ("de", "und welche zahlt am wenigsten?"),
        ("fr", "lequel paie le moins ?"),
        ("zh", "哪个工资最低"),
    ],
)
def test_who_asks_what_pays_least_is_heard_in_each_language(language: str, text: str) -> None:
    said = job_words().wishes.read(text, entity_finder().find(text, language), language)
    before = Wish(("nurse",), ("Kassel",), order="best_paid")
    assert changed(before, said) == Wish(("nurse",), ("Kassel",), order="least_paid")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "do you pay more for nights?"),
        ("de", "Zahlen Sie mehr als der Tarif?"),
        ("fr", "est-ce que vous payez plus la nuit ?"),
        ("zh", "最低工资是多少"),
    ],
)
def test_what_only_speaks_of_pay_asks_for_no_order(language: str, text: str) -> None:
    said = job_words().wishes.read(text, entity_finder().find(text, language), language)
    assert changed(Wish(("nurse",), ("Kassel",)), said).order is None
