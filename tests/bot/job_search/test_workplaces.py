"""Words for where, with what and at what one works name a trade where a message speaks of a job, and nowhere else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.bot.conftest import Chat
from tests.bot.job_search.conftest import search_of, titles


def professions(chat: Chat) -> tuple[str, ...]:
    search = search_of(chat)
    return (search.wish.professions or ()) if search else ()


def test_a_list_with_a_place_looks_for_the_trade_that_a_workplace_stands_for(chat: Chat) -> None:
    assert titles(chat, "warehouse, berlin, full time")[0].startswith("Warehouse worker")


def test_a_search_that_goes_on_changes_to_the_trade_of_a_workplace(chat: Chat) -> None:
    chat.say("a nurse job in Munich")
    assert titles(chat, "what about the kitchen then") == ["Cook"]


@pytest.mark.parametrize(
    "text", ["is there a kitchen in the office?", "is there a lab in Berlin?", "they threw me out of a shop on Monday"]
)
def test_what_speaks_of_no_job_looks_for_none(chat: Chat, text: str) -> None:
    chat.say(text)
    assert professions(chat) == ()


def test_a_workplace_beside_a_profession_is_no_second_trade(chat: Chat) -> None:
    chat.say("a nurse job in Hamburg")
    chat.say("rather a caretaker on a building site")
    assert professions(chat) == ("caretaker",)


def test_a_workplace_joined_to_a_profession_is(chat: Chat) -> None:
    chat.say("a nurse job in Hamburg")
    chat.say("rather a caretaker or the kitchen, I have done both")
    assert professions(chat) == ("caretaker", "kitchen_work")


def test_a_question_points_at_the_opening_shown_before_by_its_workplace(chat: Chat) -> None:
    chat.say("a cook job in Munich")
    chat.say("a nurse job in Hamburg")
    told = " ".join(reply.text for reply in chat.say("what does the one in the kitchen pay?").replies)
    assert "€18.50 an hour" in told


@pytest.mark.parametrize(
    ("bound", "before", "text"),
    [
        ("beside_at_first", None, "full time, Berlin, the kitchen, nice people"),
        ("beside_wish", None, "a job please, my aunt swears by the kitchen"),
        ("beside_in_search", "a nurse job in Munich", "my aunt always swears by the kitchen"),
    ],
)
def test_a_workplace_is_no_trade_where_too_much_else_is_said(
    chat: Chat, bound: str, before: str | None, text: str
) -> None:
    if before:
        chat.say(before)
    usual = chat.service
    chat.service = replace(usual, thresholds=replace(usual.thresholds, **{bound: 0.0}))
    chat.say(text)
    assert "kitchen_work" not in professions(chat)
    chat.service = usual
    chat.say(text)
    assert professions(chat) == ("kitchen_work",)
