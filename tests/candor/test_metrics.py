"""What /metrics tells: what clients were answered, sockets apart, turns, models, outboxes, the writer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast

import pytest
from aiohttp import web
from prometheus_client.parser import text_string_to_metric_families
from pytest_aiohttp.plugin import AiohttpClient

from bot.channels.web import Rate, StoredConversations, WebSettings, setup
from bot.live import LiveModels
from bot.model_shelf import Refusal
from bot.service import Service
from candor import health
from candor.connections import ConnectionLimits, Connections
from candor.metrics import HouseMetrics
from candor.readiness import Readiness
from storage import Connection, Database, jobs
from storage.database.errors import Busy
from storage.models import models
from storage.outbox import outbox
from storage.outbox.outbox import NewEntry
from tests.bot.conftest import NOW, ScriptedModels, add_company, service
from tests.bot.conftest import models as models_fixture
from tests.bot.web.conftest import Client, opens

__all__ = ["models_fixture", "service"]

Figures = dict[tuple[str, ...], float]
Look = Callable[[Client], Awaitable[Figures]]


class Models(ScriptedModels):
    """Everything is loaded; what was refused, the test says."""

    languages = ("en",)

    def __init__(self) -> None:
        super().__init__()
        self.refusals: dict[tuple[int, str], Refusal] = {}

    def answers(self, company_id: int, language: str) -> bool:
        return True


@pytest.fixture(name="models")
def _models() -> ScriptedModels:
    return Models()


@pytest.fixture
async def client(database: Database, service: Service, aiohttp_client: AiohttpClient, tmp_path: Path) -> Client:
    database.write_now(lambda conn: add_company(conn, "demo"))
    app = web.Application()
    metrics = HouseMetrics(app, database, service.live, Connections(ConnectionLimits(10, 5)))
    conversations = StoredConversations(database, service, told=metrics.told.hear)
    setup(app, conversations, service.texts, WebSettings(conversation_rate=Rate(burst=3, per_second=0.001)))
    health.mount(app, Readiness(database, service, tmp_path), metrics)
    return await aiohttp_client(app)


async def figures(client: Client) -> Figures:
    """Return each sample under its name and the values of its labels."""
    text = await (await client.get("/metrics")).text()
    samples = (sample for family in text_string_to_metric_families(text) for sample in family.samples)
    return {(sample.name, *sample.labels.values()): sample.value for sample in samples}


MESSAGES = "/api/v1/conversations/{id}/messages"


async def test_requests_are_counted_by_what_the_client_was_answered(
    client: Client, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def busy(work: Callable[[Connection], Any]) -> None:
        raise Busy("too much")

    ada = await opens(client)
    with monkeypatch.context() as full:
        full.setattr(database, "write_at_once", busy)
        assert (await ada.says("what do you pay")).status == 503
    for _ in range(3):
        last = await ada.says("what do you pay")
    assert last.status == 429
    await client.get("/nowhere")
    seen = await figures(client)
    by_status = {key[2]: value for key, value in seen.items() if key[0] == "candor_requests_total" and "{id" in key[1]}
    assert by_status == {"503": 1, "200": 2, "429": 1}
    assert seen["candor_requests_total", "unknown", "404"] == 1


async def test_a_sockets_life_is_no_time_to_answer(client: Client) -> None:
    ada = await opens(client)
    async with client.ws_connect(
        f"/api/v1/conversations/{ada.conversation}/socket", headers={"Authorization": f"Bearer {ada.token}"}
    ) as socket:
        await socket.receive_str()
        assert (await figures(client))["candor_sockets",] == 1
    async with asyncio.timeout(60):
        while (seen := await figures(client))["candor_socket_seconds_count",] != 1:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    assert not [key for key in seen if key[0] == "candor_request_seconds_count" and "socket" in key[1]]


async def test_turns_are_counted_by_company_and_decision_and_a_repeated_message_once(client: Client) -> None:
    ada = await opens(client)
    for _ in range(2):
        await ada.says("what do you pay")
    seen = await figures(client)
    assert seen["candor_messages_total", "demo"] == 1
    assert seen["candor_decisions_total", "demo", "reply"] == 1
    assert ("candor_decisions_total", "demo", "defer") not in seen


async def test_models_jobs_outboxes_and_writes_are_told(client: Client, database: Database, service: Service) -> None:
    def write(conn: Connection) -> None:
        told: dict[str, Any] = {"file": "f", "sha256": "", "fingerprint": "", "dataset_revision": 1, "recipe": {}}
        models.promote(conn, 1, models.add_candidate(conn, 1, language="en", now=NOW, **told).id, NOW)
        jobs.claim(conn, "retrain:demo", "a", NOW)
        jobs.finish(conn, "retrain:demo", "a", "promoted", "", NOW)
        outbox.put(conn, 1, NewEntry("alert", "blocked:email", "email", {}), NOW)

    database.write_now(write)
    seen = await figures(client)
    assert seen["candor_model_live_timestamp_seconds", "demo", "en", "v1"] == NOW.timestamp()
    assert seen["candor_model_answers", "demo", "en"] == 1
    assert seen["candor_job_last_end_timestamp_seconds", "retrain", "promoted"] == NOW.timestamp()
    assert (seen["candor_outbox_waiting", "alerts"], seen["candor_outbox_waiting", "mail"]) == (1, 0)
    assert seen["candor_outbox_oldest_seconds", "alerts"] > 0
    assert seen["candor_commit_seconds_count",] > 0
    assert seen["candor_ready",] == 1


async def test_a_refused_live_model_is_told(client: Client, database: Database, service: Service) -> None:
    def write(conn: Connection) -> None:
        told: dict[str, Any] = {"file": "f", "sha256": "", "fingerprint": "", "dataset_revision": 1, "recipe": {}}
        models.promote(conn, 1, models.add_candidate(conn, 1, language="en", now=NOW, **told).id, NOW)

    database.write_now(write)
    cast(Models, service.live).refusals[1, "en"] = Refusal("v1", "it is gone", None, ())
    assert (await figures(client))["candor_model_answers", "demo", "en"] == 0


def test_live_models_tell_what_the_metrics_ask(tmp_path: Path) -> None:
    """The fake above has what the real ones have."""
    live = LiveModels(lambda _: None, tmp_path)
    assert (live.answers(1, "en"), live.refusals, live.languages) == (False, {}, ())
