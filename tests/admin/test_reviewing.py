from __future__ import annotations

from datetime import UTC, datetime

import pytest

from nlu.understanding import Guess, Stage
from storage.answers import answers
from storage.answers.answers import Answer
from storage.dataset import dataset
from storage.reviews import reviews
from tests.admin.conftest import Visit
from tests.admin.world import NOW, UNSURE, Visitor, World, replacing, words_of


async def test_confirming_makes_the_question_an_example(world: World, ada: Visitor) -> None:
    review_id = world.ask("How much would I earn?")
    html = await (await ada.post(f"/reviews/{review_id}/confirm", part=True)).text()
    assert "Ada confirmed “salary”." in words_of(html)
    assert world.category_of("How much would I earn?") == "salary"
    assert [m.author for m in world.said(review_id)] == ["candidate", "bot"]


async def test_confirming_small_talk_teaches_nothing(world: World, ada: Visitor) -> None:
    review_id = world.ask("hello there", (Guess("greet", 0.9),), stage=Stage.GENERAL)
    await ada.post(f"/reviews/{review_id}/confirm", part=True)
    assert world.review(review_id).status == "confirmed"
    assert world.category_of("hello there") is None


async def test_confirming_a_deferred_guess_sends_its_answer_to_the_waiting_candidate(
    world: World, ada: Visitor
) -> None:
    review_id = world.ask("What perks are there?", UNSURE, "defer")
    await ada.post(f"/reviews/{review_id}/confirm", {"send": "on"}, part=True)
    last = world.said(review_id)[-1]
    assert (last.author, last.text) == ("recruiter", "About benefits: it depends.")
    talk = world.review(review_id).conversation
    assert (talk.owner, talk.status) == ("bot", "open")


async def test_what_the_bot_answered_before_its_category_was_merged_or_lost_its_answer_needs_nobody(
    world: World, ada: Visitor
) -> None:
    merged, removed = world.ask("How much would I earn?"), world.ask("Any perks?", UNSURE)
    into = str(world.category_id("working_hours"))
    await ada.post(f"/dataset/categories/{world.category_id('salary')}/merge", {"into_id": into, "sure": "on"})
    world.now(lambda conn: answers.remove(conn, world.demo.id, "benefits", "en", datetime.now(UTC), "Ada"))
    for review_id in (merged, removed):
        assert 'class="chip answered"' in await ada.text(f"/reviews/{review_id}")
    assert "Right: “working hours”" in words_of(await ada.text(f"/reviews/{merged}"))
    html = await (await ada.post(f"/reviews/{merged}/confirm", part=True)).text()
    assert "Ada confirmed" in words_of(html)
    assert world.category_of("How much would I earn?") == "working_hours"


async def test_confirming_a_merged_guess_sends_the_answer_of_the_category_it_went_into(
    world: World, ada: Visitor
) -> None:
    review_id = world.ask("How much would I earn?", kind="defer")
    into = str(world.category_id("benefits"))
    await ada.post(f"/dataset/categories/{world.category_id('salary')}/merge", {"into_id": into, "sure": "on"})
    assert "Right: “benefits”, send its answer" in words_of(await ada.text(f"/reviews/{review_id}"))
    await ada.post(f"/reviews/{review_id}/confirm", {"send": "on"}, part=True)
    assert world.said(review_id)[-1].text == "About benefits: it depends."


async def test_correcting_puts_the_question_into_the_other_category(world: World, ada: Visitor) -> None:
    review_id = world.ask("How much holiday do I get?")
    html = await (await ada.post(f"/reviews/{review_id}/correct", {"category": "benefits"}, part=True)).text()
    assert "Ada put this into “benefits”." in words_of(html)
    assert world.category_of("How much holiday do I get?") == "benefits"
    assert len(world.said(review_id)) == 2


async def test_correcting_moves_a_question_that_stood_elsewhere(world: World, ada: Visitor) -> None:
    review_id = world.ask("How much will I earn?")
    await ada.post(f"/reviews/{review_id}/correct", {"category": "benefits"}, part=True)
    assert world.category_of("How much will I earn?") == "benefits"


