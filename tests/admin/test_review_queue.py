from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest

from admin.figures import automation_rate
from admin.reviews.pages import PAGE
from nlu.understanding import Guess, Stage
from storage.answers import answers
from storage.answers.answers import Answer
from storage.dataset import dataset
from storage.dataset.dataset import NewExample
from tests.admin.world import DEFERRAL, NOW, UNSURE, Visitor, World, words_of


async def test_the_newest_question_comes_first_with_what_the_model_saw(world: World, ada: Visitor) -> None:
    world.ask("How much would I earn?")
    world.ask("Can I bring my dog?", UNSURE, "defer")
    words = words_of(await ada.text("/reviews"))
    assert words.index("Can I bring my dog?") < words.index("How much would I earn?")
    for seen in ("Not answered", DEFERRAL, "benefits 30%", "salary 20%", "Answers from 50%", "Model v7", "English"):
        assert seen in words
    assert "Answered" in words
    assert "Conversation 1" in words


async def test_the_guess_of_a_deferred_question_is_shown_with_its_answer(world: World, ada: Visitor) -> None:
    world.ask("Can I bring my dog?", UNSURE, "defer")
    words = words_of(await ada.text("/reviews"))
    assert "Best guess “benefits”, whose answer is About benefits: it depends." in words
    assert "Right: “benefits”, send its answer" in words


async def test_a_question_without_a_known_word_offers_nothing_to_confirm(world: World, ada: Visitor) -> None:
    world.ask("qwertz", (), "defer")
    html = await ada.text("/reviews")
    assert "No word of this question is known" in html
    assert 'data-key="c"' not in html
    assert 'data-key="e"' in html


@pytest.mark.parametrize(("language", "said"), [("en", "Look for a job 12%"), ("fr", "Chercher un emploi 12")])
async def test_what_every_bot_understands_is_said_in_words_where_no_model_is_there_yet(
    world: World, ada: Visitor, language: str, said: str
) -> None:
    review = world.ask("Any work?", (Guess("job_search", 0.12),), "defer", stage=Stage.NONE)
    headers = {"Accept-Language": language}
    assert said in words_of(await ada.text("/reviews", headers=headers))
    assert said in words_of(await ada.text(f"/reviews/{review}", headers=headers))


async def test_a_category_called_like_what_every_bot_understands_keeps_its_name(world: World, ada: Visitor) -> None:
    world.now(lambda conn: dataset.add_category(conn, world.demo.id, "help", NOW))
    review = world.ask("Any work?", (Guess("job_search", 0.12),), "defer", stage=Stage.NONE)
    await ada.post(f"/reviews/{review}/correct", {"category": "help"}, part=True)
    assert "to “help”" in words_of(await ada.text("/reviews?status=corrected"))


async def test_small_talk_is_shown_only_when_asked_for(world: World, ada: Visitor) -> None:
    world.ask("hello", (Guess("greet", 0.9),), stage=Stage.GENERAL)
    world.ask("let me talk to someone", (Guess("contact_human", 0.9),), stage=Stage.GENERAL)
    questions, everything = words_of(await ada.text("/reviews")), words_of(await ada.text("/reviews?scope=all"))
    assert "hello" not in questions
    assert "let me talk to someone" in questions
    assert "Needs a person" in questions
    assert "Greeting 90%" in everything


async def test_the_filters_show_what_was_decided(world: World, ada: Visitor) -> None:
    first, second = world.ask("How much would I earn?"), world.ask("What is the weather?")
    await ada.post(f"/reviews/{first}/confirm", part=True)
    await ada.post(f"/reviews/{second}/dismiss", part=True)
    assert "All reviewed" in words_of(await ada.text("/reviews"))
    assert "How much would I earn?" in words_of(await ada.text("/reviews?status=confirmed"))
    assert "What is the weather?" in words_of(await ada.text("/reviews?status=dismissed"))
    assert "Confirmed 1" in words_of(await ada.text("/reviews?status=corrected"))


