"""A conversation in which the bot hears of danger."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from nlu.understanding import Guess, Stage, Understanding
from storage import Connection
from storage.conversations import conversations, messages
from storage.conversations.messages import Button, NewMessage
from storage.reviews import decisions
from storage.reviews.decisions import Guessed, KeptInterpretation, NewDecision
from storage.reviews.kinds import Kind
from tests.admin.world import NOW, World

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


def urgent_talk(world: World) -> Talk:
    """Begin a conversation that is urgent."""

    def make(conn: Connection) -> int:
        its: Any = {"public_id": "p", "token_hash": "t", "language": "en", "now": NOW}
        number = conversations.create(conn, world.demo.id, **its).id
        conversations.reopen(conn, world.demo.id, number, NOW, urgent=True)
        return number

    return Talk(world, int(world.now(make)))
