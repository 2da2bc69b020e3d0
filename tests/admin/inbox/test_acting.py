"""What recruiters do with a conversation, alone and two at once."""

from __future__ import annotations

import re
from typing import Any

import pytest

from nlu.understanding import Guess, Stage
from storage import Connection
from storage.companies import companies
from storage.conversations import conversation_notes, conversations, messages
from storage.conversations.conversations import Conversation
from storage.conversations.messages import NewMessage
from storage.database.rows import found
from storage.people import users
from tests.admin.conftest import Visit
from tests.admin.world import NOW, UNSURE, Visitor, World, words_of

ONE = "/conversations/1"
ONE_PAGE = "/admin/conversations/1"


@pytest.fixture
def dog(world: World) -> int:
    """A question that waits for a person, in conversation 1; return its review."""
    return world.ask("Can I bring my dog?", UNSURE, "defer")


def talk(world: World) -> Conversation:
    found: Conversation = world.now(lambda conn: conversations.get(conn, world.demo.id, 1))
    return found


async def test_who_answers_first_looks_after_it_and_the_question_is_settled(
    world: World, visit: Visit, ada: Visitor, dog: int
) -> None:
    await ada.post(f"{ONE}/reply", {"reply": "Yes.", "seen": "2"})
    assert (talk(world).assignee_id, talk(world).status, talk(world).waiting_since) == (world.ada.id, "open", None)
    review = world.review(dog)
    assert (review.status, review.category, review.reviewer) == ("corrected", None, "Ada")
    bob = await visit(world.bob)
    await bob.post(f"{ONE}/reply", {"reply": "A small one.", "seen": "3"})
    assert talk(world).assignee_id == world.ada.id


async def test_a_question_that_was_answered_by_the_bot_is_still_to_be_reviewed(world: World, ada: Visitor) -> None:
    review = world.ask("How much would I earn?")
    await ada.post(f"{ONE}/reply", {"reply": "A lot.", "seen": "2"})
    assert world.review(review).status == "pending"


async def test_the_second_of_two_recruiters_is_told_before_their_message_goes_out(
    world: World, visit: Visit, ada: Visitor, dog: int
) -> None:
    bob = await visit(world.bob)
    await ada.post(f"{ONE}/reply", {"reply": "Yes, you can.", "seen": "2"})
    refused = await bob.post(f"{ONE}/reply", {"reply": "No, sorry.", "seen": "2"}, part=True)
    assert refused.status == 409
    assert "Somebody of your team has answered" in await refused.text()
    assert [message.text for message in world.said(dog) if message.author == "recruiter"] == ["Yes, you can."]
    assert 'id="seen" value="4"' in await bob.text(f"{ONE}/messages?after=2", part=True)
    assert (await bob.post(f"{ONE}/reply", {"reply": "A small one.", "seen": "4"}, part=True)).status == 204


async def test_the_thread_names_who_of_the_team_wrote_what(world: World, visit: Visit, ada: Visitor, dog: int) -> None:
    bob = await visit(world.bob)
    await ada.post(f"{ONE}/reply", {"reply": "Yes, you can.", "seen": "2"})
    await bob.post(f"{ONE}/reply", {"reply": "On a lead.", "seen": "4"})
    headed = re.findall(r'class="message recruiter.*?<bdi>(.*?)</bdi>', await ada.text(ONE), re.DOTALL)
    assert headed == ["Ada", "Bob"]


async def test_an_answer_of_the_bank_is_headed_by_who_sent_it(world: World, ada: Visitor) -> None:
    review_id = world.ask("What perks are there?", UNSURE, "defer")
    await ada.post(f"/reviews/{review_id}/confirm", {"send": "on"}, part=True)
    talk = world.review(review_id).conversation.id
    headed = re.findall(
        r'class="message recruiter.*?<bdi>(.*?)</bdi>', await ada.text(f"/conversations/{talk}"), re.DOTALL
    )
    assert headed == ["Ada"]


