"""Two people at once on everything that the desk can change: whoever is second sees what the first has saved.

Every route that takes a form is either tried here or named with why there is nothing to overwrite.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import unescape
from typing import Any

import pytest

from admin.app import ROUTES
from storage.answers import canned_replies
from storage.outbox import webhooks
from storage.outbox.webhooks import EVENTS, WebhookWish
from tests.admin.conftest import Visit
from tests.admin.opened import URL as FEED
from tests.admin.opened import add_feed
from tests.admin.test_breakdowns_page import break_down
from tests.admin.versions import add_version
from tests.admin.world import NOW, Visitor, World, words_of

N = r"{id:\d+}"
Fields = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Edit:
    """A form on `page`: what the first sends (to `before`, if not the same), the second, and how the second is told."""

    page: str
    first: Fields
    second: Fields
    theirs: str
    always: Fields = field(default_factory=dict)
    before: str = ""

    def sent(self, typed: Fields, ids: Mapping[str, int]) -> dict[str, Any]:
        """What is typed, with what the form needs besides."""
        said = {**self.always, **typed}
        return {name: value.format(**ids) if isinstance(value, str) else value for name, value in said.items()}


@dataclass(frozen=True, slots=True)
class Shown:
    """A form as a page shows it: where it goes, and what it holds unseen."""

    address: str
    hidden: dict[str, str]

    @classmethod
    def on(cls, html: str, route: str) -> Shown:
        """Find the form that goes to this route."""
        path = re.escape(route).replace(re.escape(N), r"\d+")
        _, address, rest = re.split(rf'<form[^>]* action="/admin({path})"', html, maxsplit=1)
        inputs = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', rest.partition("</form>")[0])
        return cls(address, {name: unescape(value) for name, value in inputs if name != "csrf"})


HOOK = {"webhook_name": "Team", "webhook_url": "", "receiver": "slack", "events": list(EVENTS), "enabled": "on"}
PROFILE = {
    "careers_url": "https://demo.example/jobs", "contact_email": "jobs@demo.example",
    "languages": ["en", "de"], "default_language": "en",
}  # fmt: skip
ENGLISH = {"language": "en"}
MORE = {"sentences": "How much is it?", **ENGLISH}

EDITS = {
    f"/dataset/categories/{N}/rename": Edit(
        "/dataset/categories/{salary}", {"name": "Pay"}, {"name": "Money"}, "It now says “Pay”"
    ),
    f"/dataset/categories/{N}/answer": Edit(
        "/dataset/categories/{salary}", {"answer": "Bob’s."}, {"answer": "Ada’s."}, "while: Bob’s.", ENGLISH
    ),
    f"/dataset/categories/{N}/delete": Edit(
        "/dataset/categories/{salary}", MORE, {}, "have become 3", before="/dataset/categories/2/examples"
    ),
    f"/dataset/categories/{N}/merge": Edit(
        "/dataset/categories/{salary}", MORE, {"into_id": "{benefits}", "sure": "on"}, "have become 3",
        before="/dataset/categories/2/examples",
    ),
    f"/dataset/examples/{N}/edit": Edit(
        "/dataset/examples/{pay}", {"text": "What is paid?"}, {"text": "What do I get?"}, "It now says “What is paid?”",
        {"category_id": "{salary}"},
    ),
    f"/dataset/examples/{N}/delete": Edit(
        "/dataset/examples/{pay}", {"text": "What is paid?"}, {}, "It now says “What is paid?”",
        {"category_id": "{salary}"}, before="/dataset/examples/{pay}/edit",
    ),
    f"/replies/{N}/remove": Edit(
        "/replies/1", {"reply_text": "Bob thanks."}, {}, "It now says “Bob thanks.”",
        {"reply_title": "Thanks", "edition": "1", **ENGLISH}, before="/replies/1/change",
    ),
    f"/settings/webhooks/{N}/remove": Edit(
        "/settings/webhooks", {"receiver": "teams"}, {}, "It now says “Microsoft Teams”", HOOK,
        before="/settings/webhooks/1",
    ),
    f"/openings/feeds/{N}/remove": Edit(
        "/openings/feeds/{feed}", {"minutes": "30"}, {}, "It now says “30”", {"url": FEED, "format": "personio"},
        before="/openings/feeds/{feed}",
    ),
    f"/replies/{N}/change": Edit(
        "/replies/1", {"reply_text": "Bob thanks."}, {"reply_text": "Ada thanks."}, "It now says “Bob thanks.”",
        {"reply_title": "Thanks", **ENGLISH},
    ),
    "/settings": Edit(
        "/settings", {"name": "Bob’s"}, {"name": "Ada’s"}, "while: Bob’s", PROFILE
    ),
    "/settings/answering": Edit("/settings/answering", {"threshold": "70"}, {"threshold": "80"}, "while: 70"),
    "/settings/models": Edit("/settings/models", {"tolerance": "0.1"}, {"tolerance": "0.2"}, "while: 0.1"),
    "/settings/alerts": Edit("/settings/alerts", {"drift_tolerance": "0.1"}, {"drift_tolerance": "0.2"}, "while: 0.1"),
    "/settings/privacy": Edit("/settings/privacy", {"kept_days": "30"}, {"kept_days": "60"}, "while: 30"),
    "/settings/look": Edit("/settings/look", {"bot_name": "Bobby"}, {"bot_name": "Addy"}, "while: Bobby"),
    "/settings/applications": Edit(
        "/settings/applications", {"apply_reference": "bob"}, {"apply_reference": "ada"}, "while: bob"
    ),
    f"/settings/webhooks/{N}": Edit(
        "/settings/webhooks", {"receiver": "teams"}, {"receiver": "json"}, "It now says “Microsoft Teams”", HOOK
    ),
    f"/openings/feeds/{N}": Edit(
        "/openings/feeds/{feed}", {"minutes": "30"}, {"minutes": "120"}, "It now says “30”",
        {"url": FEED, "format": "personio"},
    ),
    "/scores/promise": Edit(
        "/scores/promise", {"promised_percent": "10"}, {"promised_percent": "20"}, "It now says “10”"
    ),
    f"/breakdowns/{N}/judge": Edit(
        "/breakdowns/{breakdown}", {"verdict": "false_alarm"}, {"verdict": "right"}, "It now says “Olga: false alarm.”"
    ),
    "/models/gate/anchor": Edit("/models/gate", {"version": "1"}, {"version": "2"}, "It now says “v1”", ENGLISH),
}  # fmt: skip

TRIED_ELSEWHERE = {
    f"/dataset/versions/{N}/restore": "tests/admin/test_answer_versions.py",
    f"/dataset/categories/{N}/split": "tests/admin/test_splitting.py",
    "/dataset/import/apply": "tests/admin/test_answer_versions.py",
    f"/conversations/{N}/assign": "tests/admin/inbox/test_acting.py",
    f"/conversations/{N}/reply": "tests/admin/inbox",
    f"/conversations/{N}/snooze": "tests/admin/inbox/test_acting.py",
    **dict.fromkeys(
        (f"/reviews/{N}/{verdict}" for verdict in ("confirm", "correct", "new-category", "answer", "dismiss")),
        "tests/admin/test_reviewing_together.py",
    ),
}
"""Where two people meet in another way than with two forms of one page."""

ADDS = {
    "/annotations", "/annotations/import", "/company/new", f"/conversations/{N}/notes", "/dataset/categories",
    f"/dataset/categories/{N}/examples", "/dataset/golden", "/dataset/topics", "/openings/feeds", "/openings/synonyms",
    "/replies", "/scores/promise/draw", "/scores/ratings", f"/scores/ratings/{N}/import",
    "/settings/first-hour/questions", "/settings/webhooks", "/users", "/findings/settle",
}  # fmt: skip
"""What is there already is refused, or stays as it is."""

REMOVES = {
    f"/dataset/golden/{N}/remove", f"/openings/synonyms/{N}/remove", f"/users/{N}/disable",
    "/findings/reopen", f"/conversations/{N}/erase", f"/detectors/{N}/retire",
}  # fmt: skip
"""What is gone already is not found; what was removed can be brought back, but for what a person wants erased."""

OWN = {"/told", "/password", "/language", "/company", "/login", "/logout", f"/annotations/{N}/label",
       f"/scores/ratings/{N}/vote", f"/users/{N}/away"}  # fmt: skip
"""Each person's own, or of what they see; two annotators and two raters are wanted."""

