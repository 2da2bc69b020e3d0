from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from html import unescape
from typing import cast

import pytest
from aiohttp import WSMsgType, web
from pytest_aiohttp.plugin import AiohttpClient

from admin.app import mount
from admin.desk import Desk, DeskSettings
from admin.texts import load_texts
from bot.channels.web import StoredConversations, WebSettings, setup
from bot.dialogue.policy import Thresholds
from bot.live import LiveModels
from bot.service import Service
from bot.texts import load_texts as load_bot_texts
from candor.product import LIBRARIES
from nlu.language.detector import LanguageDetector
from storage import Connection
from storage.conversations import conversations
from storage.conversations.conversations import PrivacyShown
from storage.outbox import outbox
from storage.people import audit
from storage.subscriptions import subscription_mails, subscriptions
from tests.admin.conftest import QUICK, Trainer, Visit
from tests.admin.explained import explained
from tests.admin.world import UNSURE, Visitor, World, log_in, words_of
from tests.bot.conftest import ScriptedDetector, ScriptedModels
from tests.bot.web.conftest import Client, opens
from tests.subscribing import ANNA, asks, subscribes

DOGS = "Can I bring my dog?"
BO = "bo@example.org"


def talks_and_subscribes(world: World) -> int:
    """Let Anna ask something, which a recruiter puts into a category, and subscribe in the same conversation."""
    review_id = world.ask(DOGS, UNSURE, "defer")
    its = world.review(review_id).conversation.id
    confirmed = subscribes(world.database, world.demo, conversation_id=its)
    asks(world.database, world.demo, conversation_id=its, email=BO)
    world.now(lambda conn: subscription_mails.put(conn, world.demo.id, confirmed.id, "access", confirmed.created))
    return review_id


def rows(world: World) -> tuple[int, int]:
    """Return how many subscriptions and mails the company has."""

    def count(conn: Connection) -> tuple[int, int]:
        found = (subscriptions.counts(conn, world.demo.id), outbox.counts(conn, world.demo.id))
        return sum(found[0].values()), sum(found[1].values())

    counted: tuple[int, int] = world.now(count)
    return counted


async def test_a_conversation_leads_to_a_page_that_says_what_goes_and_what_stays(world: World, ada: Visitor) -> None:
    world.ask(DOGS, UNSURE, "defer")
    assert 'href="/admin/conversations/1/erase"' in await ada.text("/conversations/1")
    words = unescape(words_of(await ada.text("/conversations/1/erase")))
    assert "What goes This conversation, with every message" in words
    assert "What stays Training questions" in words
    assert "Also erase the training questions" in words
    assert DOGS in await ada.text("/conversations/1"), "asking erases nothing"


async def test_the_page_says_which_privacy_notice_was_shown(world: World, ada: Visitor) -> None:
    world.ask(DOGS, UNSURE, "defer")
    assert "privacy notice" not in words_of(await ada.text("/conversations/1/erase"))
    shown = PrivacyShown("2026-03/en.1f", datetime(2026, 3, 4, 9, 30, tzinfo=UTC))
    its = {"public_id": "p", "token_hash": "t", "language": "en"}
    talk = world.now(lambda conn: conversations.create(conn, world.demo.id, now=shown.shown, privacy=shown, **its))
    words = words_of(await ada.text(f"/conversations/{talk.id}/erase"))
    assert "version 2026-03/en.1f of the privacy notice was on show" in words


@pytest.mark.parametrize("language", ["de", "fr", "zh"])
async def test_the_page_speaks_the_recruiters_language(world: World, ada: Visitor, language: str) -> None:
    world.ask(DOGS, UNSURE, "defer")
    page = unescape(await ada.text("/conversations/1/erase", headers={"Accept-Language": language}))
    said = [text for key, text in load_texts()[language].texts.items() if key.startswith("erasing.")]
    assert [text for text in said if str(text) not in page] == []