async def test_older_questions_are_a_page_away(world: World, ada: Visitor) -> None:
    for number in range(PAGE + 2):
        world.ask(f"Question number {number:02}")
    first = await ada.text("/reviews")
    assert f"Question number {PAGE + 1}" in first
    assert "Question number 01" not in first
    link = re.search(r'href="/admin(/[^"]+)" id="older"', first)
    assert link is not None
    second = words_of(await ada.text(link.group(1).replace("&amp;", "&")))
    assert "Question number 01" in second
    assert "Question number 02" not in second
    assert "Newest questions" in second


async def test_nonsense_in_the_address_is_ignored(world: World, ada: Visitor) -> None:
    world.ask("How much would I earn?")
    assert "How much would I earn?" in await ada.text("/reviews?status=x&scope=y&before=-1' OR 1=1")


async def test_html_in_a_question_is_shown_as_text(world: World, ada: Visitor) -> None:
    attack = "<script>alert(1)</script><img src=x onerror=alert(2)>"
    review_id = world.ask(attack, (Guess(attack, 0.4),), "defer")
    for path in (
        "/reviews",
        f"/reviews/{review_id}",
        f"/reviews/{review_id}/correct",
        "/conversations",
        "/conversations/1",
    ):
        html = await ada.text(path)
        assert "<script>alert" not in html
        assert "<img src=x" not in html
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html


async def test_the_figures_count_what_is_there(world: World, ada: Visitor) -> None:
    for kind in ("reply", "reply", "reply", "defer"):
        world.ask("How much would I earn?", kind=kind)
    words = words_of(await ada.text("/reviews"))
    assert "Questions to review 2 Waiting conversations 1 Answered by the bot, last 30 days" in words
    assert "5 questions in 3 categories" in words


def test_the_automation_rate_is_the_share_that_went_to_no_person(world: World) -> None:
    def rate(now: datetime) -> float | None:
        return world.database.read_now(lambda conn: automation_rate(conn, world.demo.id, now))

    assert rate(NOW) is None
    world.ask("hello", (Guess("greet", 0.9),), stage=Stage.GENERAL)
    for kind in ("reply", "reply", "defer"):
        world.ask("How much would I earn?", kind=kind)
    world.ask("a person please", (Guess("contact_human", 0.9),), stage=Stage.GENERAL)
    assert rate(NOW) == 0.5
    assert rate(NOW + timedelta(days=30)) is None


async def test_the_picker_shows_the_ranked_categories_first(world: World, ada: Visitor) -> None:
    review_id = world.ask("Can I bring my dog?", UNSURE, "defer")
    words = words_of(await ada.text(f"/reviews/{review_id}/correct", part=True))
    assert words.index("benefits 30%") < words.index("salary 20%") < words.index("working hours 1 question")


async def test_the_picker_finds_categories_by_name_question_and_answer(world: World, ada: Visitor) -> None:
    review_id = world.ask("Can I bring my dog?", UNSURE, "defer")
    for search, found in [("hours work", "working_hours"), ("canteen", "benefits"), ("about salary", "salary")]:
        html = await ada.text(f"/reviews/{review_id}/choices", part=True, params={"q": search})
        assert re.findall(r'name="category" value="([^"]+)"', html) == [found]
    nothing = await ada.text(f"/reviews/{review_id}/choices", part=True, params={"q": "zebra"})
    assert "Nothing matches “zebra”" in words_of(nothing)


