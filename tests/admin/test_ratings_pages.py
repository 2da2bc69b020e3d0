"""Rating answers in the desk: drawing pairs, one vote after the other, files, and the comparison with nex-cv."""

from __future__ import annotations

import csv
import io
from html import unescape
from typing import Any

import pytest
from aiohttp import FormData

from admin.security import PageToken, masked
from nlu.understanding import Guess
from storage import Connection
from storage.models import models
from storage.reviews import reviews
from tests.admin.conftest import Visit
from tests.admin.rated import add_nights, add_sample, live_version, pairs
from tests.admin.world import CSRF, NOW, UNSURE, Visitor, World, words_of

DRAW = {"source": "conversations", "size": "100"}


async def draw(visitor: Visitor, **fields: str) -> int:
    response = await visitor.post("/scores/ratings", DRAW | fields)
    assert response.status == 303, await response.text()
    return int(response.headers["Location"].split("?")[0].rsplit("/", 1)[1])


async def test_what_candidates_asked_a_version_is_drawn_sure_or_not(world: World, ada: Visitor) -> None:
    version = live_version(world)
    world.ask("How much is it?", version=version.name)
    held_back = world.ask("Any perks?", UNSURE, "defer", version=version.name)
    world.ask("What did the version before say?", version="v99")
    world.ask("hello", (), version=version.name)
    world.now(lambda conn: reviews.correct(conn, world.demo.id, held_back, "salary", "bob", NOW))
    sample = await draw(ada, version=str(version.id))
    drawn = {(pair.question, pair.guess, pair.category, pair.answer) for pair in pairs(world, sample)}
    assert drawn == {
        ("How much is it?", "salary", None, "About salary: it depends."),
        ("Any perks?", "benefits", "salary", "About benefits: it depends."),
    }


async def test_questions_of_the_nightly_measurement_are_drawn(world: World, ada: Visitor) -> None:
    case = {"text": "Parking?", "guess": "salary", "category": "benefits", "confidence": 0.3, "threshold": 0.5}
    add_nights(world, 0.7, cases=[case])
    sample = await draw(ada, version=str(live_version(world).id), source="nightly")
    (pair,) = pairs(world, sample)
    assert (pair.question, pair.guess, pair.category, pair.confidence) == ("Parking?", "salary", "benefits", 0.3)


async def test_the_version_that_is_chosen_at_first_speaks_the_language_of_the_desk(world: World, ada: Visitor) -> None:
    version = live_version(world)

    def add(conn: Connection) -> None:
        its: Any = {"file": "f", "sha256": "0" * 64, "fingerprint": "x", "recipe": {}, "now": NOW}
        new = models.add_candidate(conn, world.demo.id, language="de", dataset_revision=1, **its)
        models.promote(conn, world.demo.id, new.id, NOW)

    world.now(add)
    assert f'<option value="{version.id}" selected>' in await ada.text("/scores/ratings")


@pytest.mark.parametrize(
    ("fields", "status", "told"),
    [
        ({}, 409, "Nobody has asked v1 anything"),
        ({"source": "nightly"}, 409, "No night has measured v1 yet"),
        ({"size": "0"}, 422, "between 1 and 300 pairs"),
        ({"size": "many"}, 422, "between 1 and 300 pairs"),
        ({"source": "guesses"}, 422, "between 1 and 300 pairs"),
        ({"version": "999"}, 404, "There is nothing here"),
    ],
)
async def test_what_cannot_be_drawn_is_refused_in_words(
    world: World, ada: Visitor, fields: dict[str, str], status: int, told: str
) -> None:
    version = live_version(world)
    response = await ada.post("/scores/ratings", DRAW | {"version": str(version.id)} | fields)
    assert response.status == status
    assert told in unescape(await response.text())


async def test_pairs_are_rated_one_after_the_other_until_all_are(world: World, ada: Visitor) -> None:
    sample = add_sample(world)
    for number, (pair, vote) in enumerate(zip(pairs(world, sample), ("yes", "no", "cant_tell"), strict=True)):
        page = unescape(words_of(await ada.text(f"/scores/ratings/{sample}")))
        assert f"{number} of 3" in page
        assert pair.question in page
        response = await ada.post(f"/scores/ratings/{sample}/vote", {"pair": str(pair.id), "vote": vote})
        assert response.headers["Location"] == f"/admin/scores/ratings/{sample}"
    assert "Everything is rated. Thank you." in await ada.text(f"/scores/ratings/{sample}")
    assert [pair.votes["ada@demo.example"] for pair in pairs(world, sample)] == ["yes", "no", "cant_tell"]


async def test_a_rater_sees_neither_other_votes_nor_how_sure_the_bot_was(world: World, ada: Visitor) -> None:
    sample = add_sample(world, {"bob@demo.example": ("no", "no", "no")})
    page = await ada.text(f"/scores/ratings/{sample}")
    assert "You said" not in page
    assert "bob" not in page.lower()
    assert "90%" not in page
    assert "0 of 3" in page