@pytest.mark.both_databases
async def test_correcting_sends_the_answer_when_asked_to(world: World, ada: Visitor) -> None:
    review_id = world.ask("What perks are there?", UNSURE, "defer")
    await ada.post(f"/reviews/{review_id}/correct", {"category": "salary", "send": "on"}, part=True)
    assert world.said(review_id)[-1].text == "About salary: it depends."


async def test_an_answer_written_while_correcting_is_kept_and_sent(world: World, ada: Visitor) -> None:
    review_id = world.ask("When do we start?", UNSURE, "defer")
    fields = {"category": "working_hours", "answer": "At nine.", "send": "on"}
    await ada.post(f"/reviews/{review_id}/correct", fields, part=True)
    assert (answer := world.answer("working_hours")) is not None
    assert answer.text == "At nine."
    assert world.said(review_id)[-1].text == "At nine."


async def test_nothing_changes_when_there_is_no_answer_to_send(world: World, ada: Visitor) -> None:
    review_id = world.ask("When do we start?", UNSURE, "defer")
    response = await ada.post(f"/reviews/{review_id}/correct", {"category": "working_hours", "send": "on"}, part=True)
    assert response.status == 422
    assert response.headers["HX-Retarget"] == "#alert"
    assert "nothing to send" in await response.text()
    assert world.review(review_id).status == "pending"
    assert world.category_of("When do we start?") is None


async def test_a_new_category_gets_the_question_and_the_answer(world: World, ada: Visitor) -> None:
    review_id = world.ask("Can I bring my dog?", UNSURE, "defer")
    fields = {"name": "  pets  at work ", "answer": "Yes, dogs are welcome.", "send": "on"}
    await ada.post(f"/reviews/{review_id}/new-category", fields, part=True)
    assert world.category_of("Can I bring my dog?") == "pets at work"
    assert (answer := world.answer("pets at work")) is not None
    assert answer.text == "Yes, dogs are welcome."
    assert world.said(review_id)[-1].text == "Yes, dogs are welcome."


async def test_a_new_category_needs_a_name_of_its_own(world: World, ada: Visitor) -> None:
    review_id = world.ask("Can I bring my dog?", UNSURE, "defer")
    response = await ada.post(f"/reviews/{review_id}/new-category", {"name": "Salary"}, part=True)
    assert "There is already a category “salary”" in await response.text()
    response = await ada.post(f"/reviews/{review_id}/new-category", {"name": " "}, part=True)
    assert "“Name of the category” is empty" in await response.text()
    assert world.review(review_id).status == "pending"


async def test_the_candidate_still_waits_while_another_question_is_open(world: World, ada: Visitor) -> None:
    first = world.ask("What perks are there?", UNSURE, "defer")
    talk = world.review(first).conversation
    second = world.ask("And a canteen?", UNSURE, "defer", talk=talk)
    await ada.post(f"/reviews/{first}/confirm", {"send": "on"}, part=True)
    assert world.review(first).conversation.status == "waiting"
    await ada.post(f"/reviews/{second}/confirm", {"send": "on"}, part=True)
    assert world.review(second).conversation.status == "open"


async def test_answering_yourself_silences_the_bot(world: World, ada: Visitor) -> None:
    review_id = world.ask("Can I bring my dog?", UNSURE, "defer")
    html = await (await ada.post(f"/reviews/{review_id}/answer", {"reply": "Let me ask."}, part=True)).text()
    assert "Ada answered this in their own words." in words_of(html)
    last, talk = world.said(review_id)[-1], world.review(review_id).conversation
    assert (last.author, last.direction, last.text) == ("recruiter", "outgoing", "Let me ask.")
    assert (talk.owner, talk.status) == ("recruiter", "open")
    assert world.category_of("Can I bring my dog?") is None


async def test_an_own_answer_can_become_a_categorys_answer(world: World, ada: Visitor) -> None:
    review_id = world.ask("Can I bring my dog?", UNSURE, "defer")
    await ada.post(f"/reviews/{review_id}/answer", {"reply": "Dogs are welcome.", "save_as": "pets"}, part=True)
    assert world.category_of("Can I bring my dog?") == "pets"
    assert (answer := world.answer("pets")) is not None
    assert answer.text == "Dogs are welcome."


