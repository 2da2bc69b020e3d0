"""The inbox shows the words for which somebody may be in danger: those that were asked about, not the reply."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import pytest

from nlu.understanding import PRESSED, Guess, Stage, Understanding
from storage import Connection
from storage.conversations import conversations, messages
from storage.conversations.messages import Button, NewMessage
from storage.reviews import decisions
from storage.reviews.decisions import Guessed, KeptInterpretation, NewDecision
from storage.reviews.kinds import Kind
from tests.admin.world import NOW, Visitor, World, words_of

GUESSED = Guessed(Stage.FAQ, "visa", 0.01, (Guess("visa", 0.01),))
TAKEN = KeptInterpretation("danger", None, GUESSED)


@dataclass(frozen=True, slots=True)
class Talk:
    """A conversation in which the bot hears of danger."""

    world: World
    number: int

    def says(self, text: str, kind: Kind = "reply", intent: str = "visa", **more: Any) -> int:
        """Let the candidate say something; return its number."""
        version = more.pop("version", "v7")
        stage = Stage.GENERAL if intent == "crisis" else Stage.FAQ
        seen = Understanding(text, "en", stage, intent, 0.9, (Guess(intent, 0.9),), (), version)

        def write(conn: Connection) -> int:
            told = NewMessage("incoming", "candidate", text)
            seq = messages.append(conn, self.world.demo.id, self.number, told, NOW).seq
            made = NewDecision(seen, kind, 0.5, **more)
            decisions.record(conn, self.world.demo.id, self.number, seq, made, NOW)
            return seq

        return int(self.world.now(write))

    def is_asked_after(self, text: str) -> None:
        """Let the candidate say something about which the bot asks whether they are safe."""
        seq = self.says(text, "clarify")
        buttons = (Button(f"safety:safe:{seq}", "I am safe"), Button(f"safety:help:{seq}", "I need help"))
        asks = NewMessage("outgoing", "bot", "Are you safe right now?", buttons, reply_to=seq)
        self.world.now(lambda conn: messages.append(conn, self.world.demo.id, self.number, asks, NOW))


@pytest.fixture
def talk(world: World) -> Talk:
    """A conversation that is urgent."""

    def make(conn: Connection) -> int:
        its: Any = {"public_id": "p", "token_hash": "t", "language": "en", "now": NOW}
        number = conversations.create(conn, world.demo.id, **its).id
        conversations.reopen(conn, world.demo.id, number, NOW, urgent=True)
        return number

    return Talk(world, int(world.now(make)))


async def danger(ada: Visitor) -> str:
    """Return what the list shows as danger."""
    found = re.search(r'class="last danger"[^>]*>([^<]*)<', await ada.text("/conversations"))
    return found.group(1) if found else ""


async def test_the_words_that_were_asked_about_are_shown_and_not_the_reply(talk: Talk, ada: Visitor) -> None:
    talk.is_asked_after("I won't be here by the morning".replace("'", "’"))
    talk.says("my brother stays over", intent="crisis", interpretation=TAKEN)
    talk.says("could I move my interview?")
    assert await danger(ada) == "I won’t be here by the morning"


async def test_who_presses_that_they_need_help_is_shown_with_what_was_asked_about(talk: Talk, ada: Visitor) -> None:
    talk.is_asked_after("I have had enough")
    talk.says("I need help", intent="crisis", version=PRESSED)
    assert await danger(ada) == "I have had enough"


async def test_words_that_raise_the_alarm_themselves_are_shown_whatever_was_asked_before(
    talk: Talk, ada: Visitor
) -> None:
    talk.is_asked_after("I have had enough")
    alone = KeptInterpretation("danger", None, Guessed(Stage.GENERAL, "crisis", 0.95, (Guess("crisis", 0.95),)))
    talk.says("I have the pills here", intent="crisis", interpretation=alone)
    talk.says("and the interview?")
    assert await danger(ada) == "I have the pills here"


async def test_who_asks_for_help_again_is_shown_with_what_raised_the_alarm(talk: Talk, ada: Visitor) -> None:
    talk.says("I have the pills here", intent="crisis")
    talk.says("help", intent="crisis", interpretation=TAKEN)
    assert await danger(ada) == "I have the pills here"


async def test_what_was_asked_about_without_an_alarm_is_no_danger(talk: Talk, ada: Visitor) -> None:
    talk.is_asked_after("I have had enough")
    talk.says("only joking")
    assert await danger(ada) == ""


async def test_the_thread_marks_what_raised_the_alarm_and_what_was_asked_about(talk: Talk, ada: Visitor) -> None:
    talk.is_asked_after("I have had enough")
    talk.says("my brother stays over", intent="crisis", interpretation=TAKEN)
    html = await ada.text(f"/conversations/{talk.number}")
    asked, rest = re.findall(r'<div class="message candidate" id="m\d+">.*?(?=<div class="message|\Z)', html, re.DOTALL)
    assert 'class="chip blocked">Danger' in asked
    assert "Asked whether they are safe" in words_of(asked)
    assert 'class="chip blocked">Danger' not in rest
