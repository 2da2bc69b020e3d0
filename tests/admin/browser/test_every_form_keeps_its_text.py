"""What was typed survives the end of a session in every form of the desk; a new form is found here by itself."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Collection, Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from playwright.async_api import Page, expect

from admin.pages import TEMPLATES
from admin.topics import pages as topic_pages
from storage.dataset import dataset
from tests.accessibility import SHOWN
from tests.admin.browser.conftest import OpenPage
from tests.admin.browser.test_accessibility import OPENED, every_page
from tests.admin.conftest import OtherProcess, Visit
from tests.admin.test_follow_ups import ask_on
from tests.admin.test_topics import DOGS
from tests.admin.versions import add_version
from tests.admin.world import NOW, UNSURE, Visitor, World
from tests.browsing import IN_A_BROWSER
from tests.training.conftest import questions
from tests.until import DEADLINE

pytestmark = [*IN_A_BROWSER, pytest.mark.slow]

TYPED = ("text", "url", "email", "date", "time", "number", "color", "textarea")
"""Kinds of fields in which one types; passwords and files are never kept."""
KINDERGARTEN = (
    "Is there a kindergarten?", "Do you have a kindergarten?", "a kindergarten for my kids?", "kindergarten at work?",
)  # fmt: skip
NOT_KEPT = {"login.html"}
"""Templates without a person whose text it could be."""
FIELDS = """[...document.querySelectorAll("main form[method=post]")].map((form) => [form, [...form.elements]
    .filter((field) => field.name && !field.disabled && TYPED.includes(field.type))])""".replace(
    "TYPED", str(list(TYPED))
)
FILL = f"""{FIELDS}.map(([form, fields], number) => fields.map((field, at) => {{
    const url = `https://typed.example/${{number}}/${{at}}`, email = `typed${{number}}-${{at}}@example.org`;
    const more = String(Number(field.value || 0) + 1);
    const fit = {{ url, email, number: more, date: "2031-05-06", time: "03:21", color: "#123456" }};
    field.value = fit[field.type] ?? `Typed ${{number}} ${{at}}`;
    field.dispatchEvent(new Event("input", {{ bubbles: true }}));
    return [form.getAttribute("action"), field.name, field.value];
  }})).flat()"""
STANDING = f"""() => {FIELDS}.map(([form, fields]) => fields.map(
    (field) => [form.getAttribute("action"), field.name, field.value])).flat()"""
FILL_AND_SEND = f"""() => {{
    const typed = {FILL};
    const form = {FIELDS}.findLast(([form, fields]) => fields.length)[0];
    form.noValidate = true;
    form.requestSubmit(form.querySelector("button[type=submit]"));
    return typed;
  }}"""

Field = tuple[str, str]


class _Forms(HTMLParser):
    """Finds where something is typed: the address of the form, with N for each number, and the name of the field."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.action = ""
        self.fields: set[Field] = set()
        self.named: dict[str, str] = {}
        self.beside: list[Field] = []
        self.feed(html)
        # A field that stands beside its form names it.
        self.fields |= {(self.named[form], name) for form, name in self.beside if form in self.named}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            self.action = re.sub(r"\d+", "N", given.get("action") or "") if given.get("method") == "post" else ""
            self.named |= {given["id"] or "": self.action} if "id" in given else {}
        elif (given.get("type") or "text" if tag == "input" else tag) in TYPED and given.get("name"):
            if self.action:
                self.fields.add((self.action, given["name"] or ""))
            elif "form" in given:
                self.beside.append((given["form"] or "", given["name"] or ""))

    def handle_endtag(self, tag: str) -> None:
        self.action = "" if tag == "form" else self.action


def fields_in_templates() -> Iterator[tuple[str, str, str]]:
    """Where one types: template, what the form's address is like, the field's name where it is written there."""
    for template in TEMPLATES.rglob("*.html"):
        place = str(template.relative_to(TEMPLATES))
        for form in re.split(r"(?=<form|{% call form)", template.read_text(encoding="utf-8")):
            if 'method="get"' in form.partition(">")[0] or place in NOT_KEPT:
                continue
            for tag, given in re.findall(r"<(input|textarea)\b([^>]*)", form):
                kind, name = re.search(r'\btype="(\w+)"', given), re.search(r'\bname="(\w+)"', given)
                if name and (tag == "textarea" or (kind[1] if kind else "text") in TYPED):
                    yield place, address_in(form), name[1]


