"""Asking what a form would change before it is sent, and trying questions on it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import unescape

import pytest
from sqlalchemy import func, select

from admin.what_if.running import WhatIfs
from nlu.errors import DraftGone, StillLoading
from nlu.explanations.explain import explain
from storage import Connection
from storage.answers import answers
from storage.answers.answers import Answer
from storage.companies.companies import Company
from storage.tables.base import metadata
from tests.admin.conftest import Open
from tests.admin.explained import pipeline
from tests.admin.world import NOW, Visitor, World, log_in, words_of
from training.what_if import DatasetDraft, Differing, TypedQuestion, WhatIfResult
from training.what_if.asking import WhatIfStep
from training.what_if.tried import Tried

DRAFTED = "demo/en-draft-1-0123456789abcdef.candor"


@dataclass(slots=True)
class Worker:
    """Stands in for the process that works it out: notes what it was asked, and ends when it may."""

    found: WhatIfResult = field(default_factory=lambda: WhatIfResult(0, ()))
    may_end: asyncio.Event = field(default_factory=asyncio.Event)
    asked: list[tuple[str, str, DatasetDraft]] = field(default_factory=list)
    given_up: int = 0

    async def __call__(
        self, company: Company, language: str, draft: DatasetDraft, hear: Callable[[WhatIfStep], None]
    ) -> WhatIfResult:
        self.asked.append((company.key, language, draft))
        hear(WhatIfStep.LEARNING)
        try:
            await self.may_end.wait()
        except asyncio.CancelledError:
            self.given_up += 1
            raise
        return self.found

    @property
    def draft(self) -> DatasetDraft:
        return self.asked[-1][2]


def tried(company: Company, language: str, text: str, model: str | None) -> Tried | None:
    """Try a question on the small model of the world's questions; a draft passes everything on."""
    seen = pipeline().parse(text)
    return Tried(seen, "reply" if model is None else "defer", (), 0.5, explain(pipeline(), seen))


@pytest.fixture
def worker() -> Worker:
    made = Worker()
    made.may_end.set()
    return made


@pytest.fixture
async def ada(world: World, worker: Worker, open_desk: Open) -> Visitor:
    client = await open_desk(what_if=worker, try_question=tried)
    return log_in(world.database, client, world.ada)


async def answer(ada: Visitor, fields: Mapping[str, object]) -> str:
    """Ask, and ask again until it is worked out; return the words."""
    async with asyncio.timeout(20):
        while True:
            response = await ada.post("/dataset/what-if", fields, part=True)
            text = await response.text()
            if "aria-busy" not in text:
                return words_of(unescape(text))
            await asyncio.sleep(0)


async def drafted(ada: Visitor, worker: Worker, **fields: object) -> DatasetDraft:
    await answer(ada, fields)
    return worker.draft


@pytest.mark.both_databases
async def test_it_tells_counts_first_and_then_each_question_before_and_after_by_category(
    ada: Visitor, worker: Worker, world: World
) -> None:
    worker.found = WhatIfResult(
        1840,
        (
            Differing(TypedQuestion("Wages?", 2, 1, ("salary",)), None, "salary"),
            Differing(TypedQuestion("Lunch and pay?", 1, 2, ("benefits",)), "benefits", "salary"),
            Differing(TypedQuestion("Thanks a lot", 1, 3), "salary", "general:thanks"),
            Differing(TypedQuestion("A dog?", 1, 4), "benefits", None),
        ),
        DRAFTED,
        with_pending=True,
    )
    about = world.category_id("salary")
    words = await answer(ada, {"change": "add", "about": about, "language": "en", "sentences": "What are the wages?"})
    assert "5 of 1,840 questions would be answered differently: 2 newly answered, 2 answered by another" in words
    assert "1 not answered any more." in words
    assert "2 better, by your team's reviews" in words
    assert "1 worse, by your team's reviews" in words
    assert "salary 3" in words
    assert "Wages? (asked 2 times) not answered salary better" in words
    assert "A dog? benefits not answered" in words
    assert "Other changes wait for the next retrain" in words
    assert "Question Without this change Then" in words, "it is not what answers now"
    assert worker.asked == [("demo", "en", DatasetDraft({"What are the wages?": "salary"}))]


