"""A classifier learnt by counting what texts hold."""

from __future__ import annotations

import pytest

from nlu.classifier.naive_bayes import NaiveBayes, fit_naive_bayes
from nlu.errors import DataError


@pytest.fixture
def model() -> NaiveBayes:
    taught = [
        ({"pay", "month"}, "salary"),
        ({"pay", "hour"}, "salary"),
        ({"wage"}, "salary"),
        ({"town", "map"}, "place"),
    ]
    return fit_naive_bayes(taught)


def test_what_a_class_holds_speaks_for_it(model: NaiveBayes) -> None:
    assert model.probabilities({"map"})["place"] > 0.5
    assert model.probabilities({"hour"})["salary"] > 0.9


def test_without_anything_known_each_class_has_its_share_of_the_examples(model: NaiveBayes) -> None:
    assert model.probabilities({"unheard"}) == pytest.approx({"salary": 0.75, "place": 0.25})
    assert model.probabilities(()) == model.probabilities({"unheard"})


def test_what_is_said_in_several_ways_at_once_counts_less_than_as_often(model: NaiveBayes) -> None:
    once, twice = model.probabilities({"map"})["place"], model.probabilities({"map", "town"})["place"]
    assert once < twice < once**2 / (once**2 + (1 - once) ** 2)


def test_probabilities_sum_to_one_however_much_a_text_holds(model: NaiveBayes) -> None:
    shares = model.probabilities({"pay", "month", "hour", "wage", "town", "map"})
    assert sum(shares.values()) == pytest.approx(1)


def test_the_order_of_examples_changes_nothing() -> None:
    taught = [({"pay"}, "salary"), ({"town", "map"}, "place"), ({"pay", "map"}, "place")]
    held = {"map", "pay"}
    again = fit_naive_bayes(reversed(taught)).probabilities(held)
    assert fit_naive_bayes(taught).probabilities(held) == pytest.approx(again)


def test_one_class_alone_is_refused() -> None:
    with pytest.raises(DataError, match="at least two"):
        fit_naive_bayes([({"pay"}, "salary")])
