"""Conversations drawn to be annotated, and what people said of them."""

from __future__ import annotations

from typing import Any

from nlu.breakdown.dialogue import Label
from storage import Connection
from storage.annotations import annotating, annotation_samples
from storage.annotations.annotating import GivenLabel, Source
from storage.conversations.conversations import Conversation
from tests.admin.world import NOW, World


def talk_of(world: World, *questions: str) -> Conversation:
    """Let a candidate ask all this in one conversation."""
    review_id = world.ask(questions[0])
    talk = world.review(review_id).conversation
    for question in questions[1:]:
        world.ask(question, talk=talk)
    return talk


def add_sample(world: World, *talks: Conversation, source: Source = "recent") -> int:
    """Draw these conversations."""
    ids = [talk.id for talk in talks]
    given: dict[str, Any] = {"source": source, "seed": 0, "author": "ada@demo.example", "now": NOW}
    return int(world.now(lambda conn: annotation_samples.add(conn, world.demo.id, ids, **given)))


def label(world: World, talk: Conversation, labels: str, name: str = "bob@demo.example") -> None:
    """Label the bot's turns of a conversation in their order: O, T or X."""

    def write(conn: Connection) -> None:
        turns = annotating.turns(conn, world.demo.id, [talk.id])[talk.id]
        judged = [turn for turn in turns if turn.judged]
        for turn, letter in zip(judged, labels, strict=True):
            meant = {"O": Label.NB, "T": Label.PB, "X": Label.B}[letter]
            annotating.annotate(conn, world.demo.id, talk.id, turn.seq, name, meant, NOW)

    world.now(write)


def said(world: World, talk: Conversation) -> list[GivenLabel]:
    """Return everybody's labels on a conversation."""
    return list(world.now(lambda conn: annotating.of_conversations(conn, world.demo.id, [talk.id])))
