"""Canned replies are kept by a company's recruiters, filled in for a candidate, and never sent half filled."""

from __future__ import annotations

import pytest
from aiohttp import ClientResponse

from admin.inbox import canned
from storage.answers import canned_replies
from storage.answers.canned_replies import CannedReply
from storage.conversations import conversations, messages
from tests.admin.conftest import Visit
from tests.admin.test_opening_of_a_question import attach
from tests.admin.world import NOW, UNSURE, Visitor, World, words_of

HELLO = "Hello, {{ first_name }} of {{company}} here. About {{opening}}: ..."


async def keep(visitor: Visitor, title: str, text: str, path: str = "/replies", **fields: str) -> ClientResponse:
    typed = {"reply_title": title, "language": "en", "reply_text": text, **fields}
    return await visitor.post(path, typed, part=True)


def kept(world: World) -> list[CannedReply]:
    found: list[CannedReply] = world.now(lambda conn: canned_replies.of_company(conn, world.demo.id))
    return found


async def test_a_reply_is_kept_changed_removed_and_each_step_stands_in_the_history(world: World, ada: Visitor) -> None:
    assert (await keep(ada, " Thanks <b>", "Thank you,\n{{first_name}}")).status == 303
    (one,) = kept(world)
    assert (one.title, one.texts) == ("Thanks <b>", {"en": "Thank you,\n{{first_name}}"})
    assert "Thanks &lt;b&gt;" in await ada.text("/replies")
    assert "Thank you,\n{{first_name}}" in await ada.text(f"/replies/{one.id}")
    await keep(ada, "Bye", "Bye!", f"/replies/{one.id}/change", edition="1")
    assert kept(world)[0].texts == {"en": "Bye!"}
    await ada.post(f"/replies/{one.id}/remove")
    assert kept(world) == []
    history = words_of(await ada.text("/audit"))
    for line in ("Added the canned reply “Thanks", "Changed the canned reply “Bye”", "Removed the canned reply “Bye”"):
        assert line in history


@pytest.mark.parametrize("wrong", ["{{salary}}", "{{opening", "{{}}", "{{ First_Name }}"])
async def test_what_is_no_placeholder_is_refused_in_one_line(world: World, ada: Visitor, wrong: str) -> None:
    refused = await keep(ada, "Pay", f"We pay {wrong}")
    assert refused.status == 422
    said = words_of(await refused.text())
    assert f"“{wrong}” is no placeholder." in said
    assert "{{first_name}}, {{company}}, {{opening}}" in said
    assert kept(world) == []


@pytest.mark.parametrize(
    ("title", "text", "words"),
    [("", "Hello", "Title"), ("Hello", "  ", "Text"), ("x" * 81, "Hello", "Title"), ("Hello", "x" * 5001, "Text")],
)
async def test_nothing_and_too_much_are_refused(world: World, ada: Visitor, title: str, text: str, words: str) -> None:
    refused = await keep(ada, title, text)
    assert refused.status == 422
    assert words in words_of(await refused.text())
    assert kept(world) == []


async def test_a_title_that_is_there_a_change_meanwhile_and_too_many_are_refused(
    world: World, ada: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    await keep(ada, "Thanks", "Thank you.")
    taken = "There is a canned reply “THANKS” already. Choose another title."
    assert taken in words_of(await (await keep(ada, "THANKS", "Thank you.")).text())
    await keep(ada, "Bye", "Bye.")
    bye, thanks = sorted(kept(world), key=lambda one: one.title)
    changed = await keep(ada, "THANKS", "Bye.", f"/replies/{bye.id}/change", edition="1")
    assert (changed.status, taken in words_of(await changed.text())) == (409, True)
    await ada.post(f"/replies/{bye.id}/remove")
    path = f"/replies/{thanks.id}/change"
    await keep(ada, "Thanks", "Thanks!", path, edition="1")
    late = await keep(ada, "Thanks", "Ta.", path, edition="1")
    assert late.status == 409
    assert "meanwhile" in await late.text()
    assert kept(world)[0].texts == {"en": "Thanks!"}
    monkeypatch.setattr(canned, "MOST", 1)
    assert "1 canned replies already" in await (await keep(ada, "Bye", "Bye.")).text()


async def test_offers_are_filled_in_for_the_recruiter_and_the_candidate(
    world: World, visit: Visit, ada: Visitor
) -> None:
    question = world.ask("Is it noisy?", UNSURE, "defer")
    await keep(ada, "Hello", HELLO)
    bob = await visit(world.bob)
    before = await bob.text("/conversations/1/offers", part=True)
    assert f'data-text="Hello, Bob of {world.demo.name} here. About {{{{opening}}}}: ..."' in before
    attach(world, question, "Nurse <night>", None)
    assert "About Nurse &lt;night&gt;: ..." in await ada.text("/conversations/1/offers", part=True)


async def test_a_candidate_is_offered_their_language_or_else_the_companys(world: World, ada: Visitor) -> None:
    world.ask("Is it noisy?", UNSURE, "defer")
    texts = {"de": "Danke.", "en": "Thank you."}
    world.now(lambda conn: canned_replies.add(conn, world.demo.id, "Thanks", texts, NOW))
    world.now(lambda conn: canned_replies.add(conn, world.demo.id, "Only German", {"de": "Nur so."}, NOW))
    html = await ada.text("/conversations/1/offers", part=True)
    assert 'data-text="Thank you."' in html
    assert 'data-text="Nur so."' in html
    assert "German" in words_of(html)
    assert "Danke" not in html


async def test_without_scripts_a_reply_is_chosen_on_a_page_of_its_own(world: World, ada: Visitor) -> None:
    world.ask("Is it noisy?", UNSURE, "defer")
    await keep(ada, "Hello", "Hello from {{first_name}}")
    number = kept(world)[0].id
    assert f"/admin/conversations/1?offer={number}#reply" in await ada.text("/conversations/1/offers")
    assert ">Hello from Ada</textarea>" in await ada.text(f"/conversations/1?offer={number}")
    assert "Hello from" not in await ada.text("/conversations/1?offer=999")


async def test_a_placeholder_never_reaches_a_candidate(world: World, ada: Visitor) -> None:
    world.ask("Is it noisy?", UNSURE, "defer")
    refused = await ada.post("/conversations/1/reply", {"reply": "About {{opening}}: no.", "seen": "2"}, part=True)
    assert refused.status == 422
    assert "“{{opening}}” still stands in your message." in await refused.text()
    assert world.now(lambda conn: conversations.get(conn, world.demo.id, 1).last_seq) == 2
    braces = {"reply": "Write {{name}} in your template.", "seen": "2"}
    assert (await ada.post("/conversations/1/reply", braces, part=True)).status == 204
    said = world.now(lambda conn: messages.after(conn, world.demo.id, 1, 3))
    assert said[0].text == "Write {{name}} in your template."
