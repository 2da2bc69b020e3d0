"""How a company's chat looks, changed by its people: saved, merged, noted, refused in words, and drawn before."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest
from aiohttp import FormData

from admin.settings.look_page import LOOK
from storage.companies import companies, logos
from storage.companies.companies import Company
from storage.companies.look import PLAIN, Look
from storage.companies.pictures import digest
from storage.people import audit
from tests.admin.conftest import Visit
from tests.admin.world import Visitor, World, words_of
from tests.pictures import png

PATH = LOOK.removeprefix("/admin")
YELLOW = {
    "bot_name": "Halmi",
    "colour": "#FFD400",
    "side": "left",
    "starters.en": " What do you pay? \n\nWork from home?",
}


def stored(world: World) -> tuple[Company, bytes | None]:
    found = world.database.read_now(lambda conn: companies.by_id(conn, world.demo.id))
    assert found is not None
    return found, world.database.read_now(lambda conn: logos.of_company(conn, world.demo.id))


async def shown(visitor: Visitor) -> dict[str, str]:
    (values,) = re.findall(r'name="shown" value="([^"]*)"', await visitor.text(PATH))
    return {**json.loads(unescape(values)), "shown": unescape(values)}


async def send(visitor: Visitor, fields: dict[str, str], logo: bytes | None = None, path: str = PATH) -> Any:
    """Send the form as the browser does, with a file."""
    form = FormData(fields, default_to_multipart=True)
    if logo is not None:
        form.add_field("logo_file", logo, filename="logo.png", content_type="image/png")
    return await visitor.post(path, form)


async def test_a_recruiter_gives_the_chat_its_look(world: World, ada: Visitor) -> None:
    response = await send(ada, await shown(ada) | YELLOW | {"greeting.de": "Hallo!"}, png())
    assert response.headers["Location"] == f"{LOOK}?note=look_saved"
    company, logo = stored(world)
    assert company.look == Look(
        bot_name="Halmi",
        colour="#ffd400",
        side="left",
        logo=digest(png()),
        greeting={"de": "Hallo!"},
        starters={"en": ("What do you pay?", "Work from home?")},
    )
    assert logo == png()
    assert company.edition != world.demo.edition
    again = await shown(ada)
    assert again["starters.en"] == "What do you pay?\nWork from home?"
    await send(ada, again | {"logo_removed": "on"})
    company, logo = stored(world)
    assert (company.look.logo, logo, company.look.bot_name) == ("", None, "Halmi")


async def test_what_was_and_what_is_stand_in_the_history(world: World, ada: Visitor) -> None:
    await send(ada, await shown(ada) | {"colour": "#14594f"})
    entries = world.database.read_now(lambda conn: audit.recent(conn, world.demo.id))
    changed = [entry.detail for entry in entries if entry.action == "setting_changed"]
    assert changed == [{"setting": "colour", "before": "", "after": "#14594f"}]


async def test_two_people_change_different_things_or_see_both(world: World, visit: Visit) -> None:
    ada, bob = await visit(world.ada), await visit(world.bob)
    hers, his = await shown(ada), await shown(bob)
    await send(ada, hers | {"bot_name": "Halmi"})
    await send(bob, his | {"side": "left"}, png())
    company, logo = stored(world)
    assert (company.look.bot_name, company.look.side, logo) == ("Halmi", "left", png())
    response = await send(bob, his | {"bot_name": "Robo"})
    html = await response.text()
    assert response.status == 409
    assert "Saved meanwhile: Halmi" in words_of(html)
    assert 'value="Robo"' in html
    assert stored(world)[0].look.bot_name == "Halmi"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"colour": "yellow"}, "“yellow” is no colour"),
        ({"colour": "#ffd400", "ink": "#fff"}, "their contrast is 1.4:1, and text needs 4.5:1"),
        ({"ink": "#ffffff"}, "Choose a main colour"),
        ({"bot_name": "x" * 41}, "“Name of the bot” is too long"),
        ({"bot_name": "{{company}}"}, "“{{company}}” would be said as it stands"),
        ({"starters.de": "a\nb\nc\nd\ne"}, "Up to 4 questions"),
        ({"greeting.en": "x" * 601}, "“Greeting” is too long"),
    ],
)
async def test_what_cannot_be_is_refused_and_what_was_typed_stays(
    world: World, ada: Visitor, given: dict[str, str], words: str
) -> None:
    response = await send(ada, await shown(ada) | {"bot_name": "Halmi"} | given)
    html = await response.text()
    assert response.status == 422
    assert words in words_of(html)
    assert next(iter(given.values())) in unescape(html)
    assert stored(world)[0].look == PLAIN


@pytest.mark.parametrize(
    ("logo", "words"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "The logo must be a PNG"),
        (png() + b"\0" * 200_000, "larger than 200 kB"),
        (png(8), "16 to 1024 pixels"),
        (png(rows=3), "The logo is damaged"),
    ],
)
async def test_a_logo_that_is_none_is_refused_in_words(world: World, ada: Visitor, logo: bytes, words: str) -> None:
    response = await send(ada, await shown(ada) | YELLOW, logo)
    assert (response.status, words in words_of(await response.text())) == (422, True)
    assert stored(world)[0].look == PLAIN


async def test_a_digest_that_was_typed_brings_no_logo(world: World, ada: Visitor) -> None:
    await send(ada, await shown(ada) | {"logo": "0123456789abcdef"})
    assert stored(world)[0].look == PLAIN


async def test_html_and_bidi_characters_are_text(world: World, ada: Visitor) -> None:
    evil = '"><script>alert(1)</script>\u202e'
    await send(ada, await shown(ada) | {"bot_name": evil})
    html = await ada.text(PATH)
    assert "<script>alert" not in html
    assert stored(world)[0].look.bot_name == evil.removesuffix("\u202e")


async def test_a_draft_is_drawn_and_not_saved(world: World, ada: Visitor) -> None:
    fields = await shown(ada)
    drawn = await (await send(ada, fields | YELLOW, path=f"{PATH}/draft")).json()
    assert (drawn["draft"]["bot_name"], drawn["draft"]["ink"], drawn["refused"]) == ("Halmi", "#000000", "")
    assert "--fill: #ffd400" in drawn["draft"]["css"]
    assert drawn["saved"] == {"ink": "", "css": ""}
    refused = await (await send(ada, fields | {"colour": "teal"}, path=f"{PATH}/draft")).json()
    assert "“teal” is no colour" in refused["refused"]
    assert refused["draft"] == refused["saved"]
    assert stored(world)[0].look == PLAIN


async def test_the_profile_leaves_the_look_alone(world: World, ada: Visitor) -> None:
    await send(ada, await shown(ada) | YELLOW)
    (values,) = re.findall(r'name="shown" value="([^"]*)"', await ada.text("/settings"))
    fields = json.loads(unescape(values)) | {"shown": unescape(values), "name": "Demo Works"}
    fields |= {"careers_url": "https://demo.example", "contact_email": "a@demo.example"}
    response = await ada.post("/settings", fields)
    assert response.status == 303
    assert (stored(world)[0].name, stored(world)[0].look.bot_name) == ("Demo Works", "Halmi")


@pytest.mark.parametrize("typed", ["Hello! **Come** in", "Hello! <b>Come</b> in"])
async def test_a_greeting_with_markup_is_refused_as_the_chat_would_show_it_raw(
    world: World, ada: Visitor, typed: str
) -> None:
    response = await send(ada, await shown(ada) | {"greeting.en": typed})
    assert "would be shown as it stands" in words_of(await response.text())
    assert stored(world)[0].look.greeting == {}