async def test_it_is_offered_wherever_questions_change_and_beside_the_confidence(ada: Visitor, world: World) -> None:
    salary, pay = world.category_id("salary"), world.example_id("What is the pay?")
    offered = {
        "/dataset": ["new"],
        f"/dataset/categories/{salary}": ["add", "move", "merge"],
        f"/dataset/examples/{pay}": ["edit"],
        "/dataset/try": ["threshold"],
        "/settings/answering": ["threshold"],
    }
    for page, changes in offered.items():
        assert re.findall(r'name="change" value="(\w+)"', await ada.text(page)) == changes, page


async def test_each_form_is_a_draft_of_what_it_would_change(ada: Visitor, worker: Worker, world: World) -> None:
    salary, benefits = world.category_id("salary"), world.category_id("benefits")
    pay, canteen = world.example_id("What is the pay?"), world.example_id("Is there a canteen?")
    assert await drafted(
        ada, worker, change="add", about=salary, sentences="One?\nIs there a canteen?\n???"
    ) == DatasetDraft({"One?": "salary"})
    assert await drafted(ada, worker, change="edit", about=canteen, text="Lunch?", category_id=salary) == DatasetDraft(
        {"Is there a canteen?": None, "Lunch?": "salary"}
    )
    moved = {"change": "move", "about": salary, "into_id": benefits}
    assert await drafted(ada, worker, **moved, example=[pay, canteen]) == DatasetDraft({"What is the pay?": "benefits"})
    everything = await drafted(ada, worker, **moved, everything="on", q="pay")
    assert set(everything.placed.values()) == {"benefits"}
    assert all("pay" in text.lower() for text in everything.placed)
    assert await drafted(ada, worker, change="merge", about=salary, into_id=benefits) == DatasetDraft(
        merged=("salary", "benefits")
    )
    assert await drafted(ada, worker, change="split", about=salary, name="Wages", example=[pay]) == DatasetDraft(
        {"What is the pay?": "new:Wages"}, alike=("salary", "new:Wages")
    )
    assert await drafted(ada, worker, change="new", name="Dogs", sentences="A dog?") == DatasetDraft(
        {"A dog?": "new:Dogs"}
    )
    review = world.ask("May I bring my parrot?", kind="defer")
    assert await drafted(ada, worker, change="topic", name="Pets", questions=str(review)) == DatasetDraft(
        {"May I bring my parrot?": "new:Pets"}
    )
    assert await drafted(ada, worker, change="threshold", threshold="80") == DatasetDraft(threshold=0.8)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"change": "threshold", "threshold": "101"}, "enter a number from 0 to 100"),
        ({"change": "threshold", "threshold": "much"}, "enter a number from 0 to 100"),
        ({"change": "move", "about": "1", "into_id": "1"}, "Nothing is ticked"),
        ({"change": "merge", "about": "1", "into_id": "1"}, "itself"),
        ({"change": "merge", "about": "1", "into_id": "99999"}, "There is nothing here"),
        ({"change": "new", "name": "x", "sentences": "a\n" * 501}, "500"),
        ({"change": "burn"}, "couldn't be understood"),
    ],
)
async def test_what_cannot_be_saved_is_refused_as_saving_refuses_it(
    ada: Visitor, worker: Worker, fields: dict[str, object], said: str
) -> None:
    response = await ada.post("/dataset/what-if", fields, part=True)
    assert response.status in (404, 422)
    assert said in words_of(unescape(await response.text()))
    assert worker.asked == []


async def test_it_says_what_is_being_done_and_the_page_without_a_script_has_a_button_to_look_again(
    ada: Visitor, worker: Worker
) -> None:
    worker.may_end.clear()
    fields = {"change": "threshold", "threshold": "80", "language": "en"}
    await ada.post("/dataset/what-if", fields, part=True)
    part = await (await ada.post("/dataset/what-if", fields, part=True)).text()
    assert "Learning your questions with this change." in part
    assert 'name="threshold" value="80"' in part
    page = words_of(await (await ada.post("/dataset/what-if", fields)).text())
    assert "Look again" in page
    worker.may_end.set()
    assert "Candidates have typed no question" in await answer(ada, fields)
    assert len(worker.asked) == 1


