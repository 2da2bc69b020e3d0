"""The promise at the desk: setting it, drawing answers, reviewing them, and what they prove."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest

from storage.answers import answers
from storage.models import models
from storage.reviews import audit_samples
from tests.admin.audited import answer, newest_sample, review, today
from tests.admin.conftest import Open
from tests.admin.rated import live_version
from tests.admin.world import NOW, Visitor, World, log_in, usual, words_of

DRAW = {"audit_size": "59", "audit_days": "30"}
PAGE = "/scores/promise"


@pytest.fixture
async def ada(world: World, open_desk: Open) -> Visitor:
    """A recruiter of the demo company, on the day on which candidates ask."""
    return log_in(world.database, await open_desk(now=today, usual=usual(threshold=0.5)), world.ada)


async def draw(visitor: Visitor, **fields: str) -> None:
    response = await visitor.post(f"{PAGE}/draw", DRAW | fields)
    assert response.status == 303, words_of(await response.text())


async def words(visitor: Visitor, path: str = PAGE) -> str:
    return unescape(words_of(await visitor.text(path)))


@pytest.mark.both_databases
async def test_fifty_nine_right_answers_prove_five_percent(world: World, ada: Visitor) -> None:
    answer(world, sure=70)
    assert "Nothing has been proved yet" in await words(ada)
    await draw(ada)
    assert "0 of 59 answers reviewed Drawn at random: 59 of 70 answers." in await words(ada)
    review(world.database, world.demo.id)
    response = await ada.post(f"{PAGE}/conclude")
    assert response.headers["Location"] == "/admin/scores/promise?note=promise_concluded"
    for path in (PAGE, "/scores"):
        page = await words(ada, path)
        assert "at most 5% of the answers to typed questions are wrong, with 95% confidence" in page
        assert "Kept 0 of 59 answers drawn at random were wrong; of all answers at most 4.95% are" in page
        assert "Drawn at random: 59 of 70 answers. Reviewed in full:" in page


async def test_one_wrong_answer_of_fifty_nine_proves_nothing(world: World, ada: Visitor) -> None:
    answer(world, sure=59)
    await draw(ada)
    review(world.database, world.demo.id, wrong=1)
    await ada.post(f"{PAGE}/conclude")
    page = await words(ada)
    assert "Not proved 1 of 59 answers" in page
    assert "No threshold is proved to keep the promise" in page


async def test_a_stricter_threshold_that_keeps_the_promise_is_named(world: World, ada: Visitor) -> None:
    answer(world, sure=110, fairly=40)
    await draw(ada, audit_size="150")
    assert newest_sample(world).thresholds[0] == 0.9
    review(world.database, world.demo.id, wrong=15, wrong_below=0.7)
    await ada.post(f"{PAGE}/conclude")
    page = await words(ada)
    assert "It is proved for a confidence of 61%; 50% is in use" in page
    assert "61% to 90% 110 0 2.69% proved" in page
    assert "60% 150 15 14.98% not proved" in page
    assert "50% to 59% 150 15 14.98% no longer tested" in page


async def test_the_threshold_that_was_proved_keeps_the_promise_once_it_is_in_use(world: World, open_desk: Open) -> None:
    answer(world, sure=110, fairly=40)
    ada = log_in(world.database, await open_desk(now=today, usual=usual()), world.ada)
    await draw(ada, audit_size="150")
    review(world.database, world.demo.id, wrong=15, wrong_below=0.7)
    await ada.post(f"{PAGE}/conclude")
    stricter = log_in(world.database, await open_desk(now=today, usual=usual(threshold=0.61)), world.ada)
    assert "Kept 0 of 110 answers drawn at random were wrong; of all answers at most 2.69% are" in await words(stricter)


async def test_a_threshold_that_the_sample_did_not_test_is_not_called_proved(world: World, open_desk: Open) -> None:
    answer(world, sure=70)
    ada = log_in(world.database, await open_desk(now=today, usual=usual(threshold=0.5)), world.ada)
    await draw(ada)
    review(world.database, world.demo.id)
    await ada.post(f"{PAGE}/conclude")
    raised = log_in(world.database, await open_desk(now=today, usual=usual(threshold=0.6)), world.ada)
    page = await words(raised)
    assert "Not proved at the threshold in use" in page
    assert "proved for a confidence of 50%; 60% is in use, which the sample does not tell of. Draw a new sample" in page


async def test_answers_reviewed_before_they_were_drawn_count_as_they_were_reviewed(world: World, ada: Visitor) -> None:
    answer(world, sure=59)
    first = world.ask("Reviewed before")
    await ada.post(f"/reviews/{first}/confirm")
    await draw(ada, audit_size="60")
    assert "1 of 60 answers reviewed" in await words(ada)


async def test_an_answer_that_is_not_reviewed_is_refused_with_what_to_do(world: World, ada: Visitor) -> None:
    answer(world, sure=59)
    await draw(ada)
    review(world.database, world.demo.id, leave=2)
    response = await ada.post(f"{PAGE}/conclude")
    assert response.status == 409
    assert "2 answers of the sample are not reviewed yet: review them first." in await response.text()
    assert newest_sample(world).status == "open"


@pytest.mark.parametrize(
    ("fields", "status", "told"),
    [
        ({"audit_size": "58"}, 422, "draw at least 59 answers"),
        ({"audit_size": "5001"}, 422, "up to 5,000"),
        ({"audit_size": "many"}, 422, "up to 5,000"),
        ({"audit_days": "0"}, 422, "up to 365"),
        ({}, 409, "There are only 2 answers of these days that could be drawn, and 59 are needed"),
    ],
)
async def test_a_sample_that_proves_nothing_is_refused_in_words(
    world: World, ada: Visitor, fields: dict[str, str], status: int, told: str
) -> None:
    answer(world, sure=2)
    response = await ada.post(f"{PAGE}/draw", DRAW | fields)
    assert response.status == status
    assert told in unescape(await response.text())


async def test_questions_that_the_bank_has_no_answer_to_are_not_drawn(world: World, ada: Visitor) -> None:
    answer(world, sure=59)
    world.now(lambda conn: answers.remove(conn, world.demo.id, "salary", "en", NOW))
    response = await ada.post(f"{PAGE}/draw", DRAW)
    assert "There are only 0 answers" in await response.text()


@pytest.mark.parametrize(("typed", "share"), [("2", 0.02), ("2.5", 0.025), ("0,1", 0.001), ("50", 0.5)])
async def test_a_company_promises_its_own_share(world: World, ada: Visitor, typed: str, share: float) -> None:
    response = await ada.post(PAGE, {"promised_percent": typed})
    assert response.status == 303
    assert world.own == {"promised_share": share}
    assert f"at most {typed.replace(',', '.')}% of the answers" in await words(ada)


@pytest.mark.parametrize("typed", ["0", "0.09", "51", "-5", "five", "NaN", "1e9", "Infinity"])
async def test_a_share_that_nobody_can_promise_is_refused(world: World, ada: Visitor, typed: str) -> None:
    response = await ada.post(PAGE, {"promised_percent": typed})
    assert response.status == 422
    assert "Promise between 0.1 and 50 percent." in await response.text()
    assert world.own == {}


async def test_the_bounds_of_a_share_are_written_as_the_reader_writes_numbers(ada: Visitor) -> None:
    response = await ada.post(PAGE, {"promised_percent": "0"}, headers={"Accept-Language": "de"})
    assert "Versprechen Sie zwischen 0,1 und 50 Prozent." in await response.text()


async def test_the_default_is_what_the_operator_set(world: World, open_desk: Open) -> None:
    ada = log_in(world.database, await open_desk(usual=usual(promised_share=0.1)), world.ada)
    assert "at most 10% of the answers" in await words(ada)


async def test_a_sample_proves_what_was_promised_when_it_was_drawn(world: World, ada: Visitor) -> None:
    answer(world, sure=59)
    await draw(ada)
    await ada.post(PAGE, {"promised_percent": "1"})
    review(world.database, world.demo.id)
    await ada.post(f"{PAGE}/conclude")
    page = await words(ada)
    assert "At that time 5% was promised" in page
    assert "Not proved for today’s promise 0 of 59 answers" in page
    await ada.post(PAGE, {"promised_percent": "10"})
    assert "Kept 0 of 59 answers" in await words(ada)


async def test_what_is_not_proved_proves_no_stricter_promise_either(world: World, ada: Visitor) -> None:
    answer(world, sure=59)
    await draw(ada)
    review(world.database, world.demo.id, wrong=1)
    await ada.post(f"{PAGE}/conclude")
    await ada.post(PAGE, {"promised_percent": "2"})
    assert "Not proved 1 of 59 answers" in await words(ada)
    await ada.post(PAGE, {"promised_percent": "10"})
    assert "Not proved for today’s promise 1 of 59 answers" in await words(ada)


async def test_a_model_that_went_live_afterwards_wants_a_new_sample(world: World, ada: Visitor) -> None:
    answer(world, sure=59)
    version = live_version(world)
    await draw(ada)
    review(world.database, world.demo.id)
    await ada.post(f"{PAGE}/conclude")
    assert "A newer model" not in await words(ada)
    later = NOW.replace(hour=13)
    entry: dict[str, Any] = {"file": "f", "sha256": "0" * 64, "fingerprint": "y", "dataset_revision": 2, "recipe": {}}
    new = world.now(lambda conn: models.add_candidate(conn, world.demo.id, language="en", **entry, now=later))
    world.now(lambda conn: models.promote(conn, world.demo.id, new.id, later))
    assert new.number > version.number
    assert "A newer model has gone live since" in await words(ada)


async def test_one_sample_is_open_at_a_time_and_can_be_given_up(world: World, ada: Visitor) -> None:
    answer(world, sure=59)
    await draw(ada)
    response = await ada.post(f"{PAGE}/draw", DRAW)
    assert response.status == 409
    assert "Another sample is open: conclude it or give it up first." in await response.text()
    await ada.post(f"{PAGE}/give-up")
    assert "Nothing has been proved yet" in await words(ada)
    await draw(ada)


@pytest.mark.parametrize("step", ["conclude", "give-up"])
async def test_without_a_sample_there_is_nothing_to_close(world: World, ada: Visitor, step: str) -> None:
    response = await ada.post(f"{PAGE}/{step}")
    assert response.status == 409
    assert "There is no open sample: draw one first." in await response.text()


async def test_the_review_queue_shows_the_sample_while_it_is_open(world: World, ada: Visitor) -> None:
    answer(world, sure=59)
    world.ask("Not of the sample", kind="defer")
    assert "Sample for the promise" not in await ada.text("/reviews")
    await draw(ada)
    assert "Sample for the promise" in await ada.text("/reviews")
    page = await words(ada, "/reviews?scope=audit")
    assert "To review 59" in page
    assert "Drawn at random to prove the promise" in page
    assert "Not of the sample" not in page


async def test_each_step_stands_in_the_history(world: World, ada: Visitor) -> None:
    answer(world, sure=59)
    await ada.post(PAGE, {"promised_percent": "2.5"})
    await ada.post(PAGE, {"promised_percent": "5"})
    await draw(ada)
    await ada.post(f"{PAGE}/give-up")
    await draw(ada)
    review(world.database, world.demo.id)
    await ada.post(f"{PAGE}/conclude")
    page = await words(ada, "/audit")
    assert "Promised that at most 2.5% of the answers are wrong" in page
    assert "Drew 59 answers to prove the promise (seed " in page
    assert "Gave up the sample of 59 answers" in page
    assert "Concluded the sample for the promise: 0 of 59 answers wrong" in page


async def test_the_same_seed_draws_the_same_answers(
    world: World, ada: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer(world, sure=100)
    monkeypatch.setattr("admin.promises.pages.secrets.randbelow", lambda _: 7)
    drawn = []
    for _ in range(2):
        await draw(ada)
        sample = newest_sample(world)
        found = world.now(lambda conn, sample=sample: audit_samples.answers_of(conn, world.demo.id, sample.id))
        drawn.append([each.id for each in found])
        await ada.post(f"{PAGE}/give-up")
    assert drawn[0] == drawn[1]
    assert newest_sample(world).seed == 7


async def test_a_promise_changed_over_an_open_sample_is_warned_of_before_and_after(world: World, ada: Visitor) -> None:
    answer(world, sure=59)
    assert "stricter promise" not in await words(ada)
    await draw(ada)
    before = await words(ada)
    assert "A sample is open that tests 5%. It proves nothing of a stricter promise" in before
    assert "needs a sample of its own" not in before
    await ada.post(PAGE, {"promised_percent": "3", "shown": '{"promised_percent": "5"}'})
    assert "The open sample tests 5%, which was promised when it was drawn" in await words(ada)