async def test_what_was_shown_while_one_wrote_is_not_taken_for_read(
    world: World, visit: Visit, ada: Visitor, dog: int
) -> None:
    bob = await visit(world.bob)
    await ada.post(f"{ONE}/reply", {"reply": "Yes, you can.", "seen": "2"})
    shown = {"reply": "No, sorry.", "seen": "4", "began": "2"}
    assert (await bob.post(f"{ONE}/reply", shown, part=True)).status == 409
    assert (await bob.post(f"{ONE}/reply", shown | {"began": ""}, part=True)).status == 204


async def test_of_two_who_assign_at_once_the_second_is_told_who_was_first(
    world: World, visit: Visit, ada: Visitor, dog: int
) -> None:
    bob = await visit(world.bob)
    assert 'name="was" value=""' in await bob.text(ONE)
    await ada.post(f"{ONE}/assign", {"assignee": str(world.ada.id), "was": ""})
    refused = await bob.post(f"{ONE}/assign", {"assignee": str(world.bob.id), "was": ""}, part=True)
    assert (refused.status, talk(world).assignee_id) == (409, world.ada.id)
    assert "Looked after by: Ada." in words_of(await refused.text())
    again = {"assignee": str(world.bob.id), "was": str(world.ada.id)}
    assert (await bob.post(f"{ONE}/assign", again, part=True)).status == 204
    assert talk(world).assignee_id == world.bob.id
    same = await ada.post(f"{ONE}/assign", {"assignee": str(world.bob.id), "was": ""}, part=True)
    assert same.status == 204, "both want the same"


async def test_of_two_who_take_over_at_once_the_second_is_told_who_was_first(
    world: World, visit: Visit, ada: Visitor, dog: int
) -> None:
    bob = await visit(world.bob)
    assert (await ada.post(f"{ONE}/take-over", part=True)).status == 204
    refused = await bob.post(f"{ONE}/take-over", part=True)
    assert (refused.status, talk(world).assignee_id) == (409, world.ada.id)
    assert "Looked after by: Ada." in words_of(await refused.text())
    joined = [message.text for message in world.said(dog) if "has joined" in message.text]
    assert len(joined) == 1


async def test_what_the_candidate_writes_meanwhile_stops_nobody(world: World, ada: Visitor, dog: int) -> None:
    hello = NewMessage("incoming", "candidate", "Hello?")
    world.now(lambda conn: messages.append(conn, world.demo.id, 1, hello, NOW))
    assert (await ada.post(f"{ONE}/reply", {"reply": "Yes.", "seen": "2"}, part=True)).status == 204


@pytest.mark.parametrize("line", ["All the best!", ""])
async def test_what_nobody_has_read_is_not_marked_as_resolved(world: World, ada: Visitor, dog: int, line: str) -> None:
    said = len(world.said(dog))
    world.now(
        lambda conn: messages.append(conn, world.demo.id, 1, NewMessage("incoming", "candidate", "And cats?"), NOW)
    )
    refused = await ada.post(f"{ONE}/resolve", {"reply": line, "seen": str(said)}, part=True)
    assert (refused.status, talk(world).status, len(world.said(dog))) == (409, "waiting", said + 1)
    assert "The candidate has written in the meantime" in await refused.text()
    assert (await ada.post(f"{ONE}/resolve", {"reply": line, "seen": str(said + 1)}, part=True)).status == 204
    assert talk(world).status == "resolved"


async def test_who_waited_for_somebody_who_may_log_in_no_more_waits_for_the_team(
    world: World, visit: Visit, ada: Visitor, dog: int
) -> None:
    bob, olga = await visit(world.bob), await visit(world.olga)
    await bob.post(f"{ONE}/take-over")
    assert (await olga.post(f"/users/{world.bob.id}/disable")).status == 303
    assert talk(world).assignee_id is None
    assert world.review(1).status == "pending"


