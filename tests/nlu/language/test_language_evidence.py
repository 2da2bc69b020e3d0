from __future__ import annotations

import pytest

from nlu.errors import DataError
from nlu.language.evidence import WordLikelihoods, fit_evidence

EXAMPLES = [("wo ist die stelle in berlin", "de"), ("where is the job in berlin", "en"), ("ja", "de"), ("yes", "en")]


@pytest.fixture
def evidence() -> WordLikelihoods:
    """Evidence of a few words."""
    return fit_evidence((text.split(), language) for text, language in EXAMPLES)


def lead(evidence: WordLikelihoods, *words: str) -> float:
    """By how much German is likelier than English."""
    scores = evidence.of(words)
    return scores["de"] - scores["en"]


def test_a_word_of_one_language_speaks_for_it(evidence: WordLikelihoods) -> None:
    assert lead(evidence, "stelle") > 1
    assert lead(evidence, "where") < -1


def test_a_misspelt_word_speaks_through_its_parts(evidence: WordLikelihoods) -> None:
    assert lead(evidence, "stele") > 1
    assert lead(evidence, "wheree") < -1


def test_a_word_that_both_languages_use_alike_says_nothing(evidence: WordLikelihoods) -> None:
    assert lead(evidence, "berlin") == pytest.approx(0, abs=0.3)


def test_a_word_that_one_language_uses_more_says_so_by_as_much() -> None:
    often = fit_evidence([(["na"] * 8 + ["gut"] * 2, "de"), (["na"] * 1 + ["good"] * 9, "en")])
    assert 1.5 < lead(often, "na") < 2.1  # log(8.5 / 1.5) = 1.7


def test_evidence_adds_up(evidence: WordLikelihoods) -> None:
    assert lead(evidence, "stelle", "where") == pytest.approx(lead(evidence, "stelle") + lead(evidence, "where"))


def test_without_words_no_language_is_likelier(evidence: WordLikelihoods) -> None:
    assert evidence.of([]) == {"de": 0.0, "en": 0.0}
    assert lead(evidence, "你好") == pytest.approx(0, abs=0.1)


def test_learning_again_gives_the_same_figures(evidence: WordLikelihoods) -> None:
    again = fit_evidence((text.split(), language) for text, language in EXAMPLES)
    assert again.of(["stele", "berlin"]) == evidence.of(["stele", "berlin"])


def test_one_language_is_refused() -> None:
    with pytest.raises(DataError, match="at least two"):
        fit_evidence([(["wo"], "de"), ([], "en")])