async def test_one_that_nobody_looks_at_is_given_up_and_a_new_one_takes_its_place(
    ada: Visitor, worker: Worker, world: World
) -> None:
    worker.may_end.clear()
    for percent in ("80", "90"):
        await ada.post("/dataset/what-if", {"change": "threshold", "threshold": percent}, part=True)
        await asyncio.sleep(0.05)
    assert worker.given_up == 1
    assert [draft.threshold for _, _, draft in worker.asked] == [0.8, 0.9]


async def test_a_run_whose_page_went_away_ends(world: World) -> None:
    worker, runs, company = Worker(), WhatIfs(gone=0.1), world.demo
    run = runs.look(1, "a", lambda hear: worker(company, "en", DatasetDraft(), hear))
    assert run.task is not None
    await asyncio.wait_for(run.task, 10)
    assert worker.given_up == 1
    assert run.is_over
    assert run.found is None
    assert runs.look(1, "a", lambda hear: worker(company, "en", DatasetDraft(), hear)) is not run
    await runs.stop()


async def test_one_that_fails_is_said_to_have_failed(ada: Visitor, worker: Worker) -> None:
    worker.found = None  # type: ignore[assignment]
    assert "could not be worked out" in await answer(ada, {"change": "threshold", "threshold": "80"})


def rows(world: World) -> dict[str, int]:
    """Return how many rows each table has."""

    def count(conn: Connection) -> dict[str, int]:
        return {
            table.name: conn.scalar(select(func.count()).select_from(table)) or 0 for table in metadata.sorted_tables
        }

    return world.database.read_now(count)


@pytest.mark.both_databases
async def test_a_tried_question_is_answered_with_the_reason_and_leaves_no_trace(ada: Visitor, world: World) -> None:
    before = rows(world)
    fields = {"question": "What is the pay?", "language": "en", "model": DRAFTED}
    words = words_of(unescape(await (await ada.post("/dataset/try", fields, part=True)).text()))
    now, _, then = words.partition("With this change")
    assert "Now answers salary 100%" in now
    assert "Why this answer?" in now
    assert "word for word one of the questions of “salary”" in now
    assert "passes it to a person" in then
    assert "Language of the question" not in words
    assert rows(world) == before


async def test_a_question_in_another_language_says_so_and_is_not_put_to_a_draft_of_this_one(ada: Visitor) -> None:
    fields = {"question": "What is the pay?", "language": "de", "model": "demo/de-draft-1-0123456789abcdef.candor"}
    words = words_of(unescape(await (await ada.post("/dataset/try", fields, part=True)).text()))
    assert "Language of the question: English" in words
    assert "Now answers salary 100%" in words
    assert "With this change" not in words


async def test_a_tried_answer_is_shown_as_candidates_read_it(ada: Visitor, world: World) -> None:
    said = Answer("salary", "en", "{{company}} pays **well** for {{opening}}.")
    world.now(lambda conn: answers.put(conn, world.demo.id, said, NOW))
    fields = {"question": "What is the pay?", "language": "en"}
    page = await (await ada.post("/dataset/try", fields, part=True)).text()
    assert "Demo pays <strong>well</strong> for" in page
    assert "{{" not in words_of(page)


@pytest.mark.parametrize("model", ["../../etc/passwd", "other/en-draft-1-0123456789abcdef.candor", "demo/en-1.candor"])
async def test_no_other_file_is_taken_for_a_drafts_model(ada: Visitor, model: str) -> None:
    response = await ada.post("/dataset/try", {"question": "Pay?", "language": "en", "model": model}, part=True)
    assert response.status == 422


@pytest.mark.parametrize(
    ("error", "status", "told"),
    [
        (StillLoading("demo (en)"), 503, "The bot's models are still being loaded. Try again in a moment."),
        (DraftGone("gone"), 409, "What was learnt of this draft is not kept any more."),
    ],
)
async def test_what_cannot_be_tried_now_says_why(
    world: World, open_desk: Open, error: Exception, status: int, told: str
) -> None:
    def failing(*_: object) -> None:
        raise error

    ada = log_in(world.database, await open_desk(try_question=failing), world.ada)
    response = await ada.post("/dataset/try", {"question": "Pay?", "language": "en"}, part=True)
    assert response.status == status
    assert told in unescape(await response.text())
