from __future__ import annotations

from html import unescape

import pytest

from storage.answers import answers
from storage.answers.answers import Answer
from storage.companies import companies
from storage.conversations.messages import Button, Link
from storage.dataset import dataset, golden
from tests.admin.world import NOW, Visitor, World, replacing, seen_by, words_of


async def test_all_categories_are_listed_with_counts_and_missing_answers(world: World, ada: Visitor) -> None:
    words = words_of(await ada.text("/dataset"))
    assert "3 categories" in words
    assert "salary 2 written" in words
    assert "working hours 1 missing" in words


@pytest.mark.parametrize(("search", "found"), [("HOURS", "working hours"), ("canteen", "benefits"), ("pay", "salary")])
async def test_a_search_looks_at_names_questions_and_answers(
    world: World, ada: Visitor, search: str, found: str
) -> None:
    words = words_of(await ada.text("/dataset", params={"q": search}))
    assert "1 category" in words
    assert found in words


async def test_counts_and_answers_are_those_of_the_chosen_language(world: World, ada: Visitor) -> None:
    words = words_of(await ada.text("/dataset?language=de"))
    assert "salary 0 missing" in words
    assert "salary 2 written" in words_of(await ada.text("/dataset?language=xx"))


async def test_a_category_is_added_and_shown(world: World, ada: Visitor) -> None:
    response = await ada.post("/dataset/categories", {"name": " parking "})
    page = f"/admin/dataset/categories/{world.category_id('parking')}?language=en"
    assert response.headers["Location"] == f"{page}&note=category_added"


async def test_a_category_is_added_with_its_first_questions_and_those_that_cannot_be_come_back(
    world: World, ada: Visitor
) -> None:
    questions = "Where can I park?\nIs there a canteen?"
    response = await ada.post("/dataset/categories", {"name": "parking", "language": "en", "sentences": questions})
    assert response.status == 422
    assert "“benefits”" in words_of(unescape(await response.text()))
    assert world.category_of("Where can I park?") == "parking"
    assert world.category_of("Is there a canteen?") == "benefits"


@pytest.mark.parametrize(
    ("name", "words"), [("SALARY", "already a category “salary”"), ("", "is empty"), ("x" * 81, "at most 80")]
)
async def test_a_bad_name_is_refused(world: World, ada: Visitor, name: str, words: str) -> None:
    for path in ("/dataset/categories", f"/dataset/categories/{world.category_id('benefits')}/rename"):
        response = await ada.post(path, {"name": name})
        assert response.status == 422
        assert words in await response.text()


@pytest.mark.parametrize("name", ["Gehalt", "GEHALT", "Pay and bonus"])
async def test_a_title_that_a_category_is_shown_under_in_any_language_is_its_name(
    world: World, ada: Visitor, name: str
) -> None:
    for language, title in (("en", "Pay and bonus"), ("de", "Gehalt")):
        titled = Answer("salary", language, "By tariff.", title=title)
        world.now(lambda conn, its=titled: answers.put(conn, world.demo.id, its, NOW))
    review_id = world.ask("How much?", kind="defer")
    for path in ("/dataset/categories", f"/reviews/{review_id}/new-category"):
        response = await ada.post(path, {"name": name})
        assert response.status == 422
        assert "There is already a category" in await response.text()
    assert (await ada.post(f"/dataset/categories/{world.category_id('salary')}/rename", {"name": name})).status == 303
    assert (await ada.post("/dataset/categories", {"name": "Salary talks"})).status == 303