async def test_an_earlier_vote_can_be_changed(world: World, ada: Visitor) -> None:
    sample = add_sample(world, {"ada@demo.example": ("no", "no", "no")})
    first = pairs(world, sample)[0]
    assert "You said: No" in words_of(await ada.text(f"/scores/ratings/{sample}?pair={first.id}"))
    await ada.post(f"/scores/ratings/{sample}/vote", {"pair": str(first.id), "vote": "yes"})
    assert pairs(world, sample)[0].votes == {"ada@demo.example": "yes"}


async def test_a_vote_that_is_none_is_refused(world: World, ada: Visitor) -> None:
    sample = add_sample(world, {})
    pair = str(pairs(world, sample)[0].id)
    for fields in ({"pair": pair, "vote": "perhaps"}, {"pair": "x", "vote": "yes"}):
        assert (await ada.post(f"/scores/ratings/{sample}/vote", fields)).status == 400
    assert pairs(world, sample)[0].votes == {}


async def test_a_file_goes_out_without_votes_and_comes_back_with_them(world: World, ada: Visitor) -> None:
    sample = add_sample(world)
    response = await ada.get(f"/scores/ratings/{sample}/export")
    rows = list(csv.DictReader(io.StringIO((await response.read()).decode("utf-8-sig"))))
    assert [row["vote"] for row in rows] == ["", "", ""]
    for row, vote in zip(rows, ("yes", "", "?"), strict=True):
        row["vote"] = vote
    answered = await send(ada, sample, rows)
    assert answered.startswith("303")
    assert [pair.votes.get("ada@demo.example") for pair in pairs(world, sample)] == ["yes", None, "cant_tell"]


async def test_a_file_of_another_sample_changes_nothing(world: World, ada: Visitor) -> None:
    mine, other = add_sample(world, {}), add_sample(world, {})
    rows = [{"pair": str(pair.id), "question": pair.question, "vote": "yes"} for pair in pairs(world, other)]
    assert "is no pair of this sample" in await send(ada, mine, rows)
    assert all(pair.votes == {} for pair in (*pairs(world, mine), *pairs(world, other)))


async def test_a_file_without_votes_is_refused_in_the_language_of_who_sent_it(world: World, ada: Visitor) -> None:
    sample = add_sample(world, {})
    (first, *_) = pairs(world, sample)
    row = {"pair": str(first.id), "question": first.question}
    assert "没有 vote / rating 这一列" in await send(ada, sample, [row], "zh")
    assert "Zeile 2: Die Bewertung 'vielleicht' gibt es nicht" in await send(
        ada, sample, [row | {"vote": "vielleicht"}], "de"
    )


async def send(visitor: Visitor, sample: int, rows: list[dict[str, str]], language: str = "en") -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    form = FormData({"csrf": masked(PageToken(CSRF))})
    form.add_field("file", out.getvalue().encode(), filename="ratings.csv", content_type="text/csv")
    speaking = {"Cookie": f"candor-desk={visitor.token}; candor-desk-language={language}"}
    response = await visitor.post(f"/scores/ratings/{sample}/import", form, headers=speaking)
    return f"{response.status} {unescape(await response.text())}"


async def test_people_stand_beside_the_measurement_and_overlaps_are_named(world: World, ada: Visitor) -> None:
    add_sample(world, {"ada": ("yes", "yes", "cant_tell"), "bob": ("yes", "yes", "no")})
    page = unescape(words_of(await ada.text("/scores/ratings")))
    assert "v1 67% 21% to 94% 3 2 0.44 80% 80% 80%" in page
    assert "“benefits” and “salary”: 1 question" in page
    assert "Is there a bonus?" in page
    assert '<svg class="plot"' in await ada.text("/scores/ratings")


async def test_the_same_question_in_two_samples_counts_once(world: World, ada: Visitor) -> None:
    add_sample(world, {"ada": ("yes", "yes", "yes")})
    add_sample(world, {"bob": ("no", "yes", "yes")})
    assert "v1 100% 34% to 100% 67% to 100% 3 2" in unescape(words_of(await ada.text("/scores/ratings")))


async def test_without_ratings_there_is_nothing_to_compare(world: World, ada: Visitor) -> None:
    add_sample(world, {})
    page = await ada.text("/scores/ratings")
    assert "People beside the measurement" not in page
    assert "0 of 3" in page


async def test_a_version_that_was_never_live_is_not_offered(world: World, visit: Visit, ada: Visitor) -> None:
    assert "There is no model whose answers" in await ada.text("/scores/ratings")
    live = live_version(world)
    page = await ada.text("/scores/ratings")
    assert f'<option value="{live.id}" selected>v1' in page
    assert world.now(lambda conn: models.history(conn, world.demo.id))[0].id == live.id


async def test_a_formula_in_a_question_is_no_formula_in_the_file(world: World, ada: Visitor) -> None:
    version = live_version(world)
    world.ask("=1+1", (Guess("salary", 0.9),), version=version.name)
    sample = await draw(ada, version=str(version.id))
    content = (await (await ada.get(f"/scores/ratings/{sample}/export")).read()).decode("utf-8-sig")
    assert "'=1+1" in content
