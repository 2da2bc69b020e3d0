"""Who wants to see all openings is shown them, and told how to narrow them down."""

from __future__ import annotations

import pytest

from bot.dialogue.search.wishes import changed
from candor.house import entity_finder, job_words
from storage.openings.wishes import EVERYTHING, Wish
from tests.bot.conftest import Chat
from tests.bot.job_search.conftest import OPENINGS, search_of


@pytest.mark.parametrize("text", ["show me all jobs", "all vacancies, please"])
def test_all_openings_are_shown_without_asking_for_a_place(chat: Chat, text: str) -> None:
    (reply,) = chat.say(text).replies
    assert [card.title for card in reply.cards] == [each.title for each in OPENINGS[:4]]
    assert "to narrow this down" in (reply.text or "")


def test_all_of_a_town_are_those_of_that_town(chat: Chat) -> None:
    (reply,) = chat.say("all jobs in Hamburg").replies
    assert len(reply.cards) == 2
    assert "narrow" not in (reply.text or "")


def test_a_later_page_no_longer_tells_how_to_narrow_them_down(chat: Chat) -> None:
    chat.say("show me all jobs")
    (reply,) = chat.say("show me more").replies
    assert "narrow" not in (reply.text or "")


def test_any_job_still_asks_where(chat: Chat) -> None:
    chat.say("any job")
    search = search_of(chat)
    assert search is not None
    assert search.asked == "city"


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "show me all jobs"), ("de", "alle Stellen"), ("fr", "toutes les offres"), ("zh", "所有职位")],
)
def test_all_jobs_are_of_any_trade_and_anywhere(language: str, text: str) -> None:
    said = job_words().wishes.read(text, entity_finder().find(text, language), language)
    assert changed(Wish(), said) == EVERYTHING
