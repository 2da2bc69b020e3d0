from __future__ import annotations

import pytest

from admin.app import ROUTES
from nlu.understanding import Guess
from storage import Connection
from storage.answers import answer_versions, answers, canned_replies
from storage.answers.answers import Answer
from storage.dataset import dataset, golden, imports
from storage.models import detectors, models
from storage.openings import synonyms
from storage.outbox import outbox, webhooks
from storage.outbox.outbox import NewEntry
from storage.outbox.webhooks import WebhookWish
from storage.people import audit, users
from storage.reviews import ratings
from storage.reviews.ratings import NewPair
from tests.admin.annotated import add_sample, talk_of
from tests.admin.conftest import Visit
from tests.admin.opened import add_feed, hold_back
from tests.admin.test_breakdowns_page import break_down
from tests.admin.world import NOW, World

SECRET = "orangutan"
HOOK = WebhookWish(SECRET, f"https://{SECRET}.example/hook", "json", ("waiting",))
ID = r"{id:\d+}"
# No page but a socket: tests/admin/inbox/test_live.py.
SOCKET = "/live"
PAGES = sorted(
    route.path for route in ROUTES if route.method == "GET" and ID not in route.path and route.path != SOCKET
)
WITH_ID = sorted((route.method, route.path) for route in ROUTES if ID in route.path)
# What each form must hold to get as far as looking for the row.
FIELDS = {
    "/openings/feeds/{id}": {"url": "https://acme.example/xml", "format": "personio", "minutes": "30"},
    "/reviews/{id}/correct": {"category": "salary"},
    "/reviews/{id}/new-category": {"name": "parking"},
    "/reviews/{id}/answer": {"reply": "Hello"},
    "/conversations/{id}/reply": {"reply": "Hello"},
    "/conversations/{id}/notes": {"remark": "Hello"},
    "/replies/{id}/change": {"reply_title": "Hello", "language": "en", "reply_text": "Hello"},
    "/dataset/categories/{id}/rename": {"name": "parking"},
    "/dataset/categories/{id}/merge": {"into_id": "1", "sure": "on"},
    "/dataset/categories/{id}/move": {"into_id": "1", "language": "en", "everything": "on"},
    "/dataset/categories/{id}/examples": {"sentences": "Where can I park?"},
    "/dataset/categories/{id}/answer": {"answer": "Behind the house."},
    "/dataset/categories/{id}/split": {"language": "en", "name": "parking", "example": "1", "newest": "1"},
    "/models/{id}/override": {"reason": "It answers better."},
    "/models/{id}/try-out": {"percent": "10"},
    "/detectors/{id}/override": {"reason": "It judges better."},
    "/scores/ratings/{id}/vote": {"pair": "1", "vote": "yes"},
    "/openings/feeds/{id}/accept": {"import": "1"},
    "/breakdowns/{id}/judge": {"verdict": "right"},
    "/annotations/{id}/label": {"turn": "1-2", "label": "B"},
    "/settings/webhooks/{id}": {"webhook_name": "Team", "receiver": "json", "events": "waiting"},
    "/dataset/examples/{id}/edit": {"text": "Where can I park?", "category_id": "1"},
}


