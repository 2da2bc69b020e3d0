from __future__ import annotations

import csv
import io
import re
from dataclasses import replace
from datetime import date
from html import unescape

import pytest
from aiohttp import ClientResponse, FormData

from storage.answers import answers
from storage.answers.answers import Answer
from storage.dataset import dataset
from storage.dataset.dataset import NewExample
from tests.admin.conftest import Open
from tests.admin.world import NOW, Visitor, World, log_in, words_of

GOOD = (
    "text,category,answer\nWhere can I park?,parking,Behind the house.\n"
    "Is there a canteen?,lunch,\nWhat is the pay?,salary,\n"
)


async def upload(visitor: Visitor, content: bytes | str, name: str = "questions.csv", **fields: str) -> ClientResponse:
    form = FormData()
    for key, value in fields.items():
        form.add_field(key, value)
    raw = content.encode() if isinstance(content, str) else content
    form.add_field("file", raw, filename=name, content_type="text/csv")
    return await visitor.post("/dataset/import", form)


async def confirm(visitor: Visitor, preview: str, **fields: str) -> ClientResponse:
    packed = re.search(r'name="upload" value="([^"]*)"', preview)
    seen = re.search(r'name="seen" value="([^"]*)"', preview)
    assert packed is not None
    assert seen is not None
    form = FormData()
    for key, value in fields.items():
        form.add_field(key, value)
    form.add_field("seen", seen.group(1))
    form.add_field("upload", unescape(packed.group(1)), content_type="text/plain")
    return await visitor.post("/dataset/import/apply", form)


async def test_the_preview_says_what_would_change_and_changes_nothing(world: World, ada: Visitor) -> None:
    response = await upload(ada, GOOD)
    assert response.status == 200
    words = words_of(await response.text())
    for part in (
        "New questions 1",
        "Moved to another category 1",
        "Unchanged 1",
        "New categories 2",
        "New answers 1",
        "Changed answers 0",
    ):
        assert part in words
    assert "Is there a canteen? benefits lunch" in words
    assert "3 rows Question" in words
    assert re.search(r"Language \S.* English", words.partition("3 rows")[2]), "languages have names"
    assert world.category_of("Where can I park?") is None
    assert world.category_of("Is there a canteen?") == "benefits"


@pytest.mark.both_databases
async def test_confirming_the_preview_imports_it(world: World, ada: Visitor) -> None:
    preview = await (await upload(ada, GOOD)).text()
    response = await confirm(ada, preview, sure="on")
    assert (response.status, response.headers["Location"]) == (303, "/admin/dataset?imported=1&note=imported")
    page = await ada.text("/dataset?imported=1")
    assert "Imported a file: 1 new question, 1 moved Undo" in words_of(page)
    assert 'action="/admin/dataset/imports/1/undo"' in page
    assert world.category_of("Where can I park?") == "parking"
    assert world.category_of("Is there a canteen?") == "lunch"
    assert (answer := world.answer("parking")) is not None
    assert answer.text == "Behind the house."
    found = world.now(lambda conn: dataset.examples(conn, world.demo.id, search="park"))
    assert (found[0].origin, found[0].created_by) == ("import", "Ada")


