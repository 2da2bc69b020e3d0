"""Retraining: promoted when it is as good as before, blocked with reasons when it is not."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from threadpoolctl import threadpool_info, threadpool_limits  # type: ignore[import-untyped]

from evaluation.gate import reason as gate
from evaluation.general_stage import GeneralIntents
from evaluation.invariance.perturbations import Phrasing
from evaluation.splits.folds import Folds
from nlu.classifier import model_file
from nlu.classifier.calibration import starting_point
from nlu.general.stage import Heard
from nlu.understanding import Guess
from storage.dataset import golden
from storage.dataset.dataset import NewExample
from storage.models import models
from tests.training.conftest import NOW, Workshop, questions
from training.low_priority import AlreadyTraining, only_one
from training.retrain import retrain


def shuffled(seed: int = 0) -> list[NewExample]:
    rows = questions()
    names = [row.category for row in rows]
    random.Random(seed).shuffle(names)
    return [NewExample(row.text, name, "en") for row, name in zip(rows, names, strict=True)]


def test_the_first_model_is_promoted_and_its_file_answers(workshop: Workshop) -> None:
    outcome = workshop.retrain()
    live = workshop.live()
    assert outcome.verdict == "promoted"
    assert live is not None
    assert live.name == outcome.version == "v1"
    classifier, manifest = model_file.load(workshop.plan.models_dir / live.file, sha256=live.sha256)
    assert classifier.rank("tell me about the salary")[0].intent == "salary"
    assert manifest.given["fingerprint"] == live.fingerprint


def test_a_retrain_keeps_matrix_products_to_one_thread(workshop: Workshop) -> None:
    threads: list[int] = []

    def general(language: str) -> None:
        threads.extend(pool["num_threads"] for pool in threadpool_info())

    with threadpool_limits(2):
        retrain(workshop.database, workshop.company(), replace(workshop.plan, general=general), now=lambda: NOW)
    assert set(threads) == {1}


def test_the_model_is_calibrated_on_what_its_nex_cv_held_back(trained: Workshop) -> None:
    live = trained.live()
    assert live is not None
    record = trained.database.read_now(lambda conn: models.evaluation(conn, trained.company_id, live.id))
    classifier, _ = model_file.load(trained.plan.models_dir / live.file)
    assert record is not None
    assert classifier.calibration is not None
    assert record["calibration"] == classifier.calibration.to_dict() != starting_point().to_dict()


def test_many_dismissed_questions_make_the_next_model_more_careful(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = {"pending": 9, "confirmed": 200, "corrected": 100, "dismissed": 500}
    monkeypatch.setattr("training.snapshot.reviews.counts", lambda *_: counts)
    workshop.retrain()
    live = workshop.live()
    assert live is not None
    classifier, _ = model_file.load(workshop.plan.models_dir / live.file)
    assert classifier.recipe.negative_prior == 0.55


def test_the_three_settings_are_measured_and_recorded(trained: Workshop) -> None:
    live = trained.live()
    assert live is not None
    record = trained.database.read_now(lambda conn: models.evaluation(conn, trained.company_id, live.id))
    assert record is not None
    measured = [(s["min_category_size"], s["other_min_prop"]) for s in record["settings"]]
    assert measured == [(0, 0.0), (0, 0.15), (5, 0.0)]
    assert all(len(s["retries"]) == 2 for s in record["settings"])


def test_poisoned_data_is_blocked_with_the_fall_and_the_live_model_stays(trained: Workshop) -> None:
    before = trained.live()
    trained.import_rows(shuffled())
    outcome = trained.retrain()
    assert outcome.verdict == "blocked"
    assert {gate.ACCURACY_FELL, gate.LABELS_FLIPPED} <= {reason.code for reason in outcome.reasons}
    assert trained.live() == before
    newest = trained.database.read_now(lambda conn: models.history(conn, trained.company_id))[0]
    record = trained.database.read_now(lambda conn: models.gate(conn, trained.company_id, newest.id))
    assert newest.status == "blocked"
    assert record is not None
    assert record.verdict == "blocked"
    assert [r["code"] for r in record.reasons] == [reason.code for reason in outcome.reasons]


def test_a_golden_question_that_changes_its_answer_blocks(trained: Workshop) -> None:
    company_id = trained.company_id
    trained.database.write_now(lambda conn: golden.add(conn, company_id, "canteen?", "canteen", "en", NOW))
    trained.import_rows([NewExample("canteen?", "parking", "en")])
    outcome = trained.retrain()
    (changed,) = [reason for reason in outcome.reasons if reason.code == gate.GOLDEN_CHANGED]
    assert (changed.params["question"], changed.params["answer"]) == ("canteen?", "parking")


def test_one_category_only_is_blocked_and_says_so(trained: Workshop) -> None:
    before = trained.live()
    trained.import_rows(questions({"salary": ("pay", "wage")}), replace=True)
    outcome = trained.retrain()
    assert gate.TOO_FEW_CATEGORIES in {reason.code for reason in outcome.reasons}
    assert trained.live() == before


@pytest.mark.both_databases
def test_good_new_questions_are_promoted_and_the_earlier_model_retires(trained: Workshop) -> None:
    trained.import_rows([NewExample("how much do you pay me", "salary", "en")])
    outcome = trained.retrain()
    live = trained.live()
    assert (outcome.verdict, outcome.version) == ("promoted", "v2")
    assert live is not None
    assert live.number == 2
    statuses = [v.status for v in trained.database.read_now(lambda conn: models.history(conn, trained.company_id))]
    assert statuses == ["live", "retired"]


def test_a_retrain_that_dies_before_the_gate_leaves_the_live_model(
    trained: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = trained.live()

    def die(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("training.measuring.nexcv.run", die)
    with pytest.raises(KeyboardInterrupt):
        trained.retrain()
    assert trained.live() == before
    monkeypatch.undo()
    assert trained.retrain().verdict == "promoted"


def test_a_damaged_live_file_does_not_stop_the_way_out(trained: Workshop) -> None:
    live = trained.live()
    assert live is not None
    (trained.plan.models_dir / live.file).write_bytes(b"nothing")
    assert trained.retrain().verdict == "promoted"


def test_two_retrains_of_one_company_do_not_run_at_once(workshop: Workshop) -> None:
    folder: Path = workshop.plan.models_dir / "acme"
    with only_one(folder), pytest.raises(AlreadyTraining):
        workshop.retrain()
    assert workshop.retrain().verdict == "promoted"


def test_only_the_language_whose_data_changed_is_retrained(new_workshop: Callable[..., Workshop]) -> None:
    workshop = new_workshop("acme", languages=("en", "de"))
    workshop.import_rows([*questions(), *(NewExample(f"{q.text} bitte", q.category, "de") for q in questions())])
    plan, now = workshop.plan, lambda: NOW
    both = retrain(workshop.database, workshop.company(), plan, now=now)
    assert [(outcome.language, outcome.verdict) for outcome in both] == [("en", "promoted"), ("de", "promoted")]
    workshop.import_rows([NewExample("was verdiene ich hier", "salary", "de")])
    assert [o.language for o in retrain(workshop.database, workshop.company(), plan, now=now)] == ["de"]
    assert [o.language for o in retrain(workshop.database, workshop.company(), plan, now=now)] == ["en", "de"]


def test_a_companys_retrain_leaves_another_company_alone(
    workshop: Workshop, new_workshop: Callable[..., Workshop]
) -> None:
    other = new_workshop("globex")
    other.import_rows(questions())
    workshop.retrain()
    assert other.live() is None


def test_questions_are_asked_in_another_way_and_a_version_that_hears_only_one_way_is_blocked(
    workshop: Workshop,
) -> None:
    deaf = GeneralIntents(lambda text: Heard((Guess("thanks", 0.99999 if "innit" in text else 0.001),)), 0.4)
    fine = replace(deaf, hear=lambda text: Heard((Guess("thanks", 0.001),)))
    workshop.plan = replace(workshop.plan, phrasing=lambda _: Phrasing("en", after=("innit",)), general=lambda _: fine)
    first = workshop.retrain()
    live = workshop.live()
    assert live is not None
    record = workshop.database.read_now(lambda conn: models.evaluation(conn, workshop.company_id, live.id))
    assert record is not None
    assert record["invariance"]["share"] == first.invariance
    assert {"case", "politeness"} <= {one["change"] for one in record["invariance"]["changes"]}
    assert workshop.retrain().verdict == "promoted", "nothing has changed"
    workshop.plan = replace(workshop.plan, general=lambda _: deaf)
    outcome = workshop.retrain()
    (reason,) = outcome.reasons
    assert (reason.code, reason.params["change"]) == (gate.INVARIANCE_FELL, "politeness")
    assert "innit" in str(reason.params["example"])


def test_a_version_that_was_measured_with_copies_on_both_sides_is_compared_in_the_same_way(
    new_workshop: Callable[..., Workshop],
) -> None:
    workshop, chance = new_workshop("acme"), random.Random(0)
    asked = ["".join(chance.choices("abcdefghijklmnop", k=9)) for _ in range(120)]
    rows = [NewExample(text, f"topic {i % 4}", "en") for i, each in enumerate(asked) for text in (each, f"{each} pls")]
    workshop.import_rows(rows)
    grouped = workshop.plan
    workshop.plan = replace(grouped, measuring=replace(grouped.measuring, folds=Folds.PLAIN))
    workshop.retrain()
    workshop.plan = grouped
    outcome = workshop.retrain()
    assert outcome.reasons == (), "only the copies that stood in training made the live version look better"
    live = workshop.live()
    assert live is not None
    record = workshop.database.read_now(lambda conn: models.evaluation(conn, workshop.company_id, live.id))
    assert record is not None
    assert record["folds"] == Folds.GROUPED
