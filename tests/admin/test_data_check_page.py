"""The page that shows what is wrong or worth a look, made by another process and repaired from here."""

from __future__ import annotations

import asyncio
import re
from datetime import UTC, datetime

import pytest

from admin.dataset import check_pages
from storage.dataset import dataset
from tests.admin.conftest import OtherProcess, Visit
from tests.admin.world import Visitor, World, words_of
from tests.training.conftest import questions
from training.aside import aside
from training.data_check import Reference
from training.data_check.check import check_with

DEADLINE = 300
NOW = datetime(2026, 3, 1, tzinfo=UTC)
WRONG = "what about money and wage and salary here"


@pytest.fixture
def stored(world: World, other_process: OtherProcess) -> World:
    """The world with four categories that are easy to tell apart, and one question in the wrong one."""
    rows = [*questions(), dataset.NewExample(WRONG, "parking", "en")]
    world.now(lambda conn: dataset.import_rows(conn, world.demo.id, rows, "import", "test", NOW, replace=True))
    return world


async def checked(visitor: Visitor, language: str = "en") -> str:
    """Return the page once the check is done."""
    async with asyncio.timeout(DEADLINE):
        while "Checking." in (page := await visitor.text(f"/dataset/check?language={language}")):  # noqa: ASYNC110
            await asyncio.sleep(0.05)  # the check itself wants the processor
    return page


async def test_the_page_waits_for_the_check_and_then_shows_what_it_found(
    stored: World, ada: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check_pages, "aside", aside)  # in a process of its own, as the product does
    assert "Checking." in words_of(await ada.text("/dataset/check"))
    words = words_of(await checked(ada))
    assert "Probably in the wrong category 1 Models" in words
    assert f"“{WRONG}” is in “parking” but reads like “salary”" in words
    assert "A category has no answer 3" in words


async def test_a_move_repairs_the_finding_and_leads_back(stored: World, ada: Visitor) -> None:
    page = await checked(ada)
    (form,) = re.findall(r'action="/admin(/dataset/examples/\d+/edit)".*?</form>', page, re.DOTALL)
    fields = dict(re.findall(r'name="(text|category_id|back)" value="([^"]*)"', page))
    response = await ada.post(form, fields)
    assert response.headers["Location"] == "/admin/dataset/check?language=en&note=example_saved"
    assert stored.category_of(WRONG) == "salary"
    assert "wrong category" not in await ada.text("/dataset/check?language=en")
    assert "wrong category" not in await checked(ada)


def tick_of(page: str, said: str) -> dict[str, str]:
    """Return what a ticked finding sends, by the words of the page."""
    (value,) = re.findall(rf'name="finding" value="(\w+ {said})"', page)
    return {"finding": value, "kind": "data_check", "back": "/admin/dataset/check?language=en"}


@pytest.mark.both_databases
async def test_a_finding_settled_as_fine_stays_out_of_the_list_until_its_question_changes_or_it_is_opened_again(
    stored: World, ada: Visitor
) -> None:
    fields = tick_of(await checked(ada), WRONG)
    response = await ada.post("/findings/settle", {**fields, "note": "we pay for parking"})
    assert response.headers["Location"] == "/admin/dataset/check?language=en&note=findings_settled"
    await ada.post(f"/dataset/categories/{stored.category_id('salary')}/examples", {"sentences": "how is the pay"})
    settled = words_of(await checked(ada))
    assert "wrong category" not in settled
    assert "1 finding settled as fine" in settled
    assert re.search(r"ada@demo\.example, \d+ \w+ \d{4}, \S+ UTC : we pay for parking", settled)
    assert f"Settled as fine: “{WRONG}” (we pay for parking)" in words_of(await ada.text("/audit"))
    await ada.post("/findings/reopen", fields)
    assert "wrong category" in words_of(await checked(ada))
    await ada.post("/findings/settle", fields)
    example, parking = stored.example_id(WRONG), str(stored.category_id("parking"))
    await ada.post(f"/dataset/examples/{example}/edit", {"text": f"{WRONG} please", "category_id": parking})
    changed = words_of(await checked(ada))
    assert "wrong category" in changed
    assert "settled as fine" not in changed


async def test_the_second_of_two_people_is_told_that_a_finding_is_settled_and_the_first_note_stands(
    stored: World, ada: Visitor
) -> None:
    fields = tick_of(await checked(ada), WRONG)
    await ada.post("/findings/settle", {**fields, "note": "first"})
    again = await ada.post("/findings/settle", {**fields, "note": "second"})
    assert again.headers["Location"].endswith("note=settled_before")
    page = words_of(await checked(ada))
    assert ": first Open again" in page
    assert "second" not in page


@pytest.mark.parametrize(
    ("fields", "status", "said"),
    [
        ({"kind": "data_check"}, 422, "Nothing is ticked"),
        ({"kind": "weather", "finding": "k x"}, 422, "be understood. Go back"),
        ({"kind": "data_check", "finding": "../ x"}, 422, "be understood. Go back"),
        ({"kind": "data_check", "finding": "k x", "note": "x" * 301}, 422, "at most 300 characters"),
    ],
)
async def test_what_cannot_be_settled_is_refused_in_one_line(
    stored: World, ada: Visitor, fields: dict[str, str], status: int, said: str
) -> None:
    response = await ada.post("/findings/settle", fields)
    assert response.status == status
    assert said in words_of(await response.text())


async def test_an_error_cannot_be_settled(stored: World, ada: Visitor) -> None:
    assert 'name="finding"' not in await checked(ada, "de")


async def test_what_is_known_is_kept_until_the_data_changes(stored: World, ada: Visitor) -> None:
    await checked(ada)
    assert "Checking." not in await ada.text("/dataset/check?language=en")
    await ada.post(f"/dataset/categories/{stored.category_id('salary')}/examples", {"sentences": "how is the pay"})
    page = words_of(await ada.text("/dataset/check?language=en"))
    assert "Checking." in page
    assert "A category has no answer" in page


async def test_each_language_is_checked_for_itself_and_no_questions_are_said_to_be_too_few(
    stored: World, ada: Visitor
) -> None:
    words = words_of(await checked(ada, "de"))
    assert "There must be at least two categories with questions 1" in words
    assert WRONG not in words


async def test_the_page_that_asks_again_is_told_to_wait_and_then_gets_the_findings(
    stored: World, ada: Visitor, other_process: OtherProcess
) -> None:
    other_process.may_end.clear()
    await ada.text("/dataset/check")
    assert (await ada.get("/dataset/check", part=True)).status == 204
    other_process.may_end.set()
    await checked(ada)
    part = await ada.text("/dataset/check", part=True)
    assert "<h1>" not in part
    assert "hx-trigger" not in part
    assert WRONG in part


async def test_only_the_own_companys_questions_are_shown(stored: World, visit: Visit) -> None:
    eve = await visit(stored.eve)
    assert WRONG not in await checked(eve)


async def test_a_foreign_address_to_go_back_to_is_not_followed(stored: World, ada: Visitor) -> None:
    fields = {"text": WRONG, "category_id": stored.category_id("salary"), "back": "//evil.example/admin/"}
    response = await ada.post(f"/dataset/examples/{stored.example_id(WRONG)}/edit", fields)
    assert response.headers["Location"].startswith("/admin/dataset/categories/")


async def test_a_check_that_dies_is_said_to_have_failed() -> None:
    with pytest.raises(RuntimeError, match="without a result"):
        await aside(check_with, [], "en", broken, frozenset())


def broken() -> Reference:
    raise SystemExit(1)
