"""Whatever stands in the fields of a form, seen or unseen, is answered in words and never breaks the desk."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import admin
from admin.pages import TEMPLATES
from admin.texts import load_texts
from storage.dataset import categories
from tests.admin.conftest import Visit
from tests.admin.test_csrf import PATHS
from tests.admin.test_import_and_export import upload
from tests.admin.world import Visitor, World, words_of

SOURCES = "".join(path.read_text(encoding="utf-8") for path in Path(admin.__file__).parent.rglob("*.py"))
NAMES = sorted(set(re.findall(r'orm\]?\.(?:text|number|many|secret|flag)\(\s*"(\w+)"', SOURCES)) - {"csrf"})
BAD = {"nothing": None, "long": "9" * 3000, "odd": "\u202e=1+1<b>\x00", "blank": "\u200b", "huge": "9" * 15}


@pytest.mark.parametrize("kind", BAD)
async def test_no_field_breaks_a_form(kind: str, world: World, visit: Visit) -> None:
    assert len(NAMES) > 60
    value, broken = BAD[kind], {}
    for path in PATHS:
        if path in ("/logout", "/password"):
            continue
        olga = await visit(world.olga)
        olga.company = "demo"
        fields = {} if value is None else dict.fromkeys(NAMES, value)
        response = await olga.post(path, fields)
        if response.status >= 500:
            broken[path] = (response.status, words_of(await response.text())[-200:])
    assert broken == {}


@pytest.mark.parametrize("blank", ["\u200b", "\u3164", "\u2800", "\U000e0041", "\u00a0\u200d"])
async def test_a_name_in_which_nothing_can_be_seen_is_empty(blank: str, world: World, ada: Visitor) -> None:
    response = await ada.post("/dataset/categories", {"name": blank, "language": "en"})
    assert (response.status, "is empty" in words_of(await response.text())) == (422, True)
    assert len(world.now(lambda conn: categories.categories(conn, world.demo.id))) == 3


async def test_what_joins_characters_stays_in_a_name(world: World, ada: Visitor) -> None:
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    assert (await ada.post("/dataset/categories", {"name": family, "language": "en"})).status == 303
    assert family in [each.label for each in world.now(lambda conn: categories.categories(conn, world.demo.id))]


def test_every_field_is_named_as_people_see_it() -> None:
    templates = "".join(path.read_text(encoding="utf-8") for path in TEMPLATES.rglob("*.html"))
    asked = re.findall(r'orm\]?\.text\(\s*"(\w+)"', SOURCES)
    seen = {
        name
        for name in asked
        if re.search(
            rf'<(?:input(?![^>]*type="(?:hidden|checkbox|radio)")|textarea|select)[^>]* name="{name}"', templates
        )
    } - {"q"}
    assert len(seen) > 30
    for say in load_texts().values():
        assert sorted(name for name in seen if not say.has(f"field.{name}")) == []


@pytest.mark.parametrize("path", ["/dataset/categories", "/dataset/categories/1/rename"])
async def test_a_category_is_not_called_as_what_every_bot_understands(path: str, world: World, ada: Visitor) -> None:
    response = await ada.post(path, {"name": "general:greet", "language": "en"})
    assert (response.status, "can’t begin with “general:”" in words_of(await response.text())) == (422, True)


async def test_a_file_brings_no_such_category_either(ada: Visitor) -> None:
    response = await upload(ada, "text,category\nHello there friend,general:greet\n")
    said = "Line 2: a category’s name can’t begin with “general:”."
    assert (response.status, said in words_of(await response.text())) == (422, True)