async def test_renaming_changes_what_people_read_and_nothing_that_the_bot_knows_it_by(
    world: World, ada: Visitor
) -> None:
    leading = Answer("benefits", "en", "See pay.", (Button("faq:salary", "Pay"), Button("general:help", "Help")))
    world.now(lambda conn: answers.put(conn, world.demo.id, leading, NOW))
    world.now(lambda conn: golden.add(conn, world.demo.id, "Wages?", "salary", "en", NOW))
    review_id = world.ask("How much would I earn?")
    path = f"/dataset/categories/{world.category_id('salary')}"
    revision = world.now(lambda conn: companies.by_id(conn, world.demo.id)).dataset_revision
    await ada.post(f"{path}/rename", {"name": "What we <b>pay</b>"})
    assert world.now(lambda conn: companies.by_id(conn, world.demo.id)).dataset_revision == revision
    assert world.category_of("How much will I earn?") == "salary"
    assert world.answer("benefits") == leading
    called = "What we &lt;b&gt;pay&lt;/b&gt;"
    for page in (
        "/reviews", "/dataset", path, "/dataset/golden", f"/dataset/examples/{world.example_id('What is the pay?')}",
        f"/dataset/categories/{world.category_id('benefits')}", f"/reviews/{review_id}/correct", "/conversations/1",
        f"/reviews/{review_id}/preview?category=salary", f"/reviews/{review_id}/answer", "/dataset?q=we+pay",
    ):  # fmt: skip
        assert called in await ada.text(page), page
    assert "Renamed the category “salary” to “What we" in words_of(await ada.text("/audit"))
    await ada.post(f"{path}/examples", {"sentences": "Any bonus?"})
    assert f"Added questions to “{called}”" in await ada.text("/audit")


async def test_what_is_called_otherwise_is_still_taught_confirmed_and_answered(world: World, ada: Visitor) -> None:
    await ada.post(f"/dataset/categories/{world.category_id('salary')}/rename", {"name": "Pay"})
    asked = [world.ask(text, kind="defer") for text in ("What will I get?", "And a bonus?", "Which wage?")]
    await ada.post(f"/reviews/{asked[0]}/confirm", {"send": "on"}, part=True)
    assert world.said(asked[0])[-1].text == "About salary: it depends."
    await ada.post(f"/reviews/{asked[1]}/answer", {"reply": "A bonus.", "save_as": "pay?"}, part=True)
    fields = {"reply": "Good pay.", "save_as": "Pay"}
    stands = await (await ada.post(f"/reviews/{asked[2]}/answer", fields, part=True)).text()
    await ada.post(f"/reviews/{asked[2]}/answer", fields | replacing(stands), part=True)
    assert [world.category_of(text) for text in ("What will I get?", "And a bonus?", "Which wage?")] == [
        "salary",
        "pay?",
        "salary",
    ]
    assert (answer := world.answer("salary")) is not None
    assert answer.text == "Good pay."
    assert "What will I get?,Pay,en" in await ada.text("/dataset/export")


async def test_a_name_that_became_free_can_be_given_to_a_new_category(world: World, ada: Visitor) -> None:
    await ada.post(f"/dataset/categories/{world.category_id('salary')}/rename", {"name": "Pay"})
    refused = await ada.post("/dataset/categories", {"name": "PAY"})
    assert "already a category “Pay”" in words_of(await refused.text())
    review_id = world.ask("How much?", kind="defer")
    await ada.post(f"/reviews/{review_id}/new-category", {"name": "salary"}, part=True)
    assert world.category_of("How much?") == "salary (2)"
    assert "Ada put this into “salary”." in words_of(await ada.text(f"/reviews/{review_id}"))


async def test_deleting_a_category_takes_all_of_it_and_the_buttons_that_lead_there(world: World, ada: Visitor) -> None:
    leading = Answer("benefits", "en", "See pay.", (Button("faq:salary", "Pay"),))
    world.now(lambda conn: answers.put(conn, world.demo.id, leading, NOW))
    page = words_of(await ada.text(f"/dataset/categories/{world.category_id('salary')}"))
    assert "Delete “salary” with its 2 questions and its answer? “Changes” can undo it." in page.replace("&#39;", "'")
    await ada.post(f"/dataset/categories/{world.category_id('salary')}/delete")
    assert world.category_of("How much will I earn?") is None
    assert (other := world.answer("benefits")) is not None
    assert other.buttons == ()


async def test_many_questions_are_added_at_once(world: World, ada: Visitor) -> None:
    path = f"/dataset/categories/{world.category_id('salary')}/examples"
    response = await ada.post(path, {"sentences": "What do you pay?\r\n\r\n  Is the  pay good? \n"})
    assert response.status == 303
    assert world.category_of("What do you pay?") == "salary"
    assert world.category_of("Is the pay good?") == "salary"


