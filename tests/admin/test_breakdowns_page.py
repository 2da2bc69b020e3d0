"""The page of breakdowns: where, why, what was done, recruiters' verdicts, and the figures."""

from __future__ import annotations

from datetime import timedelta
from html import unescape

import pytest

from nlu.breakdown.dialogue import Distribution
from nlu.understanding import Guess
from storage import Connection
from storage.conversations import conversations, messages
from storage.conversations.messages import NewMessage
from storage.reviews import doubts, guard_decisions
from storage.reviews.guard_decisions import Action, GuardReason, NewGuardDecision
from tests.admin.conftest import Open
from tests.admin.world import NOW, SALARY, Visitor, World, log_in, usual, words_of

REASONS = (GuardReason("same_question", 2, 5.0), GuardReason("same_answer", 1, 1.3), GuardReason("detector", 0.7, 0.2))
WITHHELD = "It depends on the position."


def break_down(
    world: World, text: str = "How much?", action: Action = "hand_over", reasons: tuple[GuardReason, ...] = REASONS
) -> int:
    """Let the guard keep back the reply to this; return the review of the message."""
    review_id = world.ask(text, SALARY, "defer" if action == "hand_over" else "clarify")
    decision = world.review(review_id).decision
    made = NewGuardDecision(action, 0.9, reasons, Distribution(0.3, 0.5, 0.2), WITHHELD)
    its = (world.demo.id, decision.conversation_id, decision.message_seq)
    world.now(lambda conn: guard_decisions.record(conn, *its, made, "en", NOW))
    return review_id


def verdicts(world: World) -> list[tuple[str | None, str | None]]:
    found = world.now(lambda conn: guard_decisions.breakdowns(conn, world.demo.id))
    return [(each.verdict, each.judge) for each in found]


async def test_a_breakdown_shows_where_why_and_what_was_done(world: World, ada: Visitor) -> None:
    break_down(world)
    page = await ada.text("/breakdowns")
    words = unescape(words_of(page))
    assert "How much? Handed over Candidate is waiting English" in words
    assert "the same question 3 times the same reply 2 times the detector expects" in words
    assert "Risk 90%. Detector: no breakdown 30%, possible 50%, breakdown 20%." in words
    assert "What the bot would have said It depends on the position." in words
    assert 'href="/admin/conversations/1#m1"' in page
    assert 'id="m1"' in await ada.text("/conversations/1")


async def test_without_breakdowns_the_page_says_so(world: World, ada: Visitor) -> None:
    world.ask("How much?")
    words = words_of(await ada.text("/breakdowns"))
    assert "No conversation has broken down so far." in words


@pytest.mark.parametrize("verdict", ["right", "false_alarm"])
async def test_a_breakdown_is_judged_with_one_click(world: World, ada: Visitor, verdict: str) -> None:
    break_down(world)
    response = await ada.post("/breakdowns/1/judge", {"verdict": verdict})
    assert (response.status, response.headers["Location"]) == (303, "/admin/breakdowns?note=judged")
    assert verdicts(world) == [(verdict, "Ada")]
    assert "breakdown 1" in words_of(await ada.text("/audit"))


async def test_a_part_of_the_page_comes_back_with_the_verdict(world: World, ada: Visitor) -> None:
    break_down(world)
    part = await (await ada.post("/breakdowns/1/judge", {"verdict": "false_alarm"}, part=True)).text()
    assert "Ada: false alarm." in part
    assert "data-pending" not in part
    assert "<html" not in part


async def test_a_verdict_can_be_changed(world: World, ada: Visitor) -> None:
    break_down(world)
    for verdict in ("right", "false_alarm"):
        await ada.post("/breakdowns/1/judge", {"verdict": verdict})
    assert verdicts(world) == [("false_alarm", "Ada")]


@pytest.mark.parametrize(("path", "verdict", "status"), [("1", "perhaps", 400), ("99", "right", 404)])
async def test_what_is_no_verdict_is_refused(world: World, ada: Visitor, path: str, verdict: str, status: int) -> None:
    break_down(world)
    assert (await ada.post(f"/breakdowns/{path}/judge", {"verdict": verdict})).status == status
    assert verdicts(world) == [(None, None)]


