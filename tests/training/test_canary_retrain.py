"""A retrain under a canary share: what passes answers a share first, and a newer one takes its place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from evaluation.gate.decision import GateRules
from storage.dataset.dataset import NewExample
from storage.models import canaries, models
from tests.training.conftest import NOW, Workshop, questions
from training.retrain import retrain


def status(workshop: Workshop, version: str) -> str:
    history = workshop.database.read_now(lambda conn: models.history(conn, workshop.company_id))
    return next(each.status for each in history if each.name == version)


def again(workshop: Workshop, sentence: str) -> str:
    """Add a question, retrain, and return what became of the new version."""
    workshop.import_rows([NewExample(sentence, "salary", "en")])
    return workshop.retrain().status


def test_what_passes_answers_a_share_first_but_the_first_version_everything(workshop: Workshop) -> None:
    workshop.plan = replace(workshop.plan, canary_share=0.25)
    assert workshop.retrain().status == "live"
    assert again(workshop, "how much do you pay me") == "canary"
    (trial,) = workshop.database.read_now(canaries.running).values()
    assert trial.share == 0.25
    live = workshop.live()
    assert live is not None
    assert live.name == "v1"


def test_a_newer_version_that_passes_takes_the_canarys_place(trained: Workshop) -> None:
    trained.plan = replace(trained.plan, canary_share=0.25)
    again(trained, "how much do you pay me")
    assert again(trained, "what will my pay be") == "canary"
    assert [status(trained, name) for name in ("v1", "v2", "v3")] == ["live", "retired", "canary"]


def test_a_newer_version_that_is_blocked_leaves_the_canary_on_trial(trained: Workshop) -> None:
    trained.plan = replace(trained.plan, canary_share=0.25)
    again(trained, "how much do you pay me")
    trained.plan = replace(trained.plan, rules=GateRules(most_megabytes=0.001))
    assert again(trained, "what will my pay be") == "blocked"
    assert status(trained, "v2") == "canary"


def test_a_language_whose_canary_has_learnt_the_data_is_left_alone(new_workshop: Callable[..., Workshop]) -> None:
    workshop = new_workshop("two", ("en", "de"))
    workshop.import_rows([*questions(), *(replace(row, language="de") for row in questions())])
    first = retrain(workshop.database, workshop.company(), workshop.plan, now=lambda: NOW)
    workshop.plan = replace(workshop.plan, canary_share=0.25)
    workshop.import_rows([NewExample("how much do you pay me", "salary", "en")])
    assert [one.status for one in first] == ["live", "live"]
    assert workshop.retrain().status == "canary"
    workshop.import_rows([NewExample("how much do you pay me", "salary", "de")])
    assert workshop.retrain().language == "de"
    assert status(workshop, "v3") == "canary"