async def test_a_search_puts_names_before_what_answers_and_questions_say_and_the_nearest_name_first(
    world: World, ada: Visitor
) -> None:
    review_id = world.ask("Can I bring my dog?", (Guess("benefits", 0.9), Guess("pay for interns", 0.05)), "defer")
    rows = [
        NewExample("Does the pay grow?", "benefits", "en"),
        NewExample("Are interns paid?", "pay for interns", "en"),
        NewExample("When?", "company pay", "en"),
        NewExample("How much?", "pay", "en"),
    ]
    world.now(lambda conn: dataset.import_rows(conn, world.demo.id, rows, "starter", None, NOW))
    html = await ada.text(f"/reviews/{review_id}/choices", part=True, params={"q": "pay"})
    found = re.findall(r'name="category" value="([^"]+)"', html)
    assert found == ["pay", "pay for interns", "company pay", "benefits", "salary"]


async def test_the_picker_finds_a_category_by_its_title_in_the_desks_language(world: World, ada: Visitor) -> None:
    review_id = world.ask("Can I bring my dog?", UNSURE, "defer")
    world.now(lambda conn: answers.put(conn, world.demo.id, Answer("salary", "de", "Gut.", title="Gehalt"), NOW))
    html = await ada.text(f"/reviews/{review_id}/choices", part=True, params={"q": "geh"})
    assert re.findall(r'name="category" value="([^"]+)"', html) == ["salary"]


async def test_the_preview_shows_answer_and_examples(world: World, ada: Visitor) -> None:
    review_id = world.ask("Can I bring my dog?", UNSURE, "defer")
    words = words_of(await ada.text(f"/reviews/{review_id}/preview", params={"category": "salary"}))
    assert "About salary: it depends." in words
    assert "How much will I earn?" in words
    missing = await ada.text(f"/reviews/{review_id}/preview", params={"category": "working_hours"})
    assert "Nobody has written an answer" in missing
    assert '<textarea id="answer-' in missing


async def test_the_preview_of_a_category_that_is_gone_is_not_found(world: World, ada: Visitor) -> None:
    review_id = world.ask("Can I bring my dog?", UNSURE, "defer")
    assert (await ada.get(f"/reviews/{review_id}/preview", params={"category": "gone"})).status == 404


async def test_sending_is_on_for_candidates_who_wait_and_off_for_others(world: World, ada: Visitor) -> None:
    waiting, answered = world.ask("Can I bring my dog?", UNSURE, "defer"), world.ask("How much?")
    box = 'type="checkbox" name="send" checked'
    assert (await ada.text(f"/reviews/{waiting}/correct")).count(box) == 2
    assert box not in await ada.text(f"/reviews/{answered}/correct")


async def test_an_answered_category_without_an_answer_counts_as_unanswered(world: World, ada: Visitor) -> None:
    world.ask("When do we start?", (Guess("working_hours", 0.9),))
    words = words_of(await ada.text("/reviews"))
    assert "Needs a person" in words
    assert "Nobody has written an answer to it yet." in words


async def test_a_part_for_htmx_is_no_whole_page(world: World, ada: Visitor) -> None:
    review_id = world.ask("Can I bring my dog?", UNSURE, "defer")
    assert "<html" not in await ada.text(f"/reviews/{review_id}/correct", part=True)
    assert "<html" in await ada.text(f"/reviews/{review_id}/correct")


async def test_a_category_that_was_deleted_is_no_longer_offered(world: World, ada: Visitor) -> None:
    review_id = world.ask("Can I bring my dog?", UNSURE, "defer")
    benefits = world.category_id("benefits")
    world.now(lambda conn: dataset.delete_category(conn, world.demo.id, benefits, NOW))
    response = await ada.post(f"/reviews/{review_id}/confirm", part=True)
    assert response.status == 422
    assert "There is no category “benefits” (any more)" in await response.text()


async def test_every_category_can_be_chosen(world: World, ada: Visitor) -> None:
    review_id = world.ask("qwertz", (), "defer")
    rows = [NewExample(f"Question {number}", f"topic {number:03}", "en") for number in range(90)]
    world.now(lambda conn: dataset.import_rows(conn, world.demo.id, rows, "starter", None, NOW))
    assert (await ada.text(f"/reviews/{review_id}/choices")).count('name="category"') == 93
