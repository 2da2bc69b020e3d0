"""Files of other makers and tables of any look, brought into the desk and out of it."""

from __future__ import annotations

import io
import re
from html import unescape

import pytest
from openpyxl import Workbook

from admin.dataset.files import content_of
from evaluation.formats.registry import FORMATS, write_content
from nlu.language.detector import fit_language
from storage.answers import answers
from storage.answers.answers import Answer
from storage.conversations.messages import Button, Link
from tests.admin.conftest import Open
from tests.admin.test_import_and_export import confirm, upload
from tests.admin.world import NOW, Visitor, World, log_in, words_of
from training.data_check import Reference

RICH = Answer(
    "salary", "en", "It depends.", (Button("faq:benefits", "Benefits"),), (Link("Us", "https://a.example"),), "Pay"
)


def state(world: World) -> object:
    content = world.now(lambda conn: content_of(conn, world.demo.id))
    return {(row.text, row.category, row.language) for row in content.rows}, set(content.replies)


@pytest.mark.parametrize("name", FORMATS)
async def test_an_export_in_every_format_changes_nothing_when_it_is_imported(
    world: World, ada: Visitor, name: str
) -> None:
    world.now(lambda conn: answers.put(conn, world.demo.id, RICH, NOW))
    before = state(world)
    response = await ada.get(f"/dataset/export?format={name}")
    assert FORMATS[name].suffix in response.headers["Content-Disposition"]
    preview = await (await upload(ada, await response.read(), f"export{FORMATS[name].suffix}")).text()
    words = words_of(preview)
    for part in ("New questions 0", "New categories 0", "New answers 0", "Changed answers 0"):
        assert part in words
    assert (await confirm(ada, preview)).status == 303
    assert state(world) == before


@pytest.mark.both_databases
async def test_an_agent_is_imported_with_answers_buttons_and_links_and_again_changes_nothing(
    world: World, ada: Visitor
) -> None:
    world.now(lambda conn: answers.put(conn, world.demo.id, RICH, NOW))
    content = world.now(lambda conn: content_of(conn, world.demo.id))
    agent = write_content(content, "dialogflow-es")
    world.now(lambda conn: answers.remove(conn, world.demo.id, "salary", "en", NOW))
    await confirm(ada, await (await upload(ada, agent, "agent.zip")).text())
    found = world.answer("salary")
    assert found is not None
    assert (found.buttons, found.links, found.title) == (RICH.buttons, RICH.links, "Pay")
    assert "New answers 0" in words_of(await (await upload(ada, agent, "agent.zip")).text())


def strange() -> bytes:
    book, stream = Workbook(), io.BytesIO()
    sheet = book.worksheets[0]
    for row in (["Our questions"], [], ["No", "Area", "What they ask"], [1, "parking", "Where can I park?"]):
        sheet.append(row)
    book.create_sheet("Contacts").append(["Ada"])
    book.save(stream)
    return stream.getvalue()


def carried(page: str) -> dict[str, str]:
    found = re.search(r'name="upload" value="([^"]*)"', page)
    assert found is not None
    return {"upload": unescape(found.group(1))}


async def test_a_table_that_explains_nothing_is_shown_and_its_columns_are_asked_for(world: World, ada: Visitor) -> None:
    response = await upload(ada, strange(), "strange.xlsx")
    assert response.status == 200
    page = await response.text()
    for part in ("What they ask", "Where can I park?", "Contacts"):
        assert part in unescape(page)
    assert re.search(r'<option value="3" selected>', page), "the titles stand in row 3"
    mapped = {**carried(page), "sheet": "Sheet", "header": "3", "step": "2"}
    refused = await ada.post("/dataset/import/columns", {**mapped, "column_2": "category"})
    assert refused.status == 422
    assert "Say which column holds the question" in words_of(await refused.text())
    preview = await ada.post("/dataset/import/columns", {**mapped, "column_2": "category", "column_3": "text"})
    await confirm(ada, await preview.text())
    assert world.category_of("Where can I park?") == "parking"


async def test_the_encoding_is_shown_and_another_one_that_does_not_fit_is_named(world: World, ada: Visitor) -> None:
    preview = await (await upload(ada, "text,category\nGehälter?,pay\n".encode("windows-1252"))).text()
    page = await (await ada.post("/dataset/import/columns", {**carried(preview), "step": "0"})).text()
    assert '<option value="windows-1252" selected>' in page
    wrong = {
        **carried(page),
        "encoding": "utf-8",
        "header": "1",
        "column_1": "text",
        "column_2": "category",
        "step": "2",
    }
    refused = await ada.post("/dataset/import/columns", wrong)
    assert refused.status == 422
    assert "line 2: not UTF-8" in words_of(text := await refused.text())
    assert "Gehälter?" in unescape(text), "the table is still there"


async def test_questions_in_another_language_are_shown_and_can_be_left_out(world: World, open_desk: Open) -> None:
    german = [("wie hoch ist das gehalt hier", "de"), ("wo kann ich bei euch parken", "de")]
    english = [("what is the pay here", "en"), ("where can i park my car", "en")]
    reference = Reference({"en": {}, "de": {}}, fit_language([*german, *english] * 3))
    ada = log_in(world.database, await open_desk(reference=lambda: reference), world.ada)
    table = "text,category\nwie hoch ist das gehalt hier,salary\nwhere can i park my car,parking\n"
    preview = await (await upload(ada, table, language="en")).text()
    words = words_of(preview)
    assert "1 question in another language" in words
    assert "wie hoch ist das gehalt hier salary English German" in words
    await confirm(ada, preview, without_strangers="on")
    assert world.category_of("wie hoch ist das gehalt hier") is None
    assert world.category_of("where can i park my car") == "parking"


async def test_what_is_left_out_is_said(world: World, ada: Visitor) -> None:
    table = (
        "text,category,answer,buttons,links\n"
        "Parking?,parking,Yes.,[A](faq:nowhere),[B](javascript:alert)\nLunch?,lunch,<b>No</b>,,\n"
    )
    words = words_of(await (await upload(ada, table)).text())
    assert "1 button that leads to no category" in words
    assert "1 link that is no web address" in words
    assert "1 answer holds markup" in words


async def test_where_nobody_counts_lines_a_refusal_quotes_the_question(ada: Visitor) -> None:
    nlu = 'version: "3.1"\nnlu:\n- intent: general:greet\n  examples: |\n    - Hello there friend\n'
    words = words_of(await (await upload(ada, nlu, name="nlu.yml")).text())
    assert "“Hello there friend”: a category’s name can’t begin with “general:”." in words
    assert "Line 0" not in words


async def test_where_nobody_counts_lines_a_question_in_two_categories_is_quoted_once(ada: Visitor) -> None:
    both = "".join(f"- intent: {name}\n  examples: |\n    - Hello there friend\n" for name in ("salary", "parking"))
    words = words_of(await (await upload(ada, f'version: "3.1"\nnlu:\n{both}', name="nlu.yml")).text())
    assert "“Hello there friend” is in “salary” and in “parking”." in words
    assert words.count("Hello there friend") == 1