@pytest.mark.both_databases
async def test_an_erased_person_is_gone_with_subscriptions_and_mail(world: World, ada: Visitor) -> None:
    talks_and_subscribes(world)
    world.ask("How much would I earn?")
    response = await ada.post("/conversations/1/erase")
    assert (response.status, response.headers["Location"]) == (303, "/admin/conversations?note=person_erased")
    assert rows(world) == (0, 0)
    for path in ("/conversations/1", "/conversations/1/messages", "/conversations/1/erase", "/reviews/1"):
        assert (await ada.get(path)).status == 404, path
    assert (await ada.post("/conversations/1/erase")).status == 404
    words = words_of(await ada.text("/conversations?folder=all&note=person_erased"))
    assert "The person&#39;s data was erased." in words
    assert DOGS not in words
    assert "How much would I earn?" in words


async def test_the_history_tells_how_much_was_erased_and_names_nobody(world: World, ada: Visitor) -> None:
    review_id = talks_and_subscribes(world)
    await ada.post(f"/reviews/{review_id}/correct", {"category": "benefits"})
    await ada.post("/conversations/1/erase")
    entries = world.database.read_now(lambda conn: audit.recent(conn, world.demo.id))
    assert (entries[0].actor, entries[0].action) == ("ada@demo.example", "erased")
    assert entries[0].detail == {"conversations": 1, "subscriptions": 2, "n": 0}
    assert not any(private in repr(entries) for private in (DOGS, ANNA, BO))
    words = words_of(await ada.text("/audit"))
    assert "Erased a person&#39;s data (conversations: 1, subscriptions: 2, questions: 0)" in words


@pytest.mark.parametrize(("box", "kept"), [({}, "benefits"), ({"examples": "on"}, None)])
async def test_training_questions_go_only_where_the_box_is_ticked(
    world: World, ada: Visitor, box: dict[str, str], kept: str | None
) -> None:
    review_id = talks_and_subscribes(world)
    await ada.post(f"/reviews/{review_id}/correct", {"category": "benefits"})
    assert world.category_of(DOGS) == "benefits"
    await ada.post("/conversations/1/erase", box)
    assert world.category_of(DOGS) == kept
    assert world.category_of("What is the pay?") == "salary"


async def test_another_company_erases_nobody_here(world: World, visit: Visit) -> None:
    review_id, eve = talks_and_subscribes(world), await visit(world.eve)
    assert (await eve.get("/conversations/1/erase")).status == 404
    assert (await eve.post("/conversations/1/erase", {"examples": "on"})).status == 404
    assert world.said(review_id)[0].text == DOGS
    assert rows(world) == (2, 1)


@pytest.fixture
async def house(world: World, trainer: Trainer, aiohttp_client: AiohttpClient) -> Client:
    """The desk and the candidates' side in one application; the sockets look after their conversation often."""
    live, detector = cast(LiveModels, ScriptedModels()), cast(LanguageDetector, ScriptedDetector())
    service = Service(live, detector, load_bot_texts(), Thresholds(faq=0.5))
    app = web.Application()
    setup(app, StoredConversations(world.database, service), service.texts, WebSettings(socket_refresh=0.05))
    mount(app, Desk(world.database, trainer, explained, DeskSettings(LIBRARIES), hasher=QUICK))
    return await aiohttp_client(app)


async def test_a_candidate_whose_conversation_is_erased_can_begin_another(world: World, house: Client) -> None:
    candidate, ada = await opens(house), log_in(world.database, house, world.ada)
    socket = await house.ws_connect(f"{candidate.path}/socket?after=1", headers=candidate.headers)
    assert (await ada.post("/conversations/1/erase")).status == 303
    async with asyncio.timeout(60):
        while (await socket.receive()).type is WSMsgType.TEXT:
            pass
    assert socket.close_code == 4401
    assert (await candidate.says("perks")).status == 401
    another = await opens(house)
    assert (await another.says("perks")).status == 200
    assert len(await another.reads()) == 3