async def test_an_operator_who_looks_after_it_is_named(world: World, visit: Visit, ada: Visitor, dog: int) -> None:
    olga = await visit(world.olga)
    await olga.post(f"{ONE}/take-over")
    assert "Olga · English" in words_of(await ada.text("/conversations"))
    assert f'<option value="{world.olga.id}" selected disabled>Olga</option>' in await ada.text(ONE)
    refused = await ada.post(f"{ONE}/take-over", part=True)
    assert "Looked after by: Olga." in words_of(await refused.text())


@pytest.mark.parametrize(("step", "status"), [("hand-back", "open"), ("resolve", "resolved")])
@pytest.mark.parametrize("line", ["All the best!", ""])
async def test_the_bot_takes_over_again_after_a_last_line(
    world: World, ada: Visitor, dog: int, step: str, status: str, line: str
) -> None:
    await ada.post(f"{ONE}/take-over")
    said = len(world.said(dog))
    await ada.post(f"{ONE}/{step}", {"reply": line, "seen": str(said)})
    assert talk(world).owner == "bot"
    left = "Ada has left the conversation. I'm here again if there's anything you'd like to know."
    assert [each.text for each in world.said(dog)[said:]] == [*([line] if line else []), left]
    assert talk(world).status == (status if line or step == "resolve" else "waiting")


async def test_a_conversation_is_given_to_one_of_the_team_or_to_nobody(world: World, ada: Visitor, dog: int) -> None:
    await ada.post(f"{ONE}/assign", {"assignee": str(world.bob.id)})
    assert talk(world).assignee_id == world.bob.id
    assert "bob@demo.example" in words_of(await ada.text("/audit"))
    await ada.post(f"{ONE}/assign", {"assignee": ""})
    assert talk(world).assignee_id is None


async def test_nobody_outside_the_team_is_given_a_conversation(world: World, ada: Visitor, dog: int) -> None:
    world.now(lambda conn: users.disable(conn, world.demo.id, world.bob.id))
    for person in (world.eve.id, world.bob.id, world.olga.id, 999):
        response = await ada.post(f"{ONE}/assign", {"assignee": str(person)}, part=True)
        assert response.status == 422, person
        assert "not in the team" in await response.text()
    assert talk(world).assignee_id is None


async def test_a_snoozed_conversation_leaves_the_list_and_can_be_brought_back(
    world: World, ada: Visitor, dog: int
) -> None:
    assert (await ada.post(f"{ONE}/snooze", {"until": "1d"})).status == 303
    assert "Can I bring my dog?" not in await ada.text("/conversations")
    assert "Can I bring my dog?" in await ada.text("/conversations?folder=snoozed")
    await ada.post(f"{ONE}/snooze", {"until": ""})
    assert "Can I bring my dog?" in await ada.text("/conversations")
    assert (await ada.post(f"{ONE}/snooze", {"until": "99y"})).status == 400


async def test_who_puts_off_what_another_has_just_closed_or_put_off_is_told(
    world: World, visit: Visit, ada: Visitor, dog: int
) -> None:
    bob = await visit(world.bob)
    assert 'name="was" value="no"' in await ada.text(ONE)
    await bob.post(f"{ONE}/snooze", {"until": "1d", "was": "no"})
    late = await ada.post(f"{ONE}/snooze", {"until": "1h", "was": "no"})
    assert (late.status, "Somebody else was a moment faster" in words_of(await late.text())) == (409, True)
    seen = talk(world).snoozed_until
    assert seen is not None
    assert f'name="was" value="{seen.isoformat()}"' in await ada.text(ONE)
    assert (await ada.post(f"{ONE}/snooze", {"until": "1h", "was": seen.isoformat()})).status == 303
    before = talk(world).snoozed_until
    await bob.post(f"{ONE}/resolve", {"reply": "", "seen": "2"})
    late = await ada.post(f"{ONE}/snooze", {"until": "3d", "was": before.isoformat() if before else "no"})
    assert (late.status, "nobody waits here any more" in words_of(await late.text())) == (409, True)


