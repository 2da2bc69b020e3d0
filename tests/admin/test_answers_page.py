"""All answers in one table, and a category's answers in all languages beside each other."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest

from admin.answers.table import AnswerTable, CategoryAnswers, wanted
from storage.answers import answer_versions, answers
from storage.answers.answers import Answer
from storage.conversations.messages import Button
from storage.dataset.dataset import Category
from tests.admin.conftest import Visit
from tests.admin.world import NOW, Visitor, World, seen_by, words_of

TODAY = NOW.date()


def put(world: World, *new: Answer) -> None:
    for answer in new:
        world.now(lambda conn, answer=answer: answers.put(conn, world.demo.id, answer, NOW))


@pytest.mark.both_databases
async def test_the_table_says_what_is_missing_long_ended_and_when_each_was_given(world: World, ada: Visitor) -> None:
    put(world, Answer("benefits", "en", "x" * 351, more="y", valid_until=date(2026, 2, 28), owner=world.bob.email))
    world.ask("How much will I earn?")
    page = words_of(await ada.text("/dataset/answers"))
    assert "benefits 351 + long ended missing Bob – 28 Feb 2026 never" in page
    assert "salary 25 missing 1 Mar 2026" in page
    assert "working hours missing missing" in page


@pytest.mark.parametrize(
    ("only", "found"),
    [("missing", {"a", "b", "c"}), ("older", {"a"}), ("long", {"b"}), ("kept_back", {"c"}), ("ending", {"d"}),
     ("unused", {"a", "b", "d"}), ("mine", {"b"}), ("all", {"a", "b", "c", "d"})],
)  # fmt: skip
def test_a_filter_keeps_the_answers_that_are_so(only: str, found: set[str]) -> None:
    both = {(name, language): Answer(name, language, "Short.") for name in "abcd" for language in ("en", "de")}
    both |= {
        ("b", "en"): Answer("b", "en", "x" * 351, owner="ada@demo.example"),
        ("c", "en"): Answer("c", "en", "Later.", valid_from=TODAY + timedelta(days=1)),
        ("d", "en"): Answer("d", "en", "Soon.", valid_until=TODAY + timedelta(days=30)),
    }
    del both["b", "de"], both["c", "de"]
    changed = dict.fromkeys(both, NOW) | {("a", "en"): NOW + timedelta(seconds=1)}
    given = {"c": TODAY - timedelta(days=90), "d": TODAY - timedelta(days=91)}
    bank = AnswerTable(["en", "de"], both, changed, given, TODAY)
    rows = [bank.row(Category(number, name, name, 0)) for number, name in enumerate("abcd")]
    kept: list[CategoryAnswers] = wanted(rows, only, TODAY, "ada@demo.example")  # type: ignore[arg-type]
    expected = found - {"a"} if only == "missing" else found
    assert {row.category.name for row in kept} == expected


async def test_saving_one_language_comes_back_to_all_of_them(world: World, ada: Visitor) -> None:
    its = world.category_id("salary")
    page = await ada.text(f"/dataset/answers/{its}")
    assert page.count("What the bot answers") == 2
    fields = {"answer": "Kommt darauf an.", "language": "de", "side_by_side": "on"}
    response = await ada.post(f"/dataset/categories/{its}/answer", fields)
    assert response.headers["Location"] == f"/admin/dataset/answers/{its}?language=de&note=answer_saved"
    assert world.answer("salary", "de") == Answer("salary", "de", "Kommt darauf an.")
    its = world.category_id("benefits")
    refused = await ada.post(f"/dataset/categories/{its}/answer", fields | {"answer": "<b>Viel</b>"})
    assert refused.status == 422
    page = await refused.text()
    assert "Line 1: “&lt;b&gt;” would be shown as it stands." in page
    assert "&lt;b&gt;Viel&lt;/b&gt;</textarea>" in page
    assert "About benefits: it depends.</textarea>" in page


NEW = {
    "answer": "We pay **well**.",
    "more": "By a tariff.",
    "valid_from": "2026-01-01",
    "valid_until": "2026-12-31",
    "owner": "ada@demo.example",
}
SINCE, UNTIL = date(2026, 1, 1), date(2026, 12, 31)
WRITTEN = Answer(
    "salary",
    "en",
    "We pay **well**.",
    more="By a tariff.",
    valid_from=SINCE,
    valid_until=UNTIL,
    owner="ada@demo.example",
)


@pytest.mark.both_databases
async def test_all_fields_are_saved_told_as_versions_undone_and_restored(world: World, ada: Visitor) -> None:
    path = f"/dataset/categories/{world.category_id('salary')}"
    await ada.post(f"{path}/answer", NEW | seen_by(await ada.text(path)))
    assert world.answer("salary") == WRITTEN
    told = words_of(await ada.text(f"{path}/versions"))
    assert "More: By a tariff. Valid from: 1 Jan 2026 Valid until: 31 Dec 2026 Owner: ada@demo.example" in told
    entry = world.now(lambda conn: answer_versions.newest(conn, world.demo.id, "salary", "en"))
    history = await ada.text("/audit")
    undo = history.split('/undo"')[0].rsplit('action="/admin', 1)[1]
    assert (await ada.post(f"{undo}/undo", {})).status == 303
    assert world.answer("salary") == Answer("salary", "en", "About salary: it depends.")
    stands = world.now(lambda conn: answer_versions.newest(conn, world.demo.id, "salary", "en"))
    restored = await ada.post(f"/dataset/versions/{entry.id}/restore", {"newest": str(stands.id)})
    assert (restored.status, world.answer("salary")) == (303, WRITTEN)


async def test_days_and_owner_can_be_those_of_all_languages_and_are_undone_together(world: World, ada: Visitor) -> None:
    german = Answer("salary", "de", "Kommt darauf an.", (Button("general:help", "Hilfe"),))
    put(world, german)
    path = f"/dataset/categories/{world.category_id('salary')}"
    await ada.post(f"{path}/answer", NEW | {"for_all": "on"} | seen_by(await ada.text(path)))
    around = {"valid_from": date(2026, 1, 1), "valid_until": date(2026, 12, 31), "owner": "ada@demo.example"}
    assert world.answer("salary", "de") == replace(german, **around)  # type: ignore[arg-type]
    undo = (await ada.text("/audit")).split('/undo"')[0].rsplit('action="/admin', 1)[1]
    await ada.post(f"{undo}/undo", {})
    assert (world.answer("salary", "de"), world.answer("salary")) == (
        german, Answer("salary", "en", "About salary: it depends."),
    )  # fmt: skip


async def test_two_people_at_other_fields_of_an_answer_are_put_together(
    world: World, ada: Visitor, visit: Visit
) -> None:
    path, bob = f"/dataset/categories/{world.category_id('salary')}", await visit(world.bob)
    shown, stands = seen_by(await ada.text(path)), {"answer": "About salary: it depends."}
    await bob.post(f"{path}/answer", stands | shown | {"valid_until": "2026-12-31"})
    await ada.post(f"{path}/answer", stands | shown | {"more": "By a tariff."})
    known = world.answer("salary")
    assert known is not None
    assert (known.more, known.valid_until) == ("By a tariff.", date(2026, 12, 31))
    late = await ada.post(f"{path}/answer", stands | shown | {"valid_until": "2026-11-30"})
    assert late.status == 409
    assert "Saved meanwhile: 31 Dec 2026" in await late.text()


@pytest.mark.parametrize(
    ("field", "typed", "says"),
    [
        ("answer", "We pay {{salary}}.", "“{{salary}}” is no placeholder"),
        ("more", "# Pay", "Line 1: “# Pay” would be shown as it stands"),
        ("title", "{{company}}", "stands in a title"),
        ("valid_until", "2025-12-31", "would end (31 Dec 2025) before it begins (1 Jan 2026)"),
        ("valid_from", "soon", "“soon” is no date"),
        ("owner", "eve@other.example", "is nobody of the team"),
    ],
)
async def test_what_cannot_be_given_is_refused_in_one_line(
    world: World, ada: Visitor, field: str, typed: str, says: str
) -> None:
    response = await ada.post(f"/dataset/categories/{world.category_id('working_hours')}/answer", NEW | {field: typed})
    assert response.status == 422
    assert says in words_of(await response.text())
    assert world.answer("working_hours") is None


async def test_an_answer_that_is_not_given_today_says_so_in_its_form(world: World, ada: Visitor) -> None:
    put(world, Answer("salary", "en", "Well.", valid_until=date(2026, 2, 28)))
    page = words_of(await ada.text(f"/dataset/answers/{world.category_id('salary')}"))
    assert "The bot does not give this answer: it was valid until 28 Feb 2026." in page


async def test_a_draft_is_told_as_the_chat_would_draw_it_and_saves_nothing(world: World, ada: Visitor) -> None:
    path = f"/dataset/categories/{world.category_id('working_hours')}/answer/draft"
    told = await (await ada.post(path, {"answer": "{{company}}: **nine**", "more": "Or ten."})).json()
    assert told["message"]["text"] == "Demo: nine"
    assert told["message"]["blocks"][0]["lines"][0][1] == {"text": "nine", "bold": True}
    assert [button["title"] for button in told["message"]["buttons"]] == ["Read more"]
    assert (told["rest"]["text"], told["refused"]) == ("Or ten.", "")
    assert "is no placeholder" in (await (await ada.post(path, {"answer": "{{x}}"})).json())["refused"]
    assert world.answer("working_hours") is None
