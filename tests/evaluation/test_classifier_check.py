from __future__ import annotations

from collections.abc import Sequence

import pytest

from evaluation.classifier import NO_ANSWER, NoAnswer, Prediction
from evaluation.classifier_check import check_classifier, check_engine
from evaluation.engines.by_name import engine
from evaluation.errors import EvaluationError
from nlu.understanding import Guess


class ByWord:
    """Remembers which category each word stood in last."""

    def __init__(self) -> None:
        self.words: dict[str, str] = {}

    def fit(self, texts: Sequence[str], categories: Sequence[str]) -> None:
        self.words = {word: name for text, name in zip(texts, categories, strict=True) for word in text.split()}

    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        known = [next((self.words[word] for word in text.split() if word in self.words), None) for text in texts]
        return [NO_ANSWER if name is None else Guess(name, 0.9) for name in known]


class KeepsTheFirst(ByWord):
    def fit(self, texts: Sequence[str], categories: Sequence[str]) -> None:
        if not self.words:
            super().fit(texts, categories)


class Sorts(ByWord):
    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        return super().classify(sorted(texts))


class DropsOne(ByWord):
    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        return super().classify(texts)[1:]


class Invents(ByWord):
    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        return [Guess("default fallback", 0.9) for _ in texts]


class InPercent(ByWord):
    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        return [Guess(self.words[text.split()[0]], 90) for text in texts]


class Raises(ByWord):
    def fit(self, texts: Sequence[str], categories: Sequence[str]) -> None:
        raise RuntimeError("out\nof memory")


class RaisesOnNothing(ByWord):
    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        return [super().classify(texts)[0], *super().classify(texts[1:])]


class Tuples(ByWord):
    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        return [("fruit", 0.9) for _ in texts]  # type: ignore[misc]


class SureOfOddTexts(ByWord):
    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        return [Guess("fruit", float("nan")) if isinstance(one, NoAnswer) else one for one in super().classify(texts)]


class InWords(ByWord):
    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        return [Guess("fruit", "0.9") for _ in texts]  # type: ignore[arg-type]


class Silent(ByWord):
    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        return [NO_ANSWER for _ in texts]


class Drifts(ByWord):
    confidence = 0.9

    def fit(self, texts: Sequence[str], categories: Sequence[str]) -> None:
        super().fit(texts, categories)
        self.confidence -= 0.1

    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        return [Guess(self.words[text.split()[0]], self.confidence) for text in texts]


class Borrowed(ByWord):
    """Belongs to somebody: must be given back."""

    given_back = False

    def __enter__(self) -> Borrowed:
        return self

    def __exit__(self, *_: object) -> None:
        self.given_back = True


def test_a_classifier_that_must_be_given_back_is() -> None:
    borrowed = Borrowed()
    assert check_engine(lambda seed: borrowed) == []
    assert borrowed.given_back


def test_an_error_that_says_what_to_do_is_passed_on() -> None:
    class Refuses(ByWord):
        def fit(self, texts: Sequence[str], categories: Sequence[str]) -> None:
            raise EvaluationError("install it")

    with pytest.raises(EvaluationError, match="install it"):
        check_classifier(Refuses())


def test_a_classifier_that_behaves_has_nothing_against_it() -> None:
    assert check_classifier(ByWord()) == []


@pytest.mark.parametrize("name", ["candor", "nearest-neighbour"])
def test_our_own_engines_behave(name: str) -> None:
    assert check_classifier(engine(name)(0)) == []


@pytest.mark.parametrize(
    ("classifier", "message"),
    [
        (KeepsTheFirst(), "names switched: 'banana cherry apple' got 'fruit', expected 'tools'"),
        (Sorts(), "changed with the order of the questions"),
        (DropsOne(), "gave 1 answers to 2 texts: give one for each, in order"),
        (Raises(), "In training round first: fit raised RuntimeError: out of memory"),
        (RaisesOnNothing(), "Asked nothing: classify raised IndexError: list index out of range"),
        (Tuples(), "gave a tuple as an answer: give a Guess or NO_ANSWER"),
        (SureOfOddTexts(), "Asked oddly: 'zzzz' got the confidence nan, which is not in [0, 1]"),
        (Invents(), "'default fallback', which was never taught"),
        (InWords(), "confidence '0.9', which is not in [0, 1]"),
        (InPercent(), "confidence 90, which is not in [0, 1]"),
        (Silent(), "got no answer, expected 'fruit'"),
        (Drifts(), "gave other answers the second time"),
        (engine("most-frequent")(0), "expected 'tools'"),
    ],
)
def test_what_is_wrong_is_said_in_plain_words(classifier: ByWord, message: str) -> None:
    assert any(message in said for said in check_classifier(classifier))