def rows_of_secrets(conn: Connection, demo: int) -> dict[str, int]:
    name = f"{SECRET}_category"
    category = dataset.add_category(conn, demo, name, NOW)
    example = dataset.add_example(
        conn, demo, category_id=category.id, language="en", text=f"Who feeds the {SECRET}?",
        origin="desk", author=SECRET, now=NOW,
    )  # fmt: skip
    pinned = golden.add(conn, demo, f"Is there an {SECRET}?", name, "en", NOW)
    model = models.add_candidate(
        conn, demo, language="en", file=SECRET, sha256="0" * 64, fingerprint=SECRET,
        dataset_revision=1, recipe={}, now=NOW,
    )  # fmt: skip
    result = {"settings": [], "worst_pairs": [pair(name)], "examples": 1, "categories": 1}
    models.record_evaluation(conn, demo, model.id, "nex-cv", result, 1.0, NOW)
    entry = audit.write(conn, demo, SECRET, "login", {}, NOW)
    users.add(conn, demo, f"{SECRET}@demo.example", SECRET, "recruiter", "x", NOW)
    asked = NewPair(f"Who feeds the {SECRET}?", SECRET, name, None, 0.9, 0.5)
    sample = ratings.add_sample(conn, demo, model.id, [asked], source="nightly", seed=0, author=SECRET, now=NOW)
    ids = {
        "categories": category.id,
        "answers": category.id,
        "examples": example.id,
        "golden": pinned.id,
        "models": model.id,
    }
    brought = imports.record(
        conn, demo, author=SECRET, added=1, new_categories=[name], replaced=[], now=NOW
    )  # fmt: skip
    answers.put(conn, demo, Answer(name, "en", f"The {SECRET} says yes."), NOW, SECRET)
    (version,) = answer_versions.of_answer(conn, demo, name, "en", 9)
    return ids | {"ratings": sample, "imports": int(brought), "versions": version.id, "audit": entry}


def fill_with_secrets(world: World) -> dict[str, int]:
    """Put a word into everything the demo company has; return an id of each kind of row."""
    name = f"{SECRET}_category"
    demo = world.demo.id

    ids: dict[str, int] = world.now(lambda conn: rows_of_secrets(conn, demo))
    review_id = world.ask(f"May I bring my {SECRET}?", (Guess(name, 0.4),), "defer")
    talk = world.review(review_id).conversation
    feed = add_feed(world, (SECRET,), f"https://{SECRET}.example/feed")
    hold_back(world, feed)
    word = world.now(lambda conn: synonyms.add(conn, demo, "en", SECRET, "ape", NOW))
    break_down(world, f"Where is my {SECRET}?")
    taught = world.now(
        lambda conn: detectors.add_candidate(conn, demo, file=SECRET, sha256="0" * 64, taught=SECRET, now=NOW)
    )
    canned = world.now(lambda conn: canned_replies.add(conn, demo, SECRET, {"en": "Hello"}, NOW))
    hook = world.now(lambda conn: webhooks.add(conn, demo, HOOK, SECRET, NOW))
    told = NewEntry("webhook", recipient=str(hook), payload={"event": "test"})
    ids |= {"webhooks": hook, "deliveries": world.now(lambda conn: outbox.put(conn, demo, told, NOW))}
    ids |= {"breakdowns": 1, "feeds": feed.id, "synonyms": word.id, "replies": canned.id}
    ids |= {"annotations": add_sample(world, talk_of(world, f"Who owns the {SECRET}?")), "detectors": taught.id}
    return ids | {"reviews": review_id, "conversations": talk.id, "users": world.ada.id}


def pair(name: str) -> dict[str, object]:
    return {"a": name, "b": name, "confusion": 0.5, "a_as_b": 1, "b_as_a": 1}


def kind_of(path: str) -> str:
    before = path.split(ID)[0].strip("/")
    return before.split("/")[-1]


SHOWS_ROWS = {
    "/reviews",
    "/conversations",
    "/breakdowns",
    "/replies",
    "/dataset",
    "/dataset/golden",
    "/dataset/export",
    "/models",
    "/openings",
    "/openings/feeds",
    "/openings/synonyms",
    "/users",
    "/settings/webhooks",
    "/audit",
}


@pytest.mark.both_databases
async def test_no_page_shows_another_companys_rows(world: World, visit: Visit) -> None:
    fill_with_secrets(world)
    eve, ada = await visit(world.eve), await visit(world.ada)
    for path in PAGES:
        if path not in ("/login", "/company", "/companies", "/overview/figures.xlsx"):
            assert SECRET not in await eve.text(path), path
        if path in SHOWS_ROWS:
            assert SECRET in await ada.text(path), f"{path}: the test itself would not notice"


