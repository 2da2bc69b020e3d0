"""What a version changed is compared by its retrain."""

from __future__ import annotations

from typing import Any

from evaluation.gate.cases import KeptCases
from evaluation.gate.version_changes import VersionChanges, changes_between
from storage import Connection
from storage.dataset import categories, dataset, examples
from storage.dataset.dataset import NewExample
from storage.models import models
from tests.training.conftest import NOW, Workshop
from training import changed
from training.evidence import CASES


def found(workshop: Workshop) -> VersionChanges | None:
    """Return what the newest version's retrain found."""

    def read(conn: Connection) -> VersionChanges | None:
        return changed.of_version(conn, workshop.company_id, models.history(conn, workshop.company_id)[0].id)

    return workshop.database.read_now(read)


def cases(workshop: Workshop) -> list[KeptCases]:
    """Return the cases of the two newest versions, the newer ones first."""

    def read(conn: Connection) -> list[KeptCases]:
        newest = models.history(conn, workshop.company_id)[:2]
        records = [models.evaluation(conn, workshop.company_id, one.id, CASES) for one in newest]
        return [KeptCases.from_dict(one) for one in records if one]

    return workshop.database.read_now(read)


def test_a_retrain_keeps_what_it_changed_as_a_comparison_of_both_versions_finds_it(trained: Workshop) -> None:
    sauna = [NewExample(text, "sauna", "en") for text in ("sauna", "the sauna please", "is there a sauna", "my sauna")]
    trained.import_rows([*sauna, NewExample("money for my car park", "salary", "en")])
    trained.retrain()
    after, before = cases(trained)
    kept = found(trained)
    assert kept == changes_between(before, after)
    assert {one.category: one.taught.added for one in kept.categories}["sauna"] == len(sauna)


def test_where_new_questions_came_from_stays_as_it_was_when_they_are_moved(trained: Workshop) -> None:
    def kept() -> dict[str, int]:
        version = trained.database.read_now(lambda conn: models.history(conn, trained.company_id)[-1])
        told = trained.database.read_now(lambda conn: changed.origins_of(conn, trained.company_id, version.id))
        return dict(told or [])

    before = kept()
    every = trained.database.read_now(lambda conn: dataset.examples(conn, trained.company_id))
    assert before == {"import": len(every)}
    number = trained.database.read_now(lambda conn: categories.numbers(conn, trained.company_id))["canteen"]

    def correct(conn: Connection) -> None:
        wage = next(each for each in every if each.category == "salary")
        its: Any = {"language": "en", "text": wage.text, "origin": "corrected", "author": "ana", "now": NOW}
        examples.learn(conn, trained.company_id, category_id=number, **its)

    trained.database.write_now(correct)
    assert kept() == before
    trained.retrain()
    newest = trained.database.read_now(lambda conn: models.history(conn, trained.company_id)[0].id)
    assert trained.database.read_now(lambda conn: changed.origins_of(conn, trained.company_id, newest)) == []


def test_the_first_version_has_changed_nothing(trained: Workshop) -> None:
    assert found(trained) is None


def test_after_a_merger_what_was_kept_is_not_believed(trained: Workshop) -> None:
    trained.import_rows([NewExample("how much do you pay me", "salary", "en")])
    trained.retrain()
    assert found(trained) is not None
    numbers = trained.database.read_now(lambda conn: categories.numbers(conn, trained.company_id))
    its = (trained.company_id, numbers["canteen"], numbers["parking"], "ana")
    trained.database.write_now(lambda conn: dataset.merge_category(conn, *its, NOW))
    assert found(trained) is None