async def test_another_company_sees_and_judges_nothing(world: World, visit: object, ada: Visitor) -> None:
    break_down(world)
    eve = log_in(world.database, ada.client, world.eve)
    assert "How much?" not in await eve.text("/breakdowns")
    assert (await eve.get("/breakdowns/1")).status == 404
    assert (await eve.post("/breakdowns/1/judge", {"verdict": "right"})).status == 404
    assert verdicts(world) == [(None, None)]


async def test_the_list_is_turned_page_by_page(world: World, ada: Visitor) -> None:
    for number in range(22):
        break_down(world, f"Question {number:02}")
    first = await ada.text("/breakdowns")
    assert "Question 21" in first
    assert "Question 01" not in first
    second = await ada.text("/breakdowns?before=3")
    assert "Question 01" in second
    assert "Newest breakdowns" in second


async def test_reviews_and_conversations_say_what_the_guard_did(world: World, ada: Visitor) -> None:
    review_id = break_down(world)
    told = "The guard handed this over because: the same question 3 times; the same reply 2 times"
    for path in ("/reviews", f"/reviews/{review_id}", "/conversations/1"):
        assert told in unescape(words_of(await ada.text(path))), path


async def test_what_the_guard_noticed_and_let_pass_stands_with_the_message(world: World, ada: Visitor) -> None:
    break_down(world, action="send", reasons=(GuardReason("insult", 1, 1.0), GuardReason("loop", 0.1, 0.05)))
    words = unescape(words_of(await ada.text("/conversations/1")))
    assert "The guard noticed: 1 insult. The reply went out all the same." in words
    assert "No conversation has broken down" in words_of(await ada.text("/breakdowns"))
    assert (await ada.get("/breakdowns/1")).status == 404, "it is no breakdown"
    assert (await ada.post("/breakdowns/1/judge", {"verdict": "right"})).status == 404


async def test_a_doubted_answer_is_marked_on_the_review_of_its_question(world: World, ada: Visitor) -> None:
    review_id = world.ask("How much?", (Guess("salary", 0.9),))
    world.now(lambda conn: doubts.add(conn, world.demo.id, review_id, NOW))
    words = unescape(words_of(await ada.text("/reviews")))
    assert "How much? Answered Doubted by the candidate" in words
    assert "The candidate said that the answer of “salary” is not what they meant." in words


async def test_the_page_tells_of_a_guard_that_is_off_or_without_its_detector(world: World, open_desk: Open) -> None:
    off = log_in(world.database, await open_desk(usual=usual(guard=False)), world.ada)
    assert "The guard is switched off" in await off.text("/breakdowns")


async def test_the_page_tells_why_the_detector_is_missing(world: World, open_desk: Open) -> None:
    broken = log_in(world.database, await open_desk(guard_trouble="the file is cut short"), world.ada)
    assert "the file is cut short" in await broken.text("/breakdowns")


async def test_figures_stand_by_week_and_language_with_what_they_mean(world: World, open_desk: Open) -> None:
    ada = log_in(world.database, await open_desk(now=lambda: NOW + timedelta(days=1)), world.ada)
    review_id = break_down(world)
    talk = world.review(review_id).conversation
    for number in range(3):
        world.ask(f"Other {number}")

    def says_more(conn: Connection) -> None:
        its = (conn, world.demo.id, talk.id)
        messages.append(*its, NewMessage("incoming", "candidate", "Salary"), NOW)

    world.now(says_more)
    world.ask("Salary then", SALARY, talk=world.now(lambda conn: conversations.get(conn, world.demo.id, talk.id)))
    await ada.post("/breakdowns/1/judge", {"verdict": "false_alarm"})
    words = unescape(words_of(await ada.text("/breakdowns")))
    assert "Breakdowns per 100 conversations 25 Recovered 100% False alarms 100% of 1 judged" in words
    assert "23 Feb 2026 English 4 1 25 1 100% 1 of 1 100% 1 of 1" in words
    assert "the share where that next question got an answer" in words
