"""A trade that neither lists nor openings know is taken for the one whose names are like it, and the reply says so."""

from __future__ import annotations

import pytest

from tests.bot.conftest import Chat
from tests.bot.job_search.conftest import search_of

TAKEN = "I take “wiring bloke” to mean electrician."


def professions(chat: Chat) -> tuple[str, ...] | None:
    search = search_of(chat)
    return search.wish.professions if search else None


@pytest.mark.parametrize(
    "text", ["a job as wiring bloke in Hamburg", "job for a wiring bloke", "any work for a wiring bloke"]
)
def test_it_is_looked_for_as_that_trade(chat: Chat, text: str) -> None:
    (reply,) = chat.say(text).replies
    assert reply.text.startswith(TAKEN)
    assert professions(chat) == ("electrician",)


def test_as_a_reply_to_what_was_asked_too(chat: Chat, many_openings: None) -> None:
    chat.say("I need a job")
    assert TAKEN in chat.say("wiring bloke").replies[0].text
    assert professions(chat) == ("electrician",)


def test_what_is_like_no_trade_is_named_as_unknown(chat: Chat, many_openings: None) -> None:
    chat.say("I need a job")
    assert "“gromphen”" in chat.say("gromphen").replies[0].text
    assert not professions(chat)
