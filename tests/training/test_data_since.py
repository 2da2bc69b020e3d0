"""What happened to the data since the live version, and since the best of the last days, by the whole retrain."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import update

from evaluation.gate import reason as gate
from storage.companies import companies
from storage.dataset import dataset
from storage.dataset.dataset import NewExample
from storage.models import gate_settings, models
from storage.models.models import ModelVersion
from storage.tables.base import category
from tests.training.conftest import NOW, Workshop, questions
from training.retrain import CandidateOutcome, retrain


def after(days: int) -> datetime:
    return NOW + timedelta(days=days)


def codes(outcome: CandidateOutcome) -> set[str]:
    return {reason.code for reason in outcome.reasons}


def renamed(workshop: Workshop, before: str, after: str) -> None:
    its = workshop.database.read_now(lambda conn: dataset.category_by_name(conn, workshop.company_id, before))
    assert its is not None
    # As people did before categories had labels: companies still have models of that time.
    otherwise = update(category).where(category.c.id == its.id).values(name=after, label=after)
    workshop.database.write_now(lambda conn: conn.execute(otherwise))
    workshop.database.write_now(lambda conn: companies.data_changed(conn, workshop.company_id, NOW))


def merged(workshop: Workshop, category: str, into: str) -> None:
    ids = {c.name: c.id for c in workshop.database.read_now(lambda conn: dataset.categories(conn, workshop.company_id))}
    workshop.database.write_now(
        lambda conn: dataset.merge_category(conn, workshop.company_id, ids[category], ids[into], "ana", NOW)
    )


def test_two_categories_that_an_import_swaps_are_blocked_though_each_is_as_easy_as_before(trained: Workshop) -> None:
    swap = {"salary": "parking", "parking": "salary"}
    trained.import_rows([NewExample(q.text, swap.get(q.category, q.category), "en") for q in questions()])
    assert {gate.CATEGORY_CHANGED, gate.ACCURACY_FELL, gate.LABELS_FLIPPED} <= codes(trained.retrain())


def test_a_renamed_category_passes(trained: Workshop) -> None:
    renamed(trained, "salary", "pay")
    assert trained.retrain().verdict == "promoted"


def test_names_that_people_exchange_move_no_question(trained: Workshop) -> None:
    for before, after in (("salary", "x"), ("parking", "salary"), ("x", "parking")):
        renamed(trained, before, after)
    assert trained.retrain().verdict == "promoted"


def test_a_category_that_a_person_merged_into_another_passes_and_stays_merged(trained: Workshop) -> None:
    merged(trained, "canteen", "parking")
    assert trained.retrain().verdict == "promoted"
    names = {c.name for c in trained.database.read_now(lambda conn: dataset.categories(conn, trained.company_id))}
    assert names == {"salary", "holidays", "parking"}


def test_a_category_that_an_import_cuts_down_is_blocked(trained: Workshop) -> None:
    kept = [q for q in questions() if q.category != "salary" or q.text == "pay?"]
    trained.import_rows(kept, replace=True)
    (changed,) = [one for one in trained.retrain().reasons if one.code == gate.CATEGORY_CHANGED]
    assert (changed.params["category"], changed.params["removed"]) == ("salary", 24)


def test_below_the_floor_nothing_goes_live(trained: Workshop) -> None:
    trained.plan = replace(trained.plan, rules=replace(trained.plan.rules, accuracy_floor=1.0))
    names = ("salary", "holidays", "parking", "canteen")
    trained.import_rows([NewExample(f"blah {chr(97 + i)}", name, "en") for i, name in enumerate(names * 3)])
    assert gate.BELOW_FLOOR in codes(trained.retrain())


def test_flips_of_several_days_are_summed_since_the_anchor(trained: Workshop) -> None:
    first = trained.live()
    moved = [q for q in questions() if q.category == "salary"]
    for day in range(3):
        trained.import_rows([NewExample(q.text, "parking", "en") for q in moved[day * 3 : day * 3 + 3]])
        later = partial(after, day + 1)
        (outcome,) = retrain(trained.database, trained.company(), trained.plan, now=later)
        if outcome.verdict == "blocked":
            break
    assert first is not None
    assert day > 0
    assert first.name in {reason.params.get(gate.ANCHOR) for reason in outcome.reasons}


def test_what_somebody_let_go_live_all_the_same_is_the_beginning_of_a_new_count(trained: Workshop) -> None:
    company_id = trained.company_id
    swap = {"salary": "parking", "parking": "salary"}
    trained.import_rows([NewExample(q.text, swap.get(q.category, q.category), "en") for q in questions()])
    assert trained.retrain().verdict == "blocked"
    newest: ModelVersion = trained.database.read_now(lambda conn: models.history(conn, company_id))[0]
    trained.database.write_now(
        lambda conn: models.override(conn, company_id, newest.id, name="Ana", reason="Wanted", now=NOW)
    )
    trained.import_rows([NewExample("how much do you pay me", "parking", "en")])
    assert trained.retrain().verdict == "promoted"


def test_a_pinned_version_gives_way_to_what_somebody_let_go_live_all_the_same(trained: Workshop) -> None:
    company_id, first = trained.company_id, trained.live()
    assert first is not None
    trained.database.write_now(lambda conn: gate_settings.pin(conn, company_id, first.id, "ana", NOW))
    swap = {"salary": "parking", "parking": "salary"}
    trained.import_rows([NewExample(q.text, swap.get(q.category, q.category), "en") for q in questions()])
    assert trained.retrain().verdict == "blocked"
    newest: ModelVersion = trained.database.read_now(lambda conn: models.history(conn, company_id))[0]
    assert pinned(trained) == first.name
    trained.database.write_now(
        lambda conn: models.override(conn, company_id, newest.id, name="Ana", reason="Wanted", now=NOW)
    )
    assert pinned(trained) == newest.name
    trained.import_rows([NewExample("how much do you pay me", "parking", "en")])
    assert trained.retrain().verdict == "promoted"
    trained.database.write_now(lambda conn: gate_settings.pin(conn, company_id, first.id, "ana", after(1)))
    assert pinned(trained) == first.name


def pinned(workshop: Workshop) -> str | None:
    version = workshop.database.read_now(lambda conn: gate_settings.pinned(conn, workshop.company_id, "en"))
    return version.name if version else None


def test_a_pinned_version_is_the_anchor_until_it_is_unpinned(trained: Workshop) -> None:
    company_id, first = trained.company_id, trained.live()
    assert first is not None
    trained.import_rows([NewExample("how much do you pay me", "salary", "en")])
    trained.retrain()

    def anchors() -> list[ModelVersion]:
        return trained.database.read_now(
            lambda conn: gate_settings.anchors(conn, company_id, "en", NOW + timedelta(days=90))
        )

    trained.database.write_now(lambda conn: gate_settings.pin(conn, company_id, first.id, "ana", NOW))
    assert trained.database.read_now(lambda conn: gate_settings.pinned(conn, company_id, "en")) is not None
    assert [one.name for one in anchors()] == ["v2"]
    trained.database.write_now(lambda conn: gate_settings.unpin(conn, company_id, "en"))
    assert trained.database.read_now(lambda conn: gate_settings.pinned(conn, company_id, "en")) is None
