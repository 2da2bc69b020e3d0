"""An application may be for another opening after all: what was entered stays, and what was said is no name."""

from __future__ import annotations

import pytest

from nlu.steps.said import Step
from tests.bot.applications.conftest import application_of, begin, offered
from tests.bot.applications.filling_in import made
from tests.bot.conftest import Chat
from tests.bot.heard_steps import let_hear

WRONG_ONE = "that was not the one I had in mind"
HEARD: dict[str, Step] = {WRONG_ONE: "another"}


@pytest.fixture(autouse=True)
def hears(monkeypatch: pytest.MonkeyPatch, applying: Chat) -> None:
    let_hear(monkeypatch, applying, HEARD)


def _starts(chat: Chat) -> list[int]:
    """The openings on show, in their order."""
    ids = [int(each.id.split(":")[2]) for each in offered(chat) if each.id.startswith("apply:start:")]
    return list(dict.fromkeys(ids))


@pytest.fixture
def applied_for_the_first(applying: Chat) -> tuple[Chat, list[int]]:
    applying.say("any job in Berlin")
    shown = _starts(applying)
    assert len(shown) > 1
    applying.ask(button=f"apply:start:{shown[0]}")
    return applying, shown


@pytest.mark.parametrize("typed", ["no wait, the second one", "the second one", "oh sorry I meant the second"])
def test_another_one_that_is_picked_takes_the_place_of_the_first(
    applied_for_the_first: tuple[Chat, list[int]], typed: str
) -> None:
    chat, shown = applied_for_the_first
    assert "now applying for" in chat.ask(typed)
    assert (made(chat).opening_id, made(chat).name, made(chat).step) == (shown[1], None, "name")


def test_what_was_entered_stays_when_the_opening_changes(applied_for_the_first: tuple[Chat, list[int]]) -> None:
    chat, shown = applied_for_the_first
    chat.ask("Anna Lopez")
    chat.ask("anna@example.org")
    chat.ask("hold on, the second one instead")
    its = made(chat)
    assert (its.opening_id, its.name, its.email, its.step) == (shown[1], "Anna Lopez", "anna@example.org", "file")


def test_the_button_of_another_opening_keeps_what_was_entered(applied_for_the_first: tuple[Chat, list[int]]) -> None:
    chat, shown = applied_for_the_first
    chat.ask("Anna Lopez")
    assert "now applying for" in chat.ask(button=f"apply:start:{shown[1]}")
    assert (made(chat).opening_id, made(chat).name, made(chat).step) == (shown[1], "Anna Lopez", "email")


def test_the_same_one_picked_again_is_just_gone_on_with(applied_for_the_first: tuple[Chat, list[int]]) -> None:
    chat, shown = applied_for_the_first
    assert chat.ask("yes, the first one").startswith("What’s your name?")
    assert made(chat).opening_id == shown[0]


def test_a_trade_named_instead_is_looked_for_and_applied_for_where_one_opening_is_for_it(applying: Chat) -> None:
    begin(applying)
    before = made(applying).opening_id
    said = applying.ask("actually the caretaker job instead")
    assert "now applying for" in said or "Which one is it to be?" in said or "no such opening" in said
    assert made(applying).name is None
    assert ("now applying for" in said) == (made(applying).opening_id != before)


def test_who_says_in_other_words_that_it_is_the_wrong_one_chooses(
    applied_for_the_first: tuple[Chat, list[int]],
) -> None:
    chat, shown = applied_for_the_first
    turn = chat.say(WRONG_ONE)
    starts = [each.id for each in turn.replies[0].buttons if each.id.startswith("apply:start:")]
    assert starts == [f"apply:start:{id_}" for id_ in shown[1:]]
    assert made(chat).opening_id == shown[0]


def test_where_no_other_is_on_show_it_is_asked_for(applying: Chat) -> None:
    begin(applying)
    assert "Which job should it be instead?" in applying.ask(WRONG_ONE)
    assert application_of(applying) is not None


@pytest.mark.parametrize("typed", ["ok sign me up", "let's do it", "I'm ready", "no wait, a different one entirely"])
def test_what_is_said_in_many_words_and_is_no_name_is_not_kept_as_one(applying: Chat, typed: str) -> None:
    begin(applying)
    applying.ask(typed)
    assert (made(applying).name, made(applying).step) == (None, "name")


def test_to_start_over_deletes_no_application(applying: Chat) -> None:
    begin(applying)
    applying.ask("Anna Lopez")
    assert "kept for a day" in applying.ask("!start_over")
    assert made(applying).name == "Anna Lopez"
