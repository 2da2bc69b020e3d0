"""Annotating breakdowns: one turn after the other, nobody sees the others' labels, agreement and disagreement."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest

from admin.annotations.samples import draw
from storage import Connection
from storage.annotations import annotation_samples
from storage.conversations import conversations, messages
from storage.conversations.messages import Author, Direction, NewMessage
from storage.erasure import erasure
from tests.admin.annotated import add_sample, label, said, talk_of
from tests.admin.conftest import Visit
from tests.admin.world import NOW, Visitor, World, words_of


async def test_a_sample_is_drawn_and_leads_to_its_first_turn(world: World, ada: Visitor) -> None:
    talk = talk_of(world, "How much?", "And holidays?")
    response = await ada.post("/annotations", {"source": "recent", "size": "5"})
    assert (response.status, response.headers["Location"]) == (303, "/admin/annotations/1?note=annotations_drawn")
    (sample,) = world.now(lambda conn: annotation_samples.of_company(conn, world.demo.id))
    assert (sample.source, sample.author, sample.conversations) == ("recent", "ada@demo.example", (talk.id,))
    assert "Drew conversations to annotate (sample 1)" in words_of(await ada.text("/audit"))


@pytest.mark.parametrize(
    ("fields", "status", "told"),
    [
        ({"source": "recent", "size": "0"}, 422, "from 1 to 200"),
        ({"source": "recent", "size": "x"}, 422, "from 1 to 200"),
        ({"source": "nowhere", "size": "5"}, 422, "from 1 to 200"),
        ({"source": "random", "size": "5"}, 409, "no conversation yet in which the bot replied"),
        ({"source": "stopped", "size": "5"}, 409, "has not stopped any conversation"),
    ],
)
async def test_a_sample_that_cannot_be_drawn_says_why(
    ada: Visitor, fields: dict[str, str], status: int, told: str
) -> None:
    response = await ada.post("/annotations", fields)
    assert response.status == status
    assert told in unescape(await response.text())


def test_a_random_sample_follows_its_seed(world: World) -> None:
    for number in range(12):
        talk_of(world, f"Question {number}")

    def drawn(seed: int) -> tuple[int, ...]:
        given: dict[str, Any] = {"source": "random", "size": 5, "author": "ada", "now": NOW}
        made = world.now(lambda conn: draw(conn, world.demo.id, seed=seed, **given))
        found = world.now(lambda conn: annotation_samples.get(conn, world.demo.id, made))
        return tuple(found.conversations)

    assert drawn(1) == drawn(1) != drawn(2)


async def test_only_what_came_before_a_turn_is_shown(world: World, ada: Visitor) -> None:
    sample = add_sample(world, talk_of(world, "How much?", "And holidays?"))
    first = await ada.text(f"/annotations/{sample}")
    assert "How much?" in first
    assert "And holidays?" not in first
    response = await ada.post(f"/annotations/{sample}/label", {"turn": "1-2", "label": "PB"})
    assert (response.status, response.headers["Location"]) == (303, f"/admin/annotations/{sample}")
    second = words_of(await ada.text(f"/annotations/{sample}"))
    assert "1 of 2 replies labelled" in second
    assert "And holidays?" in second
    assert "Hard to go on" in second.split("And holidays?")[0]


async def test_greetings_and_recruiters_are_not_judged(world: World, ada: Visitor) -> None:
    said: list[tuple[Direction, Author]] = [
        ("outgoing", "bot"), ("incoming", "candidate"), ("outgoing", "bot"), ("outgoing", "recruiter")
    ]  # fmt: skip

    def talk(conn: Connection) -> int:
        its = (conn, world.demo.id)
        made = conversations.create(*its, public_id="t", token_hash="t", language="en", now=NOW)
        for direction, author in said:
            new = NewMessage(direction, author, f"I am the {author}", reply_to=2)
            messages.append(*its, made.id, new, NOW)
        return made.id

    number = world.now(talk)
    await ada.post("/annotations", {"source": "recent", "size": "5"})
    assert "0 of 1 replies labelled" in words_of(await ada.text("/annotations/1"))
    for seq, status in ((1, 404), (3, 303), (4, 404)):
        fields = {"turn": f"{number}-{seq}", "label": "B"}
        assert (await ada.post("/annotations/1/label", fields)).status == status


async def test_going_back_changes_a_label_and_keeps_the_others(world: World, ada: Visitor) -> None:
    talk = talk_of(world, "How much?", "And holidays?")
    sample = add_sample(world, talk)
    for turn, chosen in (("1-2", "B"), ("1-4", "NB")):
        await ada.post(f"/annotations/{sample}/label", {"turn": turn, "label": chosen})
    end = await ada.text(f"/annotations/{sample}")
    assert "Everything is labelled" in end
    assert f'href="/admin/annotations/{sample}?turn=1-4"' in end
    assert "You said: Easy to go on" in words_of(await ada.text(f"/annotations/{sample}?turn=1-4"))
    await ada.post(f"/annotations/{sample}/label", {"turn": "1-2", "label": "PB"})
    assert [each.label.value for each in said(world, talk)] == ["PB", "NB"]


async def test_nobody_sees_what_others_said_before_the_end(world: World, ada: Visitor) -> None:
    talk = talk_of(world, "How much?", "And holidays?")
    sample = add_sample(world, talk)
    label(world, talk, "XX")
    await ada.post(f"/annotations/{sample}/label", {"turn": "1-2", "label": "NB"})
    page = await ada.text(f"/annotations/{sample}")
    assert "bob@" not in page
    assert "chip" in page
    closed = await ada.get(f"/annotations/{sample}/disagreements")
    assert closed.status == 409
    assert "Label all replies" in await closed.text()


async def test_agreement_is_told_at_once_in_figures_and_words(world: World, ada: Visitor) -> None:
    talk = talk_of(world, "How much?", "And holidays?", "Really?")
    sample = add_sample(world, talk)
    label(world, talk, "OXT")
    label(world, talk, "OXX", "ada@demo.example")
    words = words_of(await ada.text("/annotations"))
    assert "3 of 3 2 0.45 (moderate) 1 (almost perfect)" in words
    assert "0.45 (moderate)" in words_of(await ada.text(f"/annotations/{sample}"))


async def test_disagreements_stand_with_the_most_disputed_first(world: World, ada: Visitor) -> None:
    talk = talk_of(world, "How much?", "And holidays?", "Really?")
    sample = add_sample(world, talk)
    label(world, talk, "OTX")
    label(world, talk, "OXO", "ada@demo.example")
    words = words_of(await ada.text(f"/annotations/{sample}/disagreements"))
    assert words.index("Disagreement 100%") < words.index("Disagreement 50%")
    assert "bob@demo.example Cannot go on" in words
    assert "Disagreement 0%" not in words


@pytest.mark.parametrize(
    ("turn", "chosen", "status"),
    [("1-2", "XX", 400), ("1-2", "", 422), ("nonsense", "NB", 400), ("1-1", "NB", 404), ("2-2", "NB", 404)],
)
async def test_what_is_no_label_of_a_turn_of_the_sample_is_refused(
    world: World, ada: Visitor, turn: str, chosen: str, status: int
) -> None:
    talk, other = talk_of(world, "How much?"), talk_of(world, "Not drawn")
    sample = add_sample(world, talk)
    assert (await ada.post(f"/annotations/{sample}/label", {"turn": turn, "label": chosen})).status == status
    assert said(world, talk) + said(world, other) == []


async def test_another_company_sees_and_labels_nothing(world: World, visit: Visit, ada: Visitor) -> None:
    talk = talk_of(world, "How much?")
    sample = add_sample(world, talk)
    eve = await visit(world.eve)
    for path in (f"/annotations/{sample}", f"/annotations/{sample}/disagreements"):
        assert (await eve.get(path)).status == 404
    assert (await eve.post(f"/annotations/{sample}/label", {"turn": "1-2", "label": "B"})).status == 404
    assert said(world, talk) == []


async def test_an_erased_conversation_leaves_the_sample(world: World, ada: Visitor) -> None:
    talk, other = talk_of(world, "How much?"), talk_of(world, "And holidays?")
    sample = add_sample(world, talk, other)
    label(world, talk, "X")
    world.now(lambda conn: erasure.erase_conversation(conn, world.demo.id, talk.public_id, NOW))
    assert said(world, talk) == []
    assert "0 of 1 replies labelled" in words_of(await ada.text(f"/annotations/{sample}"))
