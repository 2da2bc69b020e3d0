"""Questions that say the same are one item of the queue, and one verdict serves everybody who asked."""

from __future__ import annotations

import re

from nlu.understanding import Guess
from storage.conversations import conversations, messages
from tests.admin.world import UNSURE, Visitor, World, words_of

PAY = (Guess("salary", 0.3),)


def shown(html: str) -> list[int]:
    return [int(number) for number in re.findall(r'id="review-(\d+)"', html)]


def answers(world: World, talk: int) -> list[str]:
    said = world.now(lambda conn: messages.after(conn, world.demo.id, talk, 0))
    return [message.text for message in said if message.author == "recruiter"]


async def test_a_question_asked_often_is_one_item(world: World, ada: Visitor) -> None:
    ids = [world.ask(text, UNSURE, "defer") for text in ("My dog?", "my DOG", "Parking?", "My dog?")]
    html = await ada.text("/reviews")
    assert shown(html) == [ids[3], ids[2]]
    assert "asked 3 times · 3 wait" in words_of(html)
    assert "Questions to review 2" in words_of(html)


async def test_one_verdict_answers_everybody_who_waits(world: World, ada: Visitor) -> None:
    ids = [world.ask("How much?", PAY, "defer") for _ in range(3)]
    world.now(lambda conn: conversations.set_status(conn, world.demo.id, 2, "resolved", world.review(1).created))
    await ada.post(f"/reviews/{ids[2]}/confirm", {"send": "on"})
    assert [world.review(id_).status for id_ in ids] == ["confirmed"] * 3
    assert [answers(world, talk) for talk in (1, 2, 3)] == [
        ["About salary: it depends."],
        [],
        ["About salary: it depends."],
    ]
    assert {world.review(id_).conversation.status for id_ in (ids[0], ids[2])} == {"open"}
    assert world.category_of("How much?") == "salary"


async def test_a_correction_goes_to_everybody_too_and_nobody_gets_it_twice(world: World, ada: Visitor) -> None:
    first = world.ask("How much?", UNSURE, "defer")
    talk = world.review(first).conversation
    world.ask("How much?", UNSURE, "defer", talk=talk)
    await ada.post(f"/reviews/{first}/correct", {"category": "salary", "send": "on"})
    assert answers(world, talk.id) == ["About salary: it depends."]


async def test_own_words_that_become_the_answer_go_to_everybody_who_waits(world: World, ada: Visitor) -> None:
    ids = [world.ask("How much?", UNSURE, "defer") for _ in range(3)]
    await ada.post(f"/reviews/{ids[2]}/answer", {"reply": "It depends on the shift.", "save_as": "pay"}, part=True)
    assert [world.review(id_).status for id_ in ids] == ["corrected"] * 3
    assert [answers(world, talk) for talk in (1, 2, 3)] == [["It depends on the shift."]] * 3
    assert [world.review(id_).conversation.status for id_ in ids] == ["open"] * 3


async def test_own_words_for_one_candidate_leave_the_question_of_the_others_open(world: World, ada: Visitor) -> None:
    ids = [world.ask("How much?", UNSURE, "defer") for _ in range(2)]
    await ada.post(f"/reviews/{ids[1]}/answer", {"reply": "For you: 20 euros."}, part=True)
    assert [world.review(id_).status for id_ in ids] == ["pending", "corrected"]
    assert [answers(world, talk) for talk in (1, 2)] == [[], ["For you: 20 euros."]]


async def test_what_is_asked_most_can_be_put_on_top(world: World, ada: Visitor) -> None:
    often = [world.ask("My dog?", UNSURE, "defer") for _ in range(2)][-1]
    once = world.ask("Parking?", UNSURE, "defer")
    assert shown(await ada.text("/reviews")) == [once, often]
    assert shown(await ada.text("/reviews?order=often")) == [often, once]
    assert shown(await ada.text("/reviews?order=often&skip=1")) == [once]


async def test_sending_to_a_candidate_takes_more_than_one_key(world: World, ada: Visitor) -> None:
    world.ask("How much?", PAY, "defer")
    world.ask("Which benefits?", (Guess("benefits", 0.9),))
    html = await ada.text("/reviews")
    assert re.findall(r'data-key="c"( data-asks)?', html) == ["", " data-asks"]