@pytest.mark.parametrize(
    ("content", "name"),
    [
        ("\ufefftext;category\nWo kann ich “parken”?;parking\n", "excel.csv"),
        ('"sentence","intent"\n"Wo kann ich “parken”?","parking"\n', "aliases.csv"),
        ('{"text": "Wo kann ich “parken”?", "category": "parking"}\n', "rows.jsonl"),
    ],
)
async def test_every_kind_of_file_is_read(world: World, ada: Visitor, content: str, name: str) -> None:
    preview = await (await upload(ada, content, name, language="de")).text()
    await confirm(ada, preview)
    assert world.category_of("Wo kann ich “parken”?") == "parking"
    found = world.now(lambda conn: dataset.examples(conn, world.demo.id, language="de"))
    assert len(found) == 1


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "questions.csv: the file is empty"),
        ("text,category\n", "questions.csv: the file has no examples"),
        ("text,category\n,salary\n", "questions.csv, line 2: the text is empty"),
        ("text,category\ncafé,salary\n".encode() + b"caf\xe9,salary\n", "questions.csv, line 3: not UTF-8"),
        (b"text,category\na\x00b,salary\n", "line 2: holds a NUL byte"),
        ("text,category\n???,salary\n", "Line 2: there are no words in this sentence."),
        ("text,category,language\nHello,salary,xx\n", "Line 2: this company doesn't use the language “xx”."),
        ("text,category\nHello there,a\nhello  there!,b\n", "Line 3: “hello there!” is in “a” and in “b”."),
        (f"text,category\nHello,{'x' * 201}\n", "Line 2: the category's name is too long."),
        ("text,category\nHello,\u200b\n", "Line 2: the category has no name."),
        (f"text,category\n{'x' * 2001},salary\n", "Line 2: the question is too long: use at most 2,000 characters."),
        (
            f"text,category,answer\nHi,pay,{'x' * 5001}\n",
            "The answer to “pay” is too long: use at most 5,000 characters.",
        ),
    ],
)
async def test_a_file_that_makes_no_sense_is_refused_in_one_line(
    world: World, ada: Visitor, content: bytes | str, words: str
) -> None:
    response = await upload(ada, content)
    assert response.status == 422
    assert words in unescape(words_of(await response.text()))


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("text,category,language\n,pay,\nHello,,\nHi,pay,en\n,pay,\n", ("line 2: the", "line 3: no", "line 5: the")),
        ("text,category,language\n???,pay,\nHello,pay,xx\n", ("Line 2: there", "Line 3: this")),
    ],
)
async def test_all_rows_that_make_no_sense_are_named_at_once(ada: Visitor, content: str, told: tuple[str, ...]) -> None:
    said = unescape(words_of(await (await upload(ada, content)).text()))
    assert [each for each in told if each not in said] == []


async def test_of_many_rows_that_make_no_sense_the_first_are_named(ada: Visitor) -> None:
    said = words_of(await (await upload(ada, "text,category\n" + ",pay\n" * 100)).text())
    assert said.count("the text is empty") == 20


@pytest.mark.parametrize(("content", "name"), [("question\nPay?\n", "one.csv"), (b"\x89PNG\r\n\x1a\n\xff", "pic.csv")])
async def test_a_file_of_one_column_is_refused_at_once(ada: Visitor, content: bytes | str, name: str) -> None:
    response = await upload(ada, content, name)
    assert response.status == 422
    assert "What do the columns mean?" not in await response.text()


async def test_a_missing_file_is_named(world: World, ada: Visitor) -> None:
    assert "No file was chosen" in await (await ada.post("/dataset/import", {"file": ""})).text()
    assert "No file was chosen" in await (await ada.post("/dataset/import/apply", {})).text()


async def test_a_file_with_too_many_rows_is_refused(
    world: World, ada: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("admin.dataset.files.MOST_ROWS", 2)
    response = await upload(ada, GOOD)
    assert "The file has 3 rows; at most 2 can be imported at once." in await response.text()


async def test_a_file_that_is_too_large_is_refused(world: World, open_desk: Open) -> None:
    ada = log_in(world.database, await open_desk(upload_bytes=2000), world.ada)
    assert (await upload(ada, GOOD + "x" * 2001)).status == 422
    assert (await upload(ada, GOOD + "x" * 2_000_000)).status == 413
    assert (await upload(ada, GOOD)).status == 200


async def test_a_large_file_within_the_limit_is_taken(world: World, ada: Visitor) -> None:
    rows = "".join(f"Is room number {n} really free for a long visit?,rooms\n" for n in range(20_000))
    response = await upload(ada, f"text,category\n{rows}")
    assert response.status == 200
    assert (await confirm(ada, await response.text())).status == 303
    assert len(world.now(lambda conn: dataset.examples(conn, world.demo.id, search="room number"))) == 20_000


async def test_the_export_can_be_imported_again_unchanged(world: World, ada: Visitor) -> None:
    risky = '=HYPERLINK("https://evil.example")'
    rows = [NewExample(risky, "salary", "en"), NewExample('多少钱？, ja; "so"', "salary", "de")]
    world.now(lambda conn: dataset.import_rows(conn, world.demo.id, rows, "desk", None, NOW))
    response = await ada.get("/dataset/export")
    assert response.headers["Content-Disposition"].startswith('attachment; filename="candor-demo-')
    content = await response.read()
    cells = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))
    assert f"'{risky}" in [row["text"] for row in cells], "spreadsheets must not run it"
    words = words_of(await (await upload(ada, content, "export.csv")).text())
    assert "New questions 0 Moved to another category 0 Unchanged 7 New categories 0" in words