KEEPS_NOTHING = {
    f"/dataset/categories/{N}/answer/draft", "/dataset/try", "/dataset/what-if", "/dataset/import",
    "/dataset/import/columns", "/settings/look/draft", f"/settings/webhooks/{N}/test", f"/openings/feeds/{N}/fetch",
    f"/settings/webhooks/deliveries/{N}/again", "/settings/applications/try", "/models/retrain", "/detectors/retrain",
}  # fmt: skip

STEPS = {
    f"/conversations/{N}/hand-back", f"/conversations/{N}/resolve", f"/conversations/{N}/reopen",
    f"/conversations/{N}/take-over", f"/dataset/categories/{N}/move", f"/detectors/{N}/override",
    f"/detectors/{N}/roll-back", f"/models/{N}/end-canary", f"/models/{N}/override", f"/models/{N}/override/agree",
    f"/models/{N}/override/withdraw",
    f"/models/{N}/promote", f"/models/{N}/roll-back", f"/models/{N}/try-out", f"/openings/feeds/{N}/accept",
    "/scores/promise/conclude", "/scores/promise/give-up", f"/audit/{N}/undo", f"/dataset/imports/{N}/undo",
    f"/models/imports/{N}/undo", "/reviews/bulk", "/reviews/bulk/undo", f"/reviews/{N}/undo",
    f"/users/{N}/reset-password", "/settings/identity/secret", f"/settings/webhooks/{N}/secret",
}  # fmt: skip
"""Steps that say all they do: from another state than the page showed they are refused, or have been taken already."""


