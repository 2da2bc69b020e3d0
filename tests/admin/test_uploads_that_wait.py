"""An uploaded file waits on the server between the pages of an import, for whom it belongs to."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from admin.texts import load_texts
from storage.staged_files import MOST
from tests.admin.conftest import Open, Visit
from tests.admin.test_import_and_export import GOOD, confirm, upload
from tests.admin.world import Visitor, World, log_in, words_of

GONE = "This file is not kept any longer"


def carried(page: str) -> str:
    """What a page of the import sends on."""
    found = re.search(r'name="upload" value="([^"]*)"', page)
    assert found is not None
    return unescape(found.group(1))


async def test_a_page_is_no_larger_for_a_larger_file(ada: Visitor) -> None:
    sizes = []
    for n in (100, 5000):
        rows = "".join(f"Is room {each} free?,rooms {each},No. {each}\n" for each in range(n))
        sizes.append(len(await (await upload(ada, f"text,category,answer\n{rows}")).read()))
    assert sizes[1] < sizes[0] + 5000


@pytest.mark.both_databases
async def test_another_process_goes_on_with_the_file(world: World, open_desk: Open) -> None:
    one, other = [log_in(world.database, await open_desk(), world.ada) for _ in range(2)]
    preview = await (await upload(one, GOOD)).text()
    assert (await confirm(other, preview, sure="on")).status == 303
    assert world.category_of("Where can I park?") == "parking"


async def test_importing_twice_changes_nothing_more(world: World, ada: Visitor) -> None:
    preview = await (await upload(ada, GOOD)).text()
    for _ in range(2):
        assert (await confirm(ada, preview, sure="on")).status == 303
    words = words_of(await (await upload(ada, GOOD)).text())
    assert "New questions 0 Moved to another category 0 Unchanged 3" in words


async def test_a_file_that_is_gone_is_named_in_one_line(ada: Visitor) -> None:
    first = await (await upload(ada, GOOD)).text()
    for _ in range(MOST):
        await upload(ada, GOOD)
    for step in ("columns", "apply"):
        response = await ada.post(f"/dataset/import/{step}", {"upload": carried(first)})
        assert response.status == 410
        assert GONE in await response.text()


async def test_a_file_that_cannot_be_read_takes_no_place(ada: Visitor) -> None:
    first = await (await upload(ada, GOOD)).text()
    for _ in range(MOST):
        assert (await upload(ada, "text,category\n,salary\n")).status == 422
    assert (await confirm(ada, first, sure="on")).status == 303


async def test_somebody_elses_file_is_gone_for_everybody_else(world: World, ada: Visitor, visit: Visit) -> None:
    preview = await (await upload(ada, GOOD)).text()
    for person in (world.eve, world.olga):
        response = await (await visit(person)).post("/dataset/import/apply", {"upload": carried(preview)})
        assert response.status == 410
        assert GONE in await response.text()
    assert world.category_of("Where can I park?") is None


def with_number(preview: str, number: object) -> str:
    return json.dumps({**json.loads(carried(preview)), "number": number})


async def test_a_forged_form_is_refused(ada: Visitor) -> None:
    preview = await (await upload(ada, GOOD)).text()
    for each in ("[]", "{}", "[" * 2000, "x"):
        assert (await ada.post("/dataset/import/apply", {"upload": each})).status == 422, each
    numbers: list[object] = [None, [], 0, -1, 10**15, 10**30, float("inf")]
    for number in numbers:
        assert (await ada.post("/dataset/import/apply", {"upload": with_number(preview, number)})).status == 410, number


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ({"language": "\ud800"}, 422),
        ({"choices": {"encoding": "punycode"}}, 422),
        ({"choices": {"encoding": "zlib"}}, 422),
        ({"choices": {"columns": {"text": "\ud800"}}}, 422),
        ({"choices": {"columns": {"text": "nowhere"}}}, 422),
    ],
)
async def test_nor_does_a_forged_one_choose_what_there_is_not(
    ada: Visitor, said: dict[str, object], status: int
) -> None:
    preview = await (await upload(ada, GOOD)).text()
    forged = json.dumps({**json.loads(carried(preview)), **said})
    for step in ("columns", "apply"):
        assert (await ada.post(f"/dataset/import/{step}", {"upload": forged})).status in (200, status), step


def test_it_is_said_in_every_language() -> None:
    assert len({say("error.file_gone") for say in load_texts().values()}) == 4
