"""`candor breakdown import|export|retrain`: what each says and its exit code; and when detectors are retrained."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from candor.house import open_database
from candor.settings import load_settings
from evaluation.breakdown.detector_gate import Compared
from storage import jobs
from storage.annotations import annotating, foreign_dialogues
from storage.companies import companies
from storage.companies.companies import CompanyProfile
from storage.companies.company_settings import CompanySettings, Usual, as_made
from storage.database.database import Database
from storage.models import detectors
from tests.candor import test_breakdown_commands as commands
from tests.candor.test_breakdown_commands import Run
from tests.evaluation.breakdown.written import log, write
from tests.storage.models.test_detectors import make
from tests.training.annotated import Bench, bench
from tests.training.conftest import NOW
from training.detector import Trained
from workers.detector_schedule import DetectorSchedule, job_name
from workers.job_runner import JobRunner

run = commands.run

WORSE = Compared("jsd", "familiar", 100, 0.15, 0.25, 0.05, 0.15)


@pytest.fixture
def house(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """A house without the demo company, in which acme has conversations."""
    monkeypatch.setenv("CANDOR_DEMO", "false")
    monkeypatch.setenv("CANDOR_DATA_DIR", str(data_dir))
    monkeypatch.setattr("candor.commands.breakdown_company.low_priority.yield_to_others", lambda: "nice")
    with open_database(load_settings()) as database:
        profile = CompanyProfile("acme", "Acme")
        company = database.write_now(lambda conn: companies.add(conn, profile, NOW))
        yield bench(database, company, data_dir / "models")


def test_what_was_exported_names_nobody_and_is_not_imported_twice(
    run: Run,
    house: Bench,
    tmp_path: Path,
) -> None:
    house.talk(2)
    out = tmp_path / "out"
    assert run("breakdown", "export", "--company", "acme", out) == (
        0, f"wrote 2 annotated conversations to {out}\n", ""
    )  # fmt: skip
    written = [path.read_text(encoding="utf-8") for path in sorted(out.iterdir())]
    assert '"annotator-1"' in written[0]
    assert "ada" not in "".join(written)
    code, said, _ = run("breakdown", "import", "--company", "acme", out)
    assert (code, said) == (0, "imported: 0 new, 0 changed, 0 as before, 2 of its own\n")
    assert run("breakdown", "stats", out)[0] == 0


def test_dialogues_from_elsewhere_are_imported_once(run: Run, house: Bench, tmp_path: Path) -> None:
    for name in ("a", "b"):
        write(tmp_path / "logs", log(name), f"CIC_2/{name}.log.json")
    first = run("breakdown", "import", "--company", "acme", tmp_path / "logs")
    again = run("breakdown", "import", "--company", "acme", tmp_path / "logs" / "CIC_2" / "a.log.json")
    assert first[:2] == (0, "imported: 2 new, 0 changed, 0 as before, 0 of its own\n")
    assert again[0] == 0
    kept = house.database.read_now(lambda conn: foreign_dialogues.of_company(conn, house.company.id))
    assert [(each.name, each.system) for each in kept][1] == ("b", "CIC")


@pytest.mark.parametrize(
    ("content", "told"),
    [("nonsense", "not JSON"), (json.dumps({"dialogue-id": "a", "turns": []}), "it has no turns")],
)
def test_a_bad_file_is_one_line_and_exit_2(
    run: Run,
    house: Bench,
    tmp_path: Path,
    content: str,
    told: str,
) -> None:
    (tmp_path / "bad.log.json").write_text(content, encoding="utf-8")
    code, said, errors = run("breakdown", "import", "--company", "acme", tmp_path / "bad.log.json")
    assert (code, said) == (2, "")
    assert errors.startswith("candor: bad.log.json")
    assert told in errors
    assert errors.count("\n") == 1


def test_too_few_turns_are_exit_2_and_say_how_many_are_missing(run: Run, house: Bench) -> None:
    house.talk(1)
    code, _, errors = run("breakdown", "retrain", "--company", "acme")
    assert code == 2
    assert "acme: 5 annotated turns in 1 dialogues are too few" in errors
    assert "95 more annotated turns and 9 more dialogues" in errors


@pytest.mark.parametrize(("compared", "code"), [((), 0), ((WORSE,), 3)])
def test_a_verdict_is_told_with_its_reasons(
    run: Run,
    house: Bench,
    monkeypatch: pytest.MonkeyPatch,
    compared: tuple[Compared, ...],
    code: int,
) -> None:
    version = make(house.database, house.company, NOW, blocked=bool(compared))
    trained = Trained(version, "blocked" if compared else "promoted", 100, 12, compared)
    monkeypatch.setattr("candor.commands.breakdown_company.detector.retrain", lambda *_, **__: trained)
    ended, said, _ = run("breakdown", "retrain", "--company", "acme")
    assert ended == code
    assert "acme detector d1, learnt from 100 annotated turns of 12 dialogues: " in said
    assert ("farther from what people say" in said) == bool(compared)


class Training:
    """Stands in for the process that trains."""

    def __init__(self) -> None:
        self.trained: list[str] = []

    async def __call__(self, company_key: str) -> tuple[str, str]:
        self.trained.append(company_key)
        return "promoted", "acme detector d1: promoted"


async def ticked(database: Database, training: Training, usual: Usual | None = as_made) -> None:
    """Let three processes look at once what is due."""
    runners = [JobRunner(database) for _ in range(3)]
    await asyncio.gather(*(DetectorSchedule(database, each, training, usual).tick() for each in runners))
    await asyncio.gather(*(each.idle() for each in runners))


async def test_changed_annotations_that_rested_are_learnt_once(house: Bench) -> None:
    training = Training()
    house.talk(1)
    for _ in range(2):
        await ticked(house.database, training)
    assert training.trained == ["acme"]
    house.talk(1)
    await ticked(house.database, training)
    assert training.trained == ["acme", "acme"]
    run_ = house.database.read_now(lambda conn: jobs.last_finished(conn, job_name("acme")))
    assert run_ is not None
    assert run_.outcome == "promoted"


async def test_fresh_annotations_wait_and_what_was_learnt_is_not_learnt_again(house: Bench) -> None:
    training = Training()
    await ticked(house.database, training)
    house.talk(1)
    rest = (datetime.now(UTC) - NOW + timedelta(days=1)) / timedelta(minutes=1)
    await ticked(house.database, training, lambda key: CompanySettings(retrain_after_minutes=rest))
    await ticked(house.database, training, lambda key: CompanySettings(retrains=False))
    await ticked(house.database, training, None)
    taught = house.database.read_now(lambda conn: annotating.taught(conn, house.company.id)).mark
    given: dict[str, Any] = {"file": "f", "sha256": "s", "taught": taught, "now": NOW}
    made = house.database.write_now(lambda conn: detectors.add_candidate(conn, house.company.id, **given))
    told: dict[str, Any] = {"figures": {}, "cases": [], "reasons": [], "now": NOW}
    house.database.write_now(lambda conn: detectors.conclude(conn, house.company.id, made.id, **told))
    await ticked(house.database, training)
    assert training.trained == []
