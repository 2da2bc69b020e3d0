"""Operators say who is told of the inbox; recruiters see it, and nobody sees an address or a secret twice."""

from __future__ import annotations

from typing import Any

import pytest

from admin.settings.webhooks import PAGE, why_in_words
from admin.texts import load_texts
from storage.outbox import outbox, webhooks
from storage.outbox.outbox import Entry, Kind
from storage.outbox.webhooks import EVENTS, Webhook
from storage.people import audit
from tests.admin.conftest import Open, Visit
from tests.admin.world import Visitor, World, log_in, words_of

PATH = PAGE.removeprefix("/admin")
URL = "https://hooks.example/services/T0/key"
FIELDS: dict[str, Any] = {
    "webhook_name": "<b>Team</b>", "webhook_url": URL, "receiver": "slack", "events": ["waiting", "danger"],
}  # fmt: skip


def hooks(world: World) -> list[Webhook]:
    return world.database.read_now(lambda conn: webhooks.of_company(conn, world.demo.id))


def log(world: World) -> list[Entry]:
    return world.database.read_now(lambda conn: outbox.of_kind(conn, world.demo.id, "webhook"))


def history(world: World) -> list[str]:
    return [each.action for each in world.database.read_now(lambda conn: audit.recent(conn, world.demo.id))]


async def test_an_operator_adds_a_webhook_and_sees_its_secret_once(world: World, olga: Visitor) -> None:
    response = await olga.post(PATH, FIELDS)
    (hook,) = hooks(world)
    assert (hook.url, hook.receiver, hook.events, hook.enabled) == (URL, "slack", ("waiting", "danger"), True)
    assert hook.secret in await response.text()
    page = await olga.text(PATH)
    assert "&lt;b&gt;Team&lt;/b&gt;" in page
    assert "hooks.example" in page
    assert (hook.secret in page, "services/T0/key" in page) == (False, False)
    assert URL not in str(world.database.read_now(lambda conn: audit.recent(conn, world.demo.id)))


@pytest.mark.parametrize("lacking", ["webhook_name", "webhook_url", "events"])
async def test_what_is_left_out_is_asked_for_in_words(world: World, olga: Visitor, lacking: str) -> None:
    response = await olga.post(PATH, {**FIELDS, lacking: ""})
    assert (response.status, hooks(world)) == (422, [])


@pytest.mark.parametrize(
    "url",
    ["ftp://hooks.example/", "hooks.example", "https://me:pw@hooks.example/", "http://127.0.0.1/", "http://[::1]/",
     "http://169.254.169.254/latest", "http://localhost:9/hook", "http://hooks.internal/",
     "http://127.1/", "https://hooks.example/\u202ea b", "http://１２７.0.0.1/"],
)  # fmt: skip
async def test_an_address_that_cannot_be_used_is_refused(world: World, olga: Visitor, url: str) -> None:
    response = await olga.post(PATH, {**FIELDS, "webhook_url": url})
    assert (response.status, hooks(world)) == (422, [])


async def test_a_private_address_is_taken_where_the_configuration_allows_it(world: World, open_desk: Open) -> None:
    client = await open_desk(webhook_hosts=frozenset({"10.0.0.7", "hooks.internal"}))
    olga = log_in(world.database, client, world.olga)
    olga.company = "demo"
    for url in ("http://10.0.0.7/hook", "http://hooks.internal/x"):
        assert (await olga.post(PATH, {**FIELDS, "webhook_url": url})).status == 200
    assert len(hooks(world)) == 2


async def test_an_empty_address_keeps_the_one_there_is_and_no_tick_switches_it_off(world: World, olga: Visitor) -> None:
    await olga.post(PATH, FIELDS)
    changed = {**FIELDS, "webhook_name": "All", "webhook_url": "", "events": list(EVENTS)}
    await olga.post(f"{PATH}/1", changed)
    (hook,) = hooks(world)
    assert (hook.name, hook.url, hook.events, hook.enabled) == ("All", URL, EVENTS, False)
    await olga.post(f"{PATH}/1", {**changed, "enabled": "on"})
    assert hooks(world)[0].enabled
    assert history(world)[:3] == ["webhook_changed", "webhook_stopped", "webhook_added"]


async def test_a_test_is_queued_sent_again_and_removed_with_its_webhook(world: World, olga: Visitor) -> None:
    await olga.post(PATH, FIELDS)
    await olga.post(f"{PATH}/1/test")
    kinds: tuple[Kind, ...] = ("webhook",)
    queued = log(world)[0].created
    entry = world.now(lambda conn: outbox.take_due(conn, kinds, queued, queued))
    world.now(lambda conn: outbox.conclude(conn, entry, "given_up", entry.created, "redirect 302"))
    assert "The receiver redirects elsewhere (302)." in words_of(await olga.text(PATH))
    await olga.post(f"{PATH}/deliveries/{entry.id}/again")
    (again,) = log(world)
    assert (again.id, again.outcome, again.attempts) == (entry.id, "waiting", 0)
    await olga.post(f"{PATH}/1/remove")
    assert (hooks(world), log(world)) == ([], [])
    actions = ["webhook_removed", "webhook_sent_again", "webhook_tested", "webhook_added"]
    assert history(world)[:4] == actions


async def test_another_secret_is_another_and_shown_once(world: World, olga: Visitor) -> None:
    await olga.post(PATH, FIELDS)
    before = hooks(world)[0].secret
    response = await olga.post(f"{PATH}/1/secret")
    after = hooks(world)[0].secret
    assert after != before
    assert after in await response.text()


async def test_a_recruiter_sees_and_changes_nothing(world: World, olga: Visitor, visit: Visit) -> None:
    await olga.post(PATH, FIELDS)
    ada = await visit(world.ada)
    page = await ada.text(PATH)
    assert ("hooks.example" in page, '<form method="post" action="/admin/settings' in page) == (True, False)
    for path in (PATH, *(f"{PATH}/1{step}" for step in ("", "/remove", "/secret", "/test"))):
        assert (await ada.post(path, FIELDS)).status == 403
    assert (len(hooks(world)), log(world)) == (1, [])


def test_why_something_was_not_taken_is_said_in_words() -> None:
    say = load_texts()["en"]
    assert why_in_words(say, "status 404") == "The receiver answered with 404."
    assert why_in_words(say, "KeyError: <b>") == "KeyError: <b>"
