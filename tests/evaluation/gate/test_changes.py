"""What imports do to the data between two models, seen in the data itself."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from evaluation.gate import reason as codes
from evaluation.gate.cases import question_id
from evaluation.gate.changes import changed_data
from evaluation.gate.data import ExampleSource, TaughtExample
from evaluation.gate.decision import GateRules
from evaluation.gate.evidence import GateEvidence
from evaluation.splits.near_copies import near_copies

MONDAY, TUESDAY = ExampleSource("import", "7", "Ada"), ExampleSource("import", "8", "Ada")
ADA = ExampleSource("author", "Ada", "Ada")
WORDS = ("lohn", "visum", "kantine", "hund", "garage")
BEFORE = {f"{name} frage {chr(97 + i)}{chr(97 + i)}": name for name in WORDS for i in range(20)}
IDS = {question_id(text): name for text, name in BEFORE.items()}


def taught(
    labels: Mapping[str, str], sources: Mapping[str, tuple[ExampleSource, ...]] | None = None
) -> list[TaughtExample]:
    return [TaughtExample(question_id(t), t, name, (sources or {}).get(t, ())) for t, name in labels.items()]


def reasons(examples: list[TaughtExample], removed: frozenset[str] = frozenset()) -> list[codes.GateReason]:
    groups = near_copies([one.text for one in examples])
    candidate = GateEvidence(5, examples=examples, groups=groups, removed=removed, standing=WORDS)
    return changed_data(IDS, candidate, GateRules())


def found(given: list[codes.GateReason]) -> list[str]:
    return [one.code for one in given]


def of(name: str, count: int) -> list[str]:
    return [text for text, category in BEFORE.items() if category == name][:count]


def test_nothing_changed_is_no_reason() -> None:
    assert reasons(taught(BEFORE)) == []


def test_an_import_that_takes_a_category_most_of_its_questions_is_named_with_the_category() -> None:
    gone = of("lohn", 8)
    given = reasons(taught(BEFORE | dict.fromkeys(gone, "visum"), dict.fromkeys(gone, (MONDAY,))))
    (changed,) = [one for one in given if one.code == codes.CATEGORY_CHANGED]
    assert changed.params == {"category": "lohn", "own": 20, "moved": 8, "removed": 0, "by_hand": 0, "share": 0.4}


@pytest.mark.parametrize(("count", "blocks"), [(12, False), (13, True)])
def test_what_people_move_by_hand_may_be_twice_as_much(count: int, blocks: bool) -> None:
    gone = of("lohn", count)
    given = reasons(taught(BEFORE | dict.fromkeys(gone, "visum"), dict.fromkeys(gone, (ADA,))))
    assert found(given) == [codes.CATEGORY_CHANGED] * blocks


def test_a_category_that_an_import_cut_down_is_named() -> None:
    gone = of("lohn", 19)
    left = {text: name for text, name in BEFORE.items() if text not in gone}
    (changed,) = reasons(taught(left), frozenset(map(question_id, gone)))
    assert (changed.code, changed.params["removed"], changed.params["by_hand"]) == (codes.CATEGORY_CHANGED, 19, 0)


def test_what_is_removed_everywhere_is_no_matter_of_one_category() -> None:
    gone = [text for name in WORDS for text in of(name, 8)]
    left = {text: name for text, name in BEFORE.items() if text not in gone}
    assert reasons(taught(left), frozenset(map(question_id, gone))) == []


def test_a_category_that_somebody_deleted_is_meant_to_be_gone() -> None:
    left = {text: name for text, name in BEFORE.items() if name != "lohn"}
    assert reasons(taught(left)) == []


def test_flips_of_many_small_imports_are_counted_together() -> None:
    one, other = of("lohn", 3), of("visum", 3)
    sources = dict.fromkeys(one, (MONDAY,)) | dict.fromkeys(other, (TUESDAY,))
    labels = BEFORE | dict.fromkeys(one, "hund") | dict.fromkeys(other, "garage")
    (flipped,) = reasons(taught(labels, sources))
    assert flipped.code == codes.FLIPPED_IN_ALL
    assert (flipped.params["flipped"], flipped.params["imports"]) == (6, 2)


def test_near_copies_of_questions_in_other_categories_count_as_flips() -> None:
    copies = {f"bitte {text}": "hund" for name in ("lohn", "visum") for text in of(name, 4)}
    given = reasons(taught(BEFORE | copies, dict.fromkeys(copies, (MONDAY,))))
    (flipped,) = [one for one in given if one.code == codes.LABELS_FLIPPED]
    assert flipped.params["flipped"] == 8
    assert (flipped.questions[0].before, flipped.questions[0].after) == ("lohn", "hund")


def test_near_copies_in_the_same_category_flip_nothing() -> None:
    copies = {f"bitte {text}": BEFORE[text] for text in BEFORE}
    assert reasons(taught(BEFORE | copies, dict.fromkeys(copies, (MONDAY,)))) == []


@pytest.mark.parametrize(("count", "blocks"), [(60, False), (61, True)])
def test_a_category_that_grows_far_beyond_the_others_is_named(count: int, blocks: bool) -> None:
    new = {f"wort{chr(97 + i // 26)}{chr(97 + i % 26)} ganz anders": "neues" for i in range(count)}
    given = reasons(taught(BEFORE | new, dict.fromkeys(new, (MONDAY,))))
    assert found(given) == [codes.CATEGORY_SWAMPED] * blocks
