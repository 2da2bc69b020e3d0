"""Which opening a message points at by its profession or its place, among those on show and those shown before."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.dialogue.cues import Cues
from bot.dialogue.pointing import KnownOpenings, shown_again, without_pointing
from bot.dialogue.policy import Thresholds
from bot.dialogue.readings import Reading
from bot.dialogue.state import JobSearch
from bot.dialogue.weights import starter_arbiter
from candor.house import job_words
from nlu.ads.questions import OpeningQuestion, OpeningTopic, Pointing
from nlu.understanding import Stage, Understanding
from nlu.wishes.words import WishWords
from storage.companies.companies import Company
from storage.openings.openings import Opening
from storage.openings.wishes import Wish
from tests.bot.job_search.conftest import BERLIN, HAMBURG, MUNICH
from tests.bot.job_search.conftest import opening as content

NOW = datetime(2026, 3, 1, tzinfo=UTC)
NURSE, COOK, CASHIER = 1, 2, 3
OPENINGS = {
    number: Opening(number, 1, "open", content(number, title, profession, place), NOW, NOW, None)
    for number, title, profession, place in (
        (NURSE, "Nurse, ward 3", "nurse", HAMBURG),
        (COOK, "Cook", "cook", replace(MUNICH, region="Bavaria")),
        (CASHIER, "Cashier", "cashier", BERLIN),
    )
}
COMPANY = Company(1, "demo", "Demo", ("en",), ("DE",), "en", "https://x.example", "a@x.example", {}, {}, 1, None)
KNOWN = KnownOpenings(COMPANY, OPENINGS, job_words())
THE_NURSE = JobSearch(Wish(("nurse",)), (NURSE,), titles=("Nurse, ward 3",))
NURSE_AND_COOK = JobSearch(Wish(), (NURSE, COOK), titles=("Nurse, ward 3", "Cook"))
SALARY = OpeningQuestion(OpeningTopic.SALARY)


def cues(search: JobSearch, text: str = "text", about: OpeningQuestion | None = SALARY, **words: Any) -> Cues:
    seen = Understanding(text, "en", Stage.NONE, None, 0.0, (), (), "v1")
    return Cues(seen, WishWords(**words), about, search, Thresholds())


def again(about: OpeningQuestion | None = SALARY, search: JobSearch = THE_NURSE, **words: Any) -> list[int]:
    found = shown_again(cues(search, about=about, **words), search, KNOWN, (COOK, CASHIER))
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


@pytest.mark.parametrize("about", [None, OpeningQuestion(OpeningTopic.SALARY, is_phrase=False)])
def test_a_profession_that_nothing_is_asked_of_looks_for_others(about: OpeningQuestion | None) -> None:
    assert again(about, professions=("cook",)) == []


def sought(text: str, search: JobSearch = NURSE_AND_COOK, about: OpeningQuestion | None = SALARY, **words: Any) -> Any:
    kept = without_pointing(cues(search, text, about, **words), search, KNOWN)
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
        {"about": OpeningQuestion(OpeningTopic.SALARY, is_phrase=False)},
    ],
)
def test_a_profession_is_sought_where_more_is_said_of_it_or_nothing_asked(besides: dict[str, Any]) -> None:
    assert sought("the cook one", professions=("cook",), **besides) == ("cook",)


@pytest.mark.parametrize("mark", ["part_time", "permanent"])
def test_who_asks_of_this_one_what_it_must_be_looks_for_no_others(mark: str) -> None:
    about = replace(cues(NURSE_AND_COOK, "the cook one, is it that?", None), pointing=Pointing.THIS)
    about = replace(about, words=WishWords(professions=("cook",), marks=frozenset({mark})))
    kept = without_pointing(about, NURSE_AND_COOK, KNOWN)
    assert (kept.words.professions, kept.words.marks, kept.pointed) == ((), frozenset(), (COOK,))


@pytest.mark.parametrize(("search", "kept"), [(THE_NURSE, ()), (NURSE_AND_COOK, ("part_time",))])
def test_so_does_who_names_none_while_one_is_talked_of(search: JobSearch, kept: tuple[str, ...]) -> None:
    asked = cues(search, "is that part-time?", None, marks=frozenset({"part_time"}))
    asked = replace(asked, pointing=Pointing.THIS)
    assert tuple(without_pointing(asked, search, KNOWN).words.marks) == kept


@pytest.mark.parametrize("text", ["this one part-time", "the cook one part-time"])
def test_who_points_at_one_and_asks_nothing_says_what_others_must_be(text: str) -> None:
    said = cues(THE_NURSE, text, None, marks=frozenset({"part_time"}))
    said = replace(said, pointing=Pointing.THIS)
    assert without_pointing(said, THE_NURSE, KNOWN).words.marks == {"part_time"}


def test_another_trade_in_a_question_about_this_one_is_not_sought() -> None:
    asked = cues(NURSE_AND_COOK, "the cook one, must I be a cashier?", None, professions=("cook", "cashier"))
    asked = replace(asked, pointing=Pointing.THIS)
    assert without_pointing(asked, NURSE_AND_COOK, KNOWN).words.professions == ()


def test_the_field_of_a_profession_points_at_the_opening_for_it() -> None:
    kept = without_pointing(
        cues(NURSE_AND_COOK, "what does the one in the kitchen pay", professions=("kitchen_work",)),
        NURSE_AND_COOK,
        KNOWN,
    )
    assert (kept.words.professions, kept.pointed) == ((), (COOK,))


ASKS = OpeningQuestion(OpeningTopic.REQUIREMENTS, is_phrase=False)


def test_a_question_for_the_opening_on_show_names_another_trade_as_what_it_needs() -> None:
    assert sought("must one be a cashier for the cook's job?", about=ASKS, professions=("cook", "cashier")) == ()


@pytest.mark.parametrize("mark", ["job", "also", "more"])
def test_a_question_for_openings_points_at_none_on_show(mark: str) -> None:
    marks = frozenset({mark})
    assert sought("is there work for a cook?", about=ASKS, professions=("cook",), marks=marks) == ("cook",)


def test_who_goes_back_to_an_opening_and_asks_for_its_hours_looks_for_no_others() -> None:
    search = NURSE_AND_COOK
    seen = cues(search, "back to the cook: half days?", professions=("cook",), marks=frozenset({"back", "part_time"}))
    kept = without_pointing(seen, search, KNOWN)
    assert (kept.words.professions, kept.words.marks) == ((), frozenset({"back"}))


def pointed(
    text: str, *, about: OpeningQuestion | None = SALARY, pointing: Pointing = Pointing.THIS, **words: Any
) -> Any:
    seen = replace(cues(NURSE_AND_COOK, text, about, **words), pointing=pointing)
    kept = without_pointing(seen, NURSE_AND_COOK, KNOWN)
    return kept.words.cities, kept.words.areas, kept.pointed


def test_the_place_of_the_one_opening_that_is_pointed_at_is_not_sought() -> None:
    assert pointed("what does the Munich one pay", cities=("Munich",)) == ((), (), (COOK,))
    assert pointed("show me the Munich one", about=None, cities=("Munich",)) == ((), (), (COOK,))
    assert pointed("the one in Bavaria", areas=("DE-BY",)) == ((), (), (COOK,))


def test_who_asks_the_one_in_a_place_for_its_hours_looks_for_no_others() -> None:
    assert pointed("is the Munich one part-time", cities=("Munich",), marks=frozenset({"part_time"}))[2] == (COOK,)


def test_a_place_is_sought_where_nothing_points_at_one_opening() -> None:
    assert pointed("what about Munich", pointing=Pointing.NOT, cities=("Munich",)) == (("Munich",), (), ())


@pytest.mark.parametrize("mark", ["also", "instead"])
def test_a_place_is_sought_by_who_wants_the_like_there(mark: str) -> None:
    said = pointed("is there that job in Munich, too", cities=("Munich",), marks=frozenset({mark}))
    assert said == (("Munich",), (), ())


def test_a_place_with_none_on_show_or_with_several_is_sought() -> None:
    assert pointed("the Berlin one", cities=("Berlin",)) == (("Berlin",), (), ())
    assert pointed("the German one", areas=("DE",)) == ((), ("DE",), ())


def test_of_two_in_a_trade_the_one_in_the_place_is_meant() -> None:
    assert pointed("the Munich cook one", cities=("Munich",), professions=("cook",))[2] == (COOK,)
    assert pointed("the Munich nurse one", cities=("Munich",), professions=("nurse",))[2] == ()


def test_one_shown_before_is_named_by_its_place() -> None:
    seen = replace(cues(THE_NURSE, "the Munich one", None, cities=("Munich",)), pointing=Pointing.THIS)
    assert [each.id for each in shown_again(seen, THE_NURSE, KNOWN, (COOK, CASHIER))] == [COOK]
    assert shown_again(replace(seen, pointing=Pointing.NOT), THE_NURSE, KNOWN, (COOK, CASHIER)) == []


def test_who_points_one_out_wants_to_see_it() -> None:
    readings = [Reading("open"), Reading("itself")]
    seen = {"always": 1.0, "length": math.log1p(9), "question_form": 1.0, "unexplained_words": math.log1p(4)}
    assert starter_arbiter().weigh(readings, seen)[0] == 1
    assert starter_arbiter().weigh(readings, seen | {"points_out_one": 1.0})[0] == 0
