"""What people send reads as it was meant: markup is drawn, placeholders are filled, what does not hold is not sent."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

import pytest

from storage import Connection
from storage.answers import answers
from storage.answers.answers import Answer
from storage.companies import companies
from storage.companies.companies import CompanyProfile
from storage.conversations.messages import Message
from tests.admin.world import NOW, SALARY, UNSURE, Visitor, World, replacing, words_of

OVER = date(2026, 2, 28)


def sent(world: World, review_id: int) -> Message:
    return world.said(review_id)[-1]


async def test_a_persons_words_are_drawn_and_kept_as_they_were_typed(world: World, ada: Visitor) -> None:
    review_id = world.ask("Can I bring my dog?", UNSURE, "defer")
    fields = {"reply": "At {{company}} **dogs** are welcome.", "save_as": "pets"}
    assert (await ada.post(f"/reviews/{review_id}/answer", fields, part=True)).status == 200
    message = sent(world, review_id)
    assert message.text == "At Demo dogs are welcome."
    assert [span.bold for span in message.blocks[0].lines[0]] == [False, True, False]
    assert (answer := world.answer("pets")) is not None
    assert answer.text == "At {{company}} **dogs** are welcome."
    page = await ada.text(f"/conversations/{world.review(review_id).conversation.id}")
    assert "<strong>dogs</strong>" in page


@pytest.mark.parametrize("text", ["# Dogs", "We pay {{salary}}."])
async def test_what_no_candidate_can_be_given_becomes_no_answer_and_is_not_sent(
    world: World, ada: Visitor, text: str
) -> None:
    review_id = world.ask("Can I bring my dog?", UNSURE, "defer")
    before = len(world.said(review_id))
    response = await ada.post(f"/reviews/{review_id}/answer", {"reply": text, "save_as": "pets"}, part=True)
    assert response.status == 422
    assert (len(world.said(review_id)), world.review(review_id).status) == (before, "pending")


async def test_an_answer_of_the_bank_is_sent_as_the_bot_would_say_it(world: World, ada: Visitor) -> None:
    rich = Answer("benefits", "en", "{{company}} has:\n- coffee", more="And tea.")
    world.now(lambda conn: answers.put(conn, world.demo.id, rich, NOW))
    review_id = world.ask("Any perks?", UNSURE, "defer")
    await ada.post(f"/reviews/{review_id}/confirm", {"send": "on"}, part=True)
    message = sent(world, review_id)
    assert message.text == "Demo has:\n• coffee"
    assert message.buttons[0].id == "more:benefits"


def shown_version(html: str) -> dict[str, str]:
    """Return the hidden field that says which answer was shown."""
    return {"answer_version": re.findall(r'name="answer_version" value="(\d+)"', html)[0]}


@pytest.mark.both_databases
async def test_an_answer_that_a_colleague_changed_meanwhile_is_shown_before_confirming_sends_it(
    world: World, ada: Visitor
) -> None:
    review_id = world.ask("How much?", SALARY, "defer")
    fields = {"send": "on", **shown_version(await ada.text("/reviews"))}
    world.now(lambda conn: answers.put(conn, world.demo.id, Answer("salary", "en", "Unfinished"), NOW, "Bob"))
    before = len(world.said(review_id))
    response = await ada.post(f"/reviews/{review_id}/confirm", fields, part=True)
    card = await response.text()
    assert (response.status, len(world.said(review_id)), world.review(review_id).status) == (409, before, "pending")
    assert "somebody has changed this answer meanwhile" in words_of(card)
    assert ">Unfinished</blockquote>" in card
    assert (await ada.post(f"/reviews/{review_id}/confirm", fields)).status == 409, "without scripts, too"
    await ada.post(f"/reviews/{review_id}/confirm", {"send": "on", **shown_version(card)}, part=True)
    assert sent(world, review_id).text == "Unfinished"


async def test_an_answer_that_a_colleague_changed_meanwhile_is_told_before_correcting_sends_it(
    world: World, ada: Visitor
) -> None:
    review_id = world.ask("Any perks?", UNSURE, "defer")
    preview = f"/reviews/{review_id}/preview?category=salary"
    fields = {"send": "on", "category": "salary", **shown_version(await ada.text(preview))}
    world.now(lambda conn: answers.put(conn, world.demo.id, Answer("salary", "en", "Unfinished"), NOW, "Bob"))
    response = await ada.post(f"/reviews/{review_id}/correct", fields, part=True)
    assert (response.status, response.headers["HX-Retarget"]) == (409, "#alert")
    assert "of “salary” meanwhile. It now says “Unfinished”" in words_of(await response.text())
    assert world.review(review_id).status == "pending"
    fields |= shown_version(await ada.text(preview))
    assert (await ada.post(f"/reviews/{review_id}/correct", fields, part=True)).status == 200
    assert sent(world, review_id).text == "Unfinished"


async def test_what_correcting_would_send_in_the_companys_own_language_is_shown(world: World, ada: Visitor) -> None:
    def in_german(conn: Connection) -> None:
        answers.remove(conn, world.demo.id, "salary", "en", NOW)
        answers.put(conn, world.demo.id, Answer("salary", "de", "Nach Tarif."), NOW)
        companies.change(conn, world.demo.id, CompanyProfile("demo", "Demo", ("de", "en"), "de"))

    world.now(in_german)
    review_id = world.ask("Any perks?", UNSURE, "defer")
    preview = await ada.text(f"/reviews/{review_id}/preview?category=salary")
    assert ">Nach Tarif.</blockquote>" in preview
    assert 'name="answer"' in preview, "one can be written in the candidate's language"
    fields = {"send": "on", "category": "salary", **shown_version(preview)}
    assert (await ada.post(f"/reviews/{review_id}/correct", fields, part=True)).status == 200
    assert sent(world, review_id).text == "Nach Tarif."


@pytest.mark.parametrize(
    ("until", "shown", "kept"), [(OVER, "", None), (date(2099, 5, 31), "Valid until: 31 May 2099", date(2099, 5, 31))]
)
async def test_an_own_answer_kept_for_others_inherits_no_dates_that_keep_it_back(
    world: World, ada: Visitor, until: date, shown: str, kept: date | None
) -> None:
    dated = Answer("benefits", "en", "As in 2020.", title="Perks", valid_until=until)
    world.now(lambda conn: answers.put(conn, world.demo.id, dated, NOW))
    review_id = world.ask("Any perks?", UNSURE, "defer")
    fields = {"reply": "Coffee.", "save_as": "Perks"}
    panel = await (await ada.post(f"/reviews/{review_id}/answer", fields, part=True)).text()
    assert shown in words_of(panel)
    assert ("Valid until" in words_of(panel)) is bool(shown)
    await ada.post(f"/reviews/{review_id}/answer", fields | replacing(panel), part=True)
    assert world.answer("benefits") == replace(dated, text="Coffee.", valid_until=kept)


@pytest.mark.both_databases
async def test_an_answer_that_does_not_hold_is_told_and_not_sent(world: World, ada: Visitor) -> None:
    known = world.answer("salary")
    assert known is not None
    world.now(lambda conn: answers.put(conn, world.demo.id, replace(known, valid_until=OVER), NOW))
    review_id = world.ask("How much?", SALARY, "defer")
    before = len(world.said(review_id))
    why = "The bot knew the topic but kept its answer back: it was valid until 28 Feb 2026."
    assert why in words_of(await ada.text(f"/reviews/{review_id}"))
    talk = world.review(review_id).conversation.id
    assert why in words_of(await ada.text(f"/conversations/{talk}"))
    response = await ada.post(f"/reviews/{review_id}/confirm", {"send": "on"}, part=True)
    assert response.status == 422
    assert "is not valid today, so it was not sent" in await response.text()
    assert len(world.said(review_id)) == before


async def test_a_canned_reply_with_markup_that_is_not_drawn_is_refused(ada: Visitor) -> None:
    fields = {"reply_title": "Later", "language": "en", "reply_text": "| a | b |"}
    response = await ada.post("/replies", fields)
    assert response.status == 422
    assert "would be shown as it stands" in await response.text()
