"""Fleiss' kappa, against published and hand-computed values."""

from __future__ import annotations

import pytest

from evaluation.breakdown.agreement import fleiss_kappa

FLEISS = [
    (0, 0, 0, 0, 14), (0, 2, 6, 4, 2), (0, 0, 3, 5, 6), (0, 3, 9, 2, 0), (2, 2, 8, 1, 1),
    (7, 7, 0, 0, 0), (3, 2, 6, 3, 0), (2, 5, 3, 2, 2), (6, 5, 2, 1, 0), (0, 2, 2, 3, 7),
]  # fmt: skip
"""The textbook's example: ten items, fourteen raters, five labels; kappa is 0.210."""


def test_the_textbooks_example() -> None:
    items = [[label for label, count in enumerate(counts) for _ in range(count)] for counts in FLEISS]
    assert fleiss_kappa(items) == pytest.approx(0.2099, abs=5e-5)


def test_perfect_agreement_is_1_and_opposition_is_below_0() -> None:
    assert fleiss_kappa(["OOO", "XX"]) == pytest.approx(1.0)
    assert fleiss_kappa(["OX", "OX"]) == pytest.approx(-1.0)


def test_items_may_have_different_numbers_of_annotators() -> None:
    # agreement (1 + 1/3) / 2; shares O (1 + 1/3) / 2, X (0 + 2/3) / 2: chance 4/9 + 1/9
    assert fleiss_kappa(["OO", "OXX"]) == pytest.approx((2 / 3 - 5 / 9) / (4 / 9))


def test_an_item_with_one_annotator_counts_for_chance_alone() -> None:
    # agreement 1 of the first item; shares O 1/2, X 1/2
    assert fleiss_kappa(["OO", "X"]) == pytest.approx(1.0)
    # agreement 1/3; shares O (2/3 + 0) / 2 = 1/3, X 2/3: chance 5/9
    assert fleiss_kappa(["OOX", "X"]) == pytest.approx((1 / 3 - 5 / 9) / (4 / 9))


@pytest.mark.parametrize("items", [[], [""], ["O", "X"], ["OOO", "OO"]])
def test_without_two_annotators_or_two_labels_there_is_no_kappa(items: list[str]) -> None:
    assert fleiss_kappa(items) is None
