"""A wish told by its reason is heard in a search that is going on, and nowhere else."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from nlu.wishes.said import SaidWish
from tests.bot.conftest import Chat
from tests.bot.job_search.conftest import HearingModels, search_of

RENT = "half a wage does not pay my rent"
FRIDGE = "two strong arms and an empty fridge"
SIDE = "I was a nurse in Hamburg and mended nets on the side until the harbour closed"
WANTED = {RENT: SaidWish("full_time", is_sure=False), FRIDGE: SaidWish("anything", is_sure=True)}


@dataclass
class UnderstandingModels(HearingModels):
    """Models that hear in all words what a sentence wants."""

    asked_about: list[str] = field(default_factory=list)

    def wanted(self, language: str, text: str) -> SaidWish | None:
        self.asked_about.append(text)
        return WANTED.get(text)

    def wants_nothing(self, language: str, text: str, *, surely: bool = True) -> bool:
        return text.removeprefix("a job please, ") == SIDE


@pytest.fixture
def models() -> UnderstandingModels:
    return UnderstandingModels()


def test_a_wish_told_by_its_reason_narrows_the_search(chat: Chat) -> None:
    chat.say("a job as a nurse in Hamburg")
    chat.say(RENT)
    search = search_of(chat)
    assert search is not None
    assert search.wish.employment_types == ("full_time",)
    assert search.wish.professions == ("nurse",)


def test_it_is_not_listened_for_before_a_search_has_begun(chat: Chat, models: UnderstandingModels) -> None:
    chat.say(RENT)
    assert search_of(chat) is None
    assert models.asked_about == []


def test_any_job_will_do_only_where_that_was_asked(chat: Chat) -> None:
    chat.say("a job in Hamburg")
    chat.say(FRIDGE)
    search = search_of(chat)
    assert search is not None
    assert search.wish.professions == ()
    chat.say("a job as a nurse in Hamburg")
    chat.say(FRIDGE)
    search = search_of(chat)
    assert search is not None
    assert search.wish.professions == ("nurse",)


def test_hours_that_are_only_told_of_filter_nothing(chat: Chat) -> None:
    chat.say(f"a job please, {SIDE}")
    search = search_of(chat)
    assert search is not None
    assert search.wish.professions == ("nurse",)
    assert search.wish.employment_types == ()


def test_hours_that_may_be_wanted_do(chat: Chat) -> None:
    chat.say(f"a job please, {SIDE} again")
    search = search_of(chat)
    assert search is not None
    assert search.wish.employment_types == ("part_time",)
