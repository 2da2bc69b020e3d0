"""While a company is retrained its steps are noted with the run: the desk tells by them how long it has left."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest

from candor.progress import planned_steps, write_step
from candor.retrain_steps import StepsHeard, noting_steps
from candor.training_process import Hear
from storage import Connection, Database, jobs
from storage.jobs import RunStep
from tests.until import until

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


def test_small_steps_and_other_lines_are_passed_over(capsys: pytest.CaptureFixture[str]) -> None:
    planned_steps(["en", "de"])
    for done in (1, 2, 10, 11, 100, 1, 20):
        write_step("answers:en", done, 100)
    heard = StepsHeard(lambda: NOW)
    for line in [*lines(capsys), "acme v1 (en): promoted"]:
        heard.hear(line)
    assert [(step.part, step.share) for step in heard.steps] == [
        ("answers:en", 0), ("answers:de", 0), ("answers:en", 0.1), ("answers:en", 1), ("answers:en", 0.01),
        ("answers:en", 0.2),
    ]  # fmt: skip


async def test_steps_are_noted_while_the_retrain_goes_on_and_stay_with_the_run(
    database: Database, capsys: pytest.CaptureFixture[str]
) -> None:
    now = datetime.now(UTC)
    await database.write(lambda conn: jobs.claim(conn, "retrain:demo", "one", now))
    write_step("answers:en", 1, 2)
    write_step("answers:en", 2, 2)
    half, whole = lines(capsys)
    goes_on, passed_on = asyncio.Event(), list[str]()

    async def retrain(hear: Hear) -> tuple[str, str]:
        hear(half)
        await goes_on.wait()
        hear(whole)
        return "promoted", "v1"

    async def at_once(_: float) -> None:
        await asyncio.sleep(0)

    def noted(conn: Connection) -> tuple[RunStep, ...]:
        run = jobs.get(conn, "retrain:demo", "one")
        assert run is not None
        return run.steps

    work = asyncio.create_task(noting_steps(database, "demo", passed_on.append, retrain, at_once))

    await until(lambda: bool(database.read_now(noted)))
    goes_on.set()
    assert await work == ("promoted", "v1")
    assert [step.share for step in await database.read(noted)] == [0.5, 1]
    assert passed_on == [half, whole]
    await database.write(lambda conn: jobs.finish(conn, "retrain:demo", "one", "promoted", None, now))
    assert [run.slot for run in await database.read(lambda conn: jobs.finished_with_steps(conn, "retrain:demo"))] == [
        "one"
    ]


async def test_a_run_that_is_begun_again_has_no_steps_yet(database: Database) -> None:
    def work(conn: Connection) -> tuple[RunStep, ...]:
        jobs.claim(conn, "retrain:demo", "one", NOW)
        jobs.note_steps(conn, "retrain:demo", [RunStep("answers:en", 0.5, NOW)])
        jobs.finish(conn, "retrain:demo", "one", jobs.STOPPED, None, NOW)
        again = jobs.claim(conn, "retrain:demo", "one", NOW)
        assert again is not None
        return again.steps

    assert await database.write(work) == ()