async def test_another_companys_ids_do_not_exist(world: World, visit: Visit) -> None:
    ids = fill_with_secrets(world)
    # An operator who works on the other company may even change users, but not the demo company's.
    visitor = await visit(world.olga)
    visitor.company = "other"
    before = world.database.read_now(lambda conn: audit.recent(conn, world.demo.id))
    for method, path in WITH_ID:
        target = path.replace(ID, str(ids[kind_of(path)]))
        if method == "GET":
            response = await visitor.get(target, params={"category": "salary"})
        else:
            response = await visitor.post(target, FIELDS.get(path.replace(ID, "{id}")))
        assert response.status == 404, f"{method} {path}: {await response.text()}"
        assert SECRET not in await response.text(), f"{method} {path}"
    assert world.database.read_now(lambda conn: audit.recent(conn, world.demo.id)) == before


@pytest.mark.parametrize("number", ["0", "9" * 15, "9" * 40])
async def test_an_id_that_is_nobodys_does_not_exist(world: World, visit: Visit, number: str) -> None:
    olga = await visit(world.olga)
    for method, path in WITH_ID:
        target = path.replace(ID, number)
        if method == "GET":
            response = await olga.get(target, params={"category": "salary"})
        else:
            response = await olga.post(target, FIELDS.get(path.replace(ID, "{id}")))
        assert response.status == 404, f"{method} {target}: {response.status}"


async def test_nobody_gets_in_without_a_session(world: World, visit: Visit) -> None:
    stranger = await visit(world.ada)
    stranger.token = "made-up"
    for route in ROUTES:
        path = route.path.replace(ID, "1")
        response = await (stranger.get(path) if route.method == "GET" else stranger.post(path))
        if path in ("/login", "/language"):
            assert response.status in (200, 401, 422)
        else:
            assert response.status == 303, f"{route.method} {path}: {response.status}"
            assert response.headers["Location"].startswith("/admin/login")


async def test_a_recruiter_stays_in_their_company_whatever_the_cookie_says(world: World, visit: Visit) -> None:
    fill_with_secrets(world)
    eve = await visit(world.eve)
    eve.company = "demo"
    assert SECRET not in await eve.text("/dataset")
    assert (await eve.get("/company")).status == 403
    assert (await eve.post("/company", {"company": "demo"})).status == 403


async def test_an_operator_chooses_a_company(world: World, visit: Visit) -> None:
    fill_with_secrets(world)
    olga = await visit(world.olga)
    response = await olga.post("/company", {"company": "other"})
    assert response.cookies["candor-desk-company"].value == "other"
    olga.company = "other"
    assert SECRET not in await olga.text("/dataset")
    olga.company = "demo"
    assert SECRET in await olga.text("/dataset")


async def test_a_page_of_the_company_chosen_before_changes_nothing_of_the_one_chosen_since(
    world: World, visit: Visit
) -> None:
    olga = await visit(world.olga)
    olga.company = "other"
    refused = await olga.post("/dataset/categories", {"name": "parking"}, page=world.demo.id, part=True)
    assert refused.status == 409
    assert "This page is about Demo, but meanwhile, in another tab, you chose Other" in await refused.text()
    assert "parking" not in await olga.text("/dataset")
    assert (await olga.post("/dataset/categories", {"name": "parking"}, page=world.other.id)).status == 303
    for person in ("/company", "/language", "/logout"):
        sent = await olga.post(person, {"company": "demo", "language": "de"}, page=world.demo.id)
        assert sent.status == 303, person


async def test_an_operator_cannot_choose_a_company_that_is_not_there(world: World, visit: Visit) -> None:
    olga = await visit(world.olga)
    assert (await olga.post("/company", {"company": "nowhere"})).status == 404
