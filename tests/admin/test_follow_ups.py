"""A follow-up that was understood with the question before it: both are shown, and what is learnt is its own words."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection

from nlu.understanding import Guess, Stage, Understanding
from storage.conversations import conversations, messages
from storage.conversations.messages import NewMessage
from storage.reviews import decisions
from tests.admin.world import NOW, Visitor, World, words_of

BEFORE, OWN = "Do you offer a pension?", "And for interns?"
WHOLE = f"{BEFORE} {OWN}"


def ask_on(world: World, *said: str) -> int:
    """Let a candidate ask questions, each of which hangs on all before; return the review of the last."""
    said = said or (BEFORE, OWN)

    def turn(conn: Connection) -> int:
        talk = conversations.create(conn, world.demo.id, public_id="two", token_hash="t", language="en", now=NOW)
        its = (conn, world.demo.id, talk.id)
        sent = [messages.append(*its, NewMessage("incoming", "candidate", each), NOW) for each in said]
        whole = " ".join(said)
        seen = Understanding(whole, "en", Stage.FAQ, "benefits", 0.9, (Guess("benefits", 0.9),), (), "v7")
        return decisions.record(*its, sent[-1].seq, decisions.NewDecision(seen, "reply", 0.5, question=whole), NOW)

    return int(world.now(turn))


@pytest.fixture
def follow_up(world: World) -> int:
    return ask_on(world)


async def test_both_messages_stand_apart_and_what_is_learnt_is_shown(ada: Visitor, follow_up: int) -> None:
    page = await ada.text("/reviews")
    assert f"After the question: {BEFORE}" in words_of(page)
    assert f">{OWN}</h2>" in page
    assert f'name="taught" value="{OWN}"' in page
    for panel in ("correct", "answer"):
        assert WHOLE not in await ada.text(f"/reviews/{follow_up}/{panel}")


async def test_of_several_questions_run_together_the_last_one_is_the_question_before(
    world: World, ada: Visitor
) -> None:
    ask_on(world, "How many days off?", BEFORE, OWN)
    page = words_of(await ada.text("/reviews"))
    assert f"After the question: {BEFORE} {OWN}" in page
    assert "How many days off? " + BEFORE not in page


@pytest.mark.parametrize(
    ("verdict", "fields"),
    [
        ("confirm", {}),
        ("correct", {"category": "benefits"}),
        ("new-category", {"name": "interns"}),
        ("answer", {"reply": "Yes.", "save_as": "interns"}),
    ],
)
async def test_its_own_words_are_learnt_or_what_was_written_instead(
    world: World, ada: Visitor, follow_up: int, verdict: str, fields: dict[str, str]
) -> None:
    await ada.post(f"/reviews/{follow_up}/{verdict}", fields, part=True)
    assert (world.category_of(OWN) is None, world.category_of(WHOLE)) == (False, None)
    await ada.post(f"/reviews/{follow_up}/undo", part=True)
    again = fields | {"name": "students", "taught": "Do interns get a pension?"}
    await ada.post(f"/reviews/{follow_up}/{verdict}", again, part=True)
    assert (world.category_of(OWN), world.category_of(again["taught"]) is None) == (None, False)


async def test_a_question_of_its_own_offers_no_other_words_to_learn(world: World, ada: Visitor) -> None:
    world.ask("Is there a gym?")
    assert 'name="taught"' not in await ada.text("/reviews")