@pytest.fixture
def ids(world: World) -> dict[str, int]:
    """What is changed, and the numbers of it."""
    first = add_version(world)
    add_version(world, 0.9, live_id=first.id)
    world.now(lambda conn: canned_replies.add(conn, world.demo.id, "Thanks", {"en": "Thank you."}, NOW))
    hook = WebhookWish("Team", "https://hooks.example/key", "slack", EVENTS)
    world.now(lambda conn: webhooks.add(conn, world.demo.id, hook, "s", NOW))
    breakdown = break_down(world, "Is there no answer?")
    names = ("salary", "benefits")
    return {
        **{name: world.category_id(name) for name in names},
        "breakdown": breakdown,
        "feed": add_feed(world, url=FEED).id,
        "pay": world.example_id("What is the pay?"),
    }


def test_every_form_of_the_desk_is_asked_about() -> None:
    groups: list[Mapping[str, object] | set[str]] = [
        EDITS, TRIED_ELSEWHERE, ADDS, REMOVES, OWN, KEEPS_NOTHING, STEPS,
    ]  # fmt: skip
    named = sorted(route for group in groups for route in group)
    assert named == sorted(route.path for route in ROUTES if route.method == "POST")


@pytest.mark.parametrize("route", EDITS)
async def test_who_is_second_sees_what_the_first_has_saved_and_decides(
    route: str, world: World, visit: Visit, ids: dict[str, int]
) -> None:
    edit, bob, ada = EDITS[route], await at_the_desk(world, visit), await at_the_desk(world, visit)
    page = edit.page.format(**ids)
    his, hers = [Shown.on(await each.text(page), route) for each in (bob, ada)]
    first = await bob.post(edit.before.format(**ids) or his.address, {**his.hidden, **edit.sent(edit.first, ids)})
    assert first.status == 303, words_of(await first.text())
    late = await ada.post(hers.address, {**hers.hidden, **edit.sent(edit.second, ids)})
    html = await late.text()
    assert (late.status, edit.theirs in words_of(unescape(html))) == (409, True), words_of(html)
    # Having seen it they may put their own in its place: where it is shown, or on the page as it is now.
    again = Shown.on(html if "Saved meanwhile" in html else await ada.text(page), route)
    last = await ada.post(again.address, {**again.hidden, **edit.sent(edit.second, ids)})
    assert last.status == 303, words_of(await last.text())


async def at_the_desk(world: World, visit: Visit) -> Visitor:
    """An operator, who may change everything, at work for the demo company."""
    visitor = await visit(world.olga)
    visitor.company = "demo"
    return visitor


@pytest.mark.parametrize("doing", ["delete", "merge"])
async def test_an_answer_that_was_saved_meanwhile_does_not_go_with_its_category(
    world: World, ada: Visitor, visit: Visit, doing: str
) -> None:
    page = f"/dataset/categories/{world.category_id('working_hours')}"
    fields = Shown.on(await ada.text(page), f"/dataset/categories/{N}/{doing}").hidden
    fields |= {"into_id": str(world.category_id("salary")), "sure": "on"}
    bob = await visit(world.bob)
    assert (await bob.post(f"{page}/answer", {"answer": "We start at 7."})).status == 303
    refused = await ada.post(f"{page}/{doing}", fields)
    assert refused.status == 409
    assert "somebody has saved or removed an answer of “working hours”" in unescape(await refused.text())
    again = Shown.on(await ada.text(page), f"/dataset/categories/{N}/{doing}").hidden
    assert (await ada.post(f"{page}/{doing}", fields | again)).status == 303
