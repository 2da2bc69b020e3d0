from __future__ import annotations

import re

import pytest

from admin import passwords
from storage.companies import companies
from storage.companies.companies import CompanyProfile
from storage.people import users
from tests.admin.conftest import QUICK, Visit
from tests.admin.world import NOW, UNSURE, Visitor, World, words_of


def password_on(html: str) -> str:
    found = re.search(r"<code>([^<]+)</code>", html)
    assert found is not None
    return found.group(1)


def stored(world: World, email: str) -> str:
    found = world.now(lambda conn: users.by_email(conn, email))
    return str(found[1])


async def test_recruiters_see_their_colleagues_but_change_nobody(world: World, ada: Visitor) -> None:
    words = words_of(await ada.text("/users"))
    assert "bob@demo.example" in words
    assert "An operator adds and removes people." in words
    assert (await ada.post("/users", {"person": "Zoe", "email": "zoe@demo.example"})).status == 403
    assert (await ada.post(f"/users/{world.bob.id}/disable")).status == 403
    assert (await ada.post(f"/users/{world.bob.id}/reset-password")).status == 403


async def test_an_operator_adds_a_recruiter_whose_password_is_shown_once(world: World, visit: Visit) -> None:
    olga = await visit(world.olga)
    html = await (await olga.post("/users", {"person": "Zoe", "email": "Zoe@Demo.example"})).text()
    password = password_on(html)
    assert passwords.verify(stored(world, "zoe@demo.example"), password, QUICK)
    assert password not in await olga.text("/users")
    found = world.now(lambda conn: users.by_email(conn, "zoe@demo.example"))
    assert (found[0].company_id, found[0].role) == (world.demo.id, "recruiter")


@pytest.mark.parametrize(
    ("email", "words"),
    [
        ("nonsense", "is not an e-mail address"),
        ("<zoe@demo.example>", "is not an e-mail address"),
        ("zoe@demo.example.", "is not an e-mail address"),
        ("eve@other.example", "already uses"),
        ("", "empty"),
    ],
)
async def test_a_bad_address_is_refused(world: World, visit: Visit, email: str, words: str) -> None:
    olga = await visit(world.olga)
    response = await olga.post("/users", {"person": "Zoe", "email": email})
    assert response.status == 422
    assert words in await response.text()


async def test_a_new_password_ends_the_persons_sessions(world: World, visit: Visit) -> None:
    olga, bob = await visit(world.olga), await visit(world.bob)
    html = await (await olga.post(f"/users/{world.bob.id}/reset-password")).text()
    assert passwords.verify(stored(world, "bob@demo.example"), password_on(html), QUICK)
    assert (await bob.get("/reviews")).status == 303


async def test_people_say_themselves_that_they_are_away_and_operators_say_it_of_anybody(
    world: World, visit: Visit, ada: Visitor
) -> None:
    turns = CompanyProfile("demo", "Demo", rota=True)
    world.now(lambda conn: companies.change(conn, world.demo.id, turns))
    assert "I’m away" in await ada.text("/conversations")
    gone = await ada.post(f"/users/{world.ada.id}/away", {"away": "yes", "inbox": "1"})
    assert gone.headers["Location"].startswith("/admin/conversations")
    assert "I’m back" in await ada.text("/conversations")
    assert (await ada.post(f"/users/{world.bob.id}/away", {"away": "yes"})).status == 403
    olga = await visit(world.olga)
    assert "Mark as back" in await olga.text("/users")
    await olga.post(f"/users/{world.ada.id}/away", {"away": ""})
    assert "I’m away" in await ada.text("/conversations")
    world.now(lambda conn: companies.change(conn, world.demo.id, CompanyProfile("demo", "Demo")))
    assert "I’m away" not in await ada.text("/conversations")


async def test_a_disabled_person_is_out_at_once(world: World, visit: Visit) -> None:
    olga, bob = await visit(world.olga), await visit(world.bob)
    await olga.post(f"/users/{world.bob.id}/disable")
    assert (await bob.get("/reviews")).status == 303
    assert "bob@demo.example disabled" in words_of(await olga.text("/users"))


async def test_nobody_disables_themselves(world: World, visit: Visit) -> None:
    olga = await visit(world.olga)
    response = await olga.post(f"/users/{world.olga.id}/disable")
    assert "You can&#39;t disable yourself." in await response.text()


