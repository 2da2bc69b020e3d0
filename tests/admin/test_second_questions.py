"""A message that asked more than one thing, as recruiters see it in the review."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection

from nlu.understanding import Guess, Stage, Understanding
from storage.conversations import conversations, messages
from storage.conversations.messages import NewMessage
from storage.reviews import decisions, reviews
from storage.reviews.decisions import AlsoAsked
from tests.admin.world import NOW, Visitor, World, words_of

pytestmark = pytest.mark.asyncio


def asked(world: World, also: AlsoAsked | None) -> int:
    """Store a message of two sentences of which the first was answered; return its review."""

    def turn(conn: Connection) -> int:
        talk = conversations.create(conn, world.demo.id, public_id="two", token_hash="t", language="en", now=NOW)
        its = (conn, world.demo.id, talk.id)
        said = messages.append(*its, NewMessage("incoming", "candidate", "Is coffee free? And tea on Mars?"), NOW)
        seen = Understanding("Is coffee free?", "en", Stage.FAQ, "benefits", 0.9, (Guess("benefits", 0.9),), (), "v7")
        return decisions.record(
            *its, said.seq, decisions.NewDecision(seen, "reply", 0.5, question="Is coffee free?", also=also), NOW
        )

    return int(world.now(turn))


async def test_the_question_understood_stands_there_and_the_one_passed_on(world: World, ada: Visitor) -> None:
    asked(world, AlsoAsked("And tea on Mars?", None, 0.1))
    words = words_of(await ada.text("/reviews"))
    assert "Is coffee free? " in words
    assert "Also asked in the same message, and passed on to you: “And tea on Mars?”" in words


async def test_the_second_answer_is_named(world: World, ada: Visitor) -> None:
    asked(world, AlsoAsked("And tea?", "benefits", 0.8))
    assert "Also asked in the same message: “And tea?”, answered with benefits." in words_of(await ada.text("/reviews"))


async def test_the_question_understood_is_what_is_learnt(world: World, ada: Visitor) -> None:
    review_id = asked(world, None)
    learnt = world.now(lambda conn: reviews.confirm(conn, world.demo.id, review_id, None, "ada", NOW))
    assert learnt is not None
    assert learnt.text == "Is coffee free?"
