"""Applications that the company does not have yet stand on the overview, on their page and in their thread."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from storage import Connection
from storage.applications import applications, undelivered
from storage.conversations import conversations
from storage.openings import openings
from storage.outbox import outbox
from tests.admin.conftest import Visit
from tests.admin.opened import add_feed
from tests.admin.world import Visitor, World, words_of

PAGE = "/settings/applications"
NO_SERVER = "This installation sends no mail."


def apply(world: World, error: str = "") -> int:
    """Let a candidate send an application, whose first attempt fails for a reason; return the conversation."""
    add_feed(world)
    now = datetime.now(UTC)

    def write(conn: Connection) -> int:
        its: Any = {"public_id": "p", "token_hash": "t", "language": "en", "now": now}
        talk = conversations.create(conn, world.demo.id, **its).id
        opening = next(each.id for each in openings.of_company(conn, world.demo.id) if each.content.title == "Cook")
        made = applications.begin(conn, world.demo.id, talk, opening, "en", now)
        applications.send(conn, made, 14, now)
        if error:
            entry = outbox.take_due(conn, ["application"], now, now)
            assert entry is not None
            outbox.try_again(conn, entry, error, now + timedelta(hours=6))
        return talk

    return int(world.now(write))


@pytest.mark.both_databases
async def test_what_could_not_be_delivered_is_told_wherever_somebody_looks(world: World, ada: Visitor) -> None:
    talk = apply(world, "no_mail")
    html = await ada.text("/")
    assert "1 application could not be delivered" in words_of(html)
    assert 'href="/admin/settings/applications#on-their-way" class="pressing"' in html
    page = words_of(await ada.text(PAGE))
    for words in ("On their way", "Cook", f"Conversation {talk}", "not delivered", NO_SERVER, "Next attempt:"):
        assert words in page
    assert "“Cook” that was sent here has not been delivered" in words_of(await ada.text(f"/conversations/{talk}"))


async def test_what_was_just_sent_is_on_its_way_and_no_alarm(world: World, ada: Visitor) -> None:
    talk = apply(world)
    assert "could not be delivered" not in words_of(await ada.text("/"))
    assert "waits" in words_of(await ada.text(PAGE))
    assert "has not been delivered" not in words_of(await ada.text(f"/conversations/{talk}"))


async def test_who_has_none_on_its_way_is_told_of_none(ada: Visitor) -> None:
    assert "On their way" not in words_of(await ada.text(PAGE))


async def test_an_operator_has_them_tried_at_once(world: World, visit: Visit, ada: Visitor) -> None:
    apply(world, "no_mail")
    assert "Try all again now" not in await ada.text(PAGE)
    assert (await ada.post(f"{PAGE}/try")).status == 403
    olga = await visit(world.olga)
    assert "Try all again now" in await olga.text(PAGE)
    await olga.post(f"{PAGE}/try")
    (its,) = world.now(lambda conn: undelivered.of_company(conn, world.demo.id))
    assert its.next_try is not None
    assert its.next_try <= datetime.now(UTC)
