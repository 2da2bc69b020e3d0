"""What the desk shows of questions that the bot asked back about, and of what candidates chose."""

from __future__ import annotations

from dataclasses import replace

import pytest

from admin.figures import automation_rate
from nlu.understanding import Guess, Stage, Understanding
from storage import Connection
from storage.answers import answers
from storage.answers.answers import Answer
from storage.companies import companies
from storage.companies.companies import CompanyProfile
from storage.conversations import conversations, messages
from storage.conversations.messages import NewMessage
from storage.reviews import decisions, reviews
from tests.admin.world import NOW, Visitor, World, replacing, seen_by, words_of

CLOSE = (Guess("benefits", 0.4), Guess("salary", 0.35), Guess("working_hours", 0.05))


def ask_back(world: World, choice: str | None = None) -> int:
    """Let the bot ask back about "Is coffee paid?"; the candidate presses the button of that id. Return the review."""

    def turns(conn: Connection) -> int:
        talk = conversations.create(conn, world.demo.id, public_id="back", token_hash="b", language="en", now=NOW)
        its = (conn, world.demo.id, talk.id)
        asked = messages.append(*its, NewMessage("incoming", "candidate", "Is coffee paid?"), NOW)
        seen = Understanding("Is coffee paid?", "en", Stage.FAQ, "benefits", 0.4, CLOSE, (), "v7")
        first = decisions.record(
            *its, asked.seq, decisions.NewDecision(seen, "clarify", 0.5, options=("benefits", "salary")), NOW
        )
        if choice is None:
            return first
        pressed = messages.append(*its, NewMessage("incoming", "candidate", "Pay"), NOW)
        reviews.supersede(conn, world.demo.id, first, NOW)
        if choice == "none":
            chosen = replace(seen, stage=Stage.NONE, intent=None, confidence=0.0)
            conversations.set_status(*its, "waiting", NOW)
            return decisions.record(
                *its, pressed.seq, decisions.NewDecision(chosen, "defer", 0.5, about_seq=asked.seq), NOW
            )
        chosen = replace(seen, intent=choice, confidence=1.0, ranking=(Guess(choice, 1.0),), model_version="button")
        return decisions.record(
            *its, pressed.seq, decisions.NewDecision(chosen, "reply", 0.5, about_seq=asked.seq), NOW
        )

    return int(world.now(turns))


async def test_a_question_asked_back_shows_what_was_offered(world: World, ada: Visitor) -> None:
    ask_back(world)
    words = words_of(await ada.text("/reviews"))
    assert "Is coffee paid? Asked back" in words
    assert "Offered to choose from: benefits, salary. The candidate has not chosen." in words
    assert "Needs a person" not in words
    assert "Asked back: benefits, salary · question · v7" in words_of(await ada.text("/conversations/1"))


async def test_where_no_topics_were_offered_it_says_what_was_asked(world: World, ada: Visitor) -> None:
    world.ask("no person please", (Guess("contact_human", 0.8),), "clarify", stage=Stage.GENERAL)
    words = words_of(await ada.text("/reviews"))
    assert "Asked whether this is wanted, or whether the candidate is safe." in words
    assert "Offered to choose from" not in words


async def test_a_choice_stands_in_the_queue_as_the_question_and_becomes_its_example(world: World, ada: Visitor) -> None:
    review_id = ask_back(world, "salary")
    words = words_of(await ada.text("/reviews"))
    assert "Is coffee paid? Answered" in words
    assert "Asked what was meant, the candidate chose “salary”." in words
    assert words.count("Is coffee paid?") == 1
    await ada.post(f"/reviews/{review_id}/confirm", part=True)
    assert world.category_of("Is coffee paid?") == "salary"


async def test_choosing_none_shows_that_the_candidate_waits(world: World, ada: Visitor) -> None:
    review_id = ask_back(world, "none")
    words = words_of(await ada.text("/reviews"))
    assert "Is coffee paid? Not answered Candidate is waiting" in words
    assert "the candidate chose none of the options" in words
    assert words_of(await ada.text(f"/reviews/{review_id}/correct", part=True)).index("benefits 40%")


@pytest.mark.parametrize(("choice", "rate"), [(None, 0.0), ("salary", 1.0), ("none", 0.0)])
def test_a_question_asked_back_counts_by_what_the_candidate_chose(
    world: World, choice: str | None, rate: float
) -> None:
    ask_back(world, choice)
    assert world.now(lambda conn: automation_rate(conn, world.demo.id, NOW)) == rate


async def test_the_title_that_candidates_read_is_written_at_the_desk(world: World, ada: Visitor) -> None:
    path = f"/dataset/categories/{world.category_id('salary')}"
    fields = {"answer": "It depends.", "title": " What we  pay "}
    await ada.post(f"{path}/answer", fields | seen_by(await ada.text(path)))
    assert world.answer("salary") == Answer("salary", "en", "It depends.", title="What we pay")
    assert 'value="What we pay"' in await ada.text(path)


async def test_an_answer_written_in_the_queue_keeps_the_title(world: World, ada: Visitor) -> None:
    titled = Answer("salary", "en", "Old.", title="What we pay")
    world.now(lambda conn: answers.put(conn, world.demo.id, titled, NOW))
    review_id = world.ask("How much?", kind="defer")
    fields = {"reply": "It depends.", "save_as": "salary"}
    stands = await (await ada.post(f"/reviews/{review_id}/answer", fields, part=True)).text()
    await ada.post(f"/reviews/{review_id}/answer", fields | replacing(stands), part=True)
    assert world.answer("salary") == Answer("salary", "en", "It depends.", title="What we pay")


async def test_an_answer_in_the_companys_own_language_counts_and_can_be_sent(world: World, ada: Visitor) -> None:
    profile = CompanyProfile("demo", "Demo", ("de", "en"), default_language="de")
    world.now(lambda conn: companies.change(conn, world.demo.id, profile))
    world.now(lambda conn: answers.remove(conn, world.demo.id, "benefits", "en", NOW))
    german = Answer("benefits", "de", "Kaffee ist frei.")
    world.now(lambda conn: answers.put(conn, world.demo.id, german, NOW))
    review_id = world.ask("What perks are there?", (Guess("benefits", 0.3),), "defer")
    assert "Kaffee ist frei." in words_of(await ada.text("/reviews"))
    await ada.post(f"/reviews/{review_id}/confirm", {"send": "on"}, part=True)
    assert world.said(review_id)[-1].text == "Kaffee ist frei."