async def test_categories_that_look_the_same_are_one(world: World, ada: Visitor) -> None:
    content = (
        "text,category,answer,buttons\nMay I rest?,Day  off,Yes.,[Pay](faq:SALARY)\nA rest\uff1f,Day\u00a0off\u200b,,\n"
        "Is there a cafe\u0301?,Cafe\u0301,,\nWhere is the café,Café,,\nWages now,Salary,,\n"
    )
    await confirm(ada, await (await upload(ada, content)).text())
    names = world.now(lambda conn: [each.name for each in dataset.categories(conn, world.demo.id)])
    assert names.count("Day off") == names.count("Café") == names.count("salary") == 1
    assert not {"Salary", "Day  off"} & set(names)
    answer = world.now(lambda conn: answers.get(conn, world.demo.id, "Day off", "en"))
    assert answer is not None
    assert [button.id for button in answer.buttons] == ["faq:salary"]


async def test_a_question_that_is_in_one_category_however_spelt_is_in_one(world: World, ada: Visitor) -> None:
    content = "text,category\nMay I rest?,Day off\nmay i rest,day  OFF\n"
    assert "New questions 1" in words_of(await (await upload(ada, content)).text())
    refused = await upload(ada, "text,category\nMay I rest?,Day off\nmay i rest,Day of\n")
    assert "in “Day off” and in “Day of”" in words_of(await refused.text())


async def test_a_title_of_several_lines_stands_on_one(world: World, ada: Visitor) -> None:
    content = 'text,category,answer,title\nMay I rest?,rest,Yes.,"Days\noff\tand on"\n'
    await confirm(ada, await (await upload(ada, content)).text())
    answer = world.now(lambda conn: answers.get(conn, world.demo.id, "rest", "en"))
    assert answer is not None
    assert answer.title == "Days off and on"


CHANGED = "text,category,answer\nWhat is the pay?,salary,Nothing at all.\n"


async def test_a_changed_answer_is_shown_beside_the_one_that_stands_and_stays_without_consent(
    world: World, ada: Visitor
) -> None:
    stands = world.answer("salary")
    assert stands is not None
    preview = await (await upload(ada, CHANGED)).text()
    words = words_of(preview)
    assert "Changed answers 1" in words
    assert f"salary English {words_of(stands.text)} Nothing at all." in words
    assert (await confirm(ada, preview)).status == 303
    assert world.answer("salary") == stands


async def test_an_answer_that_changed_after_the_preview_is_shown_before_an_import_replaces_it(
    world: World, ada: Visitor
) -> None:
    preview = await (await upload(ada, CHANGED)).text()
    newer = Answer("salary", "en", "Newer.")
    world.now(lambda conn: answers.put(conn, world.demo.id, newer, NOW, "Bob"))
    response = await confirm(ada, preview, change_answers="on")
    assert (response.status, world.answer("salary")) == (409, newer)
    assert "salary English Newer. Nothing at all." in words_of(again := await response.text())
    assert (await confirm(ada, again, change_answers="on")).status == 303
    assert (changed := world.answer("salary")) is not None
    assert changed.text == "Nothing at all."


async def test_a_changed_answer_goes_live_with_a_tick_which_is_noted(world: World, ada: Visitor) -> None:
    stands = world.answer("salary")
    preview = await (await upload(ada, CHANGED)).text()
    await confirm(ada, preview, change_answers="on")
    changed = world.answer("salary")
    assert stands is not None
    assert changed is not None
    assert (changed.text, changed.buttons) == ("Nothing at all.", stands.buttons)
    assert "Let changed answers go live with an import (1): salary" in words_of(await ada.text("/audit"))


async def test_days_and_owner_of_an_answer_come_with_a_file_and_stay_where_it_says_none(
    world: World, ada: Visitor
) -> None:
    header = "text,category,language,answer,valid_until,owner\n"
    both = header + "Is there a canteen?,benefits,en,Coffee.,2026-12-31,ada@demo.example\n"
    neither = header + "Is there a canteen?,benefits,en,Tea.,,\n"
    expected = Answer("benefits", "en", "Coffee.", valid_until=date(2026, 12, 31), owner="ada@demo.example")
    for text, known in ((both, expected), (neither, replace(expected, text="Tea."))):
        preview = await (await upload(ada, text)).text()
        assert (await confirm(ada, preview, change_answers="on")).status == 303
        assert world.answer("benefits") == known
    exported = await ada.text("/dataset/export?format=csv")
    assert "Tea.,,,,,,2026-12-31,ada@demo.example" in exported
