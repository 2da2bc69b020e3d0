"""Why a decision is what it is, as recruiters read it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from nlu.understanding import Guess, Stage, Understanding
from storage import Connection
from storage.conversations import conversations, messages
from storage.conversations.messages import NewMessage
from storage.dataset import dataset
from storage.reviews import decisions
from storage.reviews.decisions import Guessed, KeptInterpretation
from tests.admin.test_asking_back import ask_back
from tests.admin.world import NOW, UNSURE, Visitor, World, words_of

PAY = (Guess("salary", 0.7), Guess("benefits", 0.1))


def lists(html: str) -> tuple[str, str]:
    """Return the words named for and against."""
    helped, hindered = re.findall(r'<ul class="counted">(.*?)</ul>', html, re.DOTALL)
    return words_of(helped), words_of(hindered)


async def test_the_words_that_counted_are_named_and_marked_with_signs(world: World, ada: Visitor) -> None:
    review_id = world.ask("Is the pay good, and when?", PAY)
    html = await ada.text(f"/reviews/{review_id}/why", part=True)
    helped, hindered = lists(html)
    assert re.match(r"\+ pay \d+%", helped)
    assert "− when" in hindered
    assert re.search(r'<mark class="for strong">pay<sup aria-hidden="true">\+</sup></mark>', html)
    assert re.search(r'<mark class="against( strong)?">when<sup aria-hidden="true">−</sup></mark>', html)
    sentence = re.search(r'<p class="weighed"[^>]*>(.*?)</p>', html)
    assert sentence is not None
    assert re.sub(r"<sup.*?</sup>|<[^>]+>", "", sentence[1]) == "Is the pay good, and when?"
    assert "How each word counted: + for “salary”, − for “working hours”" in words_of(html)


@pytest.mark.parametrize(
    ("kind", "ranking", "told"),
    [
        ("reply", PAY, "The confidence of 70% in “salary” was enough: answers are given from 50%."),
        ("defer", UNSURE, "The confidence of 30% in “benefits” was below 50%, so no answer was given."),
    ],
)
async def test_the_threshold_is_part_of_the_reason(
    world: World, ada: Visitor, kind: str, ranking: tuple[Guess, ...], told: str
) -> None:
    review_id = world.ask("Is the pay good?", ranking, "reply" if kind == "reply" else "defer")
    words = words_of(await ada.text(f"/reviews/{review_id}/why"))
    assert told in words
    assert re.search("Confidence in “(salary|benefits)” [0-9]+%", words)
    assert "No greeting or request that every bot understands was recognised (that takes 40%)" in words


async def test_what_a_message_was_taken_for_stands_beside_what_it_is_by_itself(world: World, ada: Visitor) -> None:
    seen = Understanding("Is the pay good?", "en", Stage.FAQ, "salary", 0.7, PAY, (), "v7")
    taken = KeptInterpretation("answer", 0.62, Guessed.of(seen))

    def decide(conn: Connection) -> int:
        its = (
            world.demo.id,
            conversations.create(
                conn, world.demo.id, public_id="searching", token_hash="searching", language="en", now=NOW
            ).id,
        )
        asked = messages.append(conn, *its, NewMessage("incoming", "candidate", seen.text), NOW)
        meant = replace(seen, stage=Stage.GENERAL, intent="job_search", confidence=0.62)
        return decisions.record(
            conn, *its, asked.seq, decisions.NewDecision(meant, "reply", 0.5, interpretation=taken), NOW
        )

    words = words_of(await ada.text(f"/reviews/{world.now(decide)}/why"))
    assert "taken for: an answer to what the job search had asked (62% of all that it may have meant)" in words
    assert "By itself it looked like “salary” (70%)." in words
    assert "How each word counted: + for “salary”" in words


async def test_a_message_that_was_asked_about_for_safety_says_so(world: World, ada: Visitor) -> None:
    review_id = world.ask("Is the pay good?", PAY, "clarify")
    words = words_of(await ada.text(f"/reviews/{review_id}/why"))
    assert "somebody is in danger, so the bot asked about that first" in words
    assert "was below" not in words


async def test_what_its_confidence_did_not_decide_names_no_threshold(world: World, ada: Visitor) -> None:
    review_id = world.ask("Is the pay good?", PAY, "defer")
    assert "was below" not in words_of(await ada.text(f"/reviews/{review_id}/why"))


async def test_a_question_asked_back_says_that_others_came_close(world: World, ada: Visitor) -> None:
    review_id = ask_back(world)
    assert "other categories came close" in words_of(await ada.text(f"/reviews/{review_id}/why"))


async def test_a_choice_is_no_guess_but_the_question_is_still_explained(world: World, ada: Visitor) -> None:
    review_id = ask_back(world, "none")
    words = words_of(await ada.text(f"/reviews/{review_id}/why"))
    assert "The candidate chose by a button." in words
    assert "Is coffee paid?" in words
    assert "was below" not in words
    assert "For “benefits”" in words


async def test_the_nearest_examples_lead_to_their_rows_if_they_still_stand(world: World, ada: Visitor) -> None:
    review_id = world.ask("Is the pay good?", PAY)
    example = world.example_id("What is the pay?")
    link = f'<a href="/admin/dataset/examples/{example}">What is the pay?</a>'
    assert link in await ada.text(f"/reviews/{review_id}/why")
    world.now(lambda conn: dataset.delete_example(conn, world.demo.id, example, NOW))
    html = await ada.text(f"/reviews/{review_id}/why")
    assert link not in html
    assert "What is the pay?" in html


async def test_another_companys_row_is_never_linked(world: World, ada: Visitor) -> None:
    review_id = world.ask("Is the pay good?", PAY)
    example = world.example_id("What is the pay?")
    world.now(lambda conn: dataset.delete_example(conn, world.demo.id, example, NOW))
    assert world.example_id("What is the pay?", world.other)
    assert ">What is the pay?</a>" not in await ada.text(f"/reviews/{review_id}/why")


async def test_small_talk_is_explained_by_the_requests_every_bot_knows(world: World, ada: Visitor) -> None:
    review_id = world.ask("good morning", (Guess("greet", 0.9),), stage=Stage.GENERAL)
    words = words_of(await ada.text(f"/reviews/{review_id}/why"))
    assert "This is “Greeting”, which the bot of every company understands" in words
    assert "Most similar questions of “Greeting”" in words
    assert "no request of this kind" in words


async def test_a_question_without_a_known_word_has_a_reason_and_nothing_else(world: World, ada: Visitor) -> None:
    review_id = world.ask("求人", (), "defer")
    words = words_of(await ada.text(f"/reviews/{review_id}/why", part=True))
    assert words.endswith("and no word of it stands in your questions.")


async def test_it_says_when_another_model_explains(world: World, ada: Visitor) -> None:
    review_id = world.ask("Is the pay good?", PAY)
    assert "Explained by" not in await ada.text(f"/reviews/{review_id}/why")
    older = world.ask("Is the pay good?", PAY, version="v3")
    words = words_of(await ada.text(f"/reviews/{older}/why"))
    assert "Explained by v7, which answers today: the file of v3, which decided this" in words


@pytest.mark.parametrize(
    ("language", "title"),
    [("de", "Warum diese Antwort?"), ("fr", "Pourquoi cette réponse ?"), ("zh", "为什么这样回答？")],
)
async def test_it_speaks_the_recruiters_language(world: World, ada: Visitor, language: str, title: str) -> None:
    review_id = world.ask("Is the pay good?", PAY)
    html = await ada.text(f"/reviews/{review_id}/why", headers={"Accept-Language": language})
    assert title in words_of(html)
    assert "How each word" not in html


async def test_every_card_and_message_offers_the_reason_without_a_script_too(world: World, ada: Visitor) -> None:
    review_id = world.ask("Is the pay good?", PAY)
    link = f'href="/admin/reviews/{review_id}/why"'
    assert link in await ada.text("/reviews")
    assert link in await ada.text(f"/conversations/{world.review(review_id).conversation.id}")


async def test_html_in_a_message_stays_text(world: World, ada: Visitor) -> None:
    review_id = world.ask("<b>pay</b><script>alert(1)</script>", PAY)
    html = await ada.text(f"/reviews/{review_id}/why")
    assert "<script>alert" not in html
    assert "<b>pay</b>" not in html
