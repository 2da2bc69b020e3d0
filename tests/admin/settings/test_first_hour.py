"""An operator adds a company, and sees what is left to do until its bot answers."""

from __future__ import annotations

import re

import pytest

from storage import Connection
from storage.companies import companies
from storage.conversations import conversations
from storage.dataset import categories, dataset
from storage.dataset.dataset import NewExample
from tests.admin.conftest import Open, Visit
from tests.admin.world import NOW, Visitor, World, log_in, words_of

ACME = {
    "key": "acme", "name": "Acme", "careers_url": "https://acme.example/jobs", "contact_email": "jobs@acme.example",
    "default_language": "de",
}  # fmt: skip


def begin_talk(conn: Connection, company_id: int) -> None:
    conversations.create(conn, company_id, public_id="x", token_hash="x", language="en", now=NOW)


def empty(conn: Connection, company_id: int) -> None:
    for each in categories.categories(conn, company_id):
        categories.delete_category(conn, company_id, each.id, NOW)


@pytest.mark.both_databases
async def test_an_operator_adds_a_company_and_works_for_it(world: World, visit: Visit) -> None:
    olga = await visit(world.olga)
    response = await olga.post("/company/new", ACME)
    assert response.headers["Location"] == "/admin/settings/first-hour"
    assert response.cookies["candor-desk-company"].value == "acme"
    added = world.database.read_now(lambda conn: companies.by_key(conn, "acme"))
    assert added is not None
    assert (added.name, added.languages, added.default_language) == ("Acme", ("de",), "de")
    cookie = {"Cookie": f"candor-desk={olga.token}; candor-desk-company=acme"}
    words = words_of(await olga.text("/settings/first-hour", headers=cookie))
    assert words.count("to do") == 6
    assert "data-company=&#34;acme&#34;" in words
    assert "Added the company “acme”" in words_of(await olga.text("/audit", headers=cookie))


@pytest.mark.parametrize(
    ("field", "typed", "words"),
    [
        ("key", "Acme Jobs", "cannot be a short name"),
        ("key", "demo", "a company with the short name “demo” already"),
        ("name", "", "“Name of the company” is empty"),
        ("careers_url", "acme", "is no web address"),
        ("contact_email", "acme", "is not an e-mail address"),
        ("default_language", "xx", "one of them as"),
    ],
)
async def test_a_company_that_cannot_be_is_refused(
    world: World, visit: Visit, field: str, typed: str, words: str
) -> None:
    olga = await visit(world.olga)
    before = world.database.read_now(companies.all_companies)
    response = await olga.post("/company/new", ACME | {field: typed})
    assert response.status in (409, 422)
    assert words in words_of(await response.text())
    assert world.database.read_now(companies.all_companies) == before


async def test_recruiters_add_no_company(world: World, ada: Visitor) -> None:
    assert (await ada.post("/company/new", ACME)).status == 403


async def test_a_step_is_done_when_it_is(world: World, ada: Visitor) -> None:
    assert (
        words_of(await ada.text("/settings/first-hour")).count("to do") == 3
    )  # questions, answers and a team are there
    world.now(lambda conn: begin_talk(conn, world.demo.id))
    words = words_of(await ada.text("/settings/first-hour"))
    assert words.count("to do") == 2
    assert "A first model to do" in words


@pytest.mark.both_databases
async def test_a_company_without_questions_begins_with_those_of_the_demo(world: World, open_desk: Open) -> None:
    client = await open_desk(starter=lambda language: [NewExample(f"Pay in {language}?", "pay", language)])
    eve = log_in(world.database, client, world.eve)
    world.now(lambda conn: empty(conn, world.other.id))
    assert "Begin with the demo" in await eve.text("/settings/first-hour")
    response = await eve.post("/settings/first-hour/questions")
    assert response.headers["Location"].endswith("note=begun_with_demo")
    begun = world.database.read_now(lambda conn: dataset.examples(conn, world.other.id))
    assert [each.text for each in begun] == ["Pay in en?"]
    assert (await eve.post("/settings/first-hour/questions")).status == 409


async def test_what_it_began_with_is_undone_from_the_history(world: World, open_desk: Open) -> None:
    client = await open_desk(starter=lambda language: [NewExample(f"Pay in {language}?", "pay", language)])
    eve = log_in(world.database, client, world.eve)
    world.now(lambda conn: empty(conn, world.other.id))
    await eve.post("/settings/first-hour/questions")
    (number,) = re.findall(r'action="/admin/audit/(\d+)/undo"', await eve.text("/audit"))
    assert (await eve.post(f"/audit/{number}/undo")).status == 303
    assert world.database.read_now(lambda conn: dataset.examples(conn, world.other.id)) == []
    assert "Begin with the demo" in await eve.text("/settings/first-hour")


@pytest.mark.parametrize("host", ["evil:99999", "@"])
async def test_a_name_that_no_server_can_have_is_refused(visit: Visit, world: World, host: str) -> None:
    olga = await visit(world.olga)
    assert (await olga.get("/settings/first-hour", headers={"Host": host})).status == 400
