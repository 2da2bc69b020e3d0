"""Which opening a question points at by its profession, among those on show and those shown before."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from bot.dialogue.cues import Cues
from bot.dialogue.picking import picked_openings, shown_again, without_pointing
from bot.dialogue.state import JobSearch
from candor.house import job_words
from nlu.opening_questions import OpeningQuestion, OpeningTopic, Pointing
from nlu.understanding import Stage, Understanding
from nlu.wish_words import WishWords
from storage.openings import Opening
from storage.wishes import Wish
from tests.bot.job_search.conftest import opening as content

NOW = datetime(2026, 3, 1, tzinfo=UTC)
NURSE, COOK, CASHIER = 1, 2, 3
OPENINGS = {
    number: Opening(number, 1, "open", content(number, title, profession), NOW, NOW, None)
    for number, title, profession in (
        (NURSE, "Nurse, ward 3", "nurse"),
        (COOK, "Cook", "cook"),
        (CASHIER, "Cashier", "cashier"),
    )
}
THE_NURSE = JobSearch(Wish(("nurse",)), (NURSE,), titles=("Nurse, ward 3",))
NURSE_AND_COOK = JobSearch(Wish(), (NURSE, COOK), titles=("Nurse, ward 3", "Cook"))
SALARY = OpeningQuestion(OpeningTopic.SALARY, Pointing.THIS)


def cues(search: JobSearch, text: str = "text", about: OpeningQuestion | None = SALARY, **words: Any) -> Cues:
    seen = Understanding(text, "en", Stage.NONE, None, 0.0, (), (), "v1")
    return Cues(seen, WishWords(**words), about, search)


def again(about: OpeningQuestion | None = SALARY, search: JobSearch = THE_NURSE, **words: Any) -> list[int]:
    found = shown_again(cues(search, about=about, **words), search, OPENINGS, (COOK, CASHIER), job_words().related)
    return [each.id for each in found]


def test_a_question_names_one_shown_before_by_its_profession() -> None:
    assert again(professions=("cook",)) == [COOK]


def test_who_goes_back_to_a_profession_asks_nothing() -> None:
    assert again(None, professions=("cook",), marks=frozenset({"back"})) == [COOK]


def test_one_on_show_comes_before_one_shown_before() -> None:
    assert again(search=NURSE_AND_COOK, professions=("cook",)) == []


@pytest.mark.parametrize("place", [{"cities": ("Munich",)}, {"areas": ("AT",)}])
def test_a_profession_with_a_place_looks_for_others(place: dict[str, Any]) -> None:
    assert again(professions=("cook",), **place) == []


@pytest.mark.parametrize("about", [None, OpeningQuestion(OpeningTopic.SALARY, Pointing.NOT, is_phrase=False)])
def test_a_profession_that_nothing_is_asked_of_looks_for_others(about: OpeningQuestion | None) -> None:
    assert again(about, professions=("cook",)) == []


def test_both_picks_two_of_a_list_and_nothing_where_one_is_shown() -> None:
    assert picked_openings(cues(NURSE_AND_COOK, picks=(1, 2)), NURSE_AND_COOK) == (NURSE, COOK)
    assert picked_openings(cues(THE_NURSE, picks=(1, 2)), THE_NURSE) == ()


def sought(text: str, search: JobSearch = NURSE_AND_COOK, about: OpeningQuestion | None = SALARY, **words: Any) -> Any:
    kept = without_pointing(
        cues(search, text, about, **words), search, OPENINGS, job_words().titles, job_words().related
    )
    return kept.words.professions


def test_the_profession_of_the_one_opening_that_is_pointed_at_is_not_sought() -> None:
    assert sought("what does the cook one pay", professions=("cook",)) == ()


def test_a_profession_of_none_on_show_is_sought() -> None:
    assert sought("what does the cashier one pay", professions=("cashier",)) == ("cashier",)


def test_a_second_profession_is_sought_with_that_of_the_opening() -> None:
    assert sought("do cook and cashier pay the same", professions=("cook", "cashier")) == ("cook", "cashier")


@pytest.mark.parametrize(
    "besides",
    [
        {"cities": ("Munich",)},
        {"marks": frozenset({"part_time"})},
        {"about": None},
        {"about": OpeningQuestion(OpeningTopic.SALARY, Pointing.NOT, is_phrase=False)},
    ],
)
def test_a_profession_is_sought_where_more_is_said_of_it_or_nothing_asked(besides: dict[str, Any]) -> None:
    assert sought("the cook one", professions=("cook",), **besides) == ("cook",)


def test_the_field_of_a_profession_points_at_the_opening_for_it() -> None:
    kept = without_pointing(
        cues(NURSE_AND_COOK, "what does the one in the kitchen pay", professions=("kitchen_work",)),
        NURSE_AND_COOK,
        OPENINGS,
        job_words().titles,
        job_words().related,
    )
    assert (kept.words.professions, kept.pointed) == ((), (COOK,))


ASKS = OpeningQuestion(OpeningTopic.REQUIREMENTS, Pointing.NOT, is_phrase=False)


def test_a_question_for_the_opening_on_show_names_another_trade_as_what_it_needs() -> None:
    assert sought("must one be a cashier for the cook's job?", about=ASKS, professions=("cook", "cashier")) == ()


@pytest.mark.parametrize("mark", ["job", "also", "more"])
def test_a_question_for_openings_points_at_none_on_show(mark: str) -> None:
    marks = frozenset({mark})
    assert sought("is there work for a cook?", about=ASKS, professions=("cook",), marks=marks) == ("cook",)


def test_who_goes_back_to_an_opening_and_asks_for_its_hours_looks_for_no_others() -> None:
    search = NURSE_AND_COOK
    seen = cues(search, "back to the cook: half days?", professions=("cook",), marks=frozenset({"back", "part_time"}))
    kept = without_pointing(seen, search, OPENINGS, job_words().titles, job_words().related)
    assert (kept.words.professions, kept.words.marks) == ((), frozenset({"back"}))