async def test_questions_that_stand_already_come_back_with_the_reason(world: World, ada: Visitor) -> None:
    path = f"/dataset/categories/{world.category_id('salary')}/examples"
    fields = {"sentences": "is there a canteen\nHow much will I earn?\n!!!\nWhat about bonuses?", "language": "en"}
    response = await ada.post(path, fields)
    assert response.status == 422
    words = words_of(await response.text())
    assert "1 question was added. The others" in words
    assert "“is there a canteen” is already in “benefits”." in words
    assert "“How much will I earn?” is already here." in words
    assert "There are no words in this sentence" in words
    assert ">is there a canteen\nHow much will I earn?\n!!!</textarea>" in await response.text()
    assert world.category_of("What about bonuses?") == "salary"


async def test_too_many_or_too_long_lines_are_refused_whole(world: World, ada: Visitor) -> None:
    path = f"/dataset/categories/{world.category_id('salary')}/examples"
    many = "\n".join(f"question number {n}" for n in range(501))
    assert "at most 500 lines" in await (await ada.post(path, {"sentences": many})).text()
    told = await (await ada.post(path, {"sentences": "fine\n" + "x" * 2001})).text()
    assert "Question 2 is too long: use at most 2,000 characters." in told
    assert world.category_of("fine") is None


async def test_a_question_is_reworded_and_moved(world: World, ada: Visitor) -> None:
    example = world.example_id("Is there a canteen?")
    target = world.category_id("working_hours")
    response = await ada.post(
        f"/dataset/examples/{example}/edit", {"text": "When is lunch?", "category_id": str(target)}
    )
    assert response.headers["Location"].startswith(f"/admin/dataset/categories/{target}")
    assert world.category_of("When is lunch?") == "working_hours"
    assert world.category_of("Is there a canteen?") is None


async def test_a_rewording_that_stands_elsewhere_is_refused(world: World, ada: Visitor) -> None:
    example, category = world.example_id("Is there a canteen?"), world.category_id("benefits")
    fields = {"text": "what is the pay", "category_id": str(category)}
    response = await ada.post(f"/dataset/examples/{example}/edit", fields)
    assert "“what is the pay” is already in “salary”" in await response.text()
    for bad in ("", "abc", "9" * 15):
        response = await ada.post(f"/dataset/examples/{example}/edit", {"text": "New", "category_id": bad})
        assert response.status in (404, 422)
    assert world.category_of("Is there a canteen?") == "benefits"


async def test_a_question_is_deleted(world: World, ada: Visitor) -> None:
    await ada.post(f"/dataset/examples/{world.example_id('Is there a canteen?')}/delete")
    assert world.category_of("Is there a canteen?") is None


async def test_an_answer_is_written_with_buttons_and_links(world: World, ada: Visitor) -> None:
    fields = [
        ("language", "de"), ("answer", "Um neun Uhr."),
        ("button_title", "Pay"), ("button_target", "faq:salary"),
        ("button_title", "Help"), ("button_target", "general:help"),
        ("button_title", ""), ("button_target", "general:stop"),
        ("link_title", "Jobs"), ("link_url", "https://j.example/a?b=c"),
        ("link_title", ""), ("link_url", "mailto:jobs@j.example"),
        ("link_title", "left out"), ("link_url", ""),
    ]  # fmt: skip
    response = await ada.post(f"/dataset/categories/{world.category_id('working_hours')}/answer", fields)
    assert response.status == 303
    assert world.answer("working_hours", "de") == Answer(
        "working_hours", "de", "Um neun Uhr.",
        (Button("faq:salary", "Pay"), Button("general:help", "Help")),
        (Link("Jobs", "https://j.example/a?b=c"), Link("jobs@j.example", "mailto:jobs@j.example")),
    )  # fmt: skip
    assert world.answer("working_hours", "en") is None


@pytest.mark.parametrize("url", ["javascript:alert(1)", "example.com", "https://", "data:text/html,x", "http://[::1"])
async def test_a_link_that_is_no_web_address_is_refused(world: World, ada: Visitor, url: str) -> None:
    fields = {"answer": "At nine.", "link_title": "x", "link_url": url}
    response = await ada.post(f"/dataset/categories/{world.category_id('working_hours')}/answer", fields)
    assert response.status == 422
    assert "is not a web address" in await response.text()
    assert world.answer("working_hours") is None