async def test_a_note_is_read_by_the_team_and_never_by_the_candidate(
    world: World, visit: Visit, ada: Visitor, dog: int
) -> None:
    await ada.post(f"{ONE}/notes", {"remark": "Met <i>her</i> at the fair."})
    bob = await visit(world.bob)
    html = await bob.text(ONE)
    assert "Met &lt;i&gt;her&lt;/i&gt; at the fair." in html
    assert "Ada" in words_of(html)
    assert all("fair" not in message.text for message in world.said(dog))
    (kept,) = world.now(lambda conn: conversation_notes.of_conversation(conn, world.demo.id, 1))
    assert kept.author == "Ada"


@pytest.mark.parametrize(("path", "fields"), [("notes", {"remark": " "}), ("reply", {"reply": ""})])
async def test_nothing_is_not_sent(world: World, ada: Visitor, dog: int, path: str, fields: dict[str, Any]) -> None:
    assert (await ada.post(f"{ONE}/{path}", fields, part=True)).status == 422


async def test_the_candidate_reads_who_joins_in_their_language_and_how_to_call_the_bot_back(
    world: World, ada: Visitor, dog: int
) -> None:
    before = talk(world)

    def speak_german(conn: Connection) -> None:
        edition = found(companies.by_id(conn, world.demo.id), "company").edition
        after: dict[str, Any] = {"status": "waiting", "language": "de", "state": None}
        conversations.go_on(conn, world.demo.id, before, NOW, edition=edition, **after)

    world.now(speak_german)
    await ada.post(f"{ONE}/reply", {"reply": "Ja.", "seen": "2"})
    await ada.post(f"{ONE}/reply", {"reply": "Gern.", "seen": "4"})
    joined, *rest = world.said(dog)[2:]
    assert (joined.author, joined.text) == ("bot", "Ada ist jetzt im Gespräch. Ich halte mich so lange zurück.")
    assert [(button.id, button.title) for button in joined.buttons] == [("bot:back", "Wieder mit dem Bot sprechen")]
    assert [message.text for message in rest] == ["Ja.", "Gern."]


async def test_the_history_says_to_whom_a_conversation_was_given_and_that_it_was_taken_from_them(
    world: World, ada: Visitor, dog: int
) -> None:
    for assignee, was in ((str(world.bob.id), ""), ("", str(world.bob.id))):
        await ada.post(f"{ONE}/assign", {"assignee": assignee, "was": was})
    assert talk(world).assignee_id is None
    words = words_of(await ada.text("/audit"))
    assert f"Gave conversation 1 to {world.bob.email}" in words
    assert "Left conversation 1 to nobody Change it in the conversation" in words


async def test_what_was_marked_as_resolved_can_be_opened_again(world: World, ada: Visitor, dog: int) -> None:
    await ada.post(f"{ONE}/resolve", {"reply": "", "seen": "2"})
    assert f'action="{ONE_PAGE}/reopen"' in await ada.text(ONE)
    await ada.post(f"{ONE}/reopen", {})
    again = talk(world)
    assert (again.status, again.urgent, again.waiting_since is None) == ("waiting", False, False)
    assert f'action="{ONE_PAGE}/reopen"' not in await ada.text(ONE)


async def test_danger_that_was_marked_as_resolved_is_danger_when_it_is_opened_again(world: World, ada: Visitor) -> None:
    world.ask("I will end it", (Guess("crisis", 1.0),), stage=Stage.GENERAL)
    await ada.post(f"{ONE}/resolve", {"reply": "", "seen": "2"})
    assert not talk(world).urgent
    await ada.post(f"{ONE}/reopen", {})
    assert (talk(world).status, talk(world).urgent) == ("waiting", True)


async def test_what_waits_already_is_not_opened_again(world: World, ada: Visitor, dog: int) -> None:
    before = talk(world).waiting_since
    await ada.post(f"{ONE}/reopen", {})
    assert talk(world).waiting_since == before
    assert "Reopened" not in await ada.text("/audit")
