"""Every line of Changes offers to undo it, was undone, or says in words why it cannot be."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest

from admin import switching
from admin.dataset.undoing import IMPORT_UNDONE, JUDGED, UNDONE
from admin.settings.undoing import CHANGED
from admin.taking_back import NEVER
from admin.texts import load_texts
from storage import Connection, changes
from storage.openings import opening_feeds
from storage.outbox import outbox, webhooks
from storage.outbox.outbox import NewEntry
from storage.outbox.webhooks import KEPT_DAYS, Webhook
from storage.people import audit
from tests.admin.test_import_and_export import confirm, upload
from tests.admin.test_undoing import undo
from tests.admin.world import NOW, Visitor, World, words_of

HOOKS = "/settings/webhooks"
HOOK: Mapping[str, Any] = {
    "webhook_name": "Team", "webhook_url": "https://hooks.example/key", "receiver": "slack", "events": ["waiting"],
    "enabled": "on",
}  # fmt: skip
KEPT = {
    "category_added", "category_filled", "category_renamed", "category_deleted", "category_merged", "category_split",
    "examples_added",
    "example_edited", "example_moved", "example_deleted", "examples_moved", "answer_saved", "answer_removed",
    "golden_added", "golden_removed", "imported", "finding_settled", "finding_settled_why", "finding_reopened",
    "canned_reply_added", "canned_reply_changed", "canned_reply_removed", "synonym_added", "synonym_removed",
    "webhook_added", "webhook_changed", "webhook_stopped", "webhook_removed", IMPORT_UNDONE, UNDONE,
}  # fmt: skip
"""What these replaced is kept, and put back from there."""
OF_THE_PAGE = {
    "title", "when", "who", "what", "which",
    "none", "search", "nothing", "further", "newest", "older", "export", "feed_field",
}  # fmt: skip


def hooks(world: World) -> list[Webhook]:
    return world.database.read_now(lambda conn: webhooks.of_company(conn, world.demo.id))


def note(world: World, action: str, **detail: object) -> int:
    def write(conn: Connection) -> int:
        return audit.write(conn, world.demo.id, "olga@demo.example", action, detail, NOW)

    return int(world.now(write))


def test_whatever_the_history_tells_of_has_a_way_back_or_a_reason() -> None:
    told = {key.removeprefix("audit.") for key in load_texts()["en"].texts if key.startswith("audit.")} - OF_THE_PAGE
    ways = [KEPT, set(switching.SWITCHED), set(JUDGED), {CHANGED}, set(NEVER)]
    assert set().union(*ways) == told
    assert sum(map(len, ways)) == len(told), "one way each"


@pytest.mark.parametrize("language", ["en", "de", "fr", "zh"])
async def test_what_cannot_be_taken_back_says_why(world: World, olga: Visitor, language: str) -> None:
    entries = {action: note(world, action) for action in NEVER}
    page = await olga.text("/audit", headers={"Accept-Language": language})
    texts = load_texts()[language].texts
    for action, number in entries.items():
        (row,) = re.findall(rf'id="entry-{number}">.*?</td>(.*?)</tr>', page, re.DOTALL)
        assert words_of(row) == words_of(str(texts[f"undo_not.{NEVER[action]}"]))


async def test_a_webhook_that_was_removed_changed_and_added_goes_back_each_time(world: World, olga: Visitor) -> None:
    await olga.post(HOOKS, HOOK)
    (added,) = hooks(world)
    await olga.post(f"{HOOKS}/{added.id}", {**HOOK, "webhook_url": "", "webhook_name": "All", "receiver": "teams"})
    await olga.post(f"{HOOKS}/{added.id}/remove")
    assert hooks(world) == []
    await undo(olga, "Removed the webhook “All”")
    assert [(each.name, each.url, each.secret) for each in hooks(world)] == [("All", added.url, added.secret)]
    await undo(olga, "Changed the webhook “All” to hooks.example: A candidate waits")
    assert hooks(world) == [added]
    entry = NewEntry("webhook", recipient=str(added.id), payload={"event": "test"})
    world.now(lambda conn: outbox.put(conn, world.demo.id, entry, NOW))
    await undo(olga, "Added the webhook “Team”")
    assert (hooks(world), world.now(lambda conn: outbox.of_kind(conn, world.demo.id, "webhook"))) == ([], [])
    await undo(olga, "Undid: Added the webhook “Team”")
    assert hooks(world) == [added]


async def test_only_operators_take_back_what_was_done_to_webhooks(world: World, ada: Visitor, olga: Visitor) -> None:
    await olga.post(HOOKS, HOOK)
    (number,) = re.findall(r'id="entry-(\d+)">Added the webhook', await olga.text("/audit"))
    page = await ada.text("/audit")
    assert (f"/audit/{number}/undo" in page, "Only operators can undo this" in page) == (False, True)
    assert (await ada.post(f"/audit/{number}/undo")).status == 409
    assert len(hooks(world)) == 1


async def test_an_address_of_a_webhook_is_forgotten_with_the_time_and_the_history_says_so(
    world: World, olga: Visitor
) -> None:
    await olga.post(HOOKS, HOOK)
    await olga.post(f"{HOOKS}/{hooks(world)[0].id}/remove")
    removed = world.now(lambda conn: audit.recent(conn, world.demo.id, 1)[0].created)
    world.now(lambda conn: changes.forget_old(conn, removed + timedelta(days=KEPT_DAYS - 1)))
    assert "/undo" in await olga.text("/audit")
    world.now(lambda conn: changes.forget_old(conn, removed + timedelta(days=KEPT_DAYS + 1)))
    page = await olga.text("/audit")
    assert ("/undo" in page, "Kept for 30 days only" in page) == (False, True)


async def test_a_feed_that_is_a_file_is_imported_again(world: World, ada: Visitor) -> None:
    def add(conn: Connection) -> int:
        return opening_feeds.add(conn, world.demo.id, format="csv", url="file:a.csv", now=NOW, fetched=False).id

    await ada.post(f"/openings/feeds/{world.now(add)}/remove")
    words = words_of(await ada.text("/audit"))
    assert "Removed feed File “a.csv”; 0 openings closed Import the file again" in words


@pytest.mark.both_databases
async def test_undoing_an_import_is_undone_and_that_again(world: World, ada: Visitor) -> None:
    file = "text,category,answer\nWhere can I park?,parking,Behind the house.\nWhat is the pay?,benefits,\n"
    preview = await (await upload(ada, file)).text()
    assert (await confirm(ada, preview, sure="on")).status == 303
    imported = standing(world)
    await undo(ada, "Imported a file: 1 new question, 1 moved")
    before = standing(world)
    assert before != imported
    await undo(ada, "Undid the import by Ada")
    assert standing(world) == imported
    await undo(ada, "Undid: Undid the import by Ada")
    assert standing(world) == before
    await undo(ada, "Undid: Undid: Undid the import by Ada")
    assert standing(world) == imported
    # The import stands, so that it can be undone where it is named, as before.
    (number,) = re.findall(r'action="/admin(/dataset/imports/\d+/undo)"', await ada.text("/dataset/import"))
    assert (await ada.post(number)).status == 303
    assert standing(world) == before


def standing(world: World) -> list[object]:
    texts = ("Where can I park?", "What is the pay?", "Is there a canteen?")
    return [*(world.category_of(text) for text in texts), world.answer("parking"), world.answer("salary")]