@pytest.mark.parametrize("target", ["faq:nowhere", "general:nothing", "javascript:x", ""])
async def test_a_button_that_leads_nowhere_is_refused(world: World, ada: Visitor, target: str) -> None:
    fields = {"answer": "At nine.", "button_title": "Go", "button_target": target}
    response = await ada.post(f"/dataset/categories/{world.category_id('working_hours')}/answer", fields)
    assert "The button “Go” doesn&#39;t lead anywhere" in await response.text()


async def test_an_empty_answer_removes_it(world: World, ada: Visitor) -> None:
    path = f"/dataset/categories/{world.category_id('salary')}"
    await ada.post(f"{path}/answer", {"answer": " "} | seen_by(await ada.text(path)))
    assert world.answer("salary") is None


async def test_a_language_the_company_does_not_use_is_refused(world: World, ada: Visitor) -> None:
    response = await ada.post(
        f"/dataset/categories/{world.category_id('salary')}/answer", {"answer": "x", "language": "zh"}
    )
    assert "doesn&#39;t use the language “zh”" in await response.text()


async def test_questions_are_pinned_and_unpinned(world: World, ada: Visitor) -> None:
    fields = {"text": "What do I earn?", "category": "salary", "language": "en"}
    await ada.post("/dataset/golden", fields)
    assert "What do I earn?" in words_of(await ada.text("/dataset/golden"))
    assert "“What do I earn?” is already pinned" in await (await ada.post("/dataset/golden", fields)).text()
    pinned = world.now(lambda conn: golden.of_company(conn, world.demo.id))
    await ada.post(f"/dataset/golden/{pinned[0].id}/remove")
    assert world.now(lambda conn: golden.of_company(conn, world.demo.id)) == []


async def test_a_pin_needs_a_category_that_is_there(world: World, ada: Visitor) -> None:
    response = await ada.post("/dataset/golden", {"text": "Dogs?", "category": "pets"})
    assert "There is no category “pets”" in await response.text()


async def test_the_forms_show_what_stands(world: World, ada: Visitor) -> None:
    shown = Answer(
        "salary", "en", "See <b>below</b>.", (Button("faq:benefits", "More"),), (Link("J", "https://j.example"),)
    )
    world.now(lambda conn: answers.put(conn, world.demo.id, shown, NOW))
    html = await ada.text(f"/dataset/categories/{world.category_id('salary')}")
    assert "See &lt;b&gt;below&lt;/b&gt;." in html
    assert '<option value="faq:benefits" selected>' in html
    assert 'value="https://j.example"' in html
    example = await ada.text(f"/dataset/examples/{world.example_id('What is the pay?')}")
    assert f'<option value="{world.category_id("salary")}" selected>salary</option>' in example


async def test_what_a_recruiter_adds_says_so(world: World, ada: Visitor) -> None:
    await ada.post(f"/dataset/categories/{world.category_id('salary')}/examples", {"sentences": "Any bonus?"})
    assert "Any bonus? desk Ada" in words_of(await ada.text(f"/dataset/categories/{world.category_id('salary')}"))
    found = world.now(lambda conn: dataset.examples(conn, world.demo.id, search="bonus"))
    assert (found[0].origin, found[0].created_by) == ("desk", "Ada")


async def test_a_category_is_called_by_its_answers_title_in_the_readers_language(world: World, ada: Visitor) -> None:
    for language, title in (("en", "When we work"), ("de", "Wann wir arbeiten")):
        one = Answer("working_hours", language, "From nine.", title=title)
        world.now(lambda conn, one=one: answers.put(conn, world.demo.id, one, NOW))
    path = f"/dataset/categories/{world.category_id('working_hours')}"
    for page in ("/dataset", path, "/dataset?q=we+work"):
        assert "When we work" in await ada.text(page)
        german = await ada.text(page, headers={"Accept-Language": "de"})
        assert "Wann wir arbeiten" in german or page.endswith("we+work")
    assert "working_hours" in await (await ada.get("/dataset/export?format=csv")).text()
