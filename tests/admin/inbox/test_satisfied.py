"""Candidates are asked whether a person's answer answered their question; the desk shows what they say."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from storage import Connection
from storage.conversations import messages, satisfactions
from storage.conversations.messages import NewMessage
from tests.admin.world import NOW, UNSURE, Visitor, World, words_of

ONE = "/conversations/1"


@pytest.fixture
def dog(world: World) -> int:
    return world.ask("Can I bring my dog?", UNSURE, "defer")


def offered(world: World, review: int) -> list[list[str]]:
    return [[button.id for button in message.buttons if "rated" in button.id] for message in world.said(review)]


async def test_the_answer_to_who_waits_asks_once_and_so_does_the_end(world: World, ada: Visitor, dog: int) -> None:
    thumbs = ["rated:yes", "rated:no"]
    await ada.post(f"{ONE}/reply", {"reply": "Yes.", "seen": "2"})
    await ada.post(f"{ONE}/reply", {"reply": "A small one.", "seen": "4"})
    assert offered(world, dog)[2:] == [[], thumbs, []], "joined, answered, added something"
    await ada.post(f"{ONE}/resolve", {"reply": "", "seen": "5"})
    assert offered(world, dog)[5:] == [[]], "the thumbs still stand there"
    world.now(lambda conn: messages.append(conn, 1, 1, NewMessage("incoming", "candidate", "Thanks"), NOW))
    await ada.post(f"{ONE}/take-over")
    await ada.post(f"{ONE}/hand-back", {"reply": "", "seen": "8"})
    assert offered(world, dog)[-1] == thumbs, "they have gone away when the candidate wrote"


async def test_nobody_is_asked_who_got_no_answer_or_has_told(world: World, ada: Visitor, dog: int) -> None:
    await ada.post(f"{ONE}/take-over")
    await ada.post(f"{ONE}/hand-back", {"reply": "", "seen": "3"})
    assert not any(offered(world, dog))
    await ada.post(f"{ONE}/reply", {"reply": "Yes.", "seen": "4"})

    def tell(conn: Connection) -> None:
        answer = max(each.seq for each in messages.after(conn, 1, 1, 0) if each.author == "recruiter")
        satisfactions.tell(conn, 1, 1, answer, answered=True, now=NOW)
        messages.append(conn, 1, 1, NewMessage("incoming", "candidate", "Answered"), NOW)

    world.now(tell)
    await ada.post(f"{ONE}/resolve", {"reply": "", "seen": "99"})
    assert offered(world, dog)[-1] == []


async def test_what_was_said_stands_in_the_thread_in_review_and_as_a_figure(
    world: World, ada: Visitor, dog: int
) -> None:
    assert "Satisfied with" not in words_of(await ada.text("/figures"))
    await ada.post(f"{ONE}/reply", {"reply": "Yes.", "seen": "2"})

    def tell(conn: Connection) -> None:
        satisfactions.tell(conn, 1, 1, 4, answered=False, now=NOW)
        said = messages.append(conn, 1, 1, NewMessage("incoming", "candidate", "Which <dogs>?"), NOW)
        satisfactions.comment(conn, 1, 1, said.seq)

    world.now(tell)
    for page in (ONE, f"/reviews/{dog}"):
        html = await ada.text(page)
        assert "Says: not answered" in words_of(html), page
        assert "Which &lt;dogs&gt;?" in html, page
    news = await ada.text(f"{ONE}/messages?after=4")
    assert 'id="satisfied-4" hx-swap-oob="true"' in news, "a page that is open has shown the answer already"
    other = world.ask("Is there parking?", UNSURE, "defer")
    assert "Says: not answered" not in words_of(await ada.text(f"/reviews/{other}"))


@pytest.mark.parametrize("hours", [0, 24 * 31])
async def test_the_figure_is_of_the_last_days(world: World, ada: Visitor, hours: int) -> None:
    world.ask("Can I bring my dog?", UNSURE, "defer")
    when = datetime.now(UTC) - timedelta(hours=hours)
    for seq, answered in enumerate((True, True, False), 4):
        world.now(
            lambda conn, seq=seq, answered=answered: satisfactions.tell(conn, 1, 1, seq, answered=answered, now=when)
        )
    words = words_of(await ada.text("/figures"))
    assert ("67% 3 candidates said" in words) == (hours == 0)
