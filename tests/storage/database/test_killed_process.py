from __future__ import annotations

import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest

from storage import Connection, Database
from storage.companies.companies import Company
from storage.conversations import conversations, messages
from storage.conversations.messages import Message, NewMessage

SCRIPT = Path(__file__).parents[1] / "chatting_process.py"
ROOT = Path(__file__).parents[3]


@pytest.fixture
def talks(database: Database, company: Company, now: datetime) -> list[int]:
    def create(conn: Connection) -> list[int]:
        made = [
            conversations.create(conn, company.id, public_id=f"t{n}", token_hash="s", language="en", now=now)
            for n in range(24)
        ]
        return [each.id for each in made]

    return database.write_now(create)


def killed_under_load(command: list[str], after: int) -> set[str]:
    """Start the process, kill -9 it after so many acknowledgements; return all of them."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert process.stdout is not None
    acknowledged = {process.stdout.readline().strip() for _ in range(after)}
    process.kill()
    rest = process.stdout.read().splitlines()
    process.wait(30)
    process.stdout.close()
    return acknowledged | {line for line in rest if line}


@pytest.mark.parametrize("after", [1, 700])
def test_killing_a_process_under_load_loses_nothing_acknowledged_and_doubles_nothing(
    after: int, database_url: str, database: Database, company: Company, talks: list[int], now: datetime
) -> None:
    command = [sys.executable, str(SCRIPT), database_url, str(company.id), *map(str, talks)]
    acknowledged = killed_under_load(command, after)
    assert len(acknowledged) >= after
    sent_again = [send_again(database, company.id, client_id, now) for client_id in acknowledged]
    assert sent_again == [None] * len(acknowledged), "all that was acknowledged was there"
    for talk in talks:
        assert_whole(all_of(database, company.id, talk))


def send_again(database: Database, company_id: int, client_id: str, now: datetime) -> Message | None:
    """Do what a client does that heard no answer: return the message if it had to be stored now."""
    talk = int(client_id.split("-")[0])
    question = NewMessage("incoming", "candidate", "What do I earn?", client_id=client_id)

    def turn(conn: Connection) -> Message | None:
        if messages.by_client_id(conn, company_id, talk, client_id) is not None:
            return None
        return messages.append(conn, company_id, talk, question, now)

    return database.write_now(turn)


def all_of(database: Database, company_id: int, talk: int) -> list[Message]:
    return database.read_now(lambda conn: messages.after(conn, company_id, talk, 0, 10_000))


def assert_whole(stored: list[Message]) -> None:
    """Questions and replies come in pairs, numbered without gaps, every question once."""
    assert [each.seq for each in stored] == list(range(1, len(stored) + 1))
    questions, replies = stored[::2], stored[1::2]
    assert [each.reply_to for each in replies] == [each.seq for each in questions]
    numbers = [int((each.client_id or "").split("-")[1]) for each in questions]
    assert numbers == list(range(len(questions)))
