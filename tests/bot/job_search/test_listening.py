"""What speaks for a message being part of a search: the dialogue's state, and whether it asks something."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.dialogue.acts import Act
from bot.dialogue.context import Context
from bot.dialogue.interpret import weighed
from bot.dialogue.search_acts import Search
from bot.dialogue.state import DialogueState, JobSearch, Slot
from candor.house import entity_finder
from nlu.understanding import Guess, Stage, Understanding
from storage.openings.wishes import Wish

BOTH = frozenset({"profession", "city"})
SHOWN = JobSearch(Wish(("nurse",), ("Berlin",)), shown=(1, 2))
ASKED = JobSearch(Wish(("nurse",)), asked=Slot.CITY)
Hear = Callable[..., Act | None]


@pytest.fixture
def hear(in_context: Callable[[str], Context]) -> Hear:
    def hear(language: str, text: str, heard: tuple[Stage, str, float], search: JobSearch | None) -> Act | None:
        stage, intent, confidence = heard
        entities = entity_finder().find(text, language, expected=BOTH if search else frozenset())
        guesses = (Guess(intent, confidence),)
        seen = Understanding(text, language, stage, intent, confidence, guesses, entities, "v1")
        state = DialogueState(search=search, searching=search is not None)
        _, meant = weighed(replace(in_context(text), state=state, understanding=seen, language=language))
        return meant.reading.act

    return hear


@pytest.mark.parametrize("search", [SHOWN, ASKED])
@pytest.mark.parametrize(
    ("language", "text", "area"),
    [
        ("en", "my heart is set on a quiet corner of Bavaria", "DE-BY"),
        ("en", "our whole clan would love to live near Austria", "AT"),
        ("de", "meine ganze Sippe hängt nun einmal sehr an Hessen", "DE-HE"),
        ("fr", "nos racines nous rappellent toujours vers la Bavière", "DE-BY"),
        ("zh", "我们全家人一直都舍不得离开巴伐利亚州", "DE-BY"),
    ],
)
def test_an_area_counts_whatever_words_stand_around_it(
    hear: Hear, language: str, text: str, area: str, search: JobSearch
) -> None:
    move = hear(language, text, (Stage.FAQ, "locations", 0.62), search)
    assert isinstance(move, Search)
    assert area in (*move.wish.regions, *move.wish.countries)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "how many paid holidays do people get in Bavaria"),
        ("en", "do you have a canteen at your site in Austria?"),
        ("de", "wie viele Urlaubstage bekommt man eigentlich in Hessen"),
        ("fr", "combien de jours de congé donnez-vous en Bavière"),
        ("zh", "巴伐利亚州的员工每年有多少天年假"),
    ],
)
def test_a_question_that_names_an_area_stays_a_question(hear: Hear, language: str, text: str) -> None:
    assert hear(language, text, (Stage.FAQ, "holidays", 0.8), SHOWN) is None


def test_a_city_in_a_question_on_something_else_changes_no_search(hear: Hear) -> None:
    assert hear("en", "is there parking in Hamburg", (Stage.FAQ, "parking", 0.8), SHOWN) is None


@pytest.mark.parametrize("intent", ["contact_human", "insult", "stop"])
def test_who_wants_a_person_or_complains_is_heard_though_any_place_would_do(hear: Hear, intent: str) -> None:
    text = "I don't know, let me talk with somebody else right now"
    assert hear("en", text, (Stage.GENERAL, intent, 0.95), ASKED) is None


@pytest.mark.parametrize(
    ("language", "text", "intent"),
    [
        ("en", "software developer", "contact_human"),
        ("de", "Softwareentwicklerin", "contact_human"),
    ],
)
def test_a_profession_alone_starts_a_search(hear: Hear, language: str, text: str, intent: str) -> None:
    move = hear(language, text, (Stage.GENERAL, intent, 0.6), None)
    assert isinstance(move, Search)
    assert move.wish.professions == ("software_developer",)


def test_who_asks_for_a_recruiter_is_no_job_seeker(hear: Hear) -> None:
    assert hear("en", "a recruiter please", (Stage.GENERAL, "contact_human", 0.99), None) is None


def test_an_example_of_the_faq_typed_exactly_comes_before_a_search(hear: Hear) -> None:
    assert hear("en", "nurse", (Stage.FAQ, "apprenticeships", 1.0), None) is None
    assert hear("en", "nurse", (Stage.FAQ, "apprenticeships", 0.7), None) is not None


@pytest.mark.parametrize("words", ["anything goes", "any is fine", "whatever"])
def test_anything_answers_the_question_for_a_place_and_keeps_the_profession(hear: Hear, words: str) -> None:
    move = hear("en", words, (Stage.NONE, "", 0.0), ASKED)
    assert isinstance(move, Search)
    assert move.wish == Wish(("nurse",), ())


def test_as_near_as_possible_to_a_town_is_no_smaller_distance(hear: Hear) -> None:
    move = hear("fr", "le plus près possible de Düsseldorf", (Stage.NONE, "", 0.0), ASKED)
    assert isinstance(move, Search)
    assert (move.wish.cities, move.wish.within_km) == (("Düsseldorf",), 50.0)