def address_in(form: str) -> str:
    """What a form's address in a template is like: whatever is computed may be anything."""
    if written := re.match(r'<form[^>]* action="([^"]*)"', form):
        return "".join(
            re.escape(part) if at % 2 == 0 else ".*" for at, part in enumerate(re.split(r"{{(.*?)}}", written[1]))
        )
    called = re.match(r"{% call form\((.*?),", form)
    parts = [part.strip() for part in called[1].split("~")] if called else [""]
    return "".join(re.escape(part.strip("'")) if part.startswith("'") else ".*" for part in parts)


@pytest.fixture
def addresses(world: World, other_process: OtherProcess, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every page, with all that brings a form onto one."""
    monkeypatch.setattr(topic_pages, "DAYS", 3650)
    pages = every_page(world)
    add_version(world, 0.9, live_id=1)
    ask_on(world)
    for text in (*DOGS, *KINDERGARTEN):
        world.ask(text, UNSURE, "defer")
    world.now(lambda conn: dataset.import_rows(conn, world.demo.id, questions(), "import", "test", NOW))
    split = f"/dataset/categories/{world.category_id('parking')}/split?language=en&part=1"
    return [*pages, "/told", split, "/models/1/verdict", "/dataset/categories/1?language=de"]


async def test_what_was_typed_is_there_again_after_the_login(
    world: World, visit: Visit, open_page: OpenPage, addresses: list[str]
) -> None:
    ada, olga = await visit(world.ada), await visit(world.olga)
    pages = {person.token: await open_page("/told", person) for person in (ada, olga)}
    seen: set[Field] = set()
    lost: dict[str, Any] = {}
    for path in addresses:
        person = ada if path == "/told" else olga
        new = _Forms(await worked_out(person, path)).fields - seen
        seen |= new
        if new and (missing := await lost_at_a_sessions_end(pages[person.token], person, path)):
            lost[path] = missing
    assert lost == {}
    assert [each for each in fields_in_templates() if not is_among(seen, *each[1:])] == []


async def worked_out(person: Visitor, path: str) -> str:
    """Return a page once what it looks for is found."""
    async with asyncio.timeout(DEADLINE):
        while "aria-busy" in (html := await (await person.get(path)).text()):  # noqa: ASYNC110  nothing tells
            await asyncio.sleep(0.05)
    return html


def is_among(seen: Collection[Field], address: str, name: str) -> bool:
    return any(name == known and re.fullmatch(address.replace(r"\d+", "N"), action) for action, known in seen)


async def lost_at_a_sessions_end(page: Page, person: Visitor, path: str) -> list[Any]:
    """Type into all forms of a page, send one after the session's end, log in, and return what is not there again.

    Typing and sending are one step: a page that looks something up while one types would find the session's end itself.
    """
    await page.goto(str(person.client.make_url(f"/admin{path}")))
    await page.evaluate(OPENED)
    await page.evaluate(SHOWN)
    # What the page asks for by itself: what is new where a conversation is open, and what was unfolded just now.
    await expect(page.locator("[data-waiting]:not([hidden])").first).to_be_attached()
    await expect(page.locator(".htmx-request")).to_have_count(0)
    cookies = await page.context.cookies()
    await page.context.clear_cookies()
    typed = await page.evaluate(FILL_AND_SEND)
    await expect(page).to_have_url(re.compile("/admin/login"))  # whoever leads there first
    back = await page.locator("[name=next]").input_value()
    await page.context.add_cookies(
        [{"name": each["name"], "value": each["value"], "url": page.url} for each in cookies]
    )
    await page.goto(str(person.client.make_url(back)))
    standing = await page.evaluate(STANDING)
    return [each for each in typed if each not in standing]
