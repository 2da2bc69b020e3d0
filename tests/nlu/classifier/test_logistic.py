from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse
from sklearn.linear_model import LogisticRegression

from nlu.classifier.logistic import Start, fit_softmax, softmax


def examples(n: int, features: int, labels: int, seed: int) -> tuple[sparse.csr_matrix, np.ndarray]:
    """Seeded sparse examples of unbalanced labels that overlap."""
    chosen = np.random.default_rng(seed)
    found = np.sort(np.minimum(chosen.geometric(0.4, n) - 1, labels - 1))
    found[:labels] = np.arange(labels)
    telling = sparse.csr_matrix((np.ones(n, np.float32), (np.arange(n), found % features)), shape=(n, features))
    return sparse.csr_matrix(sparse.random(n, features, 0.1, "csr", np.float32, rng=chosen) + telling), found


@pytest.mark.parametrize("c", [1.0, 300.0])
def test_the_minimum_is_that_of_scikit_learn(c: float) -> None:
    matrix, labels = examples(200, 60, 5, seed=1)
    ours = fit_softmax(matrix, labels, 5, c=c, tolerance=1e-6, max_iterations=2000)
    theirs = LogisticRegression(C=c, tol=1e-8, max_iter=10_000).fit(matrix.astype(float), labels)
    probabilities = softmax(matrix @ ours.weights + ours.intercept)
    assert np.abs(probabilities - theirs.predict_proba(matrix)).max() < 2e-3
    assert np.abs(ours.weights - theirs.coef_.T).max() < 2e-3 * np.abs(theirs.coef_).max()


def wordy(n: int, labels: int) -> tuple[sparse.csr_matrix, np.ndarray]:
    """Seeded examples of length one, as sentences are: one word tells the label, hardly two share the other nine."""
    chosen = np.random.default_rng(5)
    found = np.sort(np.minimum(chosen.geometric(0.15, n) - 1, labels - 1))
    found[:labels] = np.arange(labels)
    telling = found + labels * chosen.integers(0, 20, n)
    words = np.column_stack([telling, 20 * labels + chosen.integers(0, 4000, (n, 9))])
    rows = np.repeat(np.arange(n), 10), words.ravel()
    values = np.full(words.size, 10**-0.5, np.float32)
    return sparse.csr_matrix((values, rows), shape=(n, 4000 + 20 * labels)), found


def test_many_examples_need_no_more_steps_than_few() -> None:
    few, many = (
        fit_softmax(*wordy(n, 12), 12, c=150, tolerance=1e-3, max_iterations=500).iterations for n in (200, 4000)
    )
    assert many <= few


def test_two_labels_are_fitted_too() -> None:
    matrix, labels = examples(60, 20, 2, seed=2)
    fitted = fit_softmax(matrix, labels, 2, c=100.0, tolerance=1e-3, max_iterations=200)
    assert ((matrix @ fitted.weights + fitted.intercept).argmax(axis=1) == labels).mean() > 0.95


def test_the_same_data_gives_the_same_bits() -> None:
    matrix, labels = examples(300, 100, 9, seed=3)
    first, second = (fit_softmax(matrix, labels, 9, c=300, tolerance=1e-3, max_iterations=50) for _ in range(2))
    assert first.weights.tobytes() == second.weights.tobytes()


def test_it_stops_at_the_given_number_of_iterations() -> None:
    matrix, labels = examples(100, 30, 4, seed=4)
    assert fit_softmax(matrix, labels, 4, c=300, tolerance=0, max_iterations=3).iterations == 3


def test_contradictory_examples_do_not_keep_it_from_ending() -> None:
    matrix = sparse.csr_matrix(np.ones((40, 3), np.float32))
    fitted = fit_softmax(matrix, np.arange(40) % 2, 2, c=300, tolerance=1e-9, max_iterations=500)
    assert np.allclose(softmax(matrix @ fitted.weights + fitted.intercept), 0.5, atol=1e-3)


def test_a_fit_that_begins_where_another_ended_takes_no_step() -> None:
    matrix, labels = examples(300, 100, 9, seed=3)
    settings = {"c": 300.0, "tolerance": 1e-3, "max_iterations": 200}
    mixed = np.random.default_rng(1).permutation(300)
    ended = fit_softmax(matrix[mixed], labels[mixed], 9, **settings)  # type: ignore[arg-type]
    again = fit_softmax(matrix[mixed], labels[mixed], 9, **settings, begin=Start(ended.coefficients, ended.intercept))  # type: ignore[arg-type]
    assert ended.iterations > 0
    assert again.iterations == 0
    assert np.abs(again.weights - ended.weights).max() < 1e-4


def test_a_bad_start_costs_nothing_but_the_look_at_it() -> None:
    matrix, labels = examples(300, 100, 9, seed=3)
    settings = {"c": 300.0, "tolerance": 1e-3, "max_iterations": 200}
    bad = Start(np.full((300, 9), 1e4, np.float32), np.full(9, -1e4, np.float32))
    plain, begun = (fit_softmax(matrix, labels, 9, **settings, begin=begin) for begin in (None, bad))  # type: ignore[arg-type]
    assert plain.weights.tobytes() == begun.weights.tobytes()
