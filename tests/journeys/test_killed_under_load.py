"""kill -9 of the server under load loses and doubles nothing that was acknowledged."""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import pytest

from tests.commanding import Candor, make_house
from tests.learnt import Learnt
from tests.serving import Server, serving

CANDIDATES = 8
PATIENCE = 60.0
BEFORE_THE_KILL = 200
QUESTIONS = ("what about pay", "hello", "can i work from home", "what about my unicorn")
SETTINGS = {"CANDOR_BOT__MESSAGES_PER_MINUTE": "1000000", "CANDOR_DEMO": "false"}


def call(server: Server, method: str, path: str, token: str = "", body: dict[str, str] | None = None) -> dict[str, Any]:
    """Ask the server; where it is busy, which it says has kept nothing, once more when it wants to be asked."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    data = None if body is None else json.dumps(body).encode()
    end = time.monotonic() + PATIENCE
    while True:
        try:
            with urlopen(Request(server.address + path, data, headers, method=method), timeout=PATIENCE) as response:
                answer: dict[str, Any] = json.load(response)
                return answer
        except HTTPError as error:
            if error.code != 503 or time.monotonic() > end:
                raise
            time.sleep(float(error.headers["Retry-After"]))  # what a client is told to do


@dataclass
class Candidate:
    """Sends one message after the other and notes what was acknowledged."""

    conversation: str
    token: str
    sent: list[str] = field(default_factory=list)
    acknowledged: dict[str, dict[str, Any]] = field(default_factory=dict)

    def send(self, server: Server, client_id: str) -> dict[str, Any]:
        text = QUESTIONS[int(client_id.rpartition("-")[2]) % len(QUESTIONS)]
        path = f"/api/v1/conversations/{self.conversation}/messages"
        return call(server, "POST", path, self.token, {"client_id": client_id, "text": text})

    def talk_until_the_end(self, server: Server, count: threading.Semaphore) -> None:
        while True:
            client_id = f"{self.conversation}-{len(self.sent)}"
            self.sent.append(client_id)
            try:
                self.acknowledged[client_id] = self.send(server, client_id)
            except (URLError, ConnectionError, TimeoutError, OSError, ValueError):
                return
            count.release()

    def history(self, server: Server) -> list[dict[str, Any]]:
        path = f"/api/v1/conversations/{self.conversation}/messages?after="
        found: list[dict[str, Any]] = []
        while page := call(server, "GET", f"{path}{found[-1]['seq'] if found else 0}", self.token)["messages"]:
            found += page
        return found


@pytest.fixture(params=["sqlite", "postgresql"])
def environment(request: pytest.FixtureRequest) -> Iterator[dict[str, str]]:
    if request.param == "sqlite":
        yield SETTINGS
    else:
        yield SETTINGS | {"CANDOR_STORAGE__DATABASE_URL": request.getfixturevalue("postgresql_url")}


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_or_doubled(environment: dict[str, str], tmp_path: Path, learnt: Learnt) -> None:
    learnt.give(tmp_path, ["en"])
    make_house(Candor(tmp_path, environment))
    with serving(tmp_path, **environment) as server:
        candidates = [open_conversation(server) for _ in range(CANDIDATES)]
        count = threading.Semaphore(0)
        talks = [threading.Thread(target=c.talk_until_the_end, args=(server, count)) for c in candidates]
        for talk in talks:
            talk.start()
        for _ in range(BEFORE_THE_KILL):
            assert count.acquire(timeout=120)
        server.kill()
        for talk in talks:
            talk.join()
    with serving(tmp_path, **environment) as server:
        for candidate in candidates:
            check_kept(server, candidate)
        with pytest.raises(HTTPError) as refusal:
            call(server, "POST", "/api/v1/companies/nobody/conversations", body={})
    assert json.load(refusal.value)["error"]["code"] == "company_not_found"


def open_conversation(server: Server) -> Candidate:
    opened = call(server, "POST", "/api/v1/companies/acme/conversations", body={})
    return Candidate(opened["conversation"], opened["token"])


def check_kept(server: Server, candidate: Candidate) -> None:
    """Everything acknowledged stands in the history once, and sending it all again changes nothing of it."""
    before = {message["id"]: message for message in candidate.history(server)}
    for answer in candidate.acknowledged.values():
        for message in (answer["message"], *answer["replies"]):
            assert before[message["id"]] == message
    for client_id in candidate.sent:
        again = candidate.send(server, client_id)
        if client_id in candidate.acknowledged:
            assert again == candidate.acknowledged[client_id]
    history = candidate.history(server)
    assert [message["seq"] for message in history] == list(range(1, len(history) + 1))
    incoming = Counter(message["id"] for message in history if message["direction"] == "incoming")
    assert sum(incoming.values()) == len(candidate.sent)
