from __future__ import annotations

from evaluation.classifier import NO_ANSWER, Label
from evaluation.measures.pairs import ConfusedPair, worst_pairs


def test_confusion_is_the_share_of_both_categories_questions_that_went_to_the_other() -> None:
    counts: dict[tuple[Label, Label], int] = {
        ("a", "a"): 5,
        ("a", "b"): 2,
        ("b", "b"): 1,
        ("b", "a"): 1,
        ("b", NO_ANSWER): 1,
        ("a", "c"): 0,
    }
    assert worst_pairs(counts) == [ConfusedPair("a", "b", 3 / 10, 2, 1)]


def test_the_order_of_the_names_does_not_matter() -> None:
    assert worst_pairs({("b", "a"): 1, ("b", "b"): 3}) == [ConfusedPair("a", "b", 0.25, 0, 1)]


def test_no_answer_is_never_in_a_pair() -> None:
    assert worst_pairs({("a", NO_ANSWER): 5, (NO_ANSWER, "a"): 5, (NO_ANSWER, NO_ANSWER): 1}) == []


def test_pairs_are_ranked_by_share_then_by_number_and_cut_off() -> None:
    counts: dict[tuple[Label, Label], int] = {("a", "b"): 1, ("a", "a"): 1, ("b", "b"): 2}
    counts |= {("c", "d"): 2, ("c", "c"): 2, ("d", "d"): 4}
    counts |= {("e", "f"): 1, ("f", "f"): 1}
    assert [(pair.a, pair.confusion) for pair in worst_pairs(counts)] == [("e", 0.5), ("c", 0.25), ("a", 0.25)]
    assert len(worst_pairs(counts, limit=2)) == 2