async def test_an_own_answer_replaces_another_only_when_asked_to(world: World, ada: Visitor) -> None:
    review_id = world.ask("What about dogs?", UNSURE, "defer")
    fields = {"reply": "Dogs are welcome.", "save_as": "benefits"}
    response = await ada.post(f"/reviews/{review_id}/answer", fields, part=True)
    shown = await response.text()
    assert (response.status, response.headers["HX-Retarget"]) == (409, f"#panel-{review_id}")
    assert "About benefits: it depends." in shown
    assert ">\nDogs are welcome.</textarea>" in shown
    assert len(world.said(review_id)) == 2
    world.now(lambda conn: answers.put(conn, world.demo.id, Answer("benefits", "en", "Newer."), NOW, "Bob"))
    response = await ada.post(f"/reviews/{review_id}/answer", fields | replacing(shown), part=True)
    assert (response.status, world.answer("benefits")) == (409, Answer("benefits", "en", "Newer."))
    await ada.post(f"/reviews/{review_id}/answer", fields | replacing(await response.text()), part=True)
    assert (answer := world.answer("benefits")) is not None
    assert answer.text == "Dogs are welcome."


async def test_an_answer_that_somebody_else_wrote_first_is_neither_overwritten_nor_hides_ones_own(
    world: World, ada: Visitor
) -> None:
    review_id = world.ask("When do you open?", UNSURE, "defer")
    world.now(lambda conn: answers.put(conn, world.demo.id, Answer("working_hours", "en", "At nine."), NOW, "Bob"))
    fields = {"category": "working_hours", "answer": "At ten."}
    response = await ada.post(f"/reviews/{review_id}/correct", fields, part=True)
    assert response.status == 409
    assert "“working hours” meanwhile: “At nine.”" in await response.text()
    assert (world.review(review_id).status, world.answer("working_hours")) == (
        "pending",
        Answer("working_hours", "en", "At nine."),
    )


async def test_dismissing_teaches_nothing(world: World, ada: Visitor) -> None:
    review_id = world.ask("asdfgh")
    await ada.post(f"/reviews/{review_id}/dismiss", part=True)
    assert world.review(review_id).status == "dismissed"
    assert world.category_of("asdfgh") is None


async def test_the_second_of_two_recruiters_is_told_who_was_first(world: World, ada: Visitor, visit: Visit) -> None:
    review_id = world.ask("What perks are there?", UNSURE, "defer")
    bob = await visit(world.bob)
    await bob.post(f"/reviews/{review_id}/correct", {"category": "salary"}, part=True)
    for action, fields in [("confirm", {"send": "on"}), ("answer", {"reply": "Hello"}), ("dismiss", {})]:
        response = await ada.post(f"/reviews/{review_id}/{action}", fields, part=True)
        assert response.status == 409
        assert "Already reviewed by Bob" in words_of(await response.text())
    assert world.category_of("What perks are there?") == "salary"
    assert len(world.said(review_id)) == 2, "nothing was sent twice"


async def test_without_scripts_every_verdict_leads_back_to_the_queue(world: World, ada: Visitor) -> None:
    review_id = world.ask("How much would I earn?")
    response = await ada.post(f"/reviews/{review_id}/confirm")
    assert (response.status, response.headers["Location"]) == (303, "/admin/reviews?note=reviewed")
    late = await ada.post(f"/reviews/{review_id}/confirm")
    assert "Ada already reviewed this question." in await late.text()


async def test_a_question_without_words_cannot_be_taught(world: World, ada: Visitor) -> None:
    review_id = world.ask("???", UNSURE, "defer")
    response = await ada.post(f"/reviews/{review_id}/correct", {"category": "salary"}, part=True)
    assert "There are no words in this sentence" in await response.text()
    assert world.review(review_id).status == "pending"


