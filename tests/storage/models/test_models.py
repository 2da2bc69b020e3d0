from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from storage import ChangeNotice, Connection, Database
from storage.companies.companies import Company
from storage.database.errors import WrongState
from storage.models import models
from storage.models.models import GateRecord, ModelVersion
from tests.storage.listening import notices_from_now

Train = Callable[..., ModelVersion]


@pytest.fixture
def train(database: Database, company: Company, now: datetime) -> Train:
    def add(language: str = "en") -> ModelVersion:
        return database.write_now(
            lambda conn: models.add_candidate(
                conn,
                company.id,
                language=language,
                file="demo-en.model",
                sha256="0" * 64,
                fingerprint="abc",
                dataset_revision=3,
                recipe={"C": 10.0, "word_ngrams": [1, 2]},
                now=now,
            )
        )

    return add


def test_candidates_are_numbered_within_the_company(train: Train, database: Database, company: Company) -> None:
    first, second = train("en"), train("de")
    assert (first.name, second.name, second.status) == ("v1", "v2", "candidate")
    assert database.read_now(lambda conn: models.get(conn, company.id, first.id)) == first
    assert database.read_now(lambda conn: models.history(conn, company.id)) == [second, first]
    assert database.read_now(lambda conn: models.history(conn, company.id, "en")) == [first]


def test_promoting_retires_the_live_one_of_that_language_only(
    train: Train, database: Database, company: Company, now: datetime
) -> None:
    german, old, new = train("de"), train(), train()
    told = notices_from_now(database)
    for each in (german, old, new):
        database.write_now(lambda conn, each=each: models.promote(conn, company.id, each.id, now))  # type: ignore[misc]
    database.write_now(lambda _: None)
    live = database.read_now(lambda conn: models.live(conn, company.id, "en"))
    assert live is not None
    assert (live.id, live.status, live.promoted) == (new.id, "live", now)
    assert database.read_now(lambda conn: models.get(conn, company.id, old.id)).status == "retired"
    versions = {(company.id, "de"): german.id, (company.id, "en"): new.id}
    assert database.read_now(models.live_versions) == versions
    assert told == [ChangeNotice("model", company.id, each.id) for each in (german, old, new)]


def test_rolling_back_makes_a_retired_version_live_again(
    train: Train, database: Database, company: Company, now: datetime
) -> None:
    old, new, later = train(), train(), now + timedelta(days=1)
    for each in (old, new):
        database.write_now(lambda conn, each=each: models.promote(conn, company.id, each.id, now))  # type: ignore[misc]
    live = database.write_now(lambda conn: models.roll_back(conn, company.id, old.id, later))
    assert (live.id, live.status, live.promoted) == (old.id, "live", later)
    assert database.read_now(lambda conn: models.get(conn, company.id, new.id)).status == "retired"


def test_a_blocked_model_never_goes_live(train: Train, database: Database, company: Company, now: datetime) -> None:
    model = train()
    assert database.write_now(lambda conn: models.block(conn, company.id, model.id)).status == "blocked"
    for step in (models.promote, models.roll_back):
        with pytest.raises(WrongState, match="v1 is blocked"):
            database.write_now(lambda conn, step=step: step(conn, company.id, model.id, now))  # type: ignore[misc]
    assert database.read_now(lambda conn: models.live(conn, company.id, "en")) is None


def test_figures_and_the_gates_decision_are_kept_and_replaced(
    train: Train, database: Database, company: Company, now: datetime
) -> None:
    model = train()
    assert database.read_now(lambda conn: models.evaluation(conn, company.id, model.id)) is None
    assert database.read_now(lambda conn: models.gate(conn, company.id, model.id)) is None
    reasons = [{"code": "accuracy_fell", "params": {"setting": "(0,0.15)", "by": 0.04}}]
    for accuracy in (0.5, 0.75):
        figures = {"settings": [{"accuracy": accuracy}]}
        database.write_now(
            lambda conn, f=figures: models.record_evaluation(conn, company.id, model.id, "nex-cv", f, 1.5, now)  # type: ignore[misc]
        )
    database.write_now(lambda conn: models.record_gate(conn, company.id, model.id, None, "promoted", [], now))
    database.write_now(lambda conn: models.record_gate(conn, company.id, model.id, None, "blocked", reasons, now))
    assert database.read_now(lambda conn: models.evaluation(conn, company.id, model.id)) == figures
    text = database.read_now(lambda conn: models.evaluation_text(conn, company.id, model.id, "nex-cv"))
    assert text is not None
    assert json.loads(text) == figures
    assert database.read_now(lambda conn: models.evaluation_text(conn, company.id, model.id, "other")) is None
    record = database.read_now(lambda conn: models.gate(conn, company.id, model.id))
    assert record == GateRecord(model.id, None, "blocked", reasons, now)


def test_a_blocked_version_goes_live_with_a_name_and_a_reason(
    database: Database, company: Company, now: datetime
) -> None:
    entry: dict[str, Any] = {"sha256": "s", "fingerprint": "p", "dataset_revision": 1, "recipe": {}, "now": now}

    def blocked(conn: Connection, file: str) -> int:
        made = models.add_candidate(conn, company.id, language="en", file=file, **entry)
        models.record_gate(conn, company.id, made.id, None, "blocked", [{"code": "x"}], now)
        return models.block(conn, company.id, made.id).id

    def override(conn: Connection, model_id: int) -> models.ModelVersion:
        return models.override(conn, company.id, model_id, name="Ada", reason="We merged two topics.", now=now)

    fine = database.write_now(lambda conn: blocked(conn, "f"))
    assert database.write_now(lambda conn: override(conn, fine)).status == "live"
    decided = database.read_now(lambda conn: models.gate(conn, company.id, fine))
    assert decided is not None
    assert (decided.verdict, decided.override) == ("blocked", models.Override("Ada", "We merged two topics.", now))
    with pytest.raises(WrongState):
        database.write_now(lambda conn: override(conn, fine))
    empty = database.write_now(lambda conn: blocked(conn, ""))
    with pytest.raises(WrongState, match="nothing that could go live"):
        database.write_now(lambda conn: override(conn, empty))
