"""Learns by which form a sentence is told to be a question, and how often that is right of people never learnt from.

    .venv/bin/python benchmarks/question_form.py [--languages en,de,fr,zh] [--write]

The sentences of the starter data that end in a mark are learnt, the mark taken away: a question mark says that a
sentence asks, any other that it does not. So are the examples of data/questions, each as much as several of them. The
marked sentences of tests/strangers and tests/dialogues, without their marks, are judged by what was learnt; so is each
fifth of the examples by what was learnt of the others. `--write` keeps the weights (data/questions/weights).
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
from _marked import Sentence, contrasts, marked_sentences, unseen_sentences
from _shared import LANGUAGES, machine
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression

from nlu.words.question_form import INTERCEPT, WEIGHTS, QuestionForm, form

SEED: Final = 0
REGULARISATION: Final = 1.0
FEWEST: Final = 3
"""In how many sentences an n-gram has to stand."""
CONTRAST_WEIGHT: Final = 5.0
FROM: Final = 1.0
"""From which log-odds on a sentence is taken for a question: a statement that is taken for one costs more."""
FIFTHS: Final = 5


def main() -> None:
    """Print a line for each language."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--languages", default=",".join(LANGUAGES), help="which, parted by commas")
    parser.add_argument("--write", action="store_true", help="keep the weights")
    given = parser.parse_args()
    print(machine())
    for language in given.languages.split(","):
        marked, told = marked_sentences(language), contrasts(language)
        learnt = learn(language, marked, told)
        print(f"{language}: {len(marked)} marked sentences and {len(told)} examples, {len(learnt.weights)} weights")
        for name, unseen in unseen_sentences(language).items():
            print(f"  {name:<18} {len(unseen):>5} sentences, {_judged(learnt, unseen)}")
        print(f"  examples by the others: right {_of_the_others(language, marked, told):.3f}")
        if given.write:
            _write(learnt, len(marked), len(told))


def learn(language: str, marked: Sequence[Sentence], told: Sequence[Sentence]) -> QuestionForm:
    """Return the weights with which the sentences are likeliest; questions and statements count alike as a whole."""
    counted = DictVectorizer(dtype=np.float32)
    table = counted.fit_transform([dict.fromkeys(form(text, language), 1.0) for text, _ in (*marked, *told)])
    often = np.asarray(table.sum(axis=0)).ravel() >= FEWEST
    asks = np.array([its for _, its in (*marked, *told)])
    fitted = LogisticRegression(
        C=REGULARISATION, l1_ratio=1.0, solver="liblinear", max_iter=300, random_state=SEED
    ).fit(table[:, often], asks, sample_weight=_counts(asks[: len(marked)], len(told)))
    names, weights = counted.get_feature_names_out()[often], fitted.coef_[0]
    kept = {
        str(name): round(float(weight), 3) for name, weight in zip(names, weights, strict=True) if abs(weight) > 0.0005
    }
    return QuestionForm(language, {INTERCEPT: round(float(fitted.intercept_[0]) - FROM, 3), **kept})


def _counts(asks: npt.NDArray[np.bool_], told: int) -> npt.NDArray[np.float64]:
    share = asks.mean()
    return np.concatenate([np.where(asks, 0.5 / share, 0.5 / (1 - share)), np.full(told, CONTRAST_WEIGHT)])


def _judged(learnt: QuestionForm, unseen: Sequence[Sentence]) -> str:
    taken = np.array([learnt.asks(text) for text, _ in unseen])
    asks = np.array([its for _, its in unseen])
    precision, recall, right = asks[taken].mean(), taken[asks].mean(), (asks == taken).mean()
    return f"{asks.sum():>5} questions: precision {precision:.3f}, recall {recall:.3f}, right {right:.3f}"


def _of_the_others(language: str, marked: Sequence[Sentence], told: Sequence[Sentence]) -> float:
    """The share of examples that is told rightly by what was learnt of four fifths of them, without theirs."""
    right = 0
    for fifth in range(FIFTHS):
        rest = [each for place, each in enumerate(told) if place % FIFTHS != fifth]
        learnt = learn(language, marked, rest)
        right += sum(learnt.asks(text) == asks for text, asks in told[fifth::FIFTHS])
    return right / len(told)


def _write(learnt: QuestionForm, marked: int, told: int) -> None:
    with (WEIGHTS / f"{learnt.language}.csv").open("w", encoding="utf-8", newline="") as lines:
        lines.write(f"# Learnt by benchmarks/question_form.py of {marked} marked sentences and {told} examples\n")
        written = csv.writer(lines, lineterminator="\n")
        written.writerow(("ngram", "weight"))
        written.writerows((name, f"{weight:.3f}") for name, weight in sorted(learnt.weights.items()))


if __name__ == "__main__":
    main()
