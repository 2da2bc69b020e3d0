"""One import or person is named only when a loss is theirs alone: several, or a few changes, are not blamed."""

from __future__ import annotations

import pytest

from evaluation.gate.cases import KeptCases, question_id
from evaluation.gate.data import ExampleSource, TaughtExample
from storage.companies.companies import Company
from training.snapshot import DatasetSnapshot
from training.suspects import FEWEST_CHANGES, LosesWithout, responsible_sources

ANA, BEN = ExampleSource("author", "Ana", "Ana"), ExampleSource("author", "Ben", "Ben")
FILE = ExampleSource("import", "7", "Ana")
COMPANY = Company(1, "demo", "Demo", ("en",), ("DE",), "en", "https://x.example", "a@x.example", {}, {}, 1, None)


def snapshot(*changed: tuple[int, tuple[ExampleSource, ...]]) -> tuple[DatasetSnapshot, KeptCases]:
    """Return a dataset in which each group of sources has moved so many questions, and what was live before."""
    examples, labels = [], {}
    for group, (count, sources) in enumerate(changed):
        for number in range(count):
            text = f"question {group} {number}"
            examples.append(TaughtExample(question_id(text), text, "wrong", sources))
            labels[question_id(text)] = "right"
    return DatasetSnapshot(COMPANY, "en", tuple(examples), {"right": 1, "wrong": 2}, ()), KeptCases(labels, {})


def loses_while(*at_fault: ExampleSource) -> LosesWithout:
    """A candidate loses as long as it learns from any of these."""
    return lambda left: any(set(one.sources) & set(at_fault) for one in left.examples)


def named(taken: tuple[DatasetSnapshot, KeptCases], loses: LosesWithout) -> list[object]:
    return [reason.params["name"] for reason in responsible_sources(*taken, loses)]


def test_the_one_that_is_at_fault_is_named() -> None:
    assert named(snapshot((6, (ANA,)), (9, (BEN,))), loses_while(ANA)) == ["Ana"]


def test_two_that_are_at_fault_together_are_not_blamed_each_for_itself() -> None:
    assert named(snapshot((6, (ANA,)), (9, (BEN,))), loses_while(ANA, BEN)) == []


def test_a_loss_that_stays_whoever_is_left_out_is_nobodys() -> None:
    assert named(snapshot((20, (ANA, FILE))), lambda _: True) == []


def test_a_source_of_a_few_changes_is_not_even_asked_about() -> None:
    asked: list[DatasetSnapshot] = []

    def loses(left: DatasetSnapshot) -> bool:
        asked.append(left)
        return False

    assert named(snapshot((FEWEST_CHANGES - 1, (ANA,))), loses) == []
    assert asked == []


def test_examples_that_stand_as_they_did_are_nobodys_change() -> None:
    taken, _ = snapshot((9, (ANA,)))
    labels = {one.question: one.category for one in taken.examples}
    assert named((taken, KeptCases(labels, {})), lambda _: False) == []


@pytest.mark.parametrize("sources", [(FILE, ANA), (ANA, FILE)])
def test_an_import_is_named_rather_than_the_person_who_made_it(sources: tuple[ExampleSource, ...]) -> None:
    assert named(snapshot((9, sources)), lambda _: False) == ["7"]
