"""What a conversation has come to is stored as it is, and read again as it was."""

from __future__ import annotations

import json

import pytest

from bot.dialogue.state import NOTHING_OPEN, VERSION, DialogueState, JobSearch, MadeAlert, Slot, state_json, state_of
from storage.openings.wishes import Wish

NURSE = Wish(("nurse",), ("Hamburg",), regions=("DE-BY",), employment_types=("part_time",), within_km=20.0)
SEARCH = JobSearch(NURSE, (3, 1), 4, 1, Slot.CITY, ("Nurse", "Nurse, nights"))


@pytest.mark.parametrize(
    "state",
    [
        NOTHING_OPEN,
        DialogueState(clarifying=7),
        DialogueState(frozenset({Slot.EMAIL, Slot.WISH}), safety=0),
        DialogueState(search=SEARCH, searching=True),
        DialogueState(search=JobSearch(Wish())),
        DialogueState(alert=MadeAlert(NURSE, "weekly", 9, ended=True)),
    ],
)
def test_a_state_is_read_as_it_was_stored(state: DialogueState) -> None:
    assert state_of(json.loads(json.dumps(state_json(state)))) == state


def test_a_state_of_a_newer_candor_is_as_at_the_beginning() -> None:
    newer = {**(state_json(DialogueState(search=SEARCH)) or {}), "version": VERSION + 1}
    assert state_of(newer) == NOTHING_OPEN


@pytest.mark.parametrize(
    "more",
    [
        {"expected": ["telephone"]},
        {"search": {"wish": {}, "shown": [3]}},
        {"topic": {"category": "salary", "question": "pay?", "seq": 2, "tone": "kind"}},
    ],
    ids=["slot", "search", "topic"],
)
def test_a_state_with_what_only_a_newer_candor_knows_is_as_at_the_beginning(more: dict[str, object]) -> None:
    assert state_of({"version": VERSION, "clarifying": 7, **more}) == NOTHING_OPEN


@pytest.mark.parametrize("newer", [{"version": VERSION + 1}, {"version": VERSION, "expected": ["telephone"]}])
def test_that_somebody_was_asked_whether_they_are_safe_is_read_whatever_else_is_not(newer: dict[str, object]) -> None:
    assert state_of({**newer, "clarifying": 7, "safety": 5}) == DialogueState(safety=5)


def test_who_is_asked_for_something_is_waited_for() -> None:
    assert DialogueState(safety=0).waits
    assert DialogueState(search=SEARCH, searching=True).waits
    assert not DialogueState(search=SEARCH).waits
    assert not DialogueState(search=JobSearch(NURSE), searching=True).waits
