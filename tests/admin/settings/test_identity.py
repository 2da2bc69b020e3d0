"""Signed-in users: an operator makes the secret, sees it once, and recruiters see who a candidate is."""

from __future__ import annotations

import re

from admin.settings import identity
from bot.identity import signature_of
from storage.conversations import identities
from storage.people import audit
from tests.admin.conftest import Visit
from tests.admin.world import NOW, World, words_of

PATH = "/settings/identity"


def secret(world: World) -> str | None:
    return world.database.read_now(lambda conn: identities.secret(conn, world.demo.id))


async def test_an_operator_makes_a_secret_and_sees_it_once(world: World, visit: Visit) -> None:
    olga = await visit(world.olga)
    olga.company = str(world.demo.id)
    html = await (await olga.post(f"{PATH}/secret")).text()
    made = secret(world)
    assert made is not None
    assert len(made) >= 40
    assert f"<code>{made}</code>" in html
    assert made not in await olga.text(PATH)
    await olga.post(f"{PATH}/secret")
    assert secret(world) not in (made, None)
    entries = world.database.read_now(lambda conn: audit.recent(conn, world.demo.id))
    assert [(each.action, each.detail) for each in entries] == [("identity_secret", {})] * 2


async def test_others_see_how_it_is_used_and_change_nothing(world: World, visit: Visit) -> None:
    ada = await visit(world.ada)
    assert "nobody is identified" in words_of(await ada.text(PATH))
    assert (await ada.post(f"{PATH}/secret")).status == 403
    assert secret(world) is None


async def test_recruiters_see_who_a_candidate_is(world: World, visit: Visit) -> None:
    world.ask("How much?", kind="defer")
    ada = await visit(world.ada)
    assert "Signed in as" not in await ada.text("/conversations/1")
    world.now(lambda conn: identities.claim(conn, world.demo.id, 1, "4711 <b>", NOW))
    html = await ada.text("/conversations/1")
    assert "Signed in as <bdi>4711 &lt;b&gt;</bdi>" in html


def test_the_lines_that_are_shown_sign_as_we_do() -> None:
    names: dict[str, str] = {"SECRET": "secret", "user_id": "4711"}
    exec(identity.SERVER_LINES, names)
    assert names["signature"] == signature_of("secret", "4711")
    (beginning,) = re.findall(r'signature: "(\w+)…"', identity.PAGE_LINES)
    assert names["signature"].startswith(beginning)
