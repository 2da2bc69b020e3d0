"""Companies whose conversations are annotated by a simple rule, which a small detector learns quickly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import Any

from evaluation.breakdown.dialogues import Annotation, Dialogue, DialogueTurn
from nlu.breakdown import training
from nlu.breakdown.dialogue import Label, Utterance
from storage import Connection
from storage.annotations import annotating
from storage.companies.companies import Company
from storage.conversations import conversations, messages
from storage.conversations.messages import NewMessage
from storage.database.database import Database
from storage.models import detectors
from storage.models.detectors import DetectorVersion
from tests.training.conftest import NOW
from training.detector import DetectorPlan, Trained, retrain
from training.detector_measuring import fit

FIRST = 2000
"""The number of the first conversation of a company."""

GOOD, BAD = "Yes, of course you can ask about {0}.", "Yes, of course you can ask about {0}. Yes, of course."
OTHER = {Label.NB: Label.B, Label.B: Label.NB}


def shrink(put: Callable[[Any, str, float], None]) -> None:
    """Make training quick: few trees that learn fast are enough for a simple rule."""
    for machine in (training._RANDOM, training._BOOSTED):
        put(machine, "n_estimators", 20)
        put(machine, "min_samples_leaf", 2)
    put(training._BOOSTED, "learning_rate", 0.3)


def spoken(number: int) -> list[tuple[str, str, Label]]:
    """Return questions and replies of a dialogue with the label that the rule gives: what was said twice is bad."""
    asked = [f"May I ask about topic{number}x{place}, please?" for place in range(5)]
    bad = [(number + place) % 2 == 0 for place in range(5)]
    replies = [(BAD if wrong else GOOD).format(question) for question, wrong in zip(asked, bad, strict=True)]
    return [(a, r, Label.B if wrong else Label.NB) for a, r, wrong in zip(asked, replies, bad, strict=True)]


def starter(often: int) -> list[Dialogue]:
    """Return dialogues that every company begins with."""
    return [_dialogue(f"starter/{number}", 1000 + number) for number in range(often)]


def _dialogue(name: str, number: int) -> Dialogue:
    turns: list[DialogueTurn] = []
    for question, reply, label in spoken(number):
        turns.append(DialogueTurn(len(turns), Utterance(question, by_system=False)))
        said = (Annotation(label, "a"), Annotation(label, "b"))
        turns.append(DialogueTurn(len(turns), Utterance(reply, by_system=True), said))
    return Dialogue(name, tuple(turns))


@dataclass
class Bench:
    """A company whose detector is trained."""

    database: Database
    company: Company
    plan: DetectorPlan
    numbers: Iterator[int]

    def talk(self, often: int, *, inverted: bool = False) -> None:
        """Hold so many conversations, and annotate them by the rule or against it."""
        for number in islice(self.numbers, often):
            self.database.write_now(partial(self._talk, number=number, inverted=inverted))

    def _talk(self, conn: Connection, number: int, inverted: bool) -> None:
        its = (conn, self.company.id)
        name = f"talk-{number}"
        talk = conversations.create(*its, public_id=name, token_hash=name, language="en", now=NOW)
        said = []
        for question, reply, label in spoken(number):
            asked = messages.append(*its, talk.id, NewMessage("incoming", "candidate", question), NOW)
            made = messages.append(*its, talk.id, NewMessage("outgoing", "bot", reply, reply_to=asked.seq), NOW)
            said.append((made.seq, OTHER[label] if inverted else label))
        for seq, label in said:
            for who in ("ada", "bob"):
                annotating.annotate(*its, talk.id, seq, who, label, NOW)

    def retrain(self) -> Trained:
        """Train a detector now."""
        return retrain(self.database, self.company, self.plan, now=lambda: NOW)

    def live(self) -> DetectorVersion | None:
        """Return the live detector."""
        return self.database.read_now(lambda conn: detectors.live(conn, self.company.id))

    def history(self) -> list[DetectorVersion]:
        """Return all of them, newest first."""
        return self.database.read_now(lambda conn: detectors.history(conn, self.company.id))


def bench(database: Database, company: Company, models_dir: Path, *, starters: int = 8, first: int = FIRST) -> Bench:
    """Return a bench for this company, which begins with so many dialogues of the starter; its first talk's number."""
    known = starter(starters)
    return Bench(database, company, DetectorPlan(models_dir, known, lambda: fit(known, 0)), count(first))
