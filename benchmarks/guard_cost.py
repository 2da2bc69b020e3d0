"""What the guard costs a turn: the same messages with the guard off, with its signs alone, and with its detector.

    .venv/bin/python benchmarks/guard_cost.py [--turns 1000] [--data-dir D]

Every turn is understood, decided and durably written as in the server, without the network. The three bots take turns
message by message, so that whatever else the machine does hits all of them alike; each conversation has ten messages.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from _shared import machine
from guard import house

from bot.conversation import Opened, open_conversation
from bot.dialogue.loading import IncomingMessage
from bot.dialogue.turn import answer
from bot.service import Service
from candor.company_files import read_company
from candor.guard import open_guard
from candor.product import DATA_FOLDER
from candor.settings import load_settings
from candor.starter_models import StarterModels
from storage import Connection, Database
from storage.companies.companies import Company

TALK = 10
"""Messages of one conversation."""


def turn_of(service: Service, opened: Opened, number: int, text: str) -> Callable[[Connection], object]:
    """Return the transaction of one message."""
    talk, message = opened.conversation.public_id, IncomingMessage(str(number), text)
    return lambda conn: answer(conn, service, talk, opened.token, message, datetime.now(UTC))


def opening_of(service: Service, company: Company) -> Callable[[Connection], Opened]:
    """Return the transaction that opens a conversation."""
    return lambda conn: open_conversation(conn, service, company, "en", datetime.now(UTC))


def measure(database: Database, company: Company, bots: dict[str, Service], texts: list[str]) -> dict[str, list[float]]:
    """Return the seconds of every turn of every bot."""
    seconds: dict[str, list[float]] = {name: [] for name in bots}
    talks: dict[str, Opened] = {}
    for number, text in enumerate(texts):
        for name, service in bots.items():
            if number % TALK == 0:
                talks[name] = database.write_now(opening_of(service, company))
            turn = turn_of(service, talks[name], number, text)
            start = time.perf_counter()
            database.write_now(turn)
            seconds[name].append(time.perf_counter() - start)
    return seconds


def main() -> None:
    """Print milliseconds a turn."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=1000)
    parser.add_argument("--data-dir", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        settings = load_settings(overrides={"data_dir": given.data_dir or Path(folder)})
        service, questions = house(settings, seed=0)
        guard = open_guard(settings, StarterModels.of(settings))
        assert guard is not None, "the guard is switched off in config.yaml"
        asked = [text for texts in questions["en"].asked.values() for text in texts]
        texts = random.Random(0).choices(asked, k=given.turns)
        signs = replace(service, guard=replace(guard, detector=None))
        bots = {"off": service, "signs": signs, "detector": replace(service, guard=guard)}
        with Database.open(f"sqlite:///{folder}/turns.db") as database:
            company = database.write_now(lambda conn: read_company(conn, DATA_FOLDER / "demo", datetime.now(UTC)))
            measure(database, company, bots, texts[: 5 * TALK])
            before = os.getloadavg()[0]
            seconds = measure(database, company, bots, texts)
    print(machine())
    print(f"{given.turns} turns each, load average {before:.1f} before and {os.getloadavg()[0]:.1f} after")
    off = statistics.median(seconds["off"])
    for name, taken in seconds.items():
        cuts = statistics.quantiles(taken, n=100)
        p50, p99 = 1000 * cuts[49], 1000 * cuts[98]
        print(f"{name:<9} p50 {p50:.2f} ms  p99 {p99:.2f} ms  added {p50 - 1000 * off:+.2f} ms")


if __name__ == "__main__":
    main()
