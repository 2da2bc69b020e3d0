"""An opening that was shown before is asked about by its profession or its place, whatever is on show now."""

from __future__ import annotations

import pytest

from bot.dialogue.state import DialogueState, JobSearch, after, state_json, state_of
from storage.openings.wishes import Wish
from tests.bot.conftest import Chat


@pytest.fixture
def at_the_nurse(chat: Chat) -> Chat:
    """A talk in which a cook's opening was shown, and now two nurses' are."""
    chat.say("a cook job in Munich")
    chat.say("a nurse job in Hamburg")
    return chat


def test_a_question_names_an_opening_shown_before_by_its_profession(at_the_nurse: Chat) -> None:
    assert "€18.50 an hour" in at_the_nurse.ask("how much does the cook job pay?")


def test_a_question_names_an_opening_shown_before_by_its_place(at_the_nurse: Chat) -> None:
    assert "€18.50 an hour" in at_the_nurse.ask("how much does the Munich one pay?")


def test_the_one_in_a_place_is_shown_and_another_place_is_looked_for(chat: Chat) -> None:
    chat.say("nurse jobs anywhere")
    assert "Nurse, day clinic" in chat.ask("show me the Berlin one")
    assert "nurse · within 50 km of Berlin" in chat.ask("what about Berlin?")


def test_what_was_shown_before_is_kept_the_latest_first() -> None:
    state = DialogueState()
    for shown in ((1, 2), (3,), (2, 4)):
        state = after(state, search=JobSearch(Wish(), shown))
    assert state.shown_before == (3, 1)
    assert state_of(state_json(state)).shown_before == (3, 1)


def test_no_more_than_eight_are_kept_and_none_after_the_search_ended() -> None:
    state = DialogueState()
    for number in range(12):
        state = after(state, search=JobSearch(Wish(), (number,)))
    assert state.shown_before == (10, 9, 8, 7, 6, 5, 4, 3)
    assert after(state, ends_search=True).shown_before == ()
