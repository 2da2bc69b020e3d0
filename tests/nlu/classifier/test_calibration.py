"""The probability that a guess is right, from the evidence for it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlu.classifier.calibration import EVIDENCE, Calibration, estimated_prior, starting_point
from nlu.recipe import ENCODER

PLAIN = [1.0, 0.5, 0.0, 0.6, 4.0, 0.0]


def confidence(evidence: list[float], calibration: Calibration | None = None) -> float:
    return float((calibration or starting_point()).confidence(np.array(evidence)))


@given(
    evidence=st.tuples(
        st.floats(-8, 7), st.floats(0, 1), st.floats(0, 1), st.floats(0, 1), st.floats(0, 7), st.floats(-3, 3)
    ),
    more=st.floats(0, 2),
    column=st.integers(0, len(EVIDENCE) - 1),
    embedding=st.sampled_from([None, ENCODER]),
)
def test_more_evidence_is_never_less_sure_and_a_larger_category_never_surer(
    evidence: tuple[float, ...], more: float, column: int, embedding: str | None
) -> None:
    start, raised = starting_point(embedding=embedding), list(evidence)
    raised[column] += more
    before, after = confidence(list(evidence), start), confidence(raised, start)
    assert 0 <= before <= 1
    assert after <= before if EVIDENCE[column] == "relative_size" else after >= before


def test_the_more_questions_fit_no_category_the_less_sure_is_a_guess() -> None:
    sure = [confidence(PLAIN, starting_point(prior)) for prior in (0.05, 0.25, 0.5)]
    assert sure == sorted(sure, reverse=True)
    assert sure[0] > sure[2] + 0.1


def test_many_are_answered_as_one() -> None:
    rows = np.array([PLAIN, [5.0, 0.9, 0.0, 1.0, 5.0, 0.0]])
    assert starting_point().confidence(rows).tolist() == pytest.approx([confidence(row) for row in rows.tolist()])


def test_it_comes_back_from_json() -> None:
    assert Calibration.from_dict(starting_point(0.4).to_dict()) == starting_point(0.4)


def test_what_an_earlier_version_did_not_look_at_does_not_count() -> None:
    earlier = {name: value for name, value in starting_point().to_dict().items() if name not in ("coverage", "length")}
    read = dict(zip(EVIDENCE, Calibration.from_dict(earlier).coefficients, strict=True))
    assert (read["coverage"], read["length"], read["log_odds"]) == (0.0, 0.0, earlier["log_odds"])


@pytest.mark.parametrize("broken", [float("nan"), float("inf")])
def test_a_coefficient_that_is_no_number_is_refused(broken: float) -> None:
    with pytest.raises(ValueError, match="not finite"):
        Calibration.from_dict({**starting_point().to_dict(), "log_odds": broken})


def test_the_prior_follows_the_reviews_slowly_and_in_steps() -> None:
    assert estimated_prior(0.25, 3, 5) == 0.25
    assert estimated_prior(0.25, 900, 1000) == 0.6
    assert estimated_prior(0.25, 100, 400) == 0.25
    assert estimated_prior(0.25, 10, 400) == 0.1
