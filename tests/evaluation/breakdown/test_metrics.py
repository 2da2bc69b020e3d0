"""The challenge's metrics, against values computed by hand and against a plain reading of the challenge's rules."""

from __future__ import annotations

from math import log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.breakdown.gold import Rules
from evaluation.breakdown.metrics import BreakdownMetrics, figures, judged
from evaluation.errors import EvaluationError
from nlu.breakdown.dialogue import LABELS, Label
from tests.evaluation.breakdown.written import target, verdict

NB, PB, B = LABELS
GOLD = [target(shares) for shares in ((1.0, 0.0, 0.0), (0.2, 0.3, 0.5), (0.4, 0.3, 0.3), (0.0, 0.5, 0.5))]
SAID = [verdict(NB), verdict(B), verdict(PB, (0.4, 0.3, 0.3)), verdict(B, (0.0, 0.5, 0.5))]
"""Gold labels at t = 0 are NB, B, NB, PB; the second turn alone is said with another distribution than gold."""


def test_all_metrics_by_the_scripts_rules() -> None:
    found = figures(judged(GOLD, SAID))
    off = (0.2 * log2(2) + 0.3 * log2(2) + 0.5 * log2(0.5 / 0.75) + log2(1 / 0.75)) / 2
    off_nb = (0.2 * log2(2) + 0.8 * log2(0.8 / 0.9) + log2(1 / 0.9)) / 2
    off_b = (0.5 * log2(2) + 0.5 * log2(0.5 / 0.75) + log2(1 / 0.75)) / 2
    expected = BreakdownMetrics(
        accuracy=2 / 4,
        precision_b=1 / 2,
        recall_b=1.0,
        f_b=2 / 3,
        precision_pb_b=1.0,
        recall_pb_b=1.0,
        f_pb_b=1.0,
        jsd_nb_pb_b=off / 4,
        jsd_nb_pbb=off_nb / 4,
        jsd_nbpb_b=off_b / 4,
        mse_nb_pb_b=(0.2**2 + 0.3**2 + 0.5**2) / 3 / 4,
        mse_nb_pbb=0.2**2 / 4,
        mse_nbpb_b=0.5**2 / 4,
        turns=4,
    )
    assert found.to_dict() == pytest.approx(expected.to_dict())


def test_the_papers_rules_change_the_gold_of_pb_and_b_alone_at_threshold_0() -> None:
    script, paper = (figures(judged(GOLD, SAID, rules=rules)).to_dict() for rules in Rules)
    changed = {name for name in script if script[name] != paper[name]}
    assert changed == {"precision_pb_b", "f_pb_b"}
    assert paper["precision_pb_b"] == pytest.approx(2 / 3)
    assert paper["f_pb_b"] == pytest.approx(0.8)


def test_the_threshold_changes_gold_labels_and_never_the_predicted_ones() -> None:
    found = figures(judged(GOLD, SAID, threshold=0.6))
    assert (found.accuracy, found.f_b) == (1 / 4, 0.0)  # every gold label but the certain one is NB now
    assert found.recall_pb_b == 1.0
    assert found.precision_pb_b == 1.0  # all three have summed shares of at least 0.6


def test_what_cannot_be_divided_is_zero() -> None:
    found = figures(judged([target((1.0, 0.0, 0.0))], [verdict(NB)]))
    assert (found.accuracy, found.precision_b, found.recall_b, found.f_b) == (1.0, 0.0, 0.0, 0.0)
    assert (found.precision_pb_b, found.recall_pb_b, found.f_pb_b) == (0.0, 0.0, 0.0)


def test_opposite_certainties_are_one_bit_apart() -> None:
    found = figures(judged([target((1.0, 0.0, 0.0))], [verdict(B)]))
    assert (found.jsd_nb_pb_b, found.jsd_nb_pbb, found.jsd_nbpb_b) == (1.0, 1.0, 1.0)
    assert found.mse_nb_pb_b == pytest.approx(2 / 3)
    assert (found.mse_nb_pbb, found.mse_nbpb_b) == (1.0, 1.0)


@pytest.mark.parametrize(("turns", "verdicts"), [(0, 0), (2, 1), (1, 2)])
def test_turns_and_verdicts_must_be_as_many_and_at_least_one(turns: int, verdicts: int) -> None:
    with pytest.raises(EvaluationError, match=f"{turns} turns, {verdicts} verdicts"):
        judged([target((1.0, 0.0, 0.0))] * turns, [verdict(NB)] * verdicts)


def test_rows_take_all_that_belongs_to_a_turn() -> None:
    of_two = judged([target(GOLD[0].gold.shares(), "d1"), target(GOLD[1].gold.shares(), "d2")], SAID[:2])
    taken = of_two.rows(np.array([1, 1, 0]))
    assert taken.dialogue.tolist() == [1, 1, 0]
    assert taken.label.tolist() == [2, 2, 0]
    assert figures(taken).recall_b == 1.0
    assert figures(taken).turns == 3


def shares_of(votes: list[str]) -> tuple[float, float, float]:
    nb, pb, b = (votes.count(letter) / len(votes) for letter in "OTX")
    return nb, pb, b


annotated = st.lists(st.sampled_from("OTX"), min_size=1, max_size=30).map(shares_of)


@given(st.lists(st.tuples(annotated, st.sampled_from(LABELS)), min_size=1, max_size=30), st.sampled_from((0, 0.5, 0.7)))
def test_a_plain_reading_of_the_scripts_rules_gives_the_same_counts(
    turns: list[tuple[tuple[float, float, float], Label]], threshold: float
) -> None:
    right = hits = said = gold = 0
    for (nb, pb, b), label in turns:
        majority = next(name for name, share in zip(LABELS, (nb, pb, b), strict=True) if share == max(nb, pb, b))
        right += label is (majority if max(nb, pb, b) >= threshold else NB)
        broken = not (nb >= pb + b and nb >= threshold) and pb + b >= nb and pb + b >= threshold
        hits, said, gold = hits + (broken and label is not NB), said + (label is not NB), gold + broken
    found = figures(judged([target(g) for g, _ in turns], [verdict(v) for _, v in turns], threshold=threshold))
    assert found.accuracy == pytest.approx(right / len(turns))
    assert found.precision_pb_b == pytest.approx(hits / said if said else 0)
    assert found.recall_pb_b == pytest.approx(hits / gold if gold else 0)