async def test_characters_that_no_text_needs_are_dropped(world: World, ada: Visitor) -> None:
    review_id = world.ask("Can I bring my dog?", UNSURE, "defer")
    await ada.post(f"/reviews/{review_id}/answer", {"reply": "Yes\x00,\r\nyou \x1bcan 🐕"}, part=True)
    assert world.said(review_id)[-1].text == "Yes,\nyou can 🐕"


async def test_too_long_an_answer_is_refused(world: World, ada: Visitor) -> None:
    review_id = world.ask("Can I bring my dog?", UNSURE, "defer")
    response = await ada.post(f"/reviews/{review_id}/answer", {"reply": "x" * 5001}, part=True)
    assert "“Your message” is too long: use at most 5,000 characters." in await response.text()


async def test_every_verdict_bumps_the_dataset_only_when_it_teaches(world: World, ada: Visitor) -> None:
    from storage.companies import companies

    def revision() -> int:
        found = world.database.read_now(lambda conn: companies.by_id(conn, world.demo.id))
        assert found is not None
        return found.dataset_revision

    before = revision()
    await ada.post(f"/reviews/{world.ask('asdf')}/dismiss", part=True)
    assert revision() == before
    await ada.post(f"/reviews/{world.ask('How much would I earn?')}/confirm", part=True)
    assert revision() == before + 1
    assert world.now(lambda conn: reviews.counts(conn, world.demo.id))["confirmed"] == 1
    assert len(world.now(lambda conn: dataset.examples(conn, world.demo.id, search="would I earn"))) == 1


async def test_an_own_answer_is_saved_under_what_the_category_is_called(world: World, ada: Visitor) -> None:
    review_id = world.ask("When do I begin?", UNSURE, "defer")
    form = await ada.text(f"/reviews/{review_id}/answer")
    assert '<option value="working hours">' in form
    assert "working_hours" not in form
    fields = {"reply": "At nine.", "save_as": "working hours"}
    await ada.post(f"/reviews/{review_id}/answer", fields, part=True)
    assert (answer := world.answer("working_hours")) is not None
    assert answer.text == "At nine."


async def test_a_verdict_that_sent_an_answer_says_that_undoing_does_not_take_it_back(
    world: World, ada: Visitor
) -> None:
    sending, silent = world.ask("What perks are there?", UNSURE, "defer"), world.ask("Any perks at all?")
    judged = await (await ada.post(f"/reviews/{sending}/confirm", {"send": "on"}, part=True)).text()
    assert "what was sent to the candidate stays sent" in words_of(judged)
    undone = words_of(await (await ada.post(f"/reviews/{sending}/undo", part=True)).text())
    assert "Sent since by the team About benefits: it depends." in undone
    assert "stays sent" not in await (await ada.post(f"/reviews/{silent}/confirm", part=True)).text()


async def test_an_answer_that_a_waiting_candidate_has_already_is_not_offered_or_sent_again(
    world: World, ada: Visitor
) -> None:
    first = world.ask("What perks are there?", UNSURE, "defer")
    second = world.ask("And a canteen?", UNSURE, "defer", talk=world.review(first).conversation)
    await ada.post(f"/reviews/{first}/confirm", {"send": "on"}, part=True)
    given = len(world.said(second))
    page = words_of(await ada.text("/reviews"))
    assert "it is not sent again" in page
    assert "send its answer" not in page
    assert "it is not sent again" in await ada.text(f"/reviews/{second}/preview?category=benefits")
    assert "it is not sent again" not in await ada.text(f"/reviews/{second}/preview?category=salary")
    await ada.post(f"/reviews/{second}/correct", {"category": "benefits", "send": "on"}, part=True)
    assert (len(world.said(second)), world.review(second).conversation.status) == (given, "open")


async def test_who_has_the_answer_already_no_longer_waits_once_it_is_confirmed(world: World, ada: Visitor) -> None:
    first = world.ask("What perks are there?", UNSURE, "defer")
    second = world.ask("And a canteen?", UNSURE, "defer", talk=world.review(first).conversation)
    await ada.post(f"/reviews/{first}/confirm", {"send": "on"}, part=True)
    await ada.post(f"/reviews/{second}/confirm", part=True)
    assert world.review(second).conversation.status == "open"