def test_new_passwords_are_never_the_same() -> None:
    made = {passwords.new_password() for _ in range(1000)}
    assert len(made) == 1000
    assert all(passwords.checked(each, each, "a@b.example") == each for each in made)


def every_change(world: World) -> list[tuple[str, dict[str, str], str]]:
    """Return what is posted where, one after the other, and the words the history has for it."""
    first, second = world.ask("How much would I earn?"), world.ask("Dogs?", UNSURE, "defer")
    third, fourth = world.ask("Cats?", UNSURE, "defer"), world.ask("Mice?", UNSURE, "defer")
    salary, benefits = world.category_id("salary"), world.category_id("benefits")
    canteen, pay = world.example_id("Is there a canteen?"), world.example_id("What is the pay?")
    return [
        (f"/reviews/{first}/confirm", {}, "Confirmed “How much would I earn?” as “salary”"),
        (f"/reviews/{second}/correct", {"category": "salary", "send": "on"}, "Put “Dogs?” into “salary”"),
        (f"/reviews/{third}/new-category", {"name": "pets"}, "Made the category “pets” for “Cats?”"),
        (f"/reviews/{fourth}/answer", {"reply": "No."}, "Answered “Mice?”"),
        ("/conversations/1/take-over", {}, "Took over conversation 1"),
        ("/conversations/1/hand-back", {}, "Handed conversation 1 back to the bot"),
        ("/conversations/1/resolve", {}, "Marked conversation 1 as resolved"),
        ("/conversations/1/reopen", {}, "Reopened conversation 1"),
        ("/conversations/1/reply", {"reply": "Hi"}, "Wrote to conversation 1"),
        ("/dataset/categories", {"name": "parking"}, "Added the category “parking”"),
        (f"/dataset/categories/{benefits}/examples", {"sentences": "Gym?"}, "Added questions to “benefits” (1)"),
        (
            f"/dataset/categories/{benefits}/answer",
            {"answer": "Yes.", "shown": '{"answer": "About benefits: it depends."}'},
            "Wrote the answer of “benefits” (English)",
        ),
        (
            f"/dataset/categories/{benefits}/answer",
            {"answer": "", "shown": '{"answer": "Yes."}'},
            "Removed the answer of “benefits” (English)",
        ),
        (
            f"/dataset/examples/{canteen}/edit",
            {"text": "Lunch?", "category_id": str(salary)},
            "Moved “Lunch?” from “benefits” to “salary”",
        ),
        (f"/dataset/examples/{pay}/delete", {}, "Deleted “What is the pay?” from “salary”"),
        ("/dataset/golden", {"text": "Pay?", "category": "salary"}, "Pinned “Pay?” to “salary”"),
        ("/dataset/golden/1/remove", {}, "Removed the pin of “Pay?”"),
        (f"/dataset/categories/{salary}/rename", {"name": "pay"}, "Renamed the category “salary” to “pay”"),
        (f"/dataset/categories/{salary}/delete", {}, "Deleted the category “pay” with its questions"),
        ("/models/retrain", {}, "Started a retrain"),
    ]


async def test_every_change_is_in_the_history(world: World, ada: Visitor) -> None:
    for path, fields, words in every_change(world):
        response = await ada.post(path, fields)
        assert response.status == 303, f"{path}: {await response.text()}"
        history = words_of(await ada.text("/audit"))
        assert f"ada@demo.example {words}" in history


async def test_an_operators_changes_stand_in_the_companys_history(world: World, visit: Visit, ada: Visitor) -> None:
    olga = await visit(world.olga)
    await olga.post(f"/users/{world.bob.id}/disable")
    assert "olga@house.example Disabled bob@demo.example" in words_of(await ada.text("/audit"))


async def test_entries_of_other_rooms_are_shown_as_they_are(world: World, ada: Visitor) -> None:
    from storage.people import audit

    world.now(lambda conn: audit.write(conn, world.demo.id, "candor", "data_erased", ["x"], NOW))
    world.now(lambda conn: audit.write(conn, world.demo.id, "candor", "rolled_back", None, NOW))
    words = words_of(await ada.text("/audit"))
    assert "Candor data_erased" in words
    assert "Candor rolled_back" in words
