"""Learns the weights of `nlu.decision` from held-out folds of both stages, and says what the decision is worth.

    .venv/bin/python benchmarks/decision.py [--retries 3]

In each language the demo company's questions are held back by nex-cv and put to the whole general stage; the examples
of the general intents and the background sentences are judged by a general stage that has not seen their voice (five
groups of lots) and put to the whole FAQ stage. Background sentences of which the FAQ stage is rather sure may be
covered and are left out. Questions weigh a half, general examples and background sentences a quarter each. Prints the
weights learnt beside those in use, and how far the confidence of the decision can be trusted (by fifths).
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from _shared import machine
from _starter_lots import LearntStage, general_lots
from sklearn.linear_model import LogisticRegression

from candor.product import DATA_FOLDER
from evaluation import nexcv
from evaluation.candor_engine import CandorClassifier
from evaluation.classifier import NoAnswer
from evaluation.data_file import read_rows
from nlu.decision import FAQ, GENERAL, shares
from nlu.recipe import Recipe
from nlu.text_classifier import TextClassifier, fit

LANGUAGES = ("en", "de", "fr", "zh")
FOLDS = 5
UNCOVERED = 0.3  # a background sentence of which the FAQ is surer may be covered
NEITHER, OF_FAQ, OF_GENERAL = range(3)
WEIGHTS = {"question": 0.5, "general": 0.25, "background": 0.25}


@dataclass(frozen=True, slots=True)
class Seen:
    """One sentence: both stages' confidences in their best guess, which of them is right, and its kind."""

    general: float
    faq: float
    right: int
    kind: str


def main() -> None:
    """Print what was learnt in one run over all languages."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--retries", type=int, default=3)
    retries = parser.parse_args().retries
    print(machine())
    seen = [each for language in LANGUAGES for each in _seen(language, retries)]
    table = np.array([(_log_odds(each.general), _log_odds(each.faq)) for each in seen])
    right = np.array([each.right for each in seen])
    counts = {kind: sum(each.kind == kind for each in seen) for kind in WEIGHTS}
    weights = np.array([WEIGHTS[each.kind] / counts[each.kind] * len(seen) for each in seen])
    learnt = LogisticRegression(C=10).fit(table, right, sample_weight=weights)
    coefficients, intercepts = learnt.coef_ - learnt.coef_[NEITHER], learnt.intercept_ - learnt.intercept_[NEITHER]
    print(f"{len(seen)} sentences: {counts}")
    for name, row, own, in_use in (("general", OF_GENERAL, 0, GENERAL), ("faq", OF_FAQ, 1, FAQ)):
        found = coefficients[row][own], coefficients[row][1 - own], intercepts[row]
        told = ", ".join(
            f"{label} {value:.2f}" for label, value in zip(("own", "other", "intercept"), found, strict=True)
        )
        print(f"  {name:<8} learnt: {told}; in use: {in_use.own}, {in_use.other}, {in_use.intercept}")
    _print_reliability(seen)


def _print_reliability(seen: Sequence[Seen]) -> None:
    print("confidence of the decision (weights in use): mean, share right, sentences")
    decided = []
    for each in seen:
        found = shares(each.general, each.faq)
        is_general = found.general > found.faq
        right = each.right == (OF_GENERAL if is_general else OF_FAQ)
        decided.append((found.general if is_general else found.faq, right))
    for low in (0.0, 0.2, 0.4, 0.6, 0.8):
        within = [(sure, right) for sure, right in decided if low < sure <= low + 0.2]
        if within:
            sure, right = np.mean(np.array(within), axis=0)
            print(f"  {low:.1f}-{low + 0.2:.1f}  {sure:.2f}  {right:.2f}  {len(within)}")


def _seen(language: str, retries: int) -> Iterator[Seen]:
    taught = [(row.text, row.category) for row in read_rows(DATA_FOLDER / "demo" / f"faq.{language}.csv")]
    texts, categories = [text for text, _ in taught], [category for _, category in taught]
    recipe = Recipe.faq(language).suited(len(texts), len(set(categories)))
    measured = nexcv.run(texts, categories, partial(CandorClassifier, recipe=recipe), retries=retries, jobs=2)
    faq = replace(fit(texts, categories, recipe), calibration=measured.calibration)
    lots = general_lots(language)
    general = LearntStage(language, [each for lot in lots.values() for each in lot])
    for case in (case for setting in measured.settings for case in setting.cases()):
        if not isinstance(case.prediction, NoAnswer):
            right = OF_FAQ if case.prediction.intent == case.gold else NEITHER
            yield Seen(general.best(case.text).confidence, case.prediction.confidence, right, "question")
    names = sorted(lots)
    for fold in range(FOLDS):
        stage = LearntStage(
            language, [each for place, name in enumerate(names) if place % FOLDS != fold for each in lots[name]]
        )
        for name in names[fold::FOLDS]:
            yield from _of_lot(lots[name], stage, faq)


def _of_lot(lot: Sequence[tuple[str, str]], stage: LearntStage, faq: TextClassifier) -> Iterator[Seen]:
    for text, intent in lot:
        best, ranking = stage.best(text), faq.rank(text, 1)
        sure = ranking[0].confidence if ranking else 0.0
        if intent:
            yield Seen(best.confidence, sure, OF_GENERAL if best.intent == intent else NEITHER, "general")
        elif sure < UNCOVERED:
            yield Seen(best.confidence, sure, NEITHER, "background")


def _log_odds(confidence: float) -> float:
    kept = min(max(confidence, 1e-4), 1 - 1e-4)
    return math.log(kept / (1 - kept))


if __name__ == "__main__":
    main()
